/**
 * Brings up the reports database, or puts it right: schema, publications, subscriptions, first copy. May be run again at any time, after
 * a migration too; it says when it has to begin anew.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { parseDatabaseUrl } from '../../core/config/database-url.ts';
import { ENGINE_NAMES, type EngineName } from '../../core/config/engines.ts';
import { type Database, type Queryable, StartRefusedError } from '../../core/store/database.ts';
import { ensurePartitions } from '../../core/store/maintenance.ts';
import { isUpToDate, migrate } from '../../core/store/migrator.ts';
import { type DatabaseRoles, grantRoles } from '../../core/store/postgres/roles.ts';
import { refuseForeignRows } from './own-rows-queries.ts';
import {
  dropSlot,
  grantPublished,
  makeSlot,
  publish,
  readEnginePosition,
  readEngineServer,
  readSlot,
  SET_UP_MAX_MS,
  tellReports,
} from './publication-queries.ts';
import {
  adaptSchema,
  closeProgress,
  emptyReports,
  hasRole,
  makeMonth,
  monthsOf,
  notePast,
  openProgress,
  readPasts,
  readProgress,
  readReportsServer,
  refreshSubscription,
  subscribe,
  subscriptionOf,
  subscriptionsOf,
  unsubscribe,
} from './subscription-queries.ts';

/** Between two looks at what is waited for. */
const LOOK_MS = 200;
/** A slot that is still read this long after its reader was told to go. */
const SLOT_FREE_MS = 60_000;
/** The first copy failed so often: it will not come by itself. */
const FAILURES_MAX = 3;
/** An engine's, one that reads its log and two that copy tables. */
const WORKERS_NEEDED = ENGINE_NAMES.length + 2;
const SLOTS_NEEDED = 3;

export interface EngineToPublish {
  readonly name: EngineName;
  /** As the owner of its tables, with the attribute REPLICATION or as a superuser. */
  readonly database: Database;
  /** How the reports server reaches it, as a role with REPLICATION; kept in the reports database, where superusers alone see it. */
  readonly url: string;
}

export interface SetUpReportsOptions {
  /** All of them: the home and the others. */
  readonly engines: readonly EngineToPublish[];
  /** The reports database, as a superuser of its server: PostgreSQL 15 lets nobody else subscribe. */
  readonly reports: Database;
  /** Who reads there; without it its superusers. */
  readonly roles?: DatabaseRoles;
  /** The role of the engines' URLs, where it is no superuser: it is let read what is published. */
  readonly copier?: string;
  /** Copies everything, whatever is there: after a restore of an engine's database. */
  readonly isAnew?: boolean;
  readonly nowMs: number;
  readonly onStep?: (line: string) => void;
}

/** What was done. */
export interface SetUpReports {
  /** Whether all rows were copied anew, and why. */
  readonly copiedBecause: string | undefined;
}

/** Throws StartRefusedError with what has to be changed before. Ends when all that the engines had is there. */
export async function setUpReports(options: SetUpReportsOptions): Promise<SetUpReports> {
  const { engines, reports, roles, copier, isAnew = false } = options;
  const { nowMs, onStep = () => undefined } = options;
  await refuseServers(options);
  if (!(await isUpToDate(reports))) {
    await closeProgress(reports);
    onStep(`${await migrate(reports)} migrations applied`);
  }
  let isAnyNew = await adaptSchema(reports);
  await reports.transaction(refuseForeignRows, { maxMs: SET_UP_MAX_MS });
  for (const { name, database } of engines) {
    const isHome = name === ENGINE_NAMES[0];
    if (await tellReports(database, name, { isHome, isAnew })) isAnyNew = true;
    await publish(database, name, isHome);
    if (copier !== undefined) await grantPublished(database, name, copier);
    onStep(`${name} publishes`);
  }
  const because = isAnew
    ? 'it was asked for'
    : isAnyNew
      ? 'tables are new'
      : await reasonToCopy(options);
  if (because !== undefined) await copyAnew(options, onStep);
  await makeMonths(options);
  for (const { name, url } of engines) await refreshSubscription(reports, name, connectionOf(url));
  if (roles !== undefined) await grantRoles(reports, roles, { isReadOnly: true });
  await openProgress(reports, roles === undefined ? [] : [roles.app]);
  await ensurePartitions(reports, nowMs);
  await untilCopied(options, onStep);
  return { copiedBecause: because };
}

async function refuseServers(options: SetUpReportsOptions): Promise<void> {
  const { engines, reports, roles, copier } = options;
  const names = engines.map(({ name }) => name);
  const missing = ENGINE_NAMES.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new StartRefusedError(`no database of ${missing.join(', ')}`);
  for (const { name, database } of engines) {
    const { walLevel, slotsMax, sendersMax } = await readEngineServer(database);
    if (walLevel !== 'logical')
      throw new StartRefusedError(
        `the database of ${name} has wal_level = ${walLevel}: logical is needed, and a restart of PostgreSQL`,
      );
    if (Math.min(slotsMax, sendersMax) < SLOTS_NEEDED)
      throw new StartRefusedError(
        `the database of ${name} needs max_replication_slots and max_wal_senders of ${SLOTS_NEEDED} at least, free of others`,
      );
    if (!(await isUpToDate(database)))
      throw new StartRefusedError(
        `the database of ${name} is older than this program: npm run migrate`,
      );
    if (copier !== undefined) await refuseMissing(database, `the database of ${name}`, copier);
  }
  const { workersMax, processesMax, originsMax, isSuperuser } = await readReportsServer(reports);
  if (!isSuperuser)
    throw new StartRefusedError('the reports database: PostgreSQL lets only a superuser subscribe');
  if (Math.min(workersMax, processesMax, originsMax) < WORKERS_NEEDED)
    throw new StartRefusedError(
      `the reports database needs max_logical_replication_workers, max_worker_processes and max_replication_slots of ${WORKERS_NEEDED} at least`,
    );
  if (roles !== undefined)
    for (const role of [roles.app, roles.reader])
      await refuseMissing(reports, 'the reports database', role);
}

/** Roles are a server's: none is made here, as each has a password. */
async function refuseMissing(source: Queryable, where: string, role: string): Promise<void> {
  if (!(await hasRole(source, role)))
    throw new StartRefusedError(`${where} has no role ${role}: docs/operating/reports.md makes it`);
}

/** Undefined where what is there goes on. */
async function reasonToCopy({ engines, reports }: SetUpReportsOptions) {
  const present = await subscriptionsOf(reports);
  const pasts = await readPasts(reports);
  for (const { name, database } of engines) {
    if (!present.includes(subscriptionOf(name))) return `${name} is not subscribed`;
    const { status } = await readSlot(database);
    if (status === undefined || status === 'lost') return `the slot of ${name} is gone`;
    const { past } = await readEnginePosition(database);
    if (pasts.get(name) !== past)
      return `the database of ${name} is another one, or went on on another timeline`;
  }
  return undefined;
}

async function copyAnew(
  { engines, reports }: SetUpReportsOptions,
  onStep: (line: string) => void,
): Promise<void> {
  await closeProgress(reports);
  for (const name of await subscriptionsOf(reports)) await unsubscribe(reports, name);
  await emptyReports(reports);
  for (const { name, database, url } of engines) {
    const { name: slot } = await readSlot(database);
    const byMs = performance.now() + SLOT_FREE_MS;
    while (!(await dropSlot(database, slot))) {
      if (performance.now() > byMs)
        throw new StartRefusedError(`the slot ${slot} of ${name} is read by somebody else`);
      await setTimeoutPromise(LOOK_MS);
    }
    // Before the slot: what happens between the two is noticed.
    const { past } = await readEnginePosition(database);
    await makeSlot(database, slot);
    await notePast(reports, name, past);
    await makeMonthsOf(reports, database);
    await subscribe(reports, name, { connection: connectionOf(url), slot });
    onStep(`${name} is copied`);
  }
}

async function makeMonths({ engines, reports }: SetUpReportsOptions): Promise<void> {
  for (const { database } of engines) await makeMonthsOf(reports, database);
}

/** As an engine has them: what would come into a default partition would stay there. */
async function makeMonthsOf(reports: Database, engine: Database): Promise<void> {
  for (const { table, month } of await monthsOf(engine)) {
    const [year = 0, number = 1] = month.split('_').map(Number);
    await makeMonth(reports, table, Date.UTC(year, number - 1));
  }
}

/** Of several hosts the one that is written to, as libpq is told. */
function connectionOf(url: string): string {
  const parsed = parseDatabaseUrl(url);
  if ('why' in parsed) throw new StartRefusedError(`a database to be copied: ${parsed.why}`);
  if (parsed.hosts.length === 1 || parsed.target !== undefined) return url;
  return `${url}${url.includes('?') ? '&' : '?'}target_session_attrs=read-write`;
}

async function untilCopied(
  { engines, reports }: SetUpReportsOptions,
  onStep: (line: string) => void,
): Promise<void> {
  const subscriptions = engines.map(({ name }) => subscriptionOf(name));
  const before = await readProgress(reports);
  let told = -1;
  for (;;) {
    const progress = await readProgress(reports);
    const unready = subscriptions.reduce(
      (sum, name) => sum + (progress.get(name)?.unready ?? 1),
      0,
    );
    if (unready === 0) return;
    for (const name of subscriptions) {
      const failed = (progress.get(name)?.errors ?? 0) - (before.get(name)?.errors ?? 0);
      if (failed >= FAILURES_MAX)
        throw new StartRefusedError(
          `${name} does not come by itself: see the log of the reports database's server`,
        );
    }
    if (unready !== told) onStep(`${unready} tables are being copied`);
    told = unready;
    await setTimeoutPromise(LOOK_MS);
  }
}
