/** Where prices come from: read by config.ts only. */
import { accessSync, constants, statSync } from 'node:fs';
import type { Given } from './settings.ts';
import { ConfigError, type Environment, text } from './values.ts';

export type FeedConfig =
  | {
      readonly kind: 'simulated';
      /** A fixed seed, for tests; absent: the one that was drawn at the first start. */
      readonly seed?: number;
    }
  | {
      readonly kind: 'replay';
      readonly files: readonly { readonly symbol: string; readonly file: string }[];
      /** The recorded time that is "now" at the first start; absent: a third into the file. */
      readonly startMs?: number;
      /** How many times faster than real time. */
      readonly speed: number;
    }
  | {
      readonly kind: 'live';
      readonly venues: readonly string[];
      /** Base URLs instead of the venues' own: in a demo only, for tests. */
      readonly urls: ReadonlyMap<string, string>;
    };

export function readFeed(given: Given): FeedConfig {
  const value = given.FEED;
  const kind = value.split(':', 1)[0] ?? '';
  const rest = value.slice(kind.length + 1);
  const only = (name: 'FEED_SEED' | 'FEED_START' | 'FEED_SPEED' | 'FEED_URLS', wanted: string) => {
    if (kind !== wanted && given[name] !== undefined)
      throw new ConfigError(name, `belongs to FEED=${wanted}, but FEED is ${kind}`);
  };
  only('FEED_SEED', 'simulated');
  only('FEED_START', 'replay');
  only('FEED_SPEED', 'replay');
  only('FEED_URLS', 'live');
  if (value === 'simulated') {
    return { kind: 'simulated', ...readSeed(given) };
  }
  if (kind === 'replay') return { kind, files: replayFiles(rest), ...replayTimes(given) };
  if (kind === 'live') {
    const venues = rest.split(',').map((venue) => venue.trim());
    if (!venues.every((venue) => /^[a-z0-9]{2,30}$/.test(venue)))
      throw new ConfigError('FEED', 'live needs venues, for example live:binance,kraken,coinbase');
    return { kind, venues: [...new Set(venues)], urls: feedUrls(given) };
  }
  throw new ConfigError('FEED', `"${value}" is none of simulated, replay:FILE, live:VENUES`);
}

function replayFiles(list: string): { symbol: string; file: string }[] {
  const files = list.split(',').map((entry) => {
    const [left = '', right] = entry.split('=', 2);
    const symbol = right === undefined ? 'BTC/USDT' : left.trim();
    const file = (right ?? left).trim();
    if (!/^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}$/.test(symbol))
      throw new ConfigError('FEED', `"${symbol}" is not a symbol like BTC/USDT`);
    if (file === '')
      throw new ConfigError('FEED', 'replay needs a file, for example replay:BTC/USDT=prices.csv');
    if (!isReadableFile(file)) throw new ConfigError('FEED', `cannot read the file "${file}"`);
    return { symbol, file };
  });
  if (new Set(files.map(({ symbol }) => symbol)).size < files.length)
    throw new ConfigError('FEED', 'names a symbol twice');
  return files;
}

function isReadableFile(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function replayTimes({ FEED_START: start, FEED_SPEED: given = '1' }: Given): {
  startMs?: number;
  speed: number;
} {
  const startMs = start === undefined ? undefined : Date.parse(start);
  if (Number.isNaN(startMs))
    throw new ConfigError('FEED_START', `"${start}" is not a time like 2020-03-12T00:00:00Z`);
  const speed = /^\d{1,5}(\.\d{1,3})?$/.test(given) ? Number(given) : 0;
  if (!(speed >= 0.001 && speed <= 10_000))
    throw new ConfigError('FEED_SPEED', `"${given}" is not a number from 0.001 to 10000`);
  return startMs === undefined ? { speed } : { startMs, speed };
}

function feedUrls({ FEED_URLS: entries = [] }: Given): ReadonlyMap<string, string> {
  for (const [venue, value] of entries)
    if (!URL.canParse(value))
      throw new ConfigError('FEED_URLS', `"${value}" of ${venue} is not a URL`);
  return new Map(entries);
}

/** With a seed that is known every price to come is: it takes a word that nobody says by mistake. */
function readSeed({ FEED_SEED: seed, FEED_SEED_PREDICTABLE }: Given): { readonly seed?: number } {
  if (seed === undefined) return {};
  if (FEED_SEED_PREDICTABLE !== true)
    throw new ConfigError(
      'FEED_SEED',
      'makes every price to come known to all: for tests only, and with FEED_SEED_PREDICTABLE=true',
    );
  return { seed };
}

/**
 * With any of these another machine could answer in a venue's name: other authorities, or a configuration, an engine or a
 * module that Node or its OpenSSL loads.
 */
const OTHER_TRUST = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'OPENSSL_CONF',
  'OPENSSL_CONF_INCLUDE',
  'OPENSSL_ENGINES',
  'OPENSSL_MODULES',
  'NODE_PATH',
] as const;
/** Node's options that change neither what runs nor whom it believes. */
const HARMLESS_OPTION =
  /^--(use-bundled-ca|max-old-space-size|max-semi-space-size|liftoff-only|v8-pool-size|stack-trace-limit|enable-source-maps|no-warnings|disable-warning|report-[a-z-]+|heapsnapshot-[a-z-]+|unhandled-rejections|trace-[a-z-]+)(=\S*)?$/;

/**
 * Refuses what could put another host in a venue's place where prices are said to be the venue's. An address that is
 * answered by another machine (/etc/hosts, DNS, a proxy) has no certificate of the venue's, so what is left to refuse are
 * other addresses and other authorities (docs/operating/configure.md).
 */
export function refuseOtherPrices(
  environment: Environment,
  feed: FeedConfig,
  nodeArguments: readonly string[],
): void {
  if (feed.kind !== 'live') return;
  if (feed.urls.size > 0)
    throw new ConfigError('FEED_URLS', 'puts another host in a venue’s place: in a demo only');
  for (const name of OTHER_TRUST)
    if (text(environment, name) !== undefined)
      throw new ConfigError(name, 'lets another machine answer as a venue: leave it out');
  if (text(environment, 'NODE_TLS_REJECT_UNAUTHORIZED') === '0')
    throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED', '0 lets anybody answer as a venue');
  if ((text(environment, 'NODE_USE_SYSTEM_CA') ?? '0') !== '0')
    throw new ConfigError(
      'NODE_USE_SYSTEM_CA',
      "lets whoever the machine's authorities vouch for answer as a venue: leave it out",
    );
  refuseOptions('NODE_OPTIONS', text(environment, 'NODE_OPTIONS')?.split(/\s+/) ?? []);
  refuseOptions('node', nodeArguments);
}

function refuseOptions(name: string, options: readonly string[]): void {
  const other = options.find((option) => !HARMLESS_OPTION.test(option));
  if (other !== undefined)
    throw new ConfigError(name, `${other} may change what answers as a venue: leave it out`);
}
