/**
 * Turns payments seen on a chain into commands: opens, credits, drops and takes back deposits. Whatever ends
 * half-way is found as it is and finished by the next poll: the engine takes each step once.
 */
import type { Command, DepositRow, Reject, Result } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import type { Logger } from 'pino';
import type { Database } from '../core/store/database.ts';
import { depositById, depositOfOutput, hasCreditedClaim } from '../custody/index.ts';
import type { Chain } from './address.ts';
import { type Asset, type ChainNode, NodeError, type Proof, toMinor } from './chain-node.ts';
import { expectPause, scannedBlock } from './queries.ts';
import {
  type ChainTransfer,
  changeTransfer,
  missingTransfers,
  moveTransfer,
  noteReleased,
  type TransferState,
  transfersIn,
} from './transfer-queries.ts';

/** What an operator set for a currency on a chain; it may change at any time. */
export interface DepositTerms {
  readonly minDeposit: bigint;
  readonly confirmations: number;
  readonly isDepositOpen: boolean;
}
export type FindTerms = (currencyId: number, chain: Chain) => DepositTerms | undefined;

/** Whether whose wallet a deposit came from must be known before it is usable. */
export type AsksOrigin = (deposit: {
  readonly depositId: number;
  readonly currencyId: number;
  readonly amount: bigint;
}) => Promise<boolean>;

export interface KeeperOptions {
  readonly chain: Chain;
  readonly node: ChainNode;
  readonly assets: readonly Asset[];
  readonly confirmations: number;
  readonly database: Database;
  readonly sequencer: { run(command: Command): Promise<Result> };
  readonly findTerms: FindTerms;
  readonly asksOrigin: AsksOrigin;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** Payments treated in one poll for each step; the rest waits for the next. */
const STEP_MAX = 200;

export class DepositKeeper {
  readonly #options: KeeperOptions;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Shows payments to their owners; no balance changes (D8). */
  async open(): Promise<void> {
    const { database, chain } = this.#options;
    const seen = await transfersIn(database, chain, {
      state: 'seen',
      heightMax: Number.MAX_SAFE_INTEGER,
      limit: STEP_MAX,
    });
    for (const transfer of seen) await this.#open(transfer);
  }

  /** Credits what has its confirmations at `tip`, and is still where it was. */
  async credit(tip: number): Promise<void> {
    const { database, chain, assets, findTerms, clock } = this.#options;
    await noteReleased(database, chain, clock.now());
    for (const { currencyId } of assets) {
      const terms = findTerms(currencyId, chain);
      // While a manager keeps deposits closed they wait; they are not lost.
      if (terms === undefined || !terms.isDepositOpen) continue;
      const needed = Math.max(terms.confirmations, this.#options.confirmations);
      const ready = await transfersIn(database, chain, {
        state: 'open',
        currencyId,
        heightMax: tip - needed + 1,
        limit: STEP_MAX,
      });
      for (const transfer of ready) await this.#credit(transfer, terms.minDeposit);
    }
  }

  /**
   * Decides on payments whose block was orphaned: found in another block up to `tip` they go on from there
   * (D11), else they are dropped, or taken back if they were credited (D10). Tells whether anything was taken
   * back and whether all is decided.
   */
  async settleMissing(tip: number): Promise<{ isReversed: boolean; isSettled: boolean }> {
    const { database, chain, node } = this.#options;
    let isReversed = false;
    let isSettled = true;
    for (const transfer of await missingTransfers(database, chain)) {
      const proof = await node.prove(transfer);
      if (!this.#isSame(transfer, proof)) {
        isReversed = (await this.#giveUp(transfer)) || isReversed;
        continue;
      }
      const { height, blockHash } = proof.movement;
      const kept = height > tip ? undefined : await scannedBlock(database, chain, height);
      if (kept?.hash === blockHash) await moveTransfer(database, transfer, this.#at(proof));
      else isSettled = false;
    }
    return { isReversed, isSettled };
  }

  async #open(transfer: ChainTransfer): Promise<void> {
    const { chain, txId, outputIndex, owner, currencyId, amountMinor: amount } = transfer;
    const result = await this.#options.sequencer.run({
      kind: 'open_deposit',
      owner,
      depositKind: 'chain',
      currencyId,
      chain,
      txId,
      outputIndex,
      amount: amountMinor(amount),
      openMax: 0,
    });
    if (result.ok) return this.#adopt(transfer, depositOf(result));
    // Another scanner was first, or this one before a crash (D1).
    const known =
      result.reject === 'duplicate_reference'
        ? await depositOfOutput(this.#options.database, transfer)
        : undefined;
    if (known !== undefined) return this.#adopt(transfer, known);
    await this.#refuse(transfer, result.reject);
  }

  async #credit(transfer: ChainTransfer, minimum: bigint): Promise<void> {
    const { database, node, sequencer, asksOrigin } = this.#options;
    const { depositId, currencyId, amountMinor: amount } = transfer;
    if (depositId === undefined) return;
    // A claim that was credited before this chain was watched does not say which output it was for.
    if (await hasCreditedClaim(database, transfer)) return this.#dropClaimed(transfer, depositId);
    const proof = await node.prove(transfer);
    if (!this.#isSame(transfer, proof) || proof.movement.blockHash !== transfer.blockHash)
      throw new NodeError(`transaction ${transfer.txId} is not in its block any more`);
    const result = await sequencer.run({
      kind: 'credit_deposit',
      depositId,
      minimum: amountMinor(minimum),
      reference: referenceOf(transfer),
      ...((await asksOrigin({ depositId, currencyId, amount })) && { isHeld: true }),
    });
    if (result.ok) return this.#adopt(transfer, depositOf(result));
    if (result.reject === 'duplicate_reference') return this.#dropClaimed(transfer, depositId);
    const known = await depositById(database, depositId);
    const isDecided = known !== undefined && stateOf(known) !== 'open';
    if (isDecided) return this.#adopt(transfer, known);
    this.#options.log.error({ ...nameOf(transfer), reject: result.reject }, 'a deposit is stuck');
  }

  /** A claim of it was credited by operators: it is not credited again. */
  async #dropClaimed(transfer: ChainTransfer, depositId: number): Promise<void> {
    await this.#options.sequencer.run({ kind: 'drop_deposit', depositId, reason: 'failed' });
    await this.#refuse(transfer, 'claimed');
  }

  /** True when something that was credited was taken back. */
  async #giveUp(transfer: ChainTransfer): Promise<boolean> {
    const { database, sequencer, chain, log } = this.#options;
    const { depositId } = transfer;
    const deposit = depositId === undefined ? undefined : await depositById(database, depositId);
    if (depositId === undefined || deposit === undefined) {
      await this.#change(transfer, 'dropped');
      return false;
    }
    const isCredited = deposit.status === 'passed';
    if (isCredited) {
      await expectPause(database, chain);
      log.error(nameOf(transfer), 'a credited deposit was orphaned and is taken back');
      await sequencer.run({ kind: 'reverse_deposit', deposit });
    } else if (deposit.status === 'under_review') {
      await sequencer.run({ kind: 'drop_deposit', depositId, reason: 'orphaned' });
    }
    const after = await depositById(database, depositId);
    if (after !== undefined) await this.#adopt(transfer, after);
    return isCredited;
  }

  /** Takes over what the ledger says of the payment. */
  async #adopt(transfer: ChainTransfer, deposit: DepositRow): Promise<void> {
    const state = stateOf(deposit);
    // What was once credited under a name comes back under another one: names are used once, for ever.
    const isTakenBack = state === 'reversed' && transfer.state !== 'reversed';
    await changeTransfer(this.#options.database, transfer, {
      state,
      depositId: deposit.depositId,
      ...(isTakenBack && { reversals: transfer.reversals + 1 }),
      nowMs: this.#options.clock.now(),
    });
  }

  async #refuse(transfer: ChainTransfer, note: Reject | 'claimed'): Promise<void> {
    this.#options.log.warn({ ...nameOf(transfer), note }, 'a payment is not credited');
    await this.#change(transfer, 'refused', note);
  }

  #change(transfer: ChainTransfer, state: TransferState, note?: string): Promise<void> {
    const nowMs = this.#options.clock.now();
    return changeTransfer(this.#options.database, transfer, {
      state,
      ...(note !== undefined && { note }),
      nowMs,
    });
  }

  #at(proof: Proof & { kind: 'found' }) {
    const { height, blockHash } = proof.movement;
    return { height, blockHash, nowMs: this.#options.clock.now() };
  }

  #isSame(transfer: ChainTransfer, proof: Proof): proof is Proof & { kind: 'found' } {
    if (proof.kind !== 'found') return false;
    const { address, currencyId, units } = proof.movement;
    const asset = this.#options.assets.find((one) => one.currencyId === currencyId);
    if (asset === undefined || currencyId !== transfer.currencyId) return false;
    const isKept = ['held', 'ignored'].includes(transfer.state);
    return (
      address === transfer.address && (isKept || toMinor(units, asset) === transfer.amountMinor)
    );
  }
}

/** Names the payment in the ledger, as a claim of it would too. */
function referenceOf({ chain, txId, outputIndex, reversals }: ChainTransfer): string {
  const name = `${chain}:${txId}:${outputIndex}`;
  return reversals === 0 ? name : `${name}#${reversals}`;
}

function stateOf({ status, isSuspended, reason, reference }: DepositRow): TransferState {
  if (status === 'passed') return 'credited';
  if (status === 'under_review') return isSuspended ? 'suspended' : 'open';
  if (reason !== 'orphaned') return 'refused';
  return reference === undefined ? 'dropped' : 'reversed';
}

function depositOf(result: Result & { ok: true }): DepositRow {
  if (result.value.kind !== 'deposit') throw new Error('a deposit command gives a deposit');
  return result.value.deposit;
}

const nameOf = ({ chain, txId, outputIndex }: ChainTransfer) => ({ chain, txId, outputIndex });
