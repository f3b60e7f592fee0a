/**
 * Asks a provider about what comes in, is saved as a payee and goes out, beside the commands and never within one. What is to be
 * asked is found in the tables, so a crash loses none; what is not answered is not passed, so none gets by. A hit is a hold: of
 * the withdrawal, the claim or the payee, and of all that leaves where the money is credited already. While the provider is away
 * what is asked for waits, and says so after a while.
 */
import { ProblemError } from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import { DAY_MS, formatDecimal, MINUTE_MS, SECOND_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import type { ProviderConfig } from '../core/config/providers.ts';
import { ask } from '../core/operations/signed-calls.ts';
import type { Database } from '../core/store/database.ts';
import { AWAY, HIT, type Holds } from '../holds/index.ts';
import type { Verifications } from '../verification/index.ts';
import { type ScreeningAnswer, type ScreeningQuestion, zScreeningAnswer } from './provider.ts';
import {
  answeredHolds,
  dueScreenings,
  hasOpenDeposit,
  keepAnswer,
  keepHold,
  postpone,
  type ScreeningRow,
  subjectOf,
  takeUp,
  unheldHits,
  verdictOf,
} from './queries.ts';

/** What came in before the provider was named is screened so far back. */
const SCREENED_BACK_MS = 7 * DAY_MS;
/** Unanswered for so long it is told to its user. */
export const AWAY_AFTER_MS = 10 * MINUTE_MS;
const AT_ONCE = 20;
const RETRY_MS = 30 * SECOND_MS;
const RETRY_MAX_MS = 10 * MINUTE_MS;
/** A round looks at what came since the one before it, and so much further: a commit may come later than its time. */
const OVERLAP_MS = 5 * MINUTE_MS;

export interface ScreeningsOptions {
  /** Absent: nothing is screened, and nothing waits for it. */
  readonly provider: ProviderConfig | undefined;
  readonly database: Database;
  readonly clock: { now(): number };
  readonly holds: Pick<Holds, 'placeBySystem' | 'clear'>;
  readonly verification: Pick<Verifications, 'verifiedNames'>;
}

export interface RoundNeeds {
  readonly audit: Pick<AuditLog, 'add'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly terms: { knownCurrency(currencyId: number): Currency };
}

export class Screenings {
  readonly #options: ScreeningsOptions;
  /** Until when what came was taken up. */
  #takenUpMs: number | undefined;

  constructor(options: ScreeningsOptions) {
    this.#options = options;
  }

  /**
   * Throws `screening_waits` for what may not be passed yet: not answered itself, or of a user for whom something came in that is
   * not. What was a hit is passed only after two operators let it go: until then it is held.
   */
  async checkPassable(record: {
    readonly purpose: 'deposit' | 'withdrawal';
    readonly recordId: number;
    readonly userId: number;
  }): Promise<void> {
    const { database } = this.#options;
    const sinceMs = this.screenedSinceMs();
    if (sinceMs === undefined) return;
    const { purpose, recordId, userId } = record;
    const isAnswered = (await verdictOf(database, purpose, recordId)) !== undefined;
    const hasOpen = purpose === 'withdrawal' && (await hasOpenDeposit(database, userId, sinceMs));
    if (!isAnswered || hasOpen) throw new ProblemError('screening_waits');
  }

  /** Since when what came in waits for an answer; undefined where nothing is screened. */
  screenedSinceMs(): number | undefined {
    const { provider, clock } = this.#options;
    return provider && clock.now() - SCREENED_BACK_MS;
  }

  /** Takes up what is new and asks about what is due. */
  async round(needs: RoundNeeds): Promise<void> {
    const { provider, database, clock } = this.#options;
    if (provider === undefined) {
      // Nobody is asked any more: what only waited for an answer waits for none.
      for (const holdId of await answeredHolds(database, { isOff: true }))
        await this.#options.holds.clear(holdId);
      return;
    }
    const nowMs = clock.now();
    const backMs = nowMs - SCREENED_BACK_MS;
    const sinceMs = Math.max(backMs, (this.#takenUpMs ?? backMs) - OVERLAP_MS);
    await takeUp(database, { nowMs, sinceMs });
    this.#takenUpMs = nowMs;
    const due = await dueScreenings(database, { nowMs, limit: AT_ONCE });
    for (const row of await unheldHits(database, { limit: AT_ONCE })) await this.#hold(row, HIT);
    const done = await Promise.allSettled(due.map((row) => this.#screen(provider, row, needs)));
    for (const holdId of await answeredHolds(database)) await this.#options.holds.clear(holdId);
    const failed = done.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  /** Whatever goes wrong with one is no answer: it is asked again later, and keeps no other from its turn. */
  async #screen(provider: ProviderConfig, row: ScreeningRow, needs: RoundNeeds): Promise<void> {
    const { database, clock } = this.#options;
    try {
      const question = await this.#question(row, needs);
      const asking = { schema: zScreeningAnswer, now: () => clock.now() };
      const answer = question && (await ask(provider, question, asking));
      if (answer !== undefined) {
        await this.#take(row, answer, needs);
        return;
      }
    } catch (error) {
      needs.log.warn({ err: error, screening: row.screeningId }, 'a screening failed');
    }
    const { screeningId, attempts, createdAtMs } = row;
    if (row.holdId === undefined && clock.now() - createdAtMs >= AWAY_AFTER_MS)
      await this.#hold(row, AWAY);
    const waitMs = Math.min(RETRY_MS * 2 ** Math.min(attempts, 10), RETRY_MAX_MS);
    await postpone(database, { screeningId, nextTryMs: clock.now() + waitMs });
  }

  /** A hold before the answer is kept: whatever ends in between is asked again and held again, which changes nothing. */
  async #take(row: ScreeningRow, answer: ScreeningAnswer, { audit }: RoundNeeds): Promise<void> {
    const { database, clock } = this.#options;
    const { screeningId, purpose, recordId } = row;
    const { verdict, risk, reference } = answer;
    if (verdict === 'hit') {
      await this.#hold(row, HIT);
      const detail = { risk, reference };
      await audit.add({ action: 'screening.hit', subject: `${purpose} ${recordId}`, detail });
    }
    await keepAnswer(database, { screeningId, verdict, risk, reference, nowMs: clock.now() });
  }

  async #hold(
    { screeningId, userId, purpose, recordId }: ScreeningRow,
    reason: typeof HIT | typeof AWAY,
  ) {
    const { database, holds } = this.#options;
    const holdId = await holds.placeBySystem({ userId, kind: purpose, recordId, reason });
    if (holdId !== undefined) await keepHold(database, { screeningId, holdId });
  }

  async #question(
    { screeningId, userId, purpose, recordId }: ScreeningRow,
    { terms }: RoundNeeds,
  ): Promise<ScreeningQuestion | undefined> {
    const { database, verification } = this.#options;
    const subject = await subjectOf(database, purpose, recordId);
    if (subject === undefined) return undefined;
    const { currencyId, amount, chain, address, txId } = subject;
    const currency = terms.knownCurrency(currencyId);
    const name = (await verification.verifiedNames([userId])).get(userId);
    return {
      id: `screening_${screeningId}`,
      purpose,
      user: String(userId),
      currency: currency.name,
      ...(amount !== undefined && { amount: formatDecimal(amount, currency.scale) }),
      ...(chain !== undefined && address !== undefined && { address: { chain, address } }),
      ...(chain !== undefined && txId !== undefined && { transaction: { chain, tx_id: txId } }),
      ...(name !== undefined && { person: { name } }),
    };
  }
}
