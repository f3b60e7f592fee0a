import { commandRulesOf, toldOf } from '../capabilities.ts';
import { LocalCommands } from '../core/commands/local-commands.ts';
import type { Clock } from '../core/operations/clock.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Teardown } from '../core/processes/lifetime.ts';
import type { Sequencer } from '../core/sequencer/sequencer.ts';
import { type Deployment, lastIndexPrices } from '../demo/first-start.ts';
import type { JoinedSequencer } from '../engines/joined.ts';
import { startCandles } from '../market/candles/candles.ts';
import { backfillIndexHistory } from '../market/candles/index-history.ts';
import { startMarketData } from '../market/data/market-data.ts';
import { openFeedSeed } from '../market/feed-seed.ts';
import { createFeed, type FeedSource } from '../market/feeds/create-feed.ts';
import { startIndexPump } from '../market/feeds/index-pump.ts';
import { keepReplayPosition, readReplayPosition } from '../market/replay-position.ts';
import { startAlerts } from '../notices/alerts/alerts.ts';
import type { Products } from './products.ts';
import type { Exchange, Services } from './services.ts';

/** An exchange beside the writer. */
export interface Writing extends Exchange {
  /** Of the engines of this process. */
  readonly localCommands: LocalCommands;
}

/** The sequencer, or those of all engines as one. */
type Joinable = Sequencer | JoinedSequencer;

interface MarketsParts {
  readonly sequencer: Joinable;
  readonly source: FeedSource;
  readonly deployment: Deployment;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly products: Products | undefined;
}

/** Charts, books and prices, and the feed that moves them. */
export async function bringUpMarkets(
  services: Services,
  { source, deployment, clock, secrets, sequencer, products }: MarketsParts,
  teardown: Teardown,
): Promise<Writing> {
  const { config, log, database } = services;
  const replayPosition = await readReplayPosition(database);
  const simulated = config.feed.kind === 'simulated' ? config.feed : undefined;
  const seed =
    simulated && (await openFeedSeed({ database, secrets, clock, log, fixed: simulated.seed }));
  const feed = createFeed(source, {
    symbols: deployment.markets.map(({ symbol }) => symbol),
    clock,
    lastPrices: await lastIndexPrices(database),
    ...(replayPosition !== undefined && { replayPosition }),
    ...(seed !== undefined && { seed }),
    log,
  });
  const keptPosition = keepReplayPosition({ database, feed, clock, log });
  teardown.add('replay position', () => keptPosition.stop());
  // Before the candles, which go on from what is stored.
  // A sandbox is for programs, which must not learn from trades that never were.
  const hasBookPast = config.isDemo && config.hasBots && !config.isSandbox;
  await backfillIndexHistory({ database, feed, clock, log, hasBookPast }, deployment.markets);
  const candles = await startCandles({ database, sequencer, log });
  teardown.add('candles', () => candles.stop());
  const { bots } = deployment;
  const marketData = await startMarketData({
    database,
    sequencer,
    candles,
    standstills: services.standstills,
    clock,
    ...(bots !== undefined && { botOwners: [bots.maker.userId, bots.taker.userId] }),
  });
  teardown.add('market data', async () => marketData.stop());
  teardown.add('push', () => services.push.stop());
  const alerts = await startAlerts({
    database,
    clock,
    messages: services.messages,
    marketData,
    log,
  });
  teardown.add('alerts', () => alerts.stop());
  const pump = await startIndexPump({ feed, sequencer, marketData, clock, log });
  teardown.add('feed', () => pump.stop());
  const { terms } = marketData;
  const rules = commandRulesOf({ ...services, terms });
  const localCommands = new LocalCommands({
    sequencer,
    rules,
    gate: services.gate,
  });
  const commands = products?.commands(localCommands) ?? localCommands;
  const exchange = { ...services, candles, marketData, terms, alerts, commands, localCommands };
  return { ...exchange, told: toldOf(exchange) };
}
