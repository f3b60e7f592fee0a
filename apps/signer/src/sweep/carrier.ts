/**
 * Carries signed sweeps to their end, on every chain alike: on disk, told, sent, and then the same bytes again until the
 * chain itself says what became of them. One that waits too long is replaced by a dearer version, which the chain takes in its
 * place or not at all: both have the same nonce, or the same coins. A sweep needs nobody's consent, so a word of the exchange stops none: it pays
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
  /** The same sweep for a higher fee within the policy; undefined while there is none. `feesLeft` is what the day's cap leaves for it. */
  dearer(sweep: Own, feesLeft: bigint): Promise<NewSweep<Own> | undefined>;
  /** As operators read it: how much, at what cost, of how many addresses. */
  describe(sweep: Own): Pick<SweepReport, 'amount' | 'fee' | 'sources'>;
}

export interface CarrierOptions<Own extends SweepTx> {
  readonly desk: SweepDesk;
  readonly journal: SweepJournal<Own>;
  readonly carriage: Carriage<Own>;
  readonly stuckAfterMs: number;
  readonly maxFeesPerDay: bigint;
  readonly clock: { now(): number };
  readonly say: Say;
}

/** Ends by another transaction: of a version, or of whoever has the key too. */
const OTHERWISE: ReadonlySet<string> = new Set(['nonce_used_otherwise', 'coin_spent_otherwise']);
/** Another version is the one that the chain took. */
export const REPLACED = 'replaced';

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

  /** What may be spent yet on this UTC day, whatever was signed costs its most. Of versions one is paid: the last counts, which costs most. */
  feesLeft(except?: number): bigint {
    const { journal, clock, maxFeesPerDay } = this.#options;
    const signed = signedOnDay(journal.entries(), clock.now()).filter(({ id }) => id !== except);
    const last = new Map(signed.map((sweep) => [sweep.id, sweep]));
    return [...last.values()].reduce((left, sweep) => left - costOf(sweep), maxFeesPerDay);
  }

  async #follow(sweep: Own & Steps): Promise<void> {
    const { journal, say, clock } = this.#options;
    if (!sweep.isBroadcast) return this.#send(sweep);
    const outcome = await this.#outcome(sweep);
    const isLast = journal.of(sweep.id).at(-1)?.txId === sweep.txId;
    if (outcome.kind === 'lost' || outcome.kind === 'open') {
      // What was replaced is looked at, and never sent again.
      if (!isLast || (await this.#replace(sweep))) return;
      if (outcome.kind === 'lost') return this.#transmit(sweep);
      return this.#watch(sweep);
    }
    const state = outcome.kind === 'paid' ? 'sent' : 'failed';
    const reason = outcome.kind === 'failed' ? outcome.reason : undefined;
    await this.#tell(sweep, state, reason);
    journal.final(sweep, { state, reason, timeMs: clock.now() });
    say(state, { ...namesOf(sweep), reason });
  }

  /** Of a version whose place was taken it matters by whom: by another version, or by somebody who has the key. */
  async #outcome(sweep: Own): Promise<SweepOutcome> {
    const { journal, carriage } = this.#options;
    const outcome = await carriage.outcome(sweep);
    if (outcome.kind !== 'failed' || !OTHERWISE.has(outcome.reason)) return outcome;
    for (const other of journal.of(sweep.id)) {
      if (other.txId === sweep.txId) continue;
      const its =
        other.final === 'sent' ? { kind: 'paid' as const } : await carriage.outcome(other);
      // Behind one name there may be nodes of different heights.
      if (its.kind === 'open') return its;
      if (its.kind === 'paid' || (its.kind === 'failed' && !OTHERWISE.has(its.reason)))
        return { kind: 'failed', reason: REPLACED };
    }
    return outcome;
  }

  /** True when a dearer version is under way in its place: on disk, before anybody hears of it. */
  async #replace(sweep: Own & Steps): Promise<boolean> {
    const { journal, carriage, clock, stuckAfterMs, say } = this.#options;
    if (clock.now() - sweep.signedAtMs < stuckAfterMs) return false;
    const dearer = await carriage.dearer(sweep, this.feesLeft(sweep.id));
    if (dearer === undefined) return false;
    const version = journal.begin(dearer, sweep.id);
    say('replaced', { ...namesOf(version), replaces: sweep.txId });
    await this.#send(version);
    return true;
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

/** The most that a sweep can cost. Gas that is given to an address counts, and again when it is used. */
export const costOf = ({ to, most, units }: Pick<SweepTx, 'to' | 'most' | 'units'>): bigint =>
  most + (to === 'gas' ? units : 0n);

const namesOf = ({ id, txId, to }: SignedTx & Pick<SweepTx, 'to'>) => ({ id, tx_id: txId, to });
