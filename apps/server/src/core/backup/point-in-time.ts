/**
 * `npm run restore -- --at TIME`: a base backup and the WAL after it become a cluster as it was at a moment, in a folder that
 * appears by a rename when everything in it has been checked.
 */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Engine } from '@fairlead/engine';
import type { Temporal } from 'temporal-polyfill';
import { PastCheck } from '../checks/past-check.ts';
import {
  type Drift,
  driftWords,
  quickCheckWithin,
  recountWithin,
} from '../checks/reconciliation.ts';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../store/database.ts';
import { syncFolder, syncTree } from '../store/embedded/durable-node-fs.ts';
import { isEmpty } from '../store/exchange-mark.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import { migrate } from '../store/migrator.ts';
import { openPostgres } from '../store/postgres/database.ts';
import { readSetting } from '../store/settings-queries.ts';
import { readSnapshotWithin } from '../store/snapshot-reader.ts';
import { BackupError } from './records.ts';
import {
  giveToOwner,
  otherOwners,
  RecoveryServer,
  refuseWithoutPostgres,
  unpackBase,
} from './recovery-server.ts';
import { markRestored } from './restored.ts';
import { makeScratch } from './scratch.ts';
import { type BaseBackup, chooseBase, type WalArchive } from './wal-archive.ts';

export interface PointInTimeConfig extends Pick<Config, 'databaseUrl' | 'isDemo'> {
  readonly tables: ExchangeTables;
  /** What is wrong with the first receipt that does not check, of all; undefined where none is. */
  readonly wrongReceipt: (source: Queryable) => Promise<string | undefined>;
}

export interface PointInTime {
  readonly archive: WalArchive;
  readonly at: Temporal.Instant;
  /** The cluster's folder to be; undefined in a drill, after which nothing is left. */
  readonly into: string | undefined;
}

export interface Recovered {
  readonly base: BaseBackup;
  /** Time of the last commit that is there, as PostgreSQL says it; undefined where none was made after the base backup. */
  readonly reached: string | undefined;
  readonly lastSequence: number;
  /** Of an engine made from its tables. */
  readonly stateHash: string;
}

/** Throws BackupError where the archive does not reach, is damaged, or holds books that do not check; then nothing is left. */
export async function restoreAt(
  config: PointInTimeConfig,
  { archive, at, into }: PointInTime,
  nowMs: number,
): Promise<Recovered> {
  if (config.databaseUrl === undefined)
    throw new BackupError('DATABASE_URL: must name the database and role as the server has them');
  if (at.epochMilliseconds > nowMs) throw new BackupError(`--at: ${at} has not come yet`);
  if (into !== undefined && (await isThere(into)))
    throw new BackupError(`--into: ${into} is there; name a folder that is not`);
  const base = await chooseBase(archive, at);
  refuseWithoutPostgres(base);
  const scratch = into === undefined ? await makeScratch('drill', otherOwners()) : undefined;
  const cluster = scratch?.folder ?? `${into}.unfinished`;
  try {
    if (scratch === undefined) await makeOwn(cluster);
    else await giveToOwner(cluster);
    await unpackBase(base, archive.unpack, cluster);
    const server = await RecoveryServer.start({ archive, base, at, cluster });
    let checked: Pick<Recovered, 'lastSequence' | 'stateHash'>;
    try {
      checked = await checkRecovered(server.urlLike(config.databaseUrl), config, { at, nowMs });
    } finally {
      await server.stop();
    }
    if (into !== undefined) {
      syncTree(cluster);
      await rename(cluster, into);
      syncFolder(path.dirname(into));
    }
    return { base, reached: server.reached, ...checked };
  } finally {
    await (scratch?.remove() ?? rm(cluster, { recursive: true, force: true }));
  }
}

const isThere = (place: string): Promise<boolean> =>
  stat(place).then(
    () => true,
    () => false,
  );

/** Empty, and its owner's alone. */
async function makeOwn(cluster: string): Promise<void> {
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`--into: ${cluster} cannot be made (${error.code})`);
  });
  await giveToOwner(cluster);
}

/** Checks all of it, as of the moment, and only then notes that what came after is gone. */
async function checkRecovered(
  url: string,
  config: PointInTimeConfig,
  { at, nowMs }: { readonly at: Temporal.Instant; readonly nowMs: number },
): Promise<Pick<Recovered, 'lastSequence' | 'stateHash'>> {
  const { tables, isDemo, wrongReceipt } = config;
  const database = await openPostgres({ url });
  try {
    if (await isEmpty(database))
      throw new BackupError(
        `--at: at ${at} no exchange was in the database that DATABASE_URL names`,
      );
    if (((await readSetting(database, 'mode')) === 'real') === isDemo)
      throw new BackupError(
        `DEMO: the archive is of ${isDemo ? 'real' : 'demo'} mode and can never run in the other; set DEMO and FEED as they were`,
      );
    await migrate(database);
    const state = await database.bulk(async (session) => {
      refuseDrift([
        ...(await quickCheckWithin(session, tables)),
        ...(await recountWithin(session)),
      ]);
      const wrong = await wrongReceipt(session);
      if (wrong !== undefined) throw new BackupError(`the receipts are not right: ${wrong}`);
      const snapshot = await readSnapshotWithin(session, tables);
      const stateHash = new Engine(snapshot).stateHash();
      return { lastSequence: snapshot.counters.sequence, stateHash };
    });
    const past = new PastCheck({ database, clock: { now: () => nowMs } });
    refuseDrift(await past.all());
    await database.bulk((session) =>
      markRestored(session, { createdAtMs: at.epochMilliseconds, nowMs }),
    );
    return state;
  } finally {
    await database.close();
  }
}

function refuseDrift(drifts: readonly Drift[]): void {
  if (drifts.length > 0)
    throw new BackupError(`the books in the archive do not add up: ${driftWords(drifts)}`);
}
