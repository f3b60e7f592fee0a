/** Which engines there are and where each keeps its books (docs/internals/growth.md); one for everything unless ENGINES says four. */
import path from 'node:path';
import { checkDatabaseUrl } from './database.ts';
import type { DatabaseUrl } from './database-url.ts';
import type { Given } from './settings.ts';
import { ConfigError } from './values.ts';

/** The first is the home: people, operators and money in and out are with it. */
export const ENGINE_NAMES = ['spot', 'futures', 'options', 'wealth'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
export type ProductEngine = Exclude<EngineName, 'spot'>;
export const PRODUCT_ENGINES = ['futures', 'options', 'wealth'] as const satisfies ProductEngine[];

/**
 * Apart are the first numbers of two engines, so that no number is given by both: 10^12 is three years at 10,000 a second,
 * and a thousand times the last is a safe integer yet, which the ids of postings are.
 */
export const NUMBERS_APART = 1_000_000_000_000;

/** Which engine gave a sequence, order, trade, entry or receipt its number. */
export const engineOf = (number: number): EngineName =>
  ENGINE_NAMES[Math.max(0, Math.ceil(number / NUMBERS_APART) - 1)] ?? 'wealth';

export interface EnginesConfig {
  /** Databases of the engines beside the home. */
  readonly books: Readonly<Record<ProductEngine, string>>;
  /** Of what reads across: all their tables together. */
  readonly reportsUrl: string;
  /** The engines that this process runs, if it runs any. */
  readonly own: readonly EngineName[];
}

/** Where an engine beside the home keeps what belongs to its database: numbers given out, timelines, marks. */
export const folderOf = (dataDir: string, name: ProductEngine): string =>
  path.join(dataDir, 'engines', name);

/** The settings of one engine's database: the same as the home's, in a place of its own. */
export interface EngineDatabase {
  readonly name: EngineName;
  readonly databaseUrl?: string;
  readonly dataDir: string;
}

/** All databases of an exchange that tools go through, the home's first. */
export const databasesOf = ({
  databaseUrl,
  dataDir,
  engines,
}: {
  readonly databaseUrl?: string;
  readonly dataDir: string;
  readonly engines?: EnginesConfig;
}): readonly EngineDatabase[] => [
  { name: 'spot', dataDir, ...(databaseUrl !== undefined && { databaseUrl }) },
  ...(engines === undefined
    ? []
    : PRODUCT_ENGINES.map((name) => ({
        name,
        databaseUrl: engines.books[name],
        dataDir: folderOf(dataDir, name),
      }))),
];

/** Which setting names an engine's database. */
export const DATABASE_SETTINGS = {
  spot: 'DATABASE_URL',
  futures: 'DATABASE_URL_FUTURES',
  options: 'DATABASE_URL_OPTIONS',
  wealth: 'DATABASE_URL_WEALTH',
} as const satisfies Record<EngineName, keyof Given>;
/** Which names the database of what reads across. */
export const REPORTS_SETTING = 'DATABASE_URL_REPORTS' satisfies keyof Given;
const OF_FOUR = [
  ...PRODUCT_ENGINES.map((name) => DATABASE_SETTINGS[name]),
  REPORTS_SETTING,
] as const;

/** Undefined where one engine is everything. Throws ConfigError for what does not fit together. */
export function readEngines(
  given: Given,
  { isDemo, databaseUrl }: { readonly isDemo: boolean; readonly databaseUrl: string | undefined },
): EnginesConfig | undefined {
  if (given.ENGINES === '1') {
    const needless = OF_FOUR.find((name) => given[name] !== undefined);
    if (needless !== undefined) throw new ConfigError(needless, 'belongs to ENGINES=4');
    if (given.ENGINE !== 'all') throw new ConfigError('ENGINE', 'belongs to ENGINES=4');
    return undefined;
  }
  if (databaseUrl === undefined)
    throw new ConfigError(
      DATABASE_SETTINGS.spot,
      'must be set with ENGINES=4: it is the database of spot',
    );
  if (given.ENGINE !== 'all' && given.ROLE !== 'engine')
    throw new ConfigError('ENGINE', 'belongs to ROLE=engine: other processes know all of them');
  const seen = new Map<string, string>([[databaseUrl, DATABASE_SETTINGS.spot]]);
  const read = (name: (typeof OF_FOUR)[number]): string => {
    const url: DatabaseUrl | undefined = given[name];
    if (url === undefined) throw new ConfigError(name, 'must be set with ENGINES=4');
    const href = checkDatabaseUrl(url, { name, isDemo });
    const other = seen.get(href);
    if (other !== undefined)
      throw new ConfigError(name, `is the database of ${other}: each engine has one of its own`);
    seen.set(href, name);
    return href;
  };
  return {
    books: {
      futures: read(DATABASE_SETTINGS.futures),
      options: read(DATABASE_SETTINGS.options),
      wealth: read(DATABASE_SETTINGS.wealth),
    },
    reportsUrl: read(REPORTS_SETTING),
    own: given.ROLE === 'gateway' ? [] : given.ENGINE === 'all' ? ENGINE_NAMES : [given.ENGINE],
  };
}
