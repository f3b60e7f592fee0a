/**
 * Takes and publishes what the house owes its users, and gives each user the proof of their own part. Taking is reading
 * pages of one moment and hashing in a worker: nothing is locked and orders go on meanwhile. What is published is never
 * changed; what does not add up with the ledger is not published (docs/internals/liabilities.md).
 */
import { randomBytes } from 'node:crypto';
import {
  type LiabilityProofView,
  type LiabilitySnapshotView,
  ProblemError,
} from '@fairlead/contract';
import {
  GENESIS_HASH,
  LIABILITY_FORMAT,
  type LiabilityTree,
  snapshotHash,
} from '@fairlead/receipt';
import { assert, HOUR_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import {
  LIABILITY_PAGE_OWNERS,
  LIABILITY_PROOFS_KEPT_MS,
  LIABILITY_RETRY_MS,
} from '../core/http/limits.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database, Reads } from '../core/store/database.ts';
import { readCurrencies } from '../market/index.ts';
import { readChainHead } from '../receipts/index.ts';
import { buildTrees } from './build-trees.ts';
import { LeafPaths } from './leaf-paths.ts';
import { SNAPSHOT_KEY_BYTES } from './leaf-secrets.ts';
import {
  dropBuild,
  dropOldProofs,
  dropUnpublished,
  findSnapshot,
  findSnapshotKey,
  insertParts,
  insertSnapshot,
  type LedgerMoment,
  ledgerMoment,
  momentOfAll,
  owedPage,
  type StoredSnapshot,
} from './queries.ts';
import type { TreeBuilderOptions, TreeCurrency } from './tree-builder.ts';

export interface LiabilitiesOptions {
  readonly database: Database;
  /** Where the tables of several engines lie together; absent where one is everything. */
  readonly reports?: Reads | undefined;
  readonly clock: { now(): number };
  readonly secrets: Secrets;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly dataDir: string;
  /** How often one is taken by itself; 0: never. */
  readonly everyHours: number;
  /** Throws while nothing may be proved: what books that do not add up say is not published. */
  readonly checkProvable?: () => Promise<void>;
  /** Called after one was published. */
  readonly onPublished?: (snapshot: StoredSnapshot) => Promise<void>;
}

interface Taken {
  readonly moment: LedgerMoment;
  readonly head: TreeBuilderOptions['head'];
  readonly key: Uint8Array;
  /** Names its parts; another build at once has another. */
  readonly buildId: string;
  readonly begunAtMs: number;
}

/** No build takes so long: what is older was cut off. */
const BUILD_MAX_MS = 6 * HOUR_MS;
const BUILD_ID_BYTES = 16;

export class Liabilities {
  readonly #options: LiabilitiesOptions;
  readonly #paths: LeafPaths;
  #running: Promise<StoredSnapshot> | undefined;
  #failedAtMs: number | undefined;
  #isStopping = false;

  constructor(options: LiabilitiesOptions) {
    this.#options = options;
    this.#paths = new LeafPaths(options.database);
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** When the last try failed; undefined after one that did not. */
  get failedAtMs(): number | undefined {
    return this.#failedAtMs;
  }

  /** When the next is taken by itself, after the last one; undefined when none ever is. */
  nextAtMs(last: StoredSnapshot | undefined): number | undefined {
    const { everyHours, clock } = this.#options;
    if (everyHours === 0) return undefined;
    const dueMs = last === undefined ? clock.now() : last.timeMs + everyHours * HOUR_MS;
    return Math.max(dueMs, (this.#failedAtMs ?? -LIABILITY_RETRY_MS) + LIABILITY_RETRY_MS);
  }

  /** Takes one if it is time. */
  async takeDue(): Promise<void> {
    const dueMs = this.nextAtMs(await findSnapshot(this.#options.database));
    if (dueMs !== undefined && dueMs <= this.#options.clock.now()) await this.take();
  }

  /** Takes and publishes one; of two calls at once both get the same. */
  take(operatorId?: number): Promise<StoredSnapshot> {
    this.#running ??= this.#take(operatorId)
      .then(
        (snapshot) => {
          this.#failedAtMs = undefined;
          return snapshot;
        },
        (error: unknown) => {
          this.#failedAtMs = this.#options.clock.now();
          this.#options.log.error({ err: error }, 'liabilities could not be published');
          throw error;
        },
      )
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Throws the code for which none is taken now. */
  async checkProvable(): Promise<void> {
    await this.#options.checkProvable?.();
  }

  /** Waits for the one that is being taken. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  /** Gives up the one that is being taken: the next start takes it again. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running?.catch(() => {});
  }

  /**
   * That a user's balances are in a snapshot, the last one where none is named; `paths` is empty for one who had
   * nothing. Throws ProblemError `not_found`, or `proof_expired` for one that is too old.
   */
  async proofOf(userId: number, snapshotId?: number): Promise<LiabilityProofView> {
    const { database, secrets } = this.#options;
    const stored = await findSnapshot(database, snapshotId);
    if (stored === undefined) throw new ProblemError('not_found');
    const found = await findSnapshotKey(database, stored.snapshotId);
    if (found === undefined) throw new ProblemError('proof_expired');
    const { buildId } = found;
    const key = secrets.unwrap(found.sealed, placeOf(stored.snapshotId));
    const snapshot = snapshotOf(stored);
    const currencies = await readCurrencies(database);
    const byName = new Map(currencies.map(({ name, currencyId }) => [name, currencyId]));
    const paths = [];
    for (const tree of snapshot.trees) {
      const currencyId = byName.get(tree.currency);
      if (currencyId === undefined) continue;
      const path = await this.#paths.find(snapshot, {
        ...{ tree, currencyId, key, buildId, owner: userId },
      });
      if (path !== undefined) paths.push(path);
    }
    return { format: LIABILITY_FORMAT, owner: userId, snapshot, paths };
  }

  async #take(operatorId: number | undefined): Promise<StoredSnapshot> {
    const { database, log, onPublished, clock } = this.#options;
    const startedAt = performance.now();
    await this.checkProvable();
    await dropUnpublished(database, clock.now() - BUILD_MAX_MS);
    const taken = await this.#begin();
    try {
      const trees = await this.#build(taken);
      // What was found meanwhile may be in it.
      await this.checkProvable();
      await this.#publish(taken, { trees, operatorId });
    } catch (error) {
      await dropBuild(database, taken.buildId);
      throw error;
    }
    const published = await findSnapshot(database, taken.head.id);
    assert(published !== undefined, 'what was published is there');
    const leaves = published.trees.reduce((sum, tree) => sum + tree.leaves, 0);
    const tookMs = Math.round(performance.now() - startedAt);
    log.info({ id: taken.head.id, leaves, tookMs }, 'liabilities published');
    await onPublished?.(published);
    await dropOldProofs(database, clock.now() - LIABILITY_PROOFS_KEPT_MS);
    return published;
  }

  /** Stores the parts and gives the trees; throws where they do not add up to the ledger. */
  async #build(taken: Taken): Promise<readonly LiabilityTree[]> {
    const { database, dataDir } = this.#options;
    const currencies = await treeCurrencies(database);
    const trees: LiabilityTree[] = [];
    const options = { head: taken.head, currencies, key: taken.key, dataDir };
    for await (const built of buildTrees(options, this.#pages(taken.moment))) {
      this.#checkRunning();
      const parts = built.flatMap((each) => (each.kind === 'part' ? [each.part] : []));
      await insertParts(database, taken, parts);
      for (const each of built) if (each.kind === 'tree') trees.push(each.tree);
    }
    checkTotals(trees, currencies, taken.moment);
    return trees;
  }

  async *#pages(moment: LedgerMoment): AsyncGenerator<Uint8Array> {
    const { database, reports } = this.#options;
    for (let after = 0; ; ) {
      this.#checkRunning();
      const page = { after, limit: LIABILITY_PAGE_OWNERS };
      const { lastOwner, bytes } = await owedPage(reports ?? database, moment, page);
      if (lastOwner === undefined) return;
      after = lastOwner;
      yield bytes;
    }
  }

  #checkRunning(): void {
    if (this.#isStopping) throw new Error('the server stops');
  }

  async #begin(): Promise<Taken> {
    const { database, reports, clock } = this.#options;
    const last = await findSnapshot(database);
    const moment = await (reports === undefined
      ? ledgerMoment(database)
      : momentOfAll(database, reports));
    const receipts = await readChainHead(database);
    const head = {
      id: (last?.snapshotId ?? 0) + 1,
      // Never earlier than what is in it, whatever the machine's clock says.
      time: Math.max(clock.now(), moment.timeMs, last?.timeMs ?? 0),
      sequence: moment.sequence,
      ...(receipts !== undefined && {
        receipts: { count: receipts.receiptId, hash: receipts.hash },
      }),
      previous_hash: last?.hash ?? GENESIS_HASH,
    };
    return {
      moment,
      head,
      key: randomBytes(SNAPSHOT_KEY_BYTES),
      buildId: randomBytes(BUILD_ID_BYTES).toString('hex'),
      begunAtMs: clock.now(),
    };
  }

  async #publish(
    { head, moment, key, buildId }: Taken,
    given: { readonly trees: readonly LiabilityTree[]; readonly operatorId: number | undefined },
  ): Promise<void> {
    const { database, secrets } = this.#options;
    const { trees, operatorId } = given;
    const snapshot = {
      snapshotId: head.id,
      timeMs: head.time,
      sequence: head.sequence,
      entryId: moment.entryId,
      trees: JSON.stringify(trees),
      previousHash: head.previous_hash,
      hash: await snapshotHash({ ...head, trees }),
      receipts: head.receipts,
      takenBy: operatorId,
    };
    const sealed = secrets.wrap(key, placeOf(head.id));
    const kept = { buildId, sealed, keyId: secrets.keyId };
    await database.transaction((transaction) => insertSnapshot(transaction, snapshot, kept));
  }
}

/** What a snapshot's key is bound to (core/operations/rekey-queries.ts names it too). */
const placeOf = (snapshotId: number): string => `liabilities ${snapshotId}`;

/** As it was hashed. */
export const snapshotOf = (stored: StoredSnapshot): LiabilitySnapshotView => ({
  id: stored.snapshotId,
  time: stored.timeMs,
  sequence: stored.sequence,
  trees: stored.trees.map((tree) => ({ ...tree })),
  ...(stored.receipts !== undefined && { receipts: stored.receipts }),
  previous_hash: stored.previousHash,
  hash: stored.hash,
});

async function treeCurrencies(database: Database): Promise<TreeCurrency[]> {
  const currencies = await readCurrencies(database);
  return currencies
    .map(({ currencyId, name, scale }) => ({ currencyId, name, scale }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** What all users have is minus what the house's accounts have: read by another way, of the same moment. */
function checkTotals(
  trees: readonly LiabilityTree[],
  currencies: readonly TreeCurrency[],
  { houseSums }: LedgerMoment,
): void {
  for (const { currencyId, name, scale } of currencies) {
    const total = trees.find(({ currency }) => currency === name)?.total;
    const minor = BigInt((total ?? '').replace('.', ''));
    assert(
      minor === -(houseSums.get(currencyId) ?? 0n),
      `the leaves of ${name} (scale ${scale}) add up to the ledger`,
    );
  }
}
