/**
 * Sends what operators have passed. A withdrawal is signed once, kept on disk, announced, and only then sent;
 * after that the same bytes are sent again until the chain itself says what became of them (W3, W15). Whatever
 * is not certain is told as `unknown` and stays so. Signed bytes are good until their number is used, so the exchange
 * is asked before each time that they are sent; once it wants them no longer they are never sent again.
 */
import { getAddress, isAddress } from 'viem';
import { type Approved, approvedOr, isOf } from './approved.ts';
import type { Desk, Job } from './desk.ts';
import { type EthereumTx, type Journal, type JournalEntry, signedOnDay } from './journal.ts';
import type { PasskeyChecks } from './passkeys.ts';
import { type CurrencyPolicy, type Policy, toUnits } from './policy.ts';
import { type Say, StepReports } from './reports.ts';
import { type Refusal, refused, SendQueue, waits } from './send-queue.ts';
import type { Fees, Payment, Wallet } from './wallet.ts';

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

type Checked = Payment & Approved & { readonly currency: CurrencyPolicy };

export class Signer {
  readonly #options: SignerOptions;
  readonly #reports: StepReports<EthereumTx>;
  readonly #queue: SendQueue<EthereumTx>;

  constructor(options: SignerOptions) {
    this.#options = options;
    this.#reports = new StepReports(options);
    this.#queue = new SendQueue(options);
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
    for (const job of jobs) await this.#reports.remind(job);
    // One after the other: a transaction that waits here keeps its number, and later ones need later numbers.
    await this.#queue.send(
      jobs.filter(({ chain }) => chain === 'ERC20'),
      { sendOne: (job) => this.#sendOne(job), isStuck: () => this.#hasUnsent() },
    );
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
    if (job?.send_state === 'idle') await this.#reports.announce(entry, job);
    // Something left, and not what was asked for: no failure to refund. People look at it.
    if (evidence.kind === 'unclear') await this.#reports.doubt(entry, job, 'moved_otherwise');
    else if (evidence.kind !== 'open') await this.#reports.settle(entry, evidence);
  }

  /** Asks whether it is still wanted, and only then sends it. */
  async #sendAgain(entry: JournalEntry, job: Job | undefined): Promise<void> {
    const announced = await this.#reports.announce(entry, job);
    if (announced !== undefined) await this.#transmit(announced);
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
    await this.#sendAgain(entry, job);
    return undefined;
  }

  /** Whether the job is what operators approved and what the policy allows (W12). */
  async #check(job: Job): Promise<Checked | Refusal> {
    const { journal, passkeys, policy, wallet } = this.#options;
    const currency = policy.currencies.get(job.currency_id);
    if (currency === undefined) return refused('the policy has no such currency');
    if (!isAddress(job.address) || BigInt(job.address) === 0n)
      return refused('the address is wrong');
    const to = getAddress(job.address);
    const contracts = [...policy.currencies.values()].map(({ contract }) => contract);
    if (to === wallet.address || contracts.includes(to))
      return refused('the address is an own one');
    const units = toUnits(job.amount, currency.decimals);
    if (units === undefined || units === 0n) return refused('the amount is wrong');
    const twoNeeded = units >= currency.twoApprovalsFrom;
    const approved = await approvedOr(job, {
      twoNeeded,
      entries: journal.entries(),
      currency: currency.name,
      operators: policy.operators,
      passkeys,
      nowMs: this.#now(),
    });
    return typeof approved === 'string' ? refused(approved) : { to, units, currency, ...approved };
  }

  /** Gas and its price, if the wallet can pay and the day's cap allows it; else the job waits (W16). */
  async #fund(payment: Checked): Promise<(Fees & { gas: bigint }) | Refusal> {
    const { wallet, policy } = this.#options;
    const { currency, units } = payment;
    if (this.#signedToday(currency) + units > currency.dailyCap) return waits('the daily cap');
    const balances = await wallet.balances(currency);
    if (balances.units < units) return waits('the wallet has not enough');
    const fees = await wallet.fees();
    if (fees.maxFeePerGas > policy.maxFeePerGas) return waits('gas is too dear');
    let gas: bigint;
    try {
      gas = await wallet.gas(payment);
    } catch {
      return refused('the payment would fail');
    }
    const needed = gas * fees.maxFeePerGas + (currency.contract === undefined ? units : 0n);
    return balances.coin < needed ? waits('the wallet has not enough for gas') : { ...fees, gas };
  }

  #signedToday({ currencyId }: CurrencyPolicy): bigint {
    return signedOnDay(this.#options.journal.entries(), this.#now())
      .filter((entry) => entry.currencyId === currencyId)
      .reduce((sum, { units }) => sum + units, 0n);
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

  /** Sends the signed bytes; when it is not certain that the node has them, the outcome is unknown (W3). */
  async #transmit(entry: JournalEntry): Promise<void> {
    const { wallet, journal, say } = this.#options;
    if (!entry.isBroadcast) journal.broadcast(entry, this.#now());
    try {
      await wallet.broadcast(entry.raw);
      say('broadcast', { id: entry.id, tx_id: entry.txId });
    } catch (error) {
      const isKnown = await wallet.knows(entry.txId).catch(() => false);
      if (isKnown) return;
      const reason =
        error instanceof Error && 'shortMessage' in error ? error.shortMessage : 'error';
      say('unknown', { id: entry.id, tx_id: entry.txId, reason });
      await this.#reports.report({ id: entry.id, state: 'unknown', txId: entry.txId });
    }
  }

  #now(): number {
    return this.#options.clock.now();
  }
}
