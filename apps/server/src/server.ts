/**
 * The composition root: makes every part, in the order in which they need one another, and takes them down
 * in the reverse. Whatever fails on the way takes down what was already up.
 */
import { Engine } from '@fairlead/engine';
import { startControl } from './backup/control.ts';
import {
  bringUpClock,
  bringUpDatabase,
  bringUpHttp,
  checkAddress,
  type RunningServer,
  type ServerOptions,
  Teardown,
} from './bring-up.ts';
import type { Context } from './context.ts';
import { createFeed } from './feeds/create-feed.ts';
import type { Clock } from './feeds/feed.ts';
import { CHECK_BALANCES_START_MS } from './limits.ts';
import { type LifeOptions, startLives } from './lives.ts';
import { connectEngine, type EngineSide } from './processes/engine-side.ts';
import { HighWater } from './sequencer/high-water.ts';
import { type Sequencer, startSequencer } from './sequencer/sequencer.ts';
import { endAccessAfterLoss, startLossNotices } from './services/after-loss.ts';
import { AgreedTerms } from './services/agreed-terms.ts';
import { startAlerts } from './services/alerts.ts';
import { startAnnouncements } from './services/announcements.ts';
import { type Bots, startBots } from './services/bots.ts';
import { startCandles } from './services/candles/candles.ts';
import { backfillIndexHistory } from './services/candles/index-history.ts';
import { createServices, type Services } from './services/create-services.ts';
import { startCustodyNotices } from './services/custody-notices.ts';
import { startDueOptions } from './services/due-options.ts';
import { openFeedSeed } from './services/feed-seed.ts';
import { completeFirstStart, type Deployment, lastIndexPrices } from './services/first-start.ts';
import { gaugeFutures } from './services/futures-gauges.ts';
import { startHousekeeping } from './services/housekeeping.ts';
import { startIndexPump } from './services/index-pump.ts';
import { startMarketData } from './services/market-data/market-data.ts';
import { Metrics } from './services/metrics.ts';
import { gaugeOperation } from './services/operation-gauges.ts';
import { gaugeOptions } from './services/option-gauges.ts';
import { keepReplayPosition, readReplayPosition } from './services/replay-position.ts';
import { gaugeSchedules } from './services/schedule-gauges.ts';
import { Schedules } from './services/schedules.ts';
import { openSecrets, type Secrets } from './services/secrets.ts';
import { seedDerivatives } from './services/seed/derivatives.ts';
import { seedHosting } from './services/seed/hosting.ts';
import { seedOffering } from './services/seed/offering.ts';
import { seedReferral } from './services/seed/referral.ts';
import { answerAsStandby, type StandbyHealth } from './services/standby-health.ts';
import { startTradeNotices } from './services/trade-notices.ts';
import type { Database } from './store/database.ts';
import { otherThan } from './store/receipt-queries.ts';
import { readRestored } from './store/restored.ts';

/**
 * Starts the server. When its database turns out to have lost commits everything is taken down and made anew from the tables,
 * in this same process: of what was in memory nothing is left but the numbers that were given out.
 */
export function startServer(options: ServerOptions): Promise<RunningServer> {
  return startLives(options, startOnce);
}

async function startOnce(options: LifeOptions): Promise<RunningServer> {
  const teardown = new Teardown(options.log);
  try {
    return await bringUp(options, teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

async function bringUp(options: LifeOptions, teardown: Teardown): Promise<RunningServer> {
  const { config, log, onFatal } = options;
  await checkAddress(config);
  const metrics = new Metrics();
  metrics.collectProcess();
  const { database, deployment: name } = await bringUpDatabase(options, teardown);
  const clock = await bringUpClock(options, { database, metrics }, teardown);
  const side = await connectEngine(options, { database, metrics, deployment: name }, teardown);
  const secrets = side?.secrets ?? (await openSecrets(database, config, clock.now()));
  const highWater = new HighWater({
    folder: config.dataDir,
    deployment: name,
    onFailure: (error) =>
      log.warn({ err: error }, 'DATA_DIR: the numbers that were given out could not be kept'),
  });
  const agreed = new AgreedTerms(secrets);
  const started = { database, metrics, side, clock, highWater, agreed };
  const sequencer = await bringUpSequencer(options, started, teardown);
  const services = await createServices({
    config,
    clock,
    log,
    database,
    sequencer,
    metrics,
    secrets,
    keptHead: highWater.keptHead,
    isAgreedBegun: highWater.isAgreedBegun,
  });
  await services.reconciler.checkStart(CHECK_BALANCES_START_MS);
  highWater.noteAgreed();
  const ownerPassword = await services.operators.createFirst(config.operator);
  const deployment = await completeFirstStart({
    database,
    sequencer,
    isDemo: config.isDemo,
    clock,
    log,
  });
  await services.custodyTerms.seed({ isDemo: config.isDemo });
  await seedDerivatives({ ...services, isDemo: config.isDemo });
  await seedHosting({ ...services, isDemo: config.isDemo });
  await seedReferral({ ...services, isDemo: config.isDemo });
  await seedOffering({ ...services, isDemo: config.isDemo });
  // Before anybody can decide anything else.
  await services.proposals.finishAll();
  const context = await bringUpMarkets(services, { deployment, clock, secrets }, teardown);
  // After the first start, which brings the currencies that they count in.
  await services.chains.start();
  teardown.add('chains', () => services.chains.stop());
  const due = await startDueOptions(context);
  teardown.add('due options', () => due.stop());
  gaugeOptions(metrics.registry, due, context);
  gaugeFutures(metrics.registry, context);
  gaugeOperation(metrics.registry, context);
  const notices = startCustodyNotices(context);
  teardown.add('notices', () => notices.stop());
  const lossNotices = startLossNotices(context);
  teardown.add('loss notices', () => lossNotices.stop());
  const tradeNotices = startTradeNotices(context);
  teardown.add('trade notices', () => tradeNotices.stop());
  const announcements = startAnnouncements(context);
  teardown.add('announcements', () => announcements.stop());
  // After the notices, which tell of what it completes.
  const schedules = new Schedules(context);
  schedules.start();
  teardown.add('schedules', () => schedules.stop());
  gaugeSchedules(metrics.registry, schedules);
  const housekeeping = startHousekeeping(services);
  teardown.add('housekeeping', () => housekeeping.stop());
  // Gateways wait for it more than anybody for this process's own pages.
  await side?.serve(context);
  const { app } = await bringUpHttp(context, teardown, side?.http);
  const address = await app.listen({ port: config.port, host: config.host });
  app.server.on('error', (error) => onFatal(error));
  const control = await startControl({ ...context, dataDir: config.dataDir });
  teardown.add('control', () => control.stop());
  bringUpBots(context, { address, deployment }, teardown);
  return {
    address,
    durability: database.durability,
    ownerPassword,
    stop: () => teardown.run(),
  };
}

async function bringUpSequencer(
  { config, log, onFatal, signal, seen, onLost }: LifeOptions,
  parts: {
    readonly database: Database;
    readonly metrics: Metrics;
    readonly side: EngineSide | undefined;
    readonly clock: Clock;
    readonly highWater: HighWater;
    readonly agreed: AgreedTerms;
  },
  teardown: Teardown,
): Promise<Sequencer> {
  const { database, metrics, side, clock, highWater, agreed } = parts;
  let standby: StandbyHealth | undefined;
  const onWaiting = () => {
    standby ??= answerAsStandby(config, log);
  };
  const onIgnored = () =>
    log.error('the setting "restored" has numbers that no exchange gave out: it is ignored');
  const candidate = side?.candidate(onWaiting);
  const starting = startSequencer({
    database,
    createEngine: (snapshot) => new Engine(snapshot),
    clock,
    agreed,
    ...(candidate !== undefined && { candidate }),
    ...(signal !== undefined && { signal }),
    onWaitingForLock: () => {
      log.warn('another process is writing; this one waits as a standby');
      side?.wait();
      onWaiting();
    },
    readSeen: async () => [
      ...seen,
      ...[await highWater.read(), await readRestored(database, onIgnored)].filter(
        (each) => each !== undefined,
      ),
      ...((await side?.readSeen()) ?? []),
    ],
    reports: {
      batchCommitted: (batch) => metrics.batchCommitted(batch),
      recovering: (cause) => {
        metrics.recovering();
        log.error({ err: cause }, 'taking the state from the tables again');
      },
      recovered: () => log.warn('the state was taken from the tables again'),
      clockReturned: (made) =>
        log.error(made, 'the clock had run ahead: the time at the index went back to the present'),
      lost: onLost,
      lossDeclared: (loss) =>
        log.fatal(
          { tables: loss.tables, seen: loss.seen },
          'the database lost commits: it is declared, and nothing opens until two operators resume',
        ),
      fenced: (cause) => onFatal(cause),
      halted: (cause) => onFatal(cause),
      listenerFailed: (error) => log.error({ err: error }, 'a listener of commits failed'),
    },
  });
  const sequencer = await starting.finally(() => standby?.stop());
  metrics.watchSequencer(() => sequencer.health());
  teardown.add('sequencer', () => sequencer.stop());
  const kept = highWater.keptHead;
  // What the file says of a chain that is another one now is evidence, and stays.
  if (kept !== undefined && (await otherThan(database, kept)) !== undefined) highWater.holdHead();
  const note = () => highWater.note(sequencer.committed.seen, sequencer.committed.head);
  note();
  sequencer.onCommitted(note);
  teardown.add('numbers given out', () => highWater.stop());
  // Whoever is let in after this was let in by what the tables say now.
  await endAccessAfterLoss({ database, clock, log });
  // Before anything else is committed.
  side?.lead(sequencer);
  return sequencer;
}

interface MarketsParts {
  readonly deployment: Deployment;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Charts, books and prices, and the feed that moves them. */
async function bringUpMarkets(
  services: Services,
  { deployment, clock, secrets }: MarketsParts,
  teardown: Teardown,
): Promise<Context> {
  const { config, log, database, sequencer } = services;
  const replayPosition = await readReplayPosition(database);
  const simulated = config.feed.kind === 'simulated' ? config.feed : undefined;
  const seed =
    simulated && (await openFeedSeed({ database, secrets, clock, log, fixed: simulated.seed }));
  const feed = await createFeed(config.feed, {
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
  await backfillIndexHistory({ database, feed, clock, log }, deployment.markets);
  const candles = await startCandles({ database, sequencer, log });
  teardown.add('candles', () => candles.stop());
  const { bots } = deployment;
  const marketData = await startMarketData({
    database,
    sequencer,
    candles,
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
  return { ...services, candles, marketData, terms: marketData.terms, alerts };
}

function bringUpBots(
  { config, log }: Context,
  { address, deployment }: { readonly address: string; readonly deployment: Deployment },
  teardown: Teardown,
): void {
  const { bots } = deployment;
  if (bots === undefined || !config.hasBots) return;
  const running: Bots = startBots({
    baseUrl: reachable(address),
    makerToken: bots.maker.token,
    takerToken: bots.taker.token,
    seed: 1,
    log,
  });
  teardown.add('bots', () => running.stop());
}

/** An address that listens everywhere is reached on the machine itself. */
function reachable(address: string): string {
  const url = new URL(address);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.origin;
}
