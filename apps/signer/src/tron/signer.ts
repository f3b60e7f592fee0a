/**
 * Pays passed withdrawals on Tron. A transaction there has no number that it uses up: it ends by itself when its time is over.
 * So a withdrawal has one transaction at a time, the same bytes of which are sent until then, and there is another only
 * when it is proved that the first is in no block and never will be (W2, W3): two nodes at least have a solid block from
 * well after its end, and have it nowhere. Without that proof it stays `unknown` (W15).
 */
import { type Approved, approvedOr, isOf } from '../approved.ts';
import type { Desk, Job } from '../desk.ts';
import { NodeError } from '../node-http.ts';
import type { PasskeyChecks } from '../passkeys.ts';
import { toUnits } from '../policy.ts';
import { type Say, StepReports } from '../reports.ts';
import { type Refusal, refused, SendQueue, waits } from '../send-queue.ts';
import { bytesOf } from './address.ts';
import { fundingOf, fundingRefusal } from './fees.ts';
import type { TronEntry, TronJournal, TronTx } from './journal.ts';
import type { SentPayment, SolidBlock } from './node.ts';
import { isInTime, LAG_MS, type TronNodes } from './nodes.ts';
import type { TronCurrency, TronPolicy } from './policy.ts';
import { bandwidthOf, nameOf, rawData } from './transaction.ts';
import type { TronWallet } from './wallet.ts';

export interface TronSignerOptions {
  readonly desk: Desk;
  readonly wallet: TronWallet;
  readonly nodes: TronNodes;
  readonly journal: TronJournal;
  readonly policy: TronPolicy;
  /** Absent where the policy asks for none. */
  readonly passkeys?: PasskeyChecks | undefined;
  readonly clock: { now(): number };
  readonly say: Say;
}

const CHAIN = 'TRC20';
/** What nodes cannot tell of so many payments in a round they can tell of none. */
const FAILURES_MAX = 3;

interface Checked extends Approved {
  readonly units: bigint;
  readonly currency: TronCurrency;
}

export class TronSigner {
  readonly #options: TronSignerOptions;
  readonly #reports: StepReports<TronTx>;
  readonly #queue: SendQueue<TronTx>;

  constructor(options: TronSignerOptions) {
    this.#options = options;
    this.#reports = new StepReports(options);
    this.#queue = new SendQueue(options);
  }

  /**
   * Looks after what was signed, then signs what is new. Throws when exchange or nodes are out of reach, and at its end
   * what one payment threw: the others have gone on by then.
   */
  async round(): Promise<void> {
    const { desk, journal, nodes, passkeys, policy } = this.#options;
    await nodes.check(policy.network);
    const jobs = await desk.jobs();
    // After them: whatever signed one of them is on the list by now.
    await passkeys?.learn(desk, this.#now());
    // Before anything becomes final: the list is of before.
    for (const job of jobs) await this.#reports.remind(job);
    const failures: unknown[] = [];
    for (const entry of journal.entries()) {
      if (entry.final !== undefined) continue;
      const job = jobs.find(({ id }) => id === entry.id);
      try {
        await this.#follow(entry, job);
      } catch (error) {
        failures.push(error);
        const reason = error instanceof Error ? error.message : String(error);
        this.#options.say('follow_failed', { id: entry.id, reason });
      }
    }
    const wanted = jobs.filter(({ chain }) => chain === CHAIN);
    for (const job of wanted) this.#watchName(job);
    const isStuck = () => failures.length >= FAILURES_MAX;
    const sendOne = (job: Job) => this.#sendOne(job).catch((error) => this.#skip(error, failures));
    await this.#queue.send(wanted, { sendOne, isStuck });
    if (failures.length > 0) throw failures[0];
  }

  /** What nodes cannot tell of one payment holds up no other. */
  #skip(error: unknown, failures: unknown[]): Refusal {
    if (!(error instanceof NodeError)) throw error;
    failures.push(error);
    return refused(`a node cannot tell what it takes: ${error.message}`);
  }

  /** The journal is a copy from before: what it knows of this payment proves nothing, and nothing is done with it. */
  #watchName({ id, send_state: state, tx_id: name }: Job): void {
    if (state === 'idle' || name === undefined) return;
    if (this.#options.journal.find(name) === undefined)
      this.#queue.sayOnce(id, 'unknown_version', `the journal knows nothing of ${name}`);
  }

  /** Brings one signed transaction a step further. */
  async #follow(entry: TronEntry, job: Job | undefined): Promise<void> {
    const { nodes } = this.#options;
    if (job !== undefined && !isOf(entry, job)) return;
    const evidence = await nodes.evidence(this.#sent(entry));
    if (evidence === undefined)
      return this.#queue.sayOnce(entry.id, 'disagreement', 'the nodes do not say the same of it');
    if (evidence.kind === 'absent') return this.#carry(entry, job);
    // An exchange that was restored from a copy hears of it anew: what it knows nothing of it takes no word on.
    if (job?.send_state === 'idle') await this.#reports.announce(entry, job);
    // Something left, and not what was asked for: no failure to refund. People look at it.
    if (evidence.kind === 'unclear') await this.#reports.doubt(entry, job, 'moved_otherwise');
    else await this.#reports.settle(entry, evidence);
  }

  /** What is in no solid block: sent, and sent again, until its time is over. */
  async #carry(entry: TronEntry, job: Job | undefined): Promise<void> {
    const { nodes } = this.#options;
    if (this.#now() >= entry.expirationMs) return this.#end(entry, job);
    if (entry.isStopped) return;
    // One that says that it has it may keep it: it is sent until all have it.
    const isThere = entry.isBroadcast && (await nodes.know(entry.txId)) === 'all';
    if (!isThere) return this.#sendAgain(entry, job);
    if (job?.send_state === 'idle') await this.#reports.announce(entry, job);
  }

  /** Its time is over by this clock. Only the chain's own time, with proof that it is nowhere, makes that a failure. */
  async #end(entry: TronEntry, job: Job | undefined): Promise<void> {
    const { journal, nodes } = this.#options;
    const isOver = this.#now() >= entry.expirationMs + LAG_MS;
    if (isOver && (await nodes.isDead({ ...this.#sent(entry), ...entry }))) {
      // What the exchange never heard of is no failure there: it is signed anew.
      if (job?.send_state === 'idle') {
        const end = { state: 'refused', reason: 'expired', timeMs: this.#now() } as const;
        return journal.final(entry, end);
      }
      return this.#reports.settle(entry, { kind: 'failed', reason: 'expired', fee: 0n });
    }
    if (!isOver) return;
    const why = nodes.areWitnesses ? 'expired_unproved' : 'expired_one_node';
    this.#queue.sayOnce(entry.id, 'unproved', why);
    await this.#reports.doubt(entry, job, why);
  }

  async #sendOne(job: Job): Promise<Refusal | undefined> {
    const { journal, nodes, wallet } = this.#options;
    const checked = await this.#check(job);
    if ('why' in checked) return checked;
    const solid = await nodes.solid();
    if (!isInTime(solid, this.#now())) return waits('the chain stands still, or a clock is wrong');
    const written = await this.#write(job, checked, solid);
    if ('why' in written) return written;
    const { bytes, ...own } = written;
    const { txId, raw } = await wallet.sign(bytes);
    // On disk first: whatever happens from here on, these bytes and no others are this withdrawal until they expire.
    const entry = journal.signed({ ...own, txId, raw, signedAtMs: this.#now() });
    await this.#sendAgain(entry, job);
    return undefined;
  }

  /** What is to be signed, if wallet and policy allow it. */
  async #write(job: Job, { units, currency, ...approved }: Checked, solid: SolidBlock) {
    const { journal, nodes, policy, wallet } = this.#options;
    const { contract } = currency;
    const payment = { from: wallet.address, to: job.address, contract, units };
    const needs = await nodes.needs({ ...payment, address: job.address });
    const expirationMs = solid.timeMs + policy.expiresAfterMs;
    const reference = { height: solid.height, hash: solid.hash };
    let timestampMs = this.#now();
    const write = (feeLimit: bigint) =>
      rawData(payment, { reference, expirationMs, timestampMs, feeLimit });
    // As long as one with the highest limit.
    const funding = fundingOf(needs, bandwidthOf(write(policy.maxFee)));
    const asked = { units, currency, needs, funding };
    const entries = journal.entries();
    const refusal = fundingRefusal(asked, { policy, entries, nowMs: this.#now() });
    if (refusal !== undefined) return refusal;
    let bytes = write(funding.feeLimit);
    // Two that say the same have one name, and a chain takes one of them.
    for (; journal.find(nameOf(bytes)) !== undefined; bytes = write(funding.feeLimit))
      timestampMs += 1;
    return {
      id: job.id,
      ...approved,
      currencyId: job.currency_id,
      address: job.address,
      contract,
      units,
      feeMax: funding.feeMax,
      expirationMs,
      reference,
      bytes,
    };
  }

  /** Whether the job is what operators approved and what the policy allows (W12). */
  async #check(job: Job): Promise<Checked | Refusal> {
    const { journal, passkeys, policy, wallet } = this.#options;
    const currency = policy.currencies.get(job.currency_id);
    if (currency === undefined) return refused('the policy has no such currency');
    const to = bytesOf(job.address);
    if (to === undefined || to.subarray(1).every((byte) => byte === 0))
      return refused('the address is wrong');
    const contracts = [...policy.currencies.values()].map(({ contract }) => contract);
    if (job.address === wallet.address || contracts.includes(job.address))
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
    return typeof approved === 'string' ? refused(approved) : { units, currency, ...approved };
  }

  /** Asks whether it is still wanted, and only then sends it. */
  async #sendAgain(entry: TronEntry, job: Job | undefined): Promise<void> {
    const announced = await this.#reports.announce(entry, job);
    if (announced !== undefined) await this.#transmit(announced);
  }

  /** Sends the signed bytes; when it is not certain that a node has them, the outcome is unknown (W3). */
  async #transmit(entry: TronEntry): Promise<void> {
    const { nodes, journal, say } = this.#options;
    const { id, txId, raw } = entry;
    if (!entry.isBroadcast) journal.broadcast(entry, this.#now());
    try {
      await nodes.broadcast(raw);
      say('broadcast', { id, tx_id: txId });
    } catch (error) {
      if ((await nodes.know(txId).catch(() => 'none')) !== 'none') return;
      const reason = error instanceof Error ? error.message : 'error';
      say('unknown', { id, tx_id: txId, reason });
      await this.#reports.report({ id, state: 'unknown', txId });
    }
  }

  #sent({ txId, address, contract, units }: TronEntry): SentPayment {
    return { txId, from: this.#options.wallet.address, address, contract, units };
  }

  #now(): number {
    return this.#options.clock.now();
  }
}
