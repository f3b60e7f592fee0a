/** What a signer tells the exchange: a name before anything is sent, and what the chain says in the end. */
import { isFinalRefusal, isOf } from './approved.ts';
import type { Desk, Job, Report } from './desk.ts';
import { RefusedError } from './exchange.ts';
import type { SignedTx, StepJournal, Steps } from './journal.ts';

export type Say = (event: string, fields: Readonly<Record<string, unknown>>) => void;

interface ReportsParts<Own extends SignedTx> {
  readonly desk: Desk;
  readonly journal: StepJournal<Own>;
  readonly clock: { now(): number };
  readonly say: Say;
}

/** What is final of a transaction. */
export interface Outcome {
  readonly kind: 'paid' | 'failed';
  readonly reason?: string;
  readonly fee?: bigint;
}

/** Undefined when the exchange took it; a refusal is said and does not stop the round. */
export async function told(
  { desk, say }: { readonly desk: Desk; readonly say: Say },
  report: Report,
): Promise<string | undefined> {
  try {
    await desk.report(report);
    return undefined;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    say('not_taken', { ...report, code: error.code });
    return error.code;
  }
}

export class StepReports<Own extends SignedTx> {
  readonly #parts: ReportsParts<Own>;

  constructor(parts: ReportsParts<Own>) {
    this.#parts = parts;
  }

  /**
   * Tells the exchange what is to be sent. Undefined when it takes no note of that: then it must not be sent (W14).
   * A withdrawal that was refunded or sent otherwise, or is to be sent under another name, is refused (W15).
   */
  async announce(entry: Own & Steps, job: Job | undefined): Promise<(Own & Steps) | undefined> {
    const { desk, journal, say } = this.#parts;
    const { id, txId } = entry;
    const known = job?.send_state === 'idle' || job?.send_state === 'signed';
    const state = !entry.isBroadcast || known ? 'signed' : 'unknown';
    try {
      await desk.report({ id, state, txId });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { code } = error;
      say('not_wanted', { id, tx_id: txId, code });
      const timeMs = this.#now();
      // What may be on its way is followed to its end, but never helped along again.
      if (entry.isBroadcast && isFinalRefusal(code) && !entry.isStopped)
        journal.stopped(entry, { reason: code, timeMs });
      // What never left is over. A frozen owner's is signed anew when the account is open.
      if (!entry.isBroadcast && (isFinalRefusal(code) || code === 'account_frozen'))
        journal.final(entry, { state: 'refused', reason: code, timeMs });
      return undefined;
    }
    return entry.isAnnounced ? entry : journal.announced(entry, this.#now());
  }

  /** Tells what is final. What the exchange refuses for good to hear is written down and not told again. */
  async settle(entry: Own & Steps, { kind, reason, fee }: Outcome): Promise<void> {
    const { id, txId } = entry;
    const state = kind === 'paid' ? 'sent' : 'failed';
    const code = await this.report({ id, state, txId, reason });
    if (code !== undefined && !isFinalRefusal(code)) return;
    const end = { state, reason: reason ?? code, fee, timeMs: this.#now() } as const;
    this.#parts.journal.final(entry, end);
    if (code === undefined) this.#parts.say(state, { id, tx_id: txId, reason });
  }

  /** It is not certain what became of it, and people should know why: told once. */
  async doubt({ id, txId }: SignedTx, job: Job | undefined, reason: string): Promise<void> {
    if (job?.send_state !== 'signed') return;
    this.#parts.say('unknown', { id, tx_id: txId, reason });
    await this.report({ id, state: 'unknown', txId, reason });
  }

  /** Tells again what is final and what the exchange does not know, as after it was restored from a copy. */
  async remind(job: Job): Promise<void> {
    const entry = this.#parts.journal.of(job.id).at(-1);
    if (entry?.final !== 'sent' || !isOf(entry, job)) return;
    await this.report({ id: job.id, state: 'sent', txId: entry.txId });
  }

  report(report: Report): Promise<string | undefined> {
    return told(this.#parts, report);
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}
