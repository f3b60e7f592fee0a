import { assert, type PriceE8 } from '@fairlead/units';
import type { FeedConfig } from '../../core/config/feed.ts';
import type { Clock } from '../../core/operations/clock.ts';
import type { LiveExchange } from './live-exchange.ts';
import { LiveFeed, openVenues } from './live-feed.ts';
import type { FeedLog } from './live-venue.ts';
import type { Recording } from './recording.ts';
import { openRecordings, ReplayFeed, type ReplayPosition } from './replay-feed.ts';
import { type FeedSeed, SimulatedFeed } from './simulated-feed.ts';

export type AnyFeed = SimulatedFeed | ReplayFeed | LiveFeed;

/** What a configuration names, found and read; nothing is connected yet. */
export type FeedSource =
  | { readonly kind: 'simulated' }
  | (Extract<FeedConfig, { kind: 'replay' }> & {
      readonly recordings: ReadonlyMap<string, Recording>;
    })
  | (Extract<FeedConfig, { kind: 'live' }> & {
      readonly exchanges: ReadonlyMap<string, LiveExchange>;
    });

/** Finds venues and reads files. Throws ConfigError, one line, when one of them is wrong. */
export async function openSource(config: FeedConfig): Promise<FeedSource> {
  if (config.kind === 'live') return { ...config, exchanges: await openVenues(config) };
  if (config.kind === 'replay') return { ...config, recordings: await openRecordings(config) };
  return { kind: config.kind };
}

/** Makes the feed of a source, not started. */
export function createFeed(
  source: FeedSource,
  input: {
    readonly symbols: readonly string[];
    readonly clock: Clock;
    readonly log: FeedLog;
    /** Prices of the last stored samples: a simulated walk resumes from them. */
    readonly lastPrices?: ReadonlyMap<string, PriceE8>;
    /** Of a simulated walk. */
    readonly seed?: FeedSeed;
    /** Where a replay stood, as last kept. */
    readonly replayPosition?: ReplayPosition;
  },
): AnyFeed {
  const { symbols, clock, log, lastPrices, replayPosition, seed } = input;
  if (source.kind === 'live') return new LiveFeed({ symbols, clock, log }, source.exchanges);
  if (source.kind === 'replay') {
    const position = replayPosition !== undefined && { position: replayPosition };
    return new ReplayFeed({ ...source, symbols, clock, ...position }, source.recordings);
  }
  const last = lastPrices !== undefined && { lastPrices };
  assert(seed !== undefined, 'a simulated walk has a seed');
  return new SimulatedFeed({ symbols, seed, clock, ...last });
}
