/** The reports database: whether each engine's server may publish, and what of it is there. */
import { databasesOf, type EngineDatabase, REPORTS_SETTING } from '../core/config/engines.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import { isEmpty } from '../core/store/exchange-mark.ts';
import { openPostgres } from '../core/store/postgres/database.ts';
import { knownIn } from '../core/store/postgres/timelines.ts';
import {
  type EngineSeen,
  type ReportedEngine,
  ReportReads,
  readEngineServer,
  readProgress,
  readSlot,
} from '../engines/reports/index.ts';
import { bad, type Finding, good, note, type OpenSubject, wordsOf } from './finding.ts';

const ABOUT = 'reports';
const PAGE = 'docs/operating/reports.md';
const AGAIN = `npm run reports (${PAGE})`;
/** Some seconds of a busy engine. */
const BEHIND_BYTES_MAX = 64 * 2 ** 20;
/** What a slot keeps is disk of the engine's. */
const KEPT_BYTES_MAX = 2 ** 30;
const MIB = 2 ** 20;

/** Nothing where one engine is everything, or before the first start. */
export async function lookAtReports({ config, database }: OpenSubject): Promise<Finding[]> {
  if (config.engines === undefined || database === undefined || (await isEmpty(database)))
    return [];
  const opened: Database[] = [];
  const open = async (options: Parameters<typeof openPostgres>[0]): Promise<Database> => {
    const other = await openPostgres({ ...options, role: 'tool' });
    opened.push(other);
    return other;
  };
  try {
    const engines: ReportedEngine[] = [{ name: 'spot', database }];
    for (const each of databasesOf(config).slice(1))
      engines.push({ name: each.name, database: await orSilent(each, open) });
    const reports = await open({ url: config.engines.reportsUrl });
    const reads = new ReportReads({ engines, reports });
    return [...(await lookAtRights(reports)), ...(await lookAtReported({ engines, reads }))];
  } catch (error) {
    return [bad(ABOUT, wordsOf(error), `start PostgreSQL, or put ${REPORTS_SETTING} right`)];
  } finally {
    for (const other of opened) await other.close();
  }
}

/** A database that is away is told of with its engine; the others are looked at all the same. */
async function orSilent(
  { databaseUrl = '', dataDir }: EngineDatabase,
  open: (options: Parameters<typeof openPostgres>[0]) => Promise<Database>,
): Promise<Queryable> {
  try {
    return await open({ url: databaseUrl, timelines: knownIn(dataDir) });
  } catch (error) {
    return { query: () => Promise.reject(error) };
  }
}

/** Whether the role of DATABASE_URL_REPORTS may ask how far they are: nothing is read there without. */
async function lookAtRights(reports: Queryable): Promise<Finding[]> {
  try {
    await readProgress(reports);
    return [];
  } catch (error) {
    return [bad(ABOUT, `they cannot be read: ${wordsOf(error)}`, AGAIN)];
  }
}

/** The databases as they are open. */
export async function lookAtReported({
  engines,
  reads,
}: {
  readonly engines: readonly ReportedEngine[];
  readonly reads: Pick<ReportReads, 'look'>;
}): Promise<Finding[]> {
  const found: Finding[] = [];
  const seen = await reads.look();
  for (const engine of engines) {
    const of = seen.find(({ name }) => name === engine.name);
    try {
      found.push((await lookAtSender(engine)) ?? lookAtCopy(engine.name, of));
    } catch (error) {
      found.push(
        bad(ABOUT, `${engine.name}: ${wordsOf(error)}`, 'start its database, or put its URL right'),
      );
    }
  }
  return found;
}

/** Undefined where nothing is wrong on the engine's side. */
async function lookAtSender({ name, database }: ReportedEngine): Promise<Finding | undefined> {
  const { walLevel } = await readEngineServer(database);
  if (walLevel !== 'logical')
    return bad(
      ABOUT,
      `${name} has wal_level = ${walLevel}: nothing of it is passed on`,
      `set wal_level = logical, restart PostgreSQL, then ${AGAIN}`,
    );
  const { status, isRead, keptBytes } = await readSlot(database);
  if (status === undefined)
    return bad(ABOUT, `${name} has no slot: nothing of it is passed on`, AGAIN);
  if (status === 'lost')
    return bad(
      ABOUT,
      `what ${name} would pass on is gone from its disk`,
      `${AGAIN}: it copies all anew`,
    );
  if (keptBytes > KEPT_BYTES_MAX)
    return bad(
      ABOUT,
      `${name} keeps ${keptBytes / BigInt(MIB)} MiB of log for the reports, on its own disk`,
      `see what holds them up (${PAGE})`,
    );
  if (!isRead)
    return bad(
      ABOUT,
      `nobody reads the log of ${name}`,
      `see the log of the reports' server (${PAGE})`,
    );
  return undefined;
}

function lookAtCopy(name: string, seen: EngineSeen | undefined): Finding {
  const { state, behindBytes = 0, errors = 0 } = seen ?? { state: 'stopped' };
  const failed = errors > 0 ? `; applying failed ${errors} times` : '';
  switch (state) {
    case 'current':
      return good(ABOUT, `all of ${name} is there${failed}`);
    case 'behind': {
      const said = `${Math.ceil(behindBytes / MIB)} MiB of ${name} are on their way${failed}`;
      if (behindBytes <= BEHIND_BYTES_MAX) return good(ABOUT, said);
      return note(
        ABOUT,
        said,
        `what reads across waits: see the log of the reports' server (${PAGE})`,
      );
    }
    case 'copying':
      return note(
        ABOUT,
        `${name} is being copied${failed}`,
        'wait: what reads across is unavailable',
      );
    case 'other past':
      return bad(ABOUT, `${name} went on on another timeline, or is another database`, AGAIN);
    case 'away':
      return bad(ABOUT, `${name} does not say how far it is`, 'start its database');
    default:
      return bad(ABOUT, `${name} is not subscribed`, AGAIN);
  }
}
