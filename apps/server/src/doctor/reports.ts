/** The reports database: whether each engine's server may publish, and what of it is there. */
import {
  type EngineSeen,
  type ReportedEngine,
  type ReportReads,
  readEngineServer,
  readSlot,
} from '../engines/reports/index.ts';
import { bad, type Finding, good, note, wordsOf } from './finding.ts';

const ABOUT = 'reports';
const PAGE = 'docs/operating/reports.md';
const AGAIN = `npm run reports (${PAGE})`;
/** Some seconds of a busy engine. */
const BEHIND_BYTES_MAX = 64 * 2 ** 20;
/** What a slot keeps is disk of the engine's. */
const KEPT_BYTES_MAX = 2 ** 30;
const MIB = 2 ** 20;

export async function lookAtReports({
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
