/**
 * What operators passed alone. Thresholds count sums, so that one person cannot do in slices what takes two in one
 * piece: of an operator within a day, and of an owner within a week, each by kind. Windows slide: at midnight nothing
 * begins anew. Kept for the longer of the two; the rest is in the tables only.
 */
import { amountMinor, assert, DAY_MS, WEEK_MS } from '@fairlead/units';
import type { LoneRule } from './commands.ts';
import type { HeldFor, LoneWordRow } from './rows.ts';

/** What one operator is about to pass alone. */
export type LoneWord = Omit<LoneWordRow, 'heldFor'>;

export class LoneWords {
  /** Oldest first. */
  #rows: LoneWordRow[] = [];
  #changed: LoneWordRow[] = [];

  /** Which sum would reach what takes two, this one included; undefined while none does. */
  reached(word: LoneWord, rule: LoneRule): HeldFor | undefined {
    const { kind, operatorId, owner, value, timeMs } = word;
    let ofOperator = value;
    let ofOwner = value;
    for (const row of this.#rows) {
      if (row.kind !== kind || row.timeMs <= timeMs - WEEK_MS) continue;
      const isOfDay = row.timeMs > timeMs - DAY_MS;
      if (row.operatorId === operatorId && isOfDay)
        ofOperator = amountMinor(ofOperator + row.value);
      if (row.owner === owner) ofOwner = amountMinor(ofOwner + row.value);
    }
    if (ofOperator >= rule.operatorDayFrom) return 'operator_day';
    return ofOwner >= rule.ownerWeekFrom ? 'owner_week' : undefined;
  }

  /** One person's word passed it. */
  add(word: LoneWord): void {
    this.#rows = this.#rows.filter((row) => row.timeMs > word.timeMs - WEEK_MS);
    this.#rows.push(word);
    this.#changed.push(word);
  }

  /** One person's word would have passed it but for a rule: it is written down, and waits for a second. */
  addHeld(word: LoneWord, heldFor: HeldFor): void {
    this.#changed.push({ ...word, heldFor });
  }

  /** Those of the week before a time, oldest first. */
  rows(nowMs: number): LoneWordRow[] {
    return this.#rows.filter((row) => row.timeMs > nowMs - WEEK_MS);
  }

  takeChanged(): LoneWordRow[] {
    const changed = this.#changed;
    this.#changed = [];
    return changed;
  }

  restore(rows: readonly LoneWordRow[]): void {
    for (const row of rows) assert(row.heldFor === undefined, 'what was held back passed nothing');
    this.#rows = [...rows].sort((left, right) => left.timeMs - right.timeMs);
  }
}
