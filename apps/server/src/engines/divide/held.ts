/** The four databases while they are divided: nobody else writes to any of them, and each is what it must be. */

import {
  DATABASE_SETTINGS,
  ENGINE_NAMES,
  type EngineName,
  PRODUCT_ENGINES,
  type ProductEngine,
} from '../../core/config/engines.ts';
import { whatIsThere } from '../../core/store/bulk-tables.ts';
import type { Queryable, WriterConnection } from '../../core/store/database.ts';
import { isUpToDate } from '../../core/store/migrator.ts';
import { openPostgres, type PostgresDatabase } from '../../core/store/postgres/database.ts';
import { readSetting } from '../../core/store/settings-queries.ts';
import { readLeader } from '../../core/store/snapshot-reader.ts';
import { type EngineMark, readEngineMark } from '../queries.ts';
import { readEngineServer } from '../reports/publication-queries.ts';
import { DivideError } from './divide-error.ts';
import { hasMarks, whichDatabase, whoServes } from './queries.ts';

export interface Held {
  readonly home: PostgresDatabase;
  readonly others: Readonly<Record<ProductEngine, PostgresDatabase>>;
  /** Where it is divided already, into these databases. */
  readonly dividedId: string | undefined;
  /** Whether nobody else can have written since. */
  readonly isHeld: () => boolean;
}

/** Runs with all of them held. Throws DivideError where one cannot be, or is not what it must be; then nothing was changed. */
export async function withAll<Answer>(
  urls: Readonly<Record<EngineName, string>>,
  run: (held: Held) => Promise<Answer>,
): Promise<Answer> {
  const databases = new Map<EngineName, PostgresDatabase>();
  const writers: WriterConnection[] = [];
  let isLost = false;
  try {
    for (const name of ENGINE_NAMES) databases.set(name, await openPostgres({ url: urls[name] }));
    await refuseTwice(databases);
    for (const [name, database] of databases) {
      const writer = await takeWriter(database, name);
      writers.push(writer);
      void writer.lost.then(() => {
        isLost = true;
      });
    }
    const { spot: home, ...others } = Object.fromEntries(databases) as Record<
      EngineName,
      PostgresDatabase
    >;
    const dividedId = await proveAll(home, others);
    return await run({ home, others, dividedId, isHeld: () => !isLost });
  } finally {
    for (const writer of writers) await writer.close();
    for (const database of databases.values()) await database.close();
  }
}

async function refuseTwice(databases: ReadonlyMap<EngineName, PostgresDatabase>): Promise<void> {
  const seen = new Map<string, EngineName>();
  for (const [name, database] of databases) {
    const which = await whichDatabase(database);
    const other = seen.get(which);
    if (other !== undefined)
      throw new DivideError(
        `${DATABASE_SETTINGS[name]}: is the same database as ${DATABASE_SETTINGS[other]}; each engine has one of its own`,
      );
    seen.set(which, name);
  }
}

/** Takes the writer's lock, and waits for nobody: whoever waits for it would serve as soon as it is given back. */
async function takeWriter(database: PostgresDatabase, name: EngineName): Promise<WriterConnection> {
  const served = (who: string): DivideError =>
    new DivideError(
      `${DATABASE_SETTINGS[name]}: ${who}; stop every engine, standby and gateway of the exchange first`,
    );
  const there = await whoServes(database);
  if (there.length > 0) throw served(`the exchange is served from it (${there.join(', ')})`);
  const waiting = new AbortController();
  try {
    return await database.openWriter({
      signal: waiting.signal,
      onWaiting: () => waiting.abort(),
    });
  } catch (error) {
    if (waiting.signal.aborted) throw served('another process writes to it');
    throw error;
  }
}

/** Gives the division that these databases came from, if they did. */
async function proveAll(home: Queryable, others: Held['others']): Promise<string | undefined> {
  const setting = DATABASE_SETTINGS.spot;
  if (!(await isUpToDate(home)))
    throw new DivideError(
      `${setting}: its tables are of another version, or of nothing; start this version on it once`,
    );
  if ((await readLeader(home)).epoch === 0)
    throw new DivideError(`${setting}: no exchange has ever run on it`);
  const own = await readEngineMark(home);
  if (own !== undefined && own.engine !== 'spot')
    throw new DivideError(`${setting}: it is the database of the ${own.engine} engine`);
  const exchangeId = await readSetting(home, 'exchange_id');
  for (const name of PRODUCT_ENGINES) {
    const target = others[name];
    const mark = (await hasMarks(target)) ? await readEngineMark(target) : undefined;
    if (own === undefined) await proveTarget(target, name, { mark, exchangeId });
    else if (mark?.engine !== name || mark.divisionId !== own.divisionId)
      throw new DivideError(
        `${setting}: the exchange was divided before, and ${DATABASE_SETTINGS[name]} is not of that division`,
      );
  }
  return own?.divisionId;
}

/** Empty, or what a try of this division left that never came to its end: no server has started on it. */
async function proveTarget(
  target: Queryable,
  name: ProductEngine,
  { mark, exchangeId }: { readonly mark: EngineMark | undefined; readonly exchangeId: unknown },
): Promise<void> {
  const isUnfinished =
    mark?.engine === name &&
    (await readLeader(target)).epoch === 0 &&
    (await readSetting(target, 'exchange_id')) === exchangeId;
  if (isUnfinished) return;
  const present = await whatIsThere(target);
  if (present !== undefined)
    throw new DivideError(`${DATABASE_SETTINGS[name]}: is not empty: it has ${present}`);
}

/** Divided, what reads across is unavailable until the reports follow all four: what they need takes a restart of PostgreSQL. */
export async function refuseUnreported({ home, others }: Held): Promise<void> {
  for (const name of ENGINE_NAMES) {
    const { walLevel } = await readEngineServer(name === 'spot' ? home : others[name]);
    if (walLevel !== 'logical')
      throw new DivideError(
        `${DATABASE_SETTINGS[name]}: its server has wal_level = ${walLevel}, and the reports need logical: set it, restart PostgreSQL, and divide then`,
      );
  }
}
