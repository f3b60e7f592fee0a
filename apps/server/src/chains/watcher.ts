/**
 * Follows one chain: reads each block once, in order, behind a height of its own, and goes back when the chain
 * takes another branch. What it notes and where it stands is one transaction, so that it may end anywhere.
 */

import type { Network } from './address.ts';
import {
  type BlockHeader,
  ChainMismatchError,
  identityOf,
  type Movement,
  NodeError,
  type NodeIdentity,
  type ProvenMovement,
  toMinor,
} from './chain-node.ts';
import { DepositKeeper, type KeeperOptions } from './deposit-keeper.ts';
import {
  beginCursor,
  type ChainCursor,
  noteBlock,
  ownersOfAddresses,
  pauseCursor,
  readCursor,
  resumeCursor,
  rewindCursor,
  scannedBlock,
} from './queries.ts';
import { countStuck, type NewTransfer } from './transfer-queries.ts';

export interface WatcherOptions extends KeeperOptions {
  readonly network: Network;
  /** The operator's own wallets (D21). */
  readonly ownAddresses: ReadonlySet<string>;
  /** Blocks read in one poll at most. */
  readonly blocksPerPoll: number;
}

export interface WatcherStatus {
  readonly height: number | undefined;
  readonly head: number | undefined;
  readonly lagBlocks: number | undefined;
  /** Since the last block that was read, while there are more. */
  readonly lagSeconds: number | undefined;
  readonly paused: string | undefined;
  readonly lastError: string | undefined;
  readonly stuckDeposits: number;
}

/** Blocks kept beyond a payment's confirmations, to find where another branch began. */
const KEPT_BLOCKS_MIN = 1_000;
const STUCK_AFTER_MS = 60 * 60_000;
/** Of one payment: a user who came from many addresses proves one of the first. */
const SENDERS_MAX = 100;
/** The engine's bound on amounts. */
const AMOUNT_LIMIT = 2n ** 62n;

export class Watcher {
  readonly #options: WatcherOptions;
  readonly #keeper: DepositKeeper;
  #identity: NodeIdentity | undefined;
  #polling: Promise<unknown> = Promise.resolve();
  #cursor: ChainCursor | undefined;
  #scannedAtMs: number | undefined;
  #head: number | undefined;
  #lastError: string | undefined;
  #stuckDeposits = 0;

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#keeper = new DepositKeeper(options);
  }

  get identity(): NodeIdentity | undefined {
    return this.#identity;
  }

  /** Checks the node and begins a new chain. Throws ChainMismatchError, and else as `poll`. */
  async open(): Promise<void> {
    this.#cursor = await this.#place();
  }

  /**
   * Reads on, one poll at a time, and tells whether there is more to read. Throws NodeError, SubmitError or
   * what the database throws; nothing is lost by it.
   */
  poll(): Promise<boolean> {
    const poll = this.#polling.then(() => this.#run());
    this.#polling = poll.catch(() => undefined);
    return poll.then(
      (isBehind) => {
        this.#lastError = undefined;
        return isBehind;
      },
      (error: unknown) => {
        this.#lastError = error instanceof Error ? error.message : String(error);
        throw error;
      },
    );
  }

  /** Resumes after a pause; with a height that was read before, reads from there again. */
  async rescan(fromHeight: number | undefined): Promise<void> {
    const { database, chain, clock } = this.#options;
    await resumeCursor(database, chain, { fromHeight, nowMs: clock.now() });
    this.#cursor = await readCursor(database, chain);
  }

  status(): WatcherStatus {
    const head = this.#head;
    const height = this.#cursor?.height;
    const lagBlocks =
      head === undefined || height === undefined ? undefined : Math.max(0, head - height);
    const waitedMs =
      this.#scannedAtMs === undefined ? undefined : this.#options.clock.now() - this.#scannedAtMs;
    return {
      height,
      head,
      lagBlocks,
      lagSeconds:
        lagBlocks === 0 ? 0 : waitedMs === undefined ? undefined : Math.floor(waitedMs / 1_000),
      paused: this.#cursor?.pausedReason,
      lastError: this.#lastError,
      stuckDeposits: this.#stuckDeposits,
    };
  }

  async #run(): Promise<boolean> {
    const { database, chain, node, clock } = this.#options;
    this.#cursor = await this.#place();
    this.#stuckDeposits = await countStuck(database, chain, clock.now() - STUCK_AFTER_MS);
    this.#head = await node.head();
    if (this.#cursor.pausedReason !== undefined) return false;
    const followed = await this.#followBranch(this.#cursor, this.#head);
    if (followed === undefined) return false;
    const reached = await this.#scan(followed, this.#head);
    if (reached === undefined) return true;
    await this.#keeper.open();
    const isBehind = reached.height < this.#head;
    const tip = Math.min(reached.height, this.#head);
    if (!isBehind && (await this.#settleBranch(reached, tip))) return false;
    if (reached.deepReorgBlocks === 0) await this.#keeper.credit(tip);
    return isBehind;
  }

  /** Where the chain stands; checks the node at first. */
  async #place(): Promise<ChainCursor> {
    const { database, chain } = this.#options;
    const identity = this.#identity ?? (await this.#identify());
    const cursor = (await readCursor(database, chain)) ?? (await this.#begin(identity));
    if (cursor.networkId !== identity.networkId)
      throw new ChainMismatchError(
        `the node serves ${identity.networkId}, what was read is of ${cursor.networkId}`,
      );
    this.#identity = identity;
    return cursor;
  }

  /** Refuses a node of another network than the mode's, and a token that counts otherwise (D15). */
  async #identify(): Promise<NodeIdentity> {
    const { node, network } = this.#options;
    const identity = await identityOf(node, network);
    await node.checkAssets();
    return identity;
  }

  /** Far enough back that the first block is not one of those that change. Nobody had an address before. */
  async #begin({ networkId }: NodeIdentity): Promise<ChainCursor> {
    const { database, chain, node, clock, confirmations } = this.#options;
    const height = Math.max(0, (await node.head()) - confirmations);
    const header = await node.header(height);
    if (header === undefined) throw new NodeError(`block ${height} is missing`);
    await beginCursor(database, { chain, networkId, block: header, nowMs: clock.now() });
    const cursor = await readCursor(database, chain);
    if (cursor === undefined) throw new Error('a chain that began has a height');
    return cursor;
  }

  /** Goes back to where the chain left what was read; undefined when it must not or could not go on. */
  async #followBranch(cursor: ChainCursor, head: number): Promise<ChainCursor | undefined> {
    const { database, chain, clock, log, confirmations } = this.#options;
    const fork = await this.#findFork(cursor, head);
    if (fork === cursor.height) return cursor;
    if (fork === undefined) {
      await this.#pause(cursor, 'the chain left everything that was read of it');
      return undefined;
    }
    const depth = cursor.height - fork;
    const isDeep = depth >= confirmations;
    log.warn({ chain, fork, depth, isDeep }, 'the chain took another branch');
    const nowMs = clock.now();
    const deepReorgBlocks = isDeep ? depth : 0;
    const isMine = await rewindCursor(database, cursor, { height: fork, deepReorgBlocks, nowMs });
    this.#cursor = await readCursor(database, chain);
    return isMine ? this.#cursor : undefined;
  }

  /** The height up to which the chain is as it was read; undefined when it is older than what is kept. */
  async #findFork(cursor: ChainCursor, head: number): Promise<number | undefined> {
    const { database, chain, node } = this.#options;
    // A node that lags behind is not another branch as long as it has the same blocks.
    const start = Math.min(cursor.height, head);
    if (start < 0) return cursor.height;
    for (let height = start; height >= 0; height -= 1) {
      const kept = await scannedBlock(database, chain, height);
      if (kept === undefined) return height === start ? cursor.height : undefined;
      const header = await node.header(height);
      if (header === undefined) throw new NodeError(`block ${height} is missing`);
      if (header.hash === kept.hash) return height === start ? cursor.height : height;
    }
    return undefined;
  }

  /** Reads blocks up to the head; undefined when somebody else moved the height meanwhile (D12). */
  async #scan(from: ChainCursor, head: number): Promise<ChainCursor | undefined> {
    const { database, chain, node, clock, blocksPerPoll } = this.#options;
    const last = Math.min(head, from.height + blocksPerPoll);
    let cursor = from;
    while (cursor.height < last) {
      const header = await node.header(cursor.height + 1);
      const parent = await scannedBlock(database, chain, cursor.height);
      if (header === undefined) break;
      // The branch changed while it was read; the next poll goes back.
      if (parent !== undefined && header.parentHash !== parent.hash) break;
      const transfers = await this.#judge(header, await node.movements(header));
      const isMine = await noteBlock(database, cursor, {
        block: header,
        transfers,
        keptBlocks: Math.max(KEPT_BLOCKS_MIN, 4 * this.#options.confirmations),
        nowMs: clock.now(),
      });
      if (!isMine) return undefined;
      cursor = { ...cursor, height: header.height };
      this.#cursor = cursor;
      this.#scannedAtMs = header.timeMs;
    }
    return cursor;
  }

  /** Of a block's payments those to deposit addresses, each asked for again by its own name. */
  async #judge(header: BlockHeader, movements: readonly Movement[]): Promise<NewTransfer[]> {
    const { database, chain, node } = this.#options;
    const owners = await ownersOfAddresses(
      database,
      chain,
      movements.map(({ address }) => address),
    );
    const transfers: NewTransfer[] = [];
    for (const movement of movements) {
      const owner = owners.get(movement.address);
      if (owner === undefined) continue;
      const proof = await node.prove(movement);
      if (proof.kind === 'failed') continue;
      const isSame =
        proof.kind === 'found' &&
        proof.movement.blockHash === header.hash &&
        proof.movement.address === movement.address &&
        proof.movement.currencyId === movement.currencyId &&
        proof.movement.units === movement.units;
      if (!isSame) throw new NodeError(`block ${header.height} and ${movement.txId} disagree`);
      transfers.push({ ...(await this.#weigh(proof.movement, header)), owner });
    }
    return transfers;
  }

  async #weigh(movement: ProvenMovement, header: BlockHeader): Promise<Omit<NewTransfer, 'owner'>> {
    const { node, assets } = this.#options;
    const { txId, outputIndex, address, currencyId, height, blockHash, units } = movement;
    const senders = [...new Set(movement.payers)].slice(0, SENDERS_MAX);
    const asset = assets.find((one) => one.currencyId === currencyId);
    if (asset === undefined) throw new NodeError(`currency ${currencyId} is not watched`);
    const amountMinor = toMinor(units, asset);
    const place = { txId, outputIndex, address, currencyId, height, blockHash, senders };
    const as = (state: NewTransfer['state'], note: string | undefined, amount = amountMinor) => ({
      ...place,
      amountMinor: amount,
      state,
      note,
    });
    if (amountMinor >= AMOUNT_LIMIT) return as('ignored', 'too_large', 0n);
    if (amountMinor === 0n) return as('ignored', 'too_small');
    if (await this.#isOwn(movement.senders)) return as('ignored', 'own_sender');
    const doubt = await node.doubtArrival?.(movement, header);
    return as(doubt === undefined ? 'seen' : 'held', doubt);
  }

  /** Money moved between the operator's own wallets, deposit addresses among them, is nobody's (D21). */
  async #isOwn(senders: readonly string[]): Promise<boolean> {
    const { ownAddresses, database, chain } = this.#options;
    if (senders.some((sender) => ownAddresses.has(sender))) return true;
    return (await ownersOfAddresses(database, chain, senders)).size > 0;
  }

  /** Deals with what the other branch left out; true when the chain stands still from now on (D10). */
  async #settleBranch(cursor: ChainCursor, tip: number): Promise<boolean> {
    const { isReversed, isSettled } = await this.#keeper.settleMissing(tip);
    const blocks = cursor.deepReorgBlocks;
    if (!isSettled || (blocks === 0 && !isReversed)) return false;
    await this.#pause(
      cursor,
      blocks > 0
        ? `a reorganisation of ${blocks} blocks, deeper than the confirmations`
        : 'a credited deposit was orphaned',
    );
    return true;
  }

  async #pause(cursor: ChainCursor, reason: string): Promise<void> {
    const { database, chain, log, clock } = this.#options;
    log.error({ chain, reason }, 'a chain stands still until an operator resumes it');
    await pauseCursor(database, cursor, { reason, nowMs: clock.now() });
    this.#cursor = await readCursor(database, chain);
  }
}
