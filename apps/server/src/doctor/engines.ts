/** The engines beside the home, where there are any: whether each database is there, and is that engine's of this exchange. */
import { DATABASE_SETTINGS, databasesOf, type EngineDatabase } from '../core/config/engines.ts';
import { isEmpty } from '../core/store/exchange-mark.ts';
import { isUpToDate } from '../core/store/migrator.ts';
import { openPostgres } from '../core/store/postgres/database.ts';
import { knownIn } from '../core/store/postgres/timelines.ts';
import { readSetting } from '../core/store/settings-queries.ts';
import { bad, type Finding, good, note, type OpenSubject, wordsOf } from './finding.ts';
import { lookAtSessions } from './limits.ts';

const ABOUT = 'engines';
const PAGE = 'docs/operating/engines.md';

export async function lookAtEngines({ config, database }: OpenSubject): Promise<Finding[]> {
  if (config.engines === undefined) return [];
  const isThere = database !== undefined && !(await isEmpty(database));
  const deployment = isThere ? await readSetting(database, 'deployment') : undefined;
  const found: Finding[] = [];
  for (const each of databasesOf(config).slice(1))
    found.push(...(await lookAtEngine(each, deployment)));
  return found;
}

async function lookAtEngine(
  { name, databaseUrl = '', dataDir }: EngineDatabase,
  deployment: unknown,
): Promise<Finding[]> {
  const setting = DATABASE_SETTINGS[name];
  try {
    const timelines = knownIn(dataDir);
    const books = await openPostgres({ url: databaseUrl, role: 'tool', timelines });
    try {
      if (!(await isUpToDate(books)))
        return [
          note(
            ABOUT,
            `${name}: its schema is older than this program`,
            `npm run migrate (${PAGE})`,
          ),
        ];
      const [engine, exchange] = [
        await readSetting(books, 'engine'),
        await readSetting(books, 'deployment'),
      ];
      if (engine === undefined)
        return [note(ABOUT, `${name}: nothing was written there yet`, 'start the exchange once')];
      if (engine !== name || (deployment !== undefined && exchange !== deployment))
        return [bad(ABOUT, `${name}: its database is another's`, `put ${setting} right`)];
      const { found } = await lookAtSessions(books);
      return [
        good(ABOUT, `${name}: its database answers and is its own`),
        ...found.map((each) => ({ ...each, said: `${name}: ${each.said}` })),
      ];
    } finally {
      await books.close();
    }
  } catch (error) {
    return [bad(ABOUT, `${name}: ${wordsOf(error)}`, `start PostgreSQL, or put ${setting} right`)];
  }
}
