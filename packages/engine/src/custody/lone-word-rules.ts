/** Whether one operator's word is enough. Asked in the engine, where decisions come one after another (V8). */
import type { AmountMinor } from '@fairlead/units';
import { amountMinor } from '@fairlead/units';
import type { EngineState } from '../state/state.ts';
import type { OwnerId } from '../terms.ts';
import type { LoneRule } from './commands.ts';
import type { HeldFor, LoneKind } from './rows.ts';

export interface AskedAlone {
  readonly kind: LoneKind;
  readonly recordId: number;
  readonly operatorId: number;
  readonly owner: OwnerId;
  /** In 10^-6 USDT; absent without an index. */
  readonly value: AmountMinor | undefined;
  readonly timeMs: number;
  /** Absent: one word is never enough. */
  readonly rule: LoneRule | undefined;
}

/** Why a second operator is needed; undefined where this one is enough. */
export function heldFor(state: EngineState, asked: AskedAlone): HeldFor | undefined {
  const { kind, operatorId, owner, value, timeMs, rule } = asked;
  if (rule === undefined || value === undefined) return 'no_value';
  const isOut = kind === 'withdrawal';
  if (isOut && state.vouches.has(owner, operatorId, timeMs)) return 'own_word';
  return state.loneWords.reached({ ...wordOf(asked), value }, rule);
}

/** Notes what one word passed, or that it was not enough. */
export function noteLoneWord(
  state: EngineState,
  asked: AskedAlone,
  held: HeldFor | undefined,
): void {
  const word = wordOf(asked);
  if (held !== undefined) {
    state.loneWords.addHeld(word, held);
    return;
  }
  state.loneWords.add(word);
  const { kind, owner, operatorId, timeMs, rule } = asked;
  if (kind === 'claim' && rule !== undefined && rule.holdingMs > 0) {
    state.vouches.add(owner, operatorId, timeMs + rule.holdingMs);
  }
}

const wordOf = ({ kind, recordId, operatorId, owner, value, timeMs }: AskedAlone) => ({
  kind,
  recordId,
  operatorId,
  owner,
  value: value ?? amountMinor(0n),
  timeMs,
});

/** Whether a rule can be one. */
export const isLoneRule = (rule: LoneRule | undefined): boolean =>
  rule === undefined ||
  (rule.operatorDayFrom > 0n &&
    rule.ownerWeekFrom > 0n &&
    Number.isSafeInteger(rule.holdingMs) &&
    rule.holdingMs >= 0);
