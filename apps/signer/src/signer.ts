/**
 * Sends what operators have passed. A withdrawal is signed once, kept on disk, announced, and only then sent;
 * after that the same bytes are sent again until the chain itself says what became of them (W3, W15). Whatever
 * is not certain is told as `unknown` and stays so. Signed bytes are good until their number is used, so the exchange
 * is asked before each time that they are sent; once it wants them no longer they are never sent again.
 */
import { getAddress, type Hex, isAddress } from 'viem';
import { type Approved, approvedOr, isFinalRefusal, isOf } from './approved.ts';
import { type Desk, type Job, RefusedError, type Report } from './desk.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { PasskeyChecks } from './passkeys.ts';
import { type CurrencyPolicy, type Policy, toUnits } from './policy.ts';
import type { Evidence, Fees, Payment, Wallet } from './wallet.ts';

export type Say = (event: string, fields: Readonly<Record<string, unknown>>) => void;

export interface SignerOptions {
  readonly desk: Desk;
  readonly wallet: Wallet;
  readonly journal: Journal;
  readonly policy: Policy;
  /** Absent where the policy asks for none. */
  readonly passkeys?: PasskeyChecks | undefined;
  readonly clock: { now(): number };
  readonly say: Say;
}

const DAY_MS = 24 * 60 * 60_000;

type Checked = Payment & Approved;

/** Why a job is not signed. `wait`: later jobs of its currency wait behind it (W16). */
interface Refusal {
  readonly why: string;
  readonly isWaiting: boolean;
}

export class Signer {
  readonly #options: SignerOptions;
  /** What was last said of each job, so that it is said once. */
  readonly #said = new Map<number, string>();

  constructor(options: SignerOptions) {
    this.#options = options;
  }

  /** Throws when the node serves another chain than the policy names. */
  async checkChain(): Promise<void> {
    const chainId = await this.#options.wallet.chainId();
    const wanted = this.#options.policy.chainId;
    if (chainId !== wanted)
      throw new Error(`the node serves chain ${chainId}, the policy is for ${wanted}`);
  }

  /** Looks after what was signed, then signs what is new. Throws when exchange or node are out of reach. */
  async round(): Promise<void> {
    await this.checkChain();
    const { desk, passkeys } = this.#options;
    const jobs = await desk.jobs();
    // After them: whatever signed one of them is on the list by now.
    await passkeys?.learn(desk, this.#now());
    for (const entry of this.#options.journal.entries()) {
      const job = jobs.find(({ id }) => id === entry.id);
      if (entry.final === undefined) await this.#follow(entry, job);
    }
    for (const job of jobs) await this.#remind(job);
    await this.#send(jobs.filter(({ chain }) => chain === 'ERC20'));
  }

  /** Brings one signed transaction a step further. */
  async #follow(entry: JournalEntry, job: Job | undefined): Promise<void> {
    const { wallet, policy } = this.#options;
    if (job !== undefined && !isOf(entry, job)) return;
    if (!entry.isBroadcast) return this.#sendAgain(entry, job);
    const { currencyId, address, units } = entry;
    const contract = policy.currencies.get(currencyId)?.contract;
    const signed = { txId: entry.txId, nonce: entry.nonce, address, units, contract };
    const evidence = await wallet.evidence(signed, policy.confirmations);
    const isLost = evidence.kind === 'open' && !(await wallet.knows(entry.txId));
    if (isLost && !entry.isStopped) return this.#sendAgain(entry, job);
    // An exchange that was restored from a copy hears of it anew: what it knows nothing of it takes no word on.
    if (job?.send_state === 'idle') await this.#announce(entry, job);
    if (evidence.kind === 'unclear') await this.#doubt(entry, job);
    else if (evidence.kind !== 'open') await this.#settle(entry, evidence);
  }

  /** Something left, and not what was asked for: no failure to refund. People look at it, and it is said once. */
  async #doubt({ id, txId }: JournalEntry, job: Job | undefined): Promise<void> {
    if (job?.send_state !== 'signed') return;
    const reason = 'moved_otherwise';
    this.#options.say('unknown', { id, tx_id: txId, reason });
    await this.#report({ id, state: 'unknown', txId, reason });
  }

  /** Asks whether it is still wanted, and only then sends it. */
  async #sendAgain(entry: JournalEntry, job: Job | undefined): Promise<void> {
    const announced = await this.#announce(entry, job);
    if (announced !== undefined) await this.#transmit(announced);
  }

  /** Tells what is final. What the exchange refuses for good to hear is written down and not told again. */
  async #settle(
    entry: JournalEntry,
    evidence: Extract<Evidence, { readonly kind: 'paid' | 'failed' }>,
  ): Promise<void> {
    const { id, txId } = entry;
    const state = evidence.kind === 'paid' ? 'sent' : 'failed';
    const reason = evidence.kind === 'failed' ? evidence.reason : undefined;
    const code = await this.#report({ id, state, txId, reason });
    if (code !== undefined && !isFinalRefusal(code)) return;
    this.#options.journal.final(entry, { state, reason: reason ?? code, timeMs: this.#now() });
    if (code === undefined) this.#options.say(state, { id, tx_id: txId, reason });
  }

  /** Tells again what is final and what the exchange does not know, as after it was restored from a copy. */
  async #remind(job: Job): Promise<void> {
    const entry = this.#options.journal.of(job.id).at(-1);
    if (entry?.final !== 'sent' || !isOf(entry, job)) return;
    await this.#report({ id: job.id, state: 'sent', txId: entry.txId });
  }

  async #send(jobs: readonly Job[]): Promise<void> {
    // One after the other: a transaction that waits here keeps its number, and later ones need later numbers.
    const waiting = new Set<number>();
    for (const job of jobs) {
      const last = this.#options.journal.of(job.id).at(-1);
      const isOver = last === undefined || last.final === 'failed' || last.final === 'refused';
      const isOpen = !isOver && isOf(last, job);
      if (job.send_state !== 'idle' || isOpen || waiting.has(job.currency_id)) continue;
      if (this.#hasUnsent()) return;
      const refusal = await this.#sendOne(job);
      if (refusal === undefined) continue;
      if (refusal.isWaiting) waiting.add(job.currency_id);
      if (this.#said.get(job.id) === refusal.why) continue;
      this.#said.set(job.id, refusal.why);
      this.#options.say(refusal.isWaiting ? 'waiting' : 'refused', {
        id: job.id,
        why: refusal.why,
      });
    }
  }

  #hasUnsent(): boolean {
    const entries = this.#options.journal.entries();
    return entries.some(({ final, isBroadcast }) => final === undefined && !isBroadcast);
  }

  async #sendOne(job: Job): Promise<Refusal | undefined> {
    const { journal, wallet, policy } = this.#options;
    const checked = await this.#check(job);
    if ('why' in checked) return checked;
    const funded = await this.#fund(checked);
    if ('why' in funded) return funded;
    const nonce = await this.#nextNonce();
    const { raw, txId } = await wallet.sign(checked, { ...funded, nonce, chainId: policy.chainId });
    // On disk first: whatever happens from here on, these bytes and no others are this withdrawal.
    const entry = journal.signed({
      id: job.id,
      intentHash: checked.intentHash,
      signed: checked.signed,
      currencyId: job.currency_id,
      address: checked.to,
      units: checked.units,
      nonce,
      txId,
      raw,
      signedAtMs: this.#now(),
    });
    this.#said.delete(job.id);
    await this.#sendAgain(entry, job);
    return undefined;
  }

  /** Whether the job is what operators approved and what the policy allows (W12). */
  async #check(job: Job): Promise<Checked | Refusal> {
    const { journal, passkeys, policy, wallet } = this.#options;
    const no = (why: string): Refusal => ({ why, isWaiting: false });
    const currency = policy.currencies.get(job.currency_id);
    if (currency === undefined) return no('the policy has no such currency');
    if (!isAddress(job.address) || BigInt(job.address) === 0n) return no('the address is wrong');
    const to = getAddress(job.address);
    const contracts = [...policy.currencies.values()].map(({ contract }) => contract);
    if (to === wallet.address || contracts.includes(to)) return no('the address is an own one');
    const units = toUnits(job.amount, currency.decimals);
    if (units === undefined || units === 0n) return no('the amount is wrong');
    const twoNeeded = units >= currency.twoApprovalsFrom;
    const approved = await approvedOr(job, {
      twoNeeded,
      entries: journal.entries(),
      currency: currency.name,
      operators: policy.operators,
      passkeys,
      nowMs: this.#now(),
    });
    return typeof approved === 'string' ? no(approved) : { to, units, currency, ...approved };
  }

  /** Gas and its price, if the wallet can pay and the day's cap allows it; else the job waits (W16). */
  async #fund(payment: Checked): Promise<(Fees & { gas: bigint }) | Refusal> {
    const { wallet, policy } = this.#options;
    const { currency, units } = payment;
    const wait = (why: string): Refusal => ({ why, isWaiting: true });
    if (this.#signedToday(currency) + units > currency.dailyCap) return wait('the daily cap');
    const balances = await wallet.balances(currency);
    if (balances.units < units) return wait('the wallet has not enough');
    const fees = await wallet.fees();
    if (fees.maxFeePerGas > policy.maxFeePerGas) return wait('gas is too dear');
    let gas: bigint;
    try {
      gas = await wallet.gas(payment);
    } catch {
      return { why: 'the payment would fail', isWaiting: false };
    }
    const needed = gas * fees.maxFeePerGas + (currency.contract === undefined ? units : 0n);
    return balances.coin < needed ? wait('the wallet has not enough for gas') : { ...fees, gas };
  }

  #signedToday({ currencyId }: CurrencyPolicy): bigint {
    const day = Math.floor(this.#now() / DAY_MS);
    let sum = 0n;
    for (const entry of this.#options.journal.entries()) {
      const isCounted =
        entry.currencyId === currencyId &&
        entry.final !== 'refused' &&
        Math.floor(entry.signedAtMs / DAY_MS) === day;
      if (isCounted) sum += entry.units;
    }
    return sum;
  }

  /**
   * After all that the node knows and all that is still to be sent: no number is given to two withdrawals. That of a
   * stopped one which the node does not know is given again: a payment that uses it ends the other for good.
   */
  async #nextNonce(): Promise<number> {
    const { wallet, journal } = this.#options;
    const taken = new Set<number>();
    for (const { nonce, final, isStopped } of journal.entries())
      if (final !== 'refused' && (final !== undefined || !isStopped)) taken.add(nonce);
    let nonce = await wallet.nextNonce();
    while (taken.has(nonce)) nonce += 1;
    return nonce;
  }

  /**
   * Tells the exchange what is to be sent. Undefined when it takes no note of that: then it must not be sent (W14).
   * A withdrawal that was refunded or sent otherwise, or is to be sent under another name, is refused (W15).
   */
  async #announce(entry: JournalEntry, job: Job | undefined): Promise<JournalEntry | undefined> {
    const { desk, journal, say } = this.#options;
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
      // What never left is over, and its number free. A frozen owner's is signed anew when the account is open.
      if (!entry.isBroadcast && (isFinalRefusal(code) || code === 'account_frozen'))
        journal.final(entry, { state: 'refused', reason: code, timeMs });
      return undefined;
    }
    return entry.isAnnounced ? entry : journal.announced(entry, this.#now());
  }

  /** Sends the signed bytes; when it is not certain that the node has them, the outcome is unknown (W3). */
  async #transmit(entry: JournalEntry): Promise<void> {
    const { wallet, journal, say } = this.#options;
    if (!entry.isBroadcast) journal.broadcast(entry, this.#now());
    try {
      await wallet.broadcast(entry.raw);
      say('broadcast', { id: entry.id, tx_id: entry.txId });
    } catch (error) {
      const isKnown = await wallet.knows(entry.txId as Hex).catch(() => false);
      if (isKnown) return;
      const reason =
        error instanceof Error && 'shortMessage' in error ? error.shortMessage : 'error';
      say('unknown', { id: entry.id, tx_id: entry.txId, reason });
      await this.#report({ id: entry.id, state: 'unknown', txId: entry.txId });
    }
  }

  /** Undefined when the exchange took it; a refusal is said and does not stop the round. */
  async #report(report: Report): Promise<string | undefined> {
    try {
      await this.#options.desk.report(report);
      return undefined;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#options.say('not_taken', { ...report, code: error.code });
      return error.code;
    }
  }

  #now(): number {
    return this.#options.clock.now();
  }
}
