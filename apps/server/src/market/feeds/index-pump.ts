/**
 * Carries each sample of the feed into the engine as an index tick. The sample is stored with its sources in
 * the transaction of its tick, stale ones too. A tick that cannot be taken now is dropped, never made up for.
 */
import { SAMPLE_AHEAD_MAX_MS } from '@fairlead/engine';
import { isMarketStale } from '@fairlead/formula';
import type { Logger } from 'pino';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import { SubmitError } from '../../core/sequencer/submit-error.ts';
import type { MarketData } from '../data/market-data.ts';
import type { Feed } from './feed.ts';
import type { IndexSample } from './index-price.ts';
import { sampleSourcesJson } from './sample-json.ts';

export interface IndexPumpOptions {
  readonly feed: Pick<Feed, 'start' | 'stop' | 'setSymbols'>;
  readonly sequencer: Pick<Sequencer, 'run'>;
  readonly marketData: Pick<MarketData, 'terms' | 'onPublished'>;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

export interface IndexPump {
  /** Stops the feed and waits for the ticks under way. */
  stop(): Promise<void>;
}

/** Starts the feed for all markets that are not closed, and follows new ones. */
export async function startIndexPump(options: IndexPumpOptions): Promise<IndexPump> {
  const { feed, marketData } = options;
  const underWay = new Set<Promise<void>>();
  let dropped = 0;

  const symbols = () =>
    marketData.terms
      .markets()
      .filter(({ state }) => state !== 'closed')
      .map(({ symbol }) => symbol);

  async function submit(sample: IndexSample): Promise<void> {
    const market = marketData.terms.market(sample.symbol);
    if (market === undefined) return;
    const { price, timeMs: sampleTimeMs } = sample;
    // Whatever clock the feed goes by: nothing is told of a time to come. The engine refuses it too.
    const aheadMs = sampleTimeMs - options.clock.now();
    if (aheadMs > SAMPLE_AHEAD_MAX_MS) return tellDropped({ symbol: sample.symbol, aheadMs });
    const tick = { kind: 'index_tick', marketId: market.marketId, sampleTimeMs } as const;
    const sampleSources = JSON.stringify(sampleSourcesJson(sample));
    try {
      const command =
        price === undefined
          ? { ...tick, ...staleBy(sample) }
          : { ...tick, price, ...quotedAt(sample) };
      const result = await options.sequencer.run(command, { sampleSources });
      // Only a clock set back gives a second twice; the engine keeps the first.
      if (!result.ok) tellDropped({ symbol: sample.symbol, reject: result.reject });
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error;
      tellDropped({ symbol: sample.symbol, code: error.code });
    }
  }

  /** Says so at the first and then at every hundredth: a database that is away would fill the log. */
  function tellDropped(fields: object): void {
    dropped += 1;
    if (dropped % 100 === 1) options.log.warn({ ...fields, dropped }, 'an index sample was lost');
  }

  feed.setSymbols(symbols());
  const stopFollowing = marketData.onPublished(({ batch }) => {
    if (batch.changes.markets.length > 0) feed.setSymbols(symbols());
  });
  await feed.start((sample) => {
    const submitted = submit(sample).catch((error: unknown) => {
      options.log.error({ err: error }, 'an index sample failed');
    });
    underWay.add(submitted);
    void submitted.then(() => underWay.delete(submitted));
  });
  return {
    async stop() {
      stopFollowing();
      await feed.stop();
      await Promise.all(underWay);
    },
  };
}

/** The same words are stored with it, and in each receipt that names it. */
function staleBy({ timeMs, dropped }: IndexSample): { readonly isMarketStale?: true } {
  return isMarketStale(timeMs, dropped) ? { isMarketStale: true } : {};
}

/** A price is as old as the oldest quote in it: openings need prompt ones. */
function quotedAt({ sources }: IndexSample): { readonly quotedAtMs?: number } {
  if (sources.length === 0) return {};
  return { quotedAtMs: Math.min(...sources.map(({ time }) => time)) };
}
