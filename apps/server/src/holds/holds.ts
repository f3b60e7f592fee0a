/**
 * What an operator keeps from a user for a time. Freezing an account and holding what leaves it are the engine's; a withdrawal
 * or a claim under review is held here, and passed by nobody meanwhile. Each hold ends: at its time by itself, before it by two.
 * One operator's word holds a user for HOLD_DAYS_MAX days at most, in whatever pieces, until HOLD_REST_DAYS without it are over;
 * a later end takes two. A withdrawal that nobody decided in that time goes back to its owner's balance.
 */
import { HOLD_DAYS, HOLD_DAYS_MAX, type HoldKind, ProblemError } from '@fairlead/contract';
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { runCommand } from '../core/acts/acts.ts';
import type { AuditLog } from '../core/acts/audit.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import { Mutex } from '../core/store/mutex.ts';
import type { Messages } from '../notices/index.ts';
import {
  adoptStanding,
  dueHolds,
  endIdle,
  findHold,
  type HoldRow,
  heldRecords,
  holdsOf,
  isHoldable,
  isOtherwiseFrozen,
  openHold,
  ownerOfRecord,
  untoldHolds,
  updateAnswer,
  updateAppeal,
  updateEnded,
  updateEndsAt,
  upsertHold,
  wordsOf,
} from './queries.ts';
import {
  FOUND,
  LAPSED,
  OF_ORIGIN,
  type OfRecord,
  OWN_WORDS,
  type REVOKED,
  UNSAID,
  WAITED,
} from './reasons.ts';

/** An operator's word that held a user counts for so long. */
const HOLD_REST_DAYS = 30;
const ENDED_SHOWN_MS = 90 * DAY_MS;

export type RecordKind = 'withdrawal' | 'deposit';

/** What is held by no operator's word, but for what a check found, or is still to say. */
export type Found = Pick<HoldDraft, 'userId'> &
  (
    | {
        readonly kind: RecordKind | 'payee';
        readonly recordId: number;
        readonly reason: OfRecord;
      }
    | { readonly kind: 'withdrawals'; readonly recordId?: never; readonly reason: typeof REVOKED }
  );

export interface HoldsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly sequencer: Pick<SequencerPort, 'run'>;
  readonly messages: Pick<Messages, 'tellAndMail'>;
}

export interface HoldDraft {
  readonly operatorId: number;
  readonly userId: number;
  readonly kind: HoldKind;
  readonly recordId?: number;
  readonly reason: string;
  readonly words?: string | undefined;
  readonly days?: number | undefined;
}

export class Holds {
  readonly #options: HoldsOptions;
  /** Placing, deciding and lapsing come one after another: what is looked at is what is held. */
  readonly #turn = new Mutex();

  constructor(options: HoldsOptions) {
    this.#options = options;
  }

  of(userId: number): Promise<HoldRow[]> {
    const { database, clock } = this.#options;
    return holdsOf(database, userId, clock.now() - ENDED_SHOWN_MS);
  }

  /** What stands on the account, or else on all that leaves it. */
  async ofAll(userId: number): Promise<HoldRow | undefined> {
    const open = (await this.of(userId)).filter(({ ended }) => ended === undefined);
    return (
      open.find(({ kind }) => kind === 'account') ?? open.find(({ kind }) => kind === 'withdrawals')
    );
  }

  /** Until when records are held, by number. */
  held(
    kind: RecordKind | 'payee',
    recordIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    return heldRecords(this.#options.database, kind, recordIds);
  }

  /**
   * Holds an account, what leaves it, or a record. Throws `four_eyes` where this operator's word is used up, or judged an
   * appeal against it, `already_decided` where a check found something or its user appealed, `validation_failed` for a reason that
   * is the exchange's own, and what stands against a record: `not_found`, `already_decided`.
   */
  place(draft: HoldDraft): Promise<HoldRow> {
    return this.#turn.run(() => this.#place(draft));
  }

  /**
   * Holds what was found by a check, for as long as one operator might; of money that is credited already, all that leaves, but not
   * for where it came from. What is found takes the place of what an operator holds for less, and begins anew; what waits for a check
   * adds nothing to what stands. Undefined where there is nothing left to hold.
   */
  placeBySystem(found: Found): Promise<number | undefined> {
    return this.#turn.run(() => this.#placeFound(found));
  }

  /** Ends a hold that only waited for a check: the check is done. */
  clear(holdId: number): Promise<void> {
    return this.#turn.run(async () => {
      const { database, clock, sequencer } = this.#options;
      const hold = await this.find(holdId);
      if (!isOfSystem(hold) || !WAITED.includes(hold.reason) || hold.ended !== undefined) return;
      // First: what stands in the engine without a hold would be given another.
      if (hold.kind === 'withdrawals')
        await runCommand({ sequencer }, { kind: 'hold_withdrawals', owner: hold.userId });
      // Told first, under its key: what fails is told when it is asked for again.
      await this.#tellEnded(hold, 'cleared');
      await updateEnded(database, { holdId, how: 'cleared', nowMs: clock.now() });
    });
  }

  /** Lets go of what is held while nobody places a hold. */
  inTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    return this.#turn.run(run);
  }

  /** Decides on a record while nobody places a hold on it. Throws `record_held` where one stands. */
  whileFree<Answer>(kind: RecordKind, recordId: number, run: () => Promise<Answer>) {
    return this.#turn.run(async () => {
      if ((await this.held(kind, [recordId])).has(recordId)) throw new ProblemError('record_held');
      return run();
    });
  }

  /** Throws `not_found`, and `appeal_made` for a second one. */
  async appeal(userId: number, holdId: number, text: string): Promise<HoldRow> {
    const { database, clock } = this.#options;
    const hold = (await this.of(userId)).find((each) => each.holdId === holdId);
    if (hold === undefined || hold.ended !== undefined) throw new ProblemError('not_found');
    const nowMs = clock.now();
    if (!(await updateAppeal(database, { holdId, userId, text, nowMs })))
      throw new ProblemError('appeal_made');
    return { ...hold, appeal: { text, atMs: nowMs } };
  }

  /** Answers an appeal. Throws `not_found`, `already_decided`, and `four_eyes` for whoever placed the hold. */
  async answer(operatorId: number, holdId: number, text: string): Promise<HoldRow> {
    const { database, clock } = this.#options;
    const hold = await this.find(holdId);
    if (hold.appeal === undefined) throw new ProblemError('not_found');
    if (hold.answer !== undefined || hold.ended !== undefined)
      throw new ProblemError('already_decided');
    if (isOwn(hold, operatorId)) throw new ProblemError('four_eyes');
    const answer = { holdId, operatorId, text, nowMs: clock.now() };
    if (!(await updateAnswer(database, answer))) throw new ProblemError('already_decided');
    await this.#tellAnswered(hold, text);
    return this.find(holdId);
  }

  /** Throws `not_found`. */
  async find(holdId: number): Promise<HoldRow> {
    const hold = await findHold(this.#options.database, holdId);
    if (hold === undefined) throw new ProblemError('not_found');
    return hold;
  }

  /** Gives it a later end that two agreed on; again it changes nothing. Throws `intent_changed` where it ended or was moved. */
  async extend(agreed: {
    readonly holdId: number;
    readonly wasMs: number;
    readonly endsAtMs: number;
    readonly reason: string;
  }): Promise<void> {
    const { database, messages } = this.#options;
    const { holdId, endsAtMs, reason } = agreed;
    await this.#turn.run(() => updateEndsAt(database, agreed));
    const hold = await this.find(holdId);
    if (hold.ended !== undefined || hold.endsAtMs !== endsAtMs)
      throw new ProblemError('intent_changed');
    // Also where it was carried out before: the user may not have been told, and is told once.
    const params = { what: hold.kind, reason, time: minuteText(endsAtMs) };
    const key = `hold_extended:${holdId}:${endsAtMs}`;
    await messages.tellAndMail(hold.userId, 'hold_extended', params, { key });
  }

  /** Lets go of a record, as two agreed; again it changes nothing. Throws `intent_changed` where it ended otherwise. */
  async release(holdId: number): Promise<void> {
    const { database, clock } = this.#options;
    await this.#turn.run(() =>
      updateEnded(database, { holdId, how: 'released', nowMs: clock.now() }),
    );
    const hold = await this.find(holdId);
    if (hold.ended?.how !== 'released') throw new ProblemError('intent_changed');
    await this.#tellEnded(hold, 'released');
  }

  /** What every minute sees to: nothing stands without a hold and its end, and nothing beyond it. */
  sweep(audit: Pick<AuditLog, 'add'>): Promise<void> {
    return this.#turn.run(async () => {
      const { database, clock } = this.#options;
      await endIdle(database, clock.now());
      const nowMs = clock.now();
      const standing = { nowMs, endsAtMs: nowMs + HOLD_DAYS_MAX * DAY_MS, accountReason: UNSAID };
      const adopted = await adoptStanding(database, standing);
      const due = await dueHolds(database, clock.now());
      const untold = await untoldHolds(database);
      const isAdopted = (hold: HoldRow) => adopted.some(({ holdId }) => holdId === hold.holdId);
      const done = await Promise.allSettled([
        ...adopted.map((hold) => this.#tellPlaced(hold)),
        ...untold.filter(({ hold }) => !isAdopted(hold)).map((each) => this.#tellAgain(each)),
        inTurn(due.map((hold) => () => this.#lapse(hold, audit))),
      ]);
      // One that failed keeps nothing from the others, and is tried again or said by the chore.
      const failed = done.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    });
  }

  async #place(draft: HoldDraft): Promise<HoldRow> {
    const { database, clock, sequencer } = this.#options;
    const { userId, kind, recordId, reason, words, operatorId } = draft;
    if (OWN_WORDS.includes(reason)) throw new ProblemError('validation_failed');
    await endIdle(database, clock.now());
    const open = await openHold(database, { userId, kind, recordId });
    if (open?.answer?.by === operatorId) throw new ProblemError('four_eyes');
    if (isFound(open) || open?.appeal !== undefined) throw new ProblemError('already_decided');
    const lastMs = await this.#lastOf(draft);
    // What an operator placed ends when it ended, and is only said anew; what nobody placed becomes this one's word.
    const isNew = open === undefined || open.placedBy === undefined;
    if (isNew && lastMs < clock.now() + HOUR_MS) throw new ProblemError('four_eyes');
    if (kind === 'withdrawal' || kind === 'deposit') await this.#checkOpen(kind, recordId ?? 0);
    if (kind === 'account')
      await runCommand({ sequencer }, { kind: 'set_owner_state', owner: userId, isFrozen: true });
    if (kind === 'withdrawals')
      await runCommand({ sequencer }, { kind: 'hold_withdrawals', owner: userId, reason });
    const nowMs = clock.now();
    const endsAtMs = Math.min(nowMs + (draft.days ?? HOLD_DAYS) * DAY_MS, lastMs);
    const placed = { userId, kind, recordId, reason, words, operatorId, nowMs, endsAtMs };
    if (open !== undefined && isNew)
      await updateEnded(database, { holdId: open.holdId, how: 'cleared', nowMs });
    const hold = await upsertHold(database, placed);
    await this.#tellPlaced(hold);
    return hold;
  }

  async #placeFound({ userId, kind, recordId, reason }: Found): Promise<number | undefined> {
    const { database, clock, sequencer } = this.#options;
    await endIdle(database, clock.now());
    const isRecord = kind === 'withdrawal' || kind === 'deposit';
    const isOpen = !isRecord || (await isHoldable(database, kind, recordId));
    const isOfAll = kind === 'withdrawals' || (kind === 'deposit' && !isOpen);
    if (!isOpen && (!isOfAll || OF_ORIGIN.includes(reason))) return undefined;
    const on = isOfAll
      ? ({ userId, kind: 'withdrawals', recordId: undefined } as const)
      : ({ userId, kind, recordId } as const);
    const open = await openHold(database, on);
    if (open !== undefined && (WAITED.includes(reason) || isFound(open))) return open.holdId;
    if (isOfAll)
      await runCommand({ sequencer }, { kind: 'hold_withdrawals', owner: userId, reason });
    const nowMs = clock.now();
    const endsAtMs = Math.max(nowMs + HOLD_DAYS_MAX * DAY_MS, open?.endsAtMs ?? 0);
    // A row of its own: whoever placed the one before does not say when this ends, and its user may appeal anew.
    if (open !== undefined)
      await updateEnded(database, { holdId: open.holdId, how: 'cleared', nowMs });
    const placed = { ...on, reason, words: undefined, operatorId: undefined, nowMs, endsAtMs };
    const hold = await upsertHold(database, placed);
    await this.#tellPlaced(hold);
    return hold.holdId;
  }

  /** The last moment until which this operator's word may hold this user. */
  async #lastOf({ operatorId, userId }: HoldDraft): Promise<number> {
    const { database, clock } = this.#options;
    const nowMs = clock.now();
    const sinceMs = nowMs - HOLD_REST_DAYS * DAY_MS;
    const words = await wordsOf(database, { operatorId, userId, sinceMs });
    let usedMs = 0;
    let reachedMs = 0;
    for (const { fromMs, toMs } of words) {
      const endMs = Math.min(toMs, nowMs);
      usedMs += Math.max(endMs - Math.max(fromMs, reachedMs), 0);
      reachedMs = Math.max(reachedMs, endMs);
    }
    return nowMs + HOLD_DAYS_MAX * DAY_MS - usedMs;
  }

  async #checkOpen(kind: RecordKind, recordId: number): Promise<void> {
    const record = await ownerOfRecord(this.#options.database, kind, recordId);
    if (record === undefined) throw new ProblemError('not_found');
    if (!record.isOpen) throw new ProblemError('already_decided');
  }

  /** Ends what nobody ended: an account opens, withdrawals go on, a withdrawal goes back, a claim is reviewed as before. */
  async #lapse(hold: HoldRow, audit: Pick<AuditLog, 'add'>): Promise<void> {
    const { database, clock, sequencer } = this.#options;
    const { holdId, userId: owner, kind, recordId = 0, placedBy } = hold;
    await audit.add({
      action: 'hold.lapsed',
      subject: `user ${owner}`,
      detail: { hold: holdId, kind, ...(recordId > 0 && { record: recordId }) },
    });
    if (kind === 'account') await this.#open(owner);
    if (kind === 'withdrawals')
      await runCommand({ sequencer }, { kind: 'hold_withdrawals', owner });
    if (kind === 'withdrawal')
      // Whoever decided it in this moment was first: that stands.
      await sequencer.run({
        kind: 'decide_withdrawal',
        withdrawalId: recordId,
        operatorId: placedBy ?? 1,
        intentHash: `hold ${holdId}`,
        decision: 'rejected',
        reason: LAPSED,
      });
    await this.#tellEnded(hold, 'lapsed');
    await updateEnded(database, { holdId, how: 'lapsed', nowMs: clock.now() });
  }

  /** But for what is no operator's word, also where that came in the same moment. */
  async #open(owner: number): Promise<void> {
    const { database, sequencer } = this.#options;
    if (await isOtherwiseFrozen(database, owner)) return;
    const command = { kind: 'set_owner_state', owner } as const;
    await runCommand({ sequencer }, { ...command, isFrozen: false });
    if (await isOtherwiseFrozen(database, owner))
      await runCommand({ sequencer }, { ...command, isFrozen: true });
  }

  /** Of whom the message failed when it was to be told; what was told stays the one. */
  async #tellAgain({ hold, isAnswerTold }: { hold: HoldRow; isAnswerTold: boolean }) {
    await this.#tellPlaced(hold, true);
    if (hold.answer !== undefined && !isAnswerTold)
      await this.#tellAnswered(hold, hold.answer.text, true);
  }

  #tellPlaced(hold: HoldRow, isRepeat = false): Promise<void> {
    const { kind: what, reason, endsAtMs, userId, holdId } = hold;
    const key = `hold_placed:${holdId}:${reason}`.slice(0, 100);
    const params = { what, reason, time: minuteText(endsAtMs) };
    return this.#options.messages.tellAndMail(userId, 'hold_placed', params, { key, isRepeat });
  }

  #tellAnswered({ holdId, userId, kind: what }: HoldRow, answer: string, isRepeat = false) {
    const key = `hold_answered:${holdId}`;
    const params = { what, answer };
    return this.#options.messages.tellAndMail(userId, 'hold_answered', params, { key, isRepeat });
  }

  #tellEnded(
    { holdId, userId, kind }: HoldRow,
    how: 'released' | 'lapsed' | 'cleared',
  ): Promise<void> {
    const key = `hold_ended:${holdId}`;
    const params = { what: kind, how };
    return this.#options.messages.tellAndMail(userId, 'hold_ended', params, { key });
  }
}

/** Whether it is this operator's word. */
export const isOwn = ({ placedBy, wordedBy }: HoldRow, operatorId: number): boolean =>
  placedBy === operatorId || wordedBy === operatorId;

/** Whether no operator placed or worded it. */
const isOfSystem = ({ placedBy, wordedBy }: HoldRow): boolean =>
  placedBy === undefined && wordedBy === undefined;

/** Whether it is what a check found: nobody's to word, nor to place anew. */
const isFound = (hold: HoldRow | undefined): boolean =>
  hold !== undefined && isOfSystem(hold) && FOUND.includes(hold.reason);

/** One after another, each also where one before failed; then throws what the first threw. */
async function inTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const minuteText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
