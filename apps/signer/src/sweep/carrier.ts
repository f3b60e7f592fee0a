/**
 * Carries signed sweeps to their end, on every chain alike: on disk, told, sent, and then the same bytes again until the
 * chain itself says what became of them. A sweep needs nobody's consent, so a word of the exchange stops none: it pays
 * an address of the policy, whoever says what. An exchange that is out of reach hears of it before it is sent all the same.
 */
import { RefusedError } from '../exchange.ts';
import { type SignedTx, type Steps, signedOnDay } from '../journal.ts';
import type { Say } from '../reports.ts';
import type { SweepDesk, SweepReport } from './desk.ts';
import type { NewSweep, SweepJournal, SweepTx } from './journal.ts';

/** `lost`: in no block, and the node does not know it. */
export type SweepOutcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'open' }
  | { readonly kind: 'lost' };

/** What a chain tells of signed bytes. */
export interface Carriage<Own extends SweepTx> {
  /** An error says nothing of whether they are on their way. */
  broadcast(sweep: Own): Promise<void>;
  outcome(sweep: Own): Promise<SweepOutcome>;
  /** As operators read it: how much, at what cost, of how many addresses. */
  describe(sweep: Own): Pick<SweepReport, 'amount' | 'fee' | 'sources'>;
}

export interface CarrierOptions<Own extends SweepTx> {
  readonly desk: SweepDesk;
  readonly journal: SweepJournal<Own>;
  readonly carriage: Carriage<Own>;
  readonly stuckAfterMs: number;
  readonly clock: { now(): number };
  readonly say: Say;
}

/** Refusals that stay, whenever it is told again. */
const NEVER_TAKEN: ReadonlySet<string> = new Set(['reference_used', 'validation_failed']);

export class Carrier<Own extends SweepTx> {
  readonly #options: CarrierOptions<Own>;
  /** What was said already, by name. */
  readonly #stuck = new Set<string>();

  constructor(options: CarrierOptions<Own>) {
    this.#options = options;
  }

  /** Brings each open sweep a step further. Throws at its end what one of them threw: the others have gone on by then. */
  async follow(): Promise<void> {
    const failures: unknown[] = [];
    for (const sweep of this.#options.journal.open())
      await this.#follow(sweep).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  /** Writes a sweep down, then tells and sends it. */
  async begin(sweep: NewSweep<Own>): Promise<void> {
    await this.#send(this.#options.journal.begin(sweep));
  }

  /** The most that what was signed on this UTC day can cost. Gas that is given to an address counts, and again when it is used. */
  feesToday(): bigint {
    const { journal, clock } = this.#options;
    return signedOnDay(journal.entries(), clock.now()).reduce(
      (sum, { to, most, units }) => sum + most + (to === 'gas' ? units : 0n),
      0n,
    );
  }

  async #follow(sweep: Own & Steps): Promise<void> {
    const { journal, carriage, say, clock } = this.#options;
    if (!sweep.isBroadcast) return this.#send(sweep);
    const outcome = await carriage.outcome(sweep);
    if (outcome.kind === 'lost') return this.#transmit(sweep);
    if (outcome.kind === 'open') return this.#watch(sweep);
    const state = outcome.kind === 'paid' ? 'sent' : 'failed';
    const reason = outcome.kind === 'failed' ? outcome.reason : undefined;
    await this.#tell(sweep, state, reason);
    journal.final(sweep, { state, reason, timeMs: clock.now() });
    say(state, { ...namesOf(sweep), reason });
  }

  async #send(sweep: Own & Steps): Promise<void> {
    const { journal, clock } = this.#options;
    if (!sweep.isAnnounced) {
      await this.#tell(sweep, 'signed');
      journal.announced(sweep, clock.now());
    }
    await this.#transmit(sweep);
  }

  async #transmit(sweep: Own & Steps): Promise<void> {
    const { journal, carriage, say, clock } = this.#options;
    if (!sweep.isBroadcast) journal.broadcast(sweep, clock.now());
    try {
      await carriage.broadcast(sweep);
      say('broadcast', namesOf(sweep));
    } catch (error) {
      // It may be on its way: the next round looks.
      const isShort = error instanceof Error && 'shortMessage' in error;
      say('unknown', { ...namesOf(sweep), reason: isShort ? error.shortMessage : 'no answer' });
      this.#watch(sweep);
    }
  }

  #watch(sweep: Own & Steps): void {
    const { clock, stuckAfterMs, say } = this.#options;
    const waitedMs = clock.now() - sweep.signedAtMs;
    if (waitedMs < stuckAfterMs || this.#stuck.has(sweep.txId)) return;
    this.#stuck.add(sweep.txId);
    say('stuck', { ...namesOf(sweep), minutes: Math.floor(waitedMs / 60_000) });
  }

  /** A refusal is said, and stops no sweep; but its end is told again where another day could have it taken. */
  async #tell(sweep: Own, state: SweepReport['state'], reason?: string): Promise<void> {
    const { desk, carriage, say } = this.#options;
    const { txId, to, currencyId, address } = sweep;
    const told = { txId, state, to, currencyId, address, reason, ...carriage.describe(sweep) };
    try {
      await desk.report(told);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      say('not_taken', { ...namesOf(sweep), state, code: error.code });
      if (state !== 'signed' && !NEVER_TAKEN.has(error.code)) throw error;
    }
  }
}

const namesOf = ({ id, txId, to }: SignedTx & Pick<SweepTx, 'to'>) => ({ id, tx_id: txId, to });
