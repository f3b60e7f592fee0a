/** What the Bitcoin signer tells the exchange: a name before anything is sent, and what blocks say in the end. */
import { isFinalRefusal } from '../approved.ts';
import type { Desk, Job, Report } from '../desk.ts';
import { RefusedError } from '../exchange.ts';
import { type Say, told } from '../reports.ts';
import type { BitcoinJournal, Payment, Version } from './journal.ts';

interface ReportsParts {
  readonly desk: Desk;
  readonly journal: BitcoinJournal;
  readonly clock: { now(): number };
  readonly say: Say;
}

const SPENT = 'coin_spent_otherwise';

export class Reports {
  readonly #parts: ReportsParts;

  constructor(parts: ReportsParts) {
    this.#parts = parts;
  }

  /**
   * Tells the exchange what is to be sent, and which name that replaces. False when it takes no note of that: then it
   * must not be sent (W14). A withdrawal that was refunded or sent otherwise is refused (W15).
   */
  async announce(payment: Payment, version: Version, job: Job | undefined): Promise<boolean> {
    const { desk, journal, say } = this.#parts;
    const { id, txId } = version;
    try {
      await desk.report(nameOf(payment, version, job));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { code } = error;
      say('not_wanted', { id, tx_id: txId, code });
      const isOver = isFinalRefusal(code) || code === 'account_frozen';
      // What may be on its way is followed to its end, but never helped along again.
      if (version.isBroadcast && isFinalRefusal(code) && !version.isStopped)
        journal.stopped(txId, code, this.#now());
      // What never left is over: its coins are free, or those of the version before.
      if (!version.isBroadcast && isOver) this.#end(version, 'refused', code);
      return false;
    }
    if (payment.named !== txId) journal.announced(txId, this.#now());
    return true;
  }

  /** A block holds this version, for good. What the exchange refuses for good to hear is not told again. */
  async paid(payment: Payment, version: Version, job: Job | undefined): Promise<void> {
    const code = await this.tell(payment, version, job);
    if (code !== undefined && !isFinalRefusal(code)) return;
    this.#end(version, 'sent', code);
    if (code === undefined) this.#parts.say('sent', { id: version.id, tx_id: version.txId });
  }

  /** Tells that it is sent, under the name of the version that pays. */
  async tell(
    payment: Payment,
    version: Version,
    job: Job | undefined,
  ): Promise<string | undefined> {
    const { id, txId } = version;
    const known = job?.tx_id ?? payment.named;
    if (known !== undefined && known !== txId) {
      const code = await this.report({ ...nameOf(payment, version, job), replaces: known });
      if (code === undefined) this.#parts.journal.announced(txId, this.#now());
    }
    return this.report({ id, state: 'sent', txId });
  }

  /** Another transaction spent a coin of it, for good: no version can ever be in a block. */
  async failed(payment: Payment, version: Version, job: Job | undefined): Promise<void> {
    const { id } = version;
    const txId = job?.tx_id ?? payment.named ?? version.txId;
    const code = await this.report({ id, state: 'failed', txId, reason: SPENT });
    if (code !== undefined && !isFinalRefusal(code)) return;
    this.#end(version, 'failed', code ?? SPENT);
    if (code === undefined) this.#parts.say('failed', { id, tx_id: txId, reason: SPENT });
  }

  /** It never left and never can: the withdrawal is signed anew. */
  never(payment: Payment, version: Version): void {
    for (const { final, ...each } of payment.versions)
      if (final === undefined) this.#end({ ...version, ...each }, 'refused', SPENT);
  }

  report(report: Report): Promise<string | undefined> {
    return told(this.#parts, report);
  }

  #end({ txId }: Version, state: 'sent' | 'failed' | 'refused', reason: string | undefined): void {
    this.#parts.journal.final(txId, state, { reason, timeMs: this.#now() });
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}

/** The word by which the exchange takes a version's name: `unknown` once it may have left and that is all we know. */
function nameOf(payment: Payment, { id, txId }: Version, job: Job | undefined): Report {
  const isLeft = payment.versions.some(({ isBroadcast }) => isBroadcast);
  const isKnown = job?.send_state === 'idle' || job?.send_state === 'signed';
  const state = !isLeft || isKnown ? 'signed' : 'unknown';
  const known = job === undefined ? payment.named : job.tx_id;
  const replaces = known === txId ? undefined : known;
  return { id, state, txId, ...(replaces !== undefined && { replaces }) };
}
