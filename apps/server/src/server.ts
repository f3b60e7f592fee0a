/**
 * The composition root: makes every part, in the order in which they need one another, and takes them down
 * in the reverse. Whatever fails on the way takes down what was already up.
 */

import { Engine } from '@fairlead/engine';
import { CAPABILITIES, handlersOf } from './capabilities.ts';
import {
  bringUpClock,
  bringUpDatabase,
  bringUpHttp,
  bringUpReads,
  proveSettings,
} from './composition/bring-up.ts';
import { bringUpOthers } from './composition/bring-up-products.ts';
import { type LifeOptions, startLives } from './composition/lives.ts';
import { bringUpMarkets, type Writing } from './composition/markets.ts';
import { createHomeEngine } from './composition/product.ts';
import { addWork, beginWork, type Products } from './composition/products.ts';
import { proveEngines } from './composition/prove-engines.ts';
import { bringUpReports } from './composition/reports.ts';
import type { Exchange } from './composition/services.ts';
import { createServices, type Services } from './composition/services.ts';
import { startControl } from './core/backup/control.ts';
import { readRestored } from './core/backup/restored.ts';
import { AgreedTerms } from './core/checks/agreed-terms.ts';
import { readHealth } from './core/http/health.ts';
import { CHECK_BALANCES_START_MS } from './core/http/limits.ts';
import type { Clock } from './core/operations/clock.ts';
import { DiskWatch } from './core/operations/disk-watch.ts';
import { collectGarbage } from './core/operations/heap.ts';
import { startHousekeeping } from './core/operations/housekeeping.ts';
import { inTurns } from './core/operations/in-turns.ts';
import { Metrics } from './core/operations/metrics.ts';
import { gaugeSchedules } from './core/operations/schedule-gauges.ts';
import { Schedules } from './core/operations/schedules.ts';
import { openSecrets } from './core/operations/secrets.ts';
import { answerAsStandby, type StandbyHealth } from './core/operations/standby-health.ts';
import { connectEngine, type EngineSide, seenElsewhere } from './core/processes/engine-side.ts';
import { type RunningServer, type ServerOptions, Teardown } from './core/processes/lifetime.ts';
import { HighWater } from './core/sequencer/high-water.ts';
import { type Sequencer, startSequencer } from './core/sequencer/sequencer.ts';
import type { Database } from './core/store/database.ts';
import { type Bots, startBots } from './demo/bots.ts';
import { completeFirstStart, type Deployment } from './demo/first-start.ts';
import { KEPT_REQUEST, readKept } from './demo/index.ts';
import { gaugeTransfers } from './engines/gauges.ts';
import { endAccessAfterLoss } from './losses/service.ts';
import { RESET_REQUEST } from './operators/access/machine-reset.ts';
import { PASSKEYS_REQUEST } from './operators/access/signer-list.ts';
import { stoppedWords } from './oversight/stopped.ts';
import { EXCHANGE_TABLES } from './tables.ts';

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
  const source = await proveSettings(config);
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
  const disk = new DiskWatch({
    folders: [config.dataDir, ...(config.disk.volume === undefined ? [] : [config.disk.volume])],
    limits: config.disk.limits,
    log,
    clock,
  });
  const started = { database, metrics, side, clock, highWater, agreed, disk };
  await proveEngines(options, database);
  const home = await bringUpSequencer(options, started, teardown);
  const products = await bringUpOthers(
    options,
    { home: { database, sequencer: home }, deployment: name, clock, secrets, disk, side },
    teardown,
  );
  const sequencer = products?.joined ?? home;
  const reads = await bringUpReads(options, { database, metrics }, teardown);
  const reports =
    products &&
    (await bringUpReports(options, { books: products.books, clock, metrics }, teardown));
  const services = await createServices({
    config,
    clock,
    log,
    database,
    reads,
    reports,
    sequencer,
    home,
    ...(products && { products, createEngine: createHomeEngine }),
    metrics,
    secrets,
    keptHead: highWater.keptHead,
    isAgreedBegun: highWater.isAgreedBegun,
    areListsAgreed: highWater.areListsAgreed,
  });
  await services.reconciler.checkStart(CHECK_BALANCES_START_MS);
  if (services.reconciler.isAgreed) highWater.noteAgreed();
  services.trading.heed(disk);
  const begin = () => completeAll(services);
  const deployment = await (products === undefined ? begin() : products.awaited(begin));
  // Before anybody can decide anything else.
  await services.proposals.finishAll();
  const markets = { source, deployment, clock, secrets, sequencer, products };
  const context = await bringUpMarkets(services, markets, teardown);
  await bringUpWork(context, home, teardown);
  products?.begin(context, teardown);
  // Its figure is there either way: of one engine there is none.
  if (products === undefined) gaugeTransfers(context.metrics.registry, { ...context, engines: [] });
  const serving = await serve(context, { side, disk, deployment, onFatal, products }, teardown);
  return { ...serving, durability: database.durability, stop: () => teardown.run() };
}

/** What a first start leaves in the tables, of all capabilities. */
async function completeAll(services: Services): Promise<Deployment> {
  const early = { ...services, isDemo: services.config.isDemo };
  const deployment = await completeFirstStart(early);
  for (const { seed } of CAPABILITIES) await seed?.(early);
  return deployment;
}

/** Opens it to gateways, to people and to whoever holds the machine; ready is what has all of that. */
async function serve(
  context: Writing,
  parts: Pick<LifeOptions, 'onFatal'> & {
    readonly side: EngineSide | undefined;
    readonly disk: DiskWatch;
    readonly deployment: Deployment;
    readonly products: Products | undefined;
  },
  teardown: Teardown,
): Promise<Omit<RunningServer, 'durability' | 'stop'>> {
  const { config, operators, resetByMachine, signerList } = context;
  const { side, disk, deployment, onFatal, products } = parts;
  const handlers = handlersOf(context);
  // Gateways wait for it more than anybody for this process's own pages.
  const served = { ...context, commands: context.localCommands, handlers };
  await side?.serve({ ...served, ...(products && { run: products.runFor('spot') }) });
  await products?.serve(served);
  // From here on: a start itself writes little, and must come to where somebody can be told.
  await disk.start();
  teardown.add('disk watch', () => disk.stop());
  let isBegun = false;
  const health = () =>
    isBegun ? readHealth(context) : { isReady: false, details: { code: 'starting' } };
  const { app, cutAll } = await bringUpHttp(context, teardown, {
    ...(side && { adapter: side.shared.adapter }),
    app: {
      health,
      handlers: products?.divide(handlers) ?? handlers,
      // Gateways answer who asks for the API's document: making it would keep their callers waiting here.
      ...(side && { rates: side.shared.rates, isDocumentLate: true }),
    },
  });
  await products?.keepTerms(context.marketData, cutAll);
  // Before anybody could be kept waiting: an engine's callers wait for it since its gateways heard of it, and a standby that hears
  // nothing of it meanwhile would take its place.
  if (side === undefined) collectGarbage();
  const address = await app.listen({ port: config.port, host: config.host });
  app.server.on('error', (error) => onFatal(error));
  const requests = {
    [RESET_REQUEST]: resetByMachine,
    [PASSKEYS_REQUEST]: signerList,
    [KEPT_REQUEST]: () => readKept(context.database),
  };
  const control = await startControl({ ...context, dataDir: config.dataDir, requests });
  teardown.add('control', () => control.stop());
  await products?.control(context, teardown);
  bringUpBots(context, { address, deployment }, teardown);
  // Last: a password that nobody is told of, because a start failed after it, would be lost.
  const ownerPassword = await operators.createFirst(config.operator);
  const stopped = await stoppedWords(context);
  isBegun = true;
  return { address, ownerPassword, ...(stopped !== undefined && { stopped }) };
}

/** What runs beside the calls, of all capabilities. */
async function bringUpWork(context: Exchange, home: Sequencer, teardown: Teardown): Promise<void> {
  const { config, metrics } = context;
  const { registry } = metrics;
  await beginWork(context, teardown);
  for (const { notices } of CAPABILITIES)
    for (const work of notices?.(context) ?? []) addWork(teardown, work);
  // After the notices, which tell of what it completes.
  const schedules = new Schedules({ ...context, sequencer: home, tables: EXCHANGE_TABLES });
  schedules.start();
  teardown.add('schedules', () => schedules.stop());
  gaugeSchedules(registry, schedules);
  const housekeeping = startHousekeeping({ ...context, isDemo: config.isDemo }, CAPABILITIES);
  teardown.add('housekeeping', () => housekeeping.stop());
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
    readonly disk: DiskWatch;
  },
  teardown: Teardown,
): Promise<Sequencer> {
  const { database, metrics, side, clock, highWater, agreed, disk } = parts;
  let standby: StandbyHealth | undefined;
  const onWaiting = () => {
    standby ??= answerAsStandby(config, { metrics, log });
  };
  const onIgnored = () =>
    log.error('the setting "restored" has numbers that no exchange gave out: it is ignored');
  const candidate = side?.candidate(onWaiting);
  const starting = startSequencer({
    tables: EXCHANGE_TABLES,
    database,
    createEngine:
      config.engines === undefined
        ? (snapshot) => inTurns(Engine.restoreSteps(snapshot))
        : createHomeEngine,
    clock,
    agreed,
    refusal: (command) => disk.refusal(command),
    ...(candidate !== undefined && { candidate }),
    ...(signal !== undefined && { signal }),
    onWaitingForLock: () => {
      log.warn('another process is writing; this one waits as a standby');
      side?.wait();
      onWaiting();
    },
    readSeen: async (session, isAgain = false) => [
      ...seen,
      ...[await highWater.read(), await readRestored(session, onIgnored)].filter(
        (each) => each !== undefined,
      ),
      ...(await seenElsewhere(side, isAgain)),
    ],
    reports: {
      batchCommitted: (batch) => metrics.batchCommitted(batch),
      recovering: (cause) => {
        metrics.recovering();
        disk.noteFailure(cause);
        log.error({ err: cause }, 'taking the state from the tables again');
      },
      recovered: () =>
        log.warn(
          { isOver: true },
          'the database is there: the state was taken from the tables again, and all goes on',
        ),
      clockReturned: (made) =>
        log.error(made, 'the clock had run ahead: the time at the index went back to the present'),
      lost: onLost,
      lossDeclared: (loss) =>
        log.fatal(
          { tables: loss.tables, seen: loss.seen },
          `the database lost commits: it is declared, and nothing opens until ${config.isDemo ? 'its operators (two, or the one that there is)' : 'two operators'} resume`,
        ),
      fenced: (cause) => onFatal(cause),
      halted: (cause) => onFatal(cause),
      listenerFailed: (error) => log.error({ err: error }, 'a listener of commits failed'),
    },
  });
  const sequencer = await starting.finally(() => standby?.stop());
  metrics.watchSequencer(() => sequencer.health());
  teardown.add('sequencer', () => sequencer.stop());
  await highWater.holdHead(database);
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

function bringUpBots(
  { config, log }: Exchange,
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
