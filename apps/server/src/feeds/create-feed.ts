import { assert, type PriceE8 } from '@fairlead/units';
import type { FeedConfig } from '../config.ts';
import type { Clock } from './feed.ts';
import { type LiveFeed, openLive } from './live-feed.ts';
import type { FeedLog } from './live-venue.ts';
import { openReplay, type ReplayFeed, type ReplayPosition } from './replay-feed.ts';
import { type FeedSeed, SimulatedFeed } from './simulated-feed.ts';

export type AnyFeed = SimulatedFeed | ReplayFeed | LiveFeed;

/** Makes the feed of a configuration, not started. Throws ConfigError, one line, when files or venues are wrong. */
export async function createFeed(
  config: FeedConfig,
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
): Promise<AnyFeed> {
  const { symbols, clock, log, lastPrices, replayPosition, seed } = input;
  if (config.kind === 'live') return openLive({ ...config, symbols, clock, log });
  if (config.kind === 'replay') {
    const position = replayPosition !== undefined && { position: replayPosition };
    return openReplay({ ...config, symbols, clock, ...position });
  }
  const last = lastPrices !== undefined && { lastPrices };
  assert(seed !== undefined, 'a simulated walk has a seed');
  return new SimulatedFeed({ symbols, seed, clock, ...last });
}
