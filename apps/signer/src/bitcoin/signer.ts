/**
 * Pays passed withdrawals in bitcoin. A payment is signed once, kept on disk, announced, and only then sent; the same
 * bytes are sent again until a block holds them. One that waits too long is replaced by another that spends the same
 * coins for a higher fee, so whatever ends the process, a chain holds one of them at most (W2, W3). What became of it is
 * said by blocks alone: paid, or its coin spent otherwise (W15).
 */
import { type Approved, approvedOr, isOf } from '../approved.ts';
import type { Desk, Job } from '../desk.ts';
import { NodeError } from '../node-http.ts';
import type { PasskeyChecks } from '../passkeys.ts';
import { toUnits } from '../policy.ts';
import type { Say } from '../reports.ts';
import { type Refusal, refused, waits } from '../send-queue.ts';
import { DayCap } from './cap.ts';
import type { BitcoinJournal, Payment, Version } from './journal.ts';
import { scriptOf } from './network.ts';
import { checkNetwork, type Esplora, type FoundCoin } from './node.ts';
import type { BitcoinPolicy } from './policy.ts';
import { outputsOf, PsbtError } from './psbt.ts';
import { Reports } from './reports.ts';
import { DUST, feeToReplace, lower, sizeOf } from './size.ts';
import type { BitcoinWallet, Paying } from './wallet.ts';

export interface BitcoinSignerOptions {
  readonly desk: Desk;
  readonly wallet: BitcoinWallet;
  readonly node: Esplora;
  readonly journal: BitcoinJournal;
  readonly policy: BitcoinPolicy;
  /** Absent where the policy asks for none. */
  readonly passkeys?: PasskeyChecks | undefined;
  readonly clock: { now(): number };
  readonly say: Say;
}

const CHAIN = 'OMNI';
const DECIMALS = 8;
const PAID_OTHERWISE = 'paid_by_an_unknown_transaction';

type Checked = Paying & Approved;

/** What new payments are made of. */
interface Round {
  readonly coins: readonly FoundCoin[];
  /** What blocks cost. */
  readonly rate: bigint;
}

export class BitcoinSigner {
  readonly #options: BitcoinSignerOptions;
  readonly #reports: Reports;
  readonly #cap: DayCap;
  /** What was last said of each withdrawal, so that it is said once. */
  readonly #said = new Map<number, string>();
  /** What the node could not tell when it was asked last. */
  readonly #unread = new Set<string>();
  #isLow = false;

  constructor(options: BitcoinSignerOptions) {
    this.#options = options;
    this.#reports = new Reports(options);
    this.#cap = new DayCap(options.policy, options.wallet);
  }

  /**
   * Looks after what was signed, then signs what is new. Throws when exchange or node are out of reach, and at its end
   * what one payment threw: the others have gone on by then.
   */
  async round(): Promise<void> {
    const { desk, journal, node, passkeys, policy, wallet } = this.#options;
    await checkNetwork(node, policy.network);
    const jobs = await desk.jobs();
    // After them: whatever signed one of them is on the list by now.
    await passkeys?.learn(desk, this.#now());
    // Before anything becomes final: the list is of before.
    for (const job of jobs) await this.#remind(job);
    const rate = await this.#read('rate', () => node.rate(policy.targetBlocks));
    const failures: unknown[] = [];
    for (const payment of journal.payments()) {
      if (payment.final !== undefined) continue;
      const job = jobs.find(({ id }) => id === payment.id);
      try {
        await this.#follow(payment, job, rate);
      } catch (error) {
        failures.push(error);
        const reason = error instanceof Error ? error.message : String(error);
        this.#options.say('follow_failed', { id: payment.id, reason });
      }
    }
    // After them: strangers can pay so much dust that a node does not tell of it, and what was signed goes on.
    const coins = await this.#read('coins', () => wallet.coins());
    const wanted = jobs.filter(({ chain }) => chain === CHAIN);
    if (coins !== undefined && rate !== undefined) await this.#send(wanted, { coins, rate });
    if (coins !== undefined) this.#watchFunds(coins);
    if (failures.length > 0) throw failures[0];
  }

  /** Undefined when the node does not tell it, which is said once. */
  async #read<Value>(what: string, read: () => Promise<Value>): Promise<Value | undefined> {
    try {
      const value = await read();
      this.#unread.delete(what);
      return value;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      if (!this.#unread.has(what)) this.#options.say('unread', { what, why: error.message });
      this.#unread.add(what);
      return undefined;
    }
  }

  /** Brings one payment a step further. */
  async #follow(payment: Payment, job: Job | undefined, rate: bigint | undefined): Promise<void> {
    const { journal, policy } = this.#options;
    const latest = payment.versions.findLast(({ final }) => final === undefined);
    if (latest === undefined || (job !== undefined && !isOf(latest, job))) return;
    // The journal is a copy from before: what it knows of this payment proves nothing.
    if (job?.tx_id !== undefined && !journal.versions().some(({ txId }) => txId === job.tx_id))
      return this.#sayOnce(job.id, 'unknown_version', `the journal knows nothing of ${job.tx_id}`);
    const found = await this.#findInBlock(payment);
    if (found !== undefined) {
      if (found.confirmations >= policy.confirmations)
        await this.#reports.paid(payment, found.version, job);
      return;
    }
    const spent = await this.#spentOtherwise(payment, latest);
    if (spent === undefined) return this.#carry(payment, latest, { job, rate });
    if (spent.confirmations < policy.confirmations) return;
    if (spent.isPaid) return this.#doubt(latest, job);
    const isKnown = [payment.named, job?.tx_id].some((name) => name !== undefined);
    // What the exchange never heard of is no failure there.
    if (!isKnown && !latest.isBroadcast) this.#reports.never(payment, latest);
    else await this.#reports.failed(payment, latest, job);
  }

  /** Sends the latest version, and again when the node has forgotten it; replaces it when it waits too long. */
  async #carry(
    payment: Payment,
    latest: Version,
    { job, rate }: { readonly job: Job | undefined; readonly rate: bigint | undefined },
  ): Promise<void> {
    const { node } = this.#options;
    if (latest.isStopped) return;
    const isThere = latest.isBroadcast && (await node.whereabouts(latest.txId)) !== 'absent';
    if (!isThere) return this.#sendVersion(payment, latest, job);
    // An exchange that was restored from a copy hears of it anew: what it knows nothing of it takes no word on.
    if (job?.send_state === 'idle') await this.#reports.announce(payment, latest, job);
    else if (job !== undefined && rate !== undefined)
      await this.#replace(payment, { latest, job, now: rate });
  }

  /** The version that a block holds. */
  async #findInBlock(payment: Payment) {
    for (const version of payment.versions) {
      if (!version.isBroadcast) continue;
      const where = await this.#options.node.whereabouts(version.txId);
      if (typeof where === 'object') return { version, confirmations: where.confirmations };
    }
    return undefined;
  }

  /** What else spent a coin of it in a block, how deep, and whether that pays the very same; undefined while none did. */
  async #spentOtherwise(
    { versions }: Payment,
    { address, units }: Version,
  ): Promise<{ readonly confirmations: number; readonly isPaid: boolean } | undefined> {
    const { node, policy } = this.#options;
    const names = new Set(versions.map(({ txId }) => txId));
    const payee = scriptOf(address, policy.network) ?? [];
    for (const coin of versions[0]?.coins ?? []) {
      const spend = await node.spentBy(coin);
      if (spend === undefined || names.has(spend.txId)) continue;
      const outputs = outputsOf(spend.txId, await node.raw(spend.txId));
      if (outputs === undefined) throw new NodeError('a transaction is not what its name says');
      const isPaid = outputs.some(
        ({ script, amount }) => amount === units && Buffer.from(script).equals(Buffer.from(payee)),
      );
      return { confirmations: spend.confirmations, isPaid };
    }
    return undefined;
  }

  /** A version that a lost journal knew may have paid it: no failure to refund. People look at it. */
  async #doubt({ id, txId }: Version, job: Job | undefined): Promise<void> {
    this.#sayOnce(id, 'unknown', PAID_OTHERWISE);
    if (job?.send_state !== 'signed') return;
    const told = { id, txId: job.tx_id ?? txId, reason: PAID_OTHERWISE };
    await this.#reports.report({ ...told, state: 'unknown' });
  }

  /** The same payment out of the same coins for a higher fee, where it has waited long and blocks have become dearer. */
  async #replace(
    payment: Payment,
    { latest, job, now }: { readonly latest: Version; readonly job: Job; readonly now: bigint },
  ): Promise<void> {
    const { journal, policy, wallet } = this.#options;
    const last = payment.versions.at(-1) ?? latest;
    const rate = lower(now, policy.maxFeeRate);
    if (this.#now() - last.signedAtMs < policy.replaceAfterMs || rate <= latest.rate) return;
    const payee = scriptOf(latest.address, policy.network);
    if (payee === undefined) return;
    const paying = { payee, units: latest.units };
    const size = sizeOf(latest.coins.length, wallet.outputs(paying));
    const fee = feeToReplace(payment.versions, { size, rate });
    if (!this.#cap.allowsReplacement(journal.payments(), payment, fee))
      return this.#sayOnce(
        job.id,
        'stuck',
        'a higher fee is not allowed, or its coins are not enough',
      );
    // With nothing left to come back it is smaller, and the policy may not allow it what was allowed above.
    const signed = await orWhy(wallet.sign(latest.coins, paying, { fee, limits: policy }));
    if (typeof signed === 'string') return this.#sayOnce(job.id, 'stuck', signed);
    const { id, intentHash, signed: owner, address, units, coins } = latest;
    const same = { id, intentHash, signed: owner, address, units, coins };
    journal.signed({ ...same, ...signed, rate, signedAtMs: this.#now() }, payment);
    this.#options.say('replaced', { id, tx_id: signed.txId, replaces: latest.txId });
    const [known, version] = this.#find(id, signed.txId);
    await this.#sendVersion(known, version, job);
  }

  async #send(jobs: readonly Job[], known: Round): Promise<void> {
    const { journal } = this.#options;
    for (const job of jobs) {
      const last = journal.latest(job.id);
      const isOver = last === undefined || last.final === 'failed' || last.final === 'refused';
      const isOpen = !isOver && last.versions.every((version) => isOf(version, job));
      if (job.send_state !== 'idle' || isOpen) continue;
      const refusal = await this.#sendOne(job, known);
      if (refusal === undefined) continue;
      this.#sayOnce(job.id, refusal.isWaiting ? 'waiting' : 'refused', refusal.why);
      if (refusal.isWaiting) return;
    }
  }

  async #sendOne(job: Job, known: Round): Promise<Refusal | undefined> {
    const { journal, policy, wallet } = this.#options;
    const checked = await this.#check(job);
    if ('why' in checked) return checked;
    if (known.rate > policy.maxFeeRate) return waits('fees are too dear');
    const choice = wallet.choose(this.#spendable(known), checked, known.rate);
    if (choice === undefined) return waits('the wallet has not enough');
    const { coins, fee } = choice;
    const spent = { address: job.address, units: checked.units, coins, fee };
    if (!this.#cap.allowsNew(journal.payments(), spent, this.#now())) return waits('the daily cap');
    const signed = await orWhy(wallet.sign(coins, checked, { fee, limits: policy }));
    if (typeof signed === 'string') return waits(signed);
    // On disk first: whatever happens from here on, this withdrawal is paid out of these coins or not at all.
    journal.signed({
      id: job.id,
      intentHash: checked.intentHash,
      signed: checked.signed,
      address: job.address,
      units: checked.units,
      fee: signed.fee,
      rate: known.rate,
      coins: coins.map(({ txId, index, units }) => ({ txId, index, units })),
      txId: signed.txId,
      raw: signed.raw,
      signedAtMs: this.#now(),
    });
    this.#said.delete(job.id);
    const [payment, version] = this.#find(job.id, signed.txId);
    await this.#sendVersion(payment, version, job);
    return undefined;
  }

  /** Whether the job is what operators approved and the policy allows (W12). */
  async #check(job: Job): Promise<Checked | Refusal> {
    const { journal, passkeys, policy, wallet } = this.#options;
    if (job.currency_id !== policy.currencyId) return refused('the policy has no such currency');
    const payee = scriptOf(job.address, policy.network);
    if (payee === undefined) return refused('the address is wrong');
    if (wallet.isOwn(payee)) return refused('the address is an own one');
    const units = toUnits(job.amount, DECIMALS);
    if (units === undefined || units < DUST) return refused('the amount is wrong');
    if (units > policy.paymentCap) return refused('it is more than one payment may be');
    const twoNeeded = units >= policy.twoApprovalsFrom;
    const approved = await approvedOr(job, {
      twoNeeded,
      entries: journal.versions(),
      currency: policy.name,
      operators: policy.operators,
      passkeys,
      nowMs: this.#now(),
    });
    return typeof approved === 'string' ? refused(approved) : { payee, units, ...approved };
  }

  /** Final coins that no payment spends which left, or may leave. */
  #spendable({ coins }: Round): readonly FoundCoin[] {
    const { journal, policy } = this.#options;
    const used = new Set<string>();
    for (const { final, versions } of journal.payments())
      if (final === undefined || final === 'sent')
        for (const { txId, index } of versions[0]?.coins ?? []) used.add(`${txId}:${index}`);
    return coins.filter(
      ({ txId, index, confirmations }) =>
        confirmations >= policy.confirmations && !used.has(`${txId}:${index}`),
    );
  }

  /** Asks whether it is still wanted, and only then sends it. */
  async #sendVersion(payment: Payment, version: Version, job: Job | undefined): Promise<void> {
    if (await this.#reports.announce(payment, version, job)) await this.#transmit(version);
  }

  /** Sends the signed bytes; when it is not certain that the node has them, the outcome is unknown (W3). */
  async #transmit({ id, txId, raw, isBroadcast }: Version): Promise<void> {
    const { node, journal, say } = this.#options;
    if (!isBroadcast) journal.broadcast(txId, this.#now());
    try {
      await node.broadcast(raw);
      say('broadcast', { id, tx_id: txId });
    } catch (error) {
      const where = await node.whereabouts(txId).catch(() => 'absent');
      if (where !== 'absent') return;
      const reason = error instanceof Error ? error.message : 'error';
      say('unknown', { id, tx_id: txId, reason });
      await this.#reports.report({ id, state: 'unknown', txId });
    }
  }

  /** Tells again what is final and what the exchange does not know, as after it was restored from a copy. */
  async #remind(job: Job): Promise<void> {
    const payment = this.#options.journal.latest(job.id);
    const paid = payment?.versions.find(({ final }) => final === 'sent');
    if (payment === undefined || paid === undefined || !isOf(paid, job)) return;
    await this.#reports.tell(payment, paid, job);
  }

  /** Says once that the wallet is short, whatever waits to be final in it. */
  #watchFunds(coins: readonly FoundCoin[]): void {
    const { policy, say } = this.#options;
    const units = coins.reduce((sum, coin) => sum + coin.units, 0n);
    const isLow = units < policy.topUpBelow;
    if (isLow && !this.#isLow)
      say('low', { sats: String(units), below: String(policy.topUpBelow) });
    this.#isLow = isLow;
  }

  #find(id: number, txId: string): readonly [Payment, Version] {
    const payment = this.#options.journal.latest(id);
    const version = payment?.versions.find((each) => each.txId === txId);
    if (payment === undefined || version === undefined)
      throw new Error(`${txId} is not written down`);
    return [payment, version];
  }

  #sayOnce(id: number, event: string, why: string): void {
    if (this.#said.get(id) === why) return;
    this.#said.set(id, why);
    this.#options.say(event, { id, why });
  }

  #now(): number {
    return this.#options.clock.now();
  }
}

/** What is not signed, and why. */
async function orWhy<Signed>(signing: Promise<Signed>): Promise<Signed | string> {
  try {
    return await signing;
  } catch (error) {
    if (error instanceof PsbtError) return error.message;
    throw error;
  }
}
