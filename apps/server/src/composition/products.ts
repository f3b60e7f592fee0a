import type { Command, Result, SentTransferRow } from '@fairlead/engine';
import type { Logger } from 'pino';
import { CAPABILITIES, servedBy } from '../capabilities.ts';
import type { AuditLog } from '../core/acts/audit.ts';
import { startControl } from '../core/backup/control.ts';
import type { Work } from '../core/capability.ts';
import { AgreedTerms } from '../core/checks/agreed-terms.ts';
import {
  type ExchangeChecks,
  Reconciler,
  type ReconcilerParts,
} from '../core/checks/reconciler.ts';
import { driftWords } from '../core/checks/reconciliation.ts';
import type { CommandPort } from '../core/commands/port.ts';
import type { Config } from '../core/config/config.ts';
import { type EngineName, folderOf, type ProductEngine } from '../core/config/engines.ts';
import type { Handlers } from '../core/http/handler.ts';
import { CHECK_BALANCES_START_MS } from '../core/http/limits.ts';
import { startHousekeeping } from '../core/operations/housekeeping.ts';
import { Schedules } from '../core/operations/schedules.ts';
import type { EngineState } from '../core/operations/standstills.ts';
import { openTrading, type ProductLoss, Trading } from '../core/operations/trading-mode.ts';
import type { CallClient } from '../core/processes/calls/call-client.ts';
import { RemoteCommands } from '../core/processes/calls/remote-commands.ts';
import { gatewayHandlers } from '../core/processes/calls/remote-handlers.ts';
import type { ServedCalls } from '../core/processes/engine-part.ts';
import type { Teardown } from '../core/processes/lifetime.ts';
import { COMPLAIN_EACH_MS } from '../core/processes/limits.ts';
import type { SentRun } from '../core/processes/messages.ts';
import type { RunOptions } from '../core/sequencer/submission.ts';
import { type Database, DatabaseAwayError, type Reads } from '../core/store/database.ts';
import { type Arrivals, LocalArrivals } from '../engines/arrivals.ts';
import { engineOfRoute } from '../engines/calls.ts';
import { Carrier } from '../engines/carrier.ts';
import { DividedCommands, EngineCalls, findElsewhere } from '../engines/engine-calls.ts';
import type { EngineElsewhere } from '../engines/engine-elsewhere.ts';
import type { Exchange as Transfers } from '../engines/exchange/exchange.ts';
import { gaugeTransfers } from '../engines/gauges.ts';
import { JoinedSequencer, type Member } from '../engines/joined.ts';
import { answerOfSent, refuseUnsent } from '../engines/proof.ts';
import type { ReportedEngine } from '../engines/reports/index.ts';
import { HOME } from '../engines/shares.ts';
import { TransferWords } from '../engines/words.ts';
import type { MarketData } from '../market/data/market-data.ts';
import { readDerivativeTerms } from '../market/published-queries.ts';
import type { ProductElsewhere } from '../oversight/needs.ts';
import { publishedHeads } from '../receipts/index.ts';
import { stepChores } from '../steps/index.ts';
import { EXCHANGE_TABLES } from '../tables.ts';
import { checksOf, exchangeOf } from './exchange.ts';
import { createEngineOf, createHomeEngine, type Product, type ProductsParts } from './product.ts';
import type { Exchange } from './services.ts';

/** What a capability has of its own engine. */
export interface OwnBooks {
  readonly books: Database;
  readonly reads: Reads;
  readonly reconciler: Reconciler;
}

interface WatchParts {
  readonly audit: AuditLog;
  readonly log: Logger;
  readonly clock: { now(): number };
}

/** The engines of this process beside the home. */
export class Products {
  readonly joined: JoinedSequencer;
  readonly elsewhere: readonly EngineElsewhere[];
  readonly #products: readonly Product[];
  readonly #own = new Map<ProductEngine, OwnBooks & { readonly trading?: Trading }>();
  readonly #tradings = new Map<ProductEngine, Trading>();
  readonly #parts: ProductsParts;
  readonly #words: TransferWords;
  #exchange: Transfers | undefined;
  readonly #complainsAtMs = new Map<ProductEngine, number>();

  constructor(
    parts: ProductsParts,
    {
      own: products,
      elsewhere,
    }: Pick<Products, 'elsewhere'> & { readonly own: readonly Product[] },
    log: Logger,
  ) {
    this.#parts = parts;
    this.#words = new TransferWords(parts.secrets);
    this.#products = products;
    this.elsewhere = elsewhere;
    const members: Partial<Record<EngineName, Member>> = {
      [HOME]: { ...parts.home, ...findBy(parts.home.client) },
    };
    for (const { name, follower, client } of elsewhere)
      members[name] = { sequencer: follower, isElsewhere: true, ...findBy(client) };
    for (const { name, sequencer, following } of products)
      members[name] = {
        sequencer,
        prepare: (owner) => following.prepare(owner),
        fallBehind: () => following.fallBehind(),
      };
    this.joined = new JoinedSequencer({
      members: members as Record<EngineName, Member>,
      engineOfCall: parts.engineOfCall,
      onTickLost: (name, reason) => {
        // One comes each second for each market.
        const nowMs = performance.now();
        if (nowMs < (this.#complainsAtMs.get(name) ?? 0)) return;
        this.#complainsAtMs.set(name, nowMs + COMPLAIN_EACH_MS);
        log.warn({ engine: name, err: reason }, 'an engine could not take a sample of the index');
      },
    });
  }

  /** The database of each engine, the home's first. */
  get books(): readonly ReportedEngine[] {
    const { database } = this.#parts.home;
    return [
      { name: HOME, database },
      ...[...this.#products, ...this.elsewhere].map(({ name, books }) => ({
        name,
        database: books,
      })),
    ];
  }

  /** The books of a capability's engine, once they are watched. */
  of(name: ProductEngine): OwnBooks {
    const own = this.#own.get(name);
    if (own === undefined) throw new TypeError(`the books of ${name} are not watched yet`);
    return own;
  }

  /** Whether a product is stopped by what was found in its own books; undefined of one that another process runs. */
  tradingOf(
    name: ProductEngine,
  ): { readonly trading: Trading; readonly reconciler: Reconciler } | undefined {
    const own = this.#own.get(name);
    const { trading, reconciler } = own ?? {};
    return trading && reconciler && { trading, reconciler };
  }

  /** One that another process runs, as the home asks it: who is the home is nobody else's to ask. */
  elsewhereOf(name: ProductEngine): ProductElsewhere | undefined {
    const client = this.elsewhere.find((each) => each.name === name)?.client;
    const trading = this.#tradings.get(name);
    if (client === undefined || trading === undefined) return undefined;
    if (!this.#parts.engines.own.includes(HOME)) return undefined;
    return { trading, ask: (route, call) => client.call(route, call) };
  }

  /** By what it is known whether a product goes on, once it is watched. */
  stateOf(name: ProductEngine): EngineState | undefined {
    const { reconciler } = this.#own.get(name) ?? {};
    const trading = this.#tradings.get(name);
    return (
      trading && reconciler && { health: () => this.joined.healthOf(name), trading, reconciler }
    );
  }

  /** Losses that they declared, of each newest first. */
  get losses(): readonly ProductLoss[] {
    return [...this.#tradings].flatMap(([product, { losses }]) =>
      losses.map((loss) => ({ ...loss, product })),
    );
  }

  /** What an engine's reconciler asks of the transfers between it and the others. */
  exchangeOf(name: EngineName): ExchangeChecks | undefined {
    return checksOf(this.#exchange, name);
  }

  /** The products that this process runs. */
  get own(): readonly Product[] {
    return this.#products;
  }

  /** Handlers with those of engines that other processes run answered there. */
  divide(own: Handlers): Handlers {
    const { engines } = this.#parts;
    return gatewayHandlers(own, {
      client: this.#calls(),
      servedBy: (name) => (engines.own.includes(engineOfRoute(name)) ? 'gateway' : servedBy(name)),
    });
  }

  /** Where handlers send commands: `here` executes those of this process's engines. */
  commands(here: CommandPort | undefined): CommandPort {
    const elsewhere = new RemoteCommands(this.#calls());
    if (here === undefined) return elsewhere;
    return new DividedCommands(this.#parts.engines.own, here, elsewhere);
  }

  #calls(): EngineCalls {
    const clients: Partial<Record<EngineName, CallClient>> = {};
    for (const { name, client } of this.elsewhere) clients[name] = client;
    const { client } = this.#parts.home;
    return new EngineCalls({ ...clients, ...(client && { [HOME]: client }) });
  }

  /** What other engines have run at one of this process. */
  runFor(name: EngineName): (asked: SentRun) => Promise<Result> {
    const { home } = this.#parts;
    const product = this.#products.find((each) => each.name === name);
    const booksOf = (sender: EngineName) =>
      this.books.find((each) => each.name === sender)?.database;
    return async ({ command, options, homeSequence }) => {
      if (homeSequence > home.sequencer.health().lastSequence) product?.following.fallBehind();
      await refuseUnsent(command, booksOf);
      const own = name === HOME ? undefined : this.tradingOf(name);
      own?.trading.refuseUnproven(command, own.reconciler);
      return this.joined.runAt(name, command, options);
    };
  }

  /** Takes calls of gateways, and what other engines ask for, for each of this process. */
  async serve(served: Omit<ServedCalls, 'run'>): Promise<void> {
    for (const { name, side } of this.#products)
      await side?.serve({ ...served, run: this.runFor(name) });
  }

  /** Keeps copies of what others sell under; `onRetaken` when some were missed. */
  async keepTerms({ derivatives }: MarketData, onRetaken: () => void): Promise<void> {
    for (const engine of this.elsewhere)
      await engine.keepCopies(async (source) => {
        derivatives.apply(await readDerivativeTerms(source));
        await this.#tradings.get(engine.name)?.load();
        onRetaken();
      });
  }

  /** Whoever holds the machine asks each of this process in its own folder, as the home is asked in DATA_DIR. */
  async control(
    { config, log }: Pick<Exchange, 'config' | 'log'>,
    teardown: Teardown,
  ): Promise<void> {
    for (const { name, books: database, sequencer } of this.#products) {
      const dataDir = folderOf(config.dataDir, name);
      const { reconciler } = this.of(name);
      const parts = { database, reconciler, sequencer, dataDir, requests: {}, log };
      const control = await startControl(parts);
      teardown.add(`control of ${name}`, () => control.stop());
    }
  }

  /** Meanwhile what is run elsewhere waits for whoever is not up yet. */
  awaited<Made>(make: () => Promise<Made>): Promise<Made> {
    return this.elsewhere.reduce((inner, engine) => () => engine.awaited(inner), make)();
  }

  /** Batches of the home may have been missed. */
  missedHome(): void {
    for (const { following } of this.#products) following.fallBehind();
  }

  /**
   * From here on each engine's books are checked, and what does not add up stops that engine. What a loss took of transfers
   * between two of them is written again before.
   */
  async watch({ audit, log, clock }: WatchParts): Promise<void> {
    const engines = { home: this.#parts.home, own: this.#products, elsewhere: this.elsewhere };
    const home = engines.home.database;
    this.#exchange = exchangeOf(engines, { audit, log, words: this.#words });
    await this.#exchange.settle(clock.now());
    for (const { name, books, follower } of this.elsewhere) {
      const reconciler = reconcilerElsewhere({ books, sequencer: follower, clock });
      const parts = { audit, log, resumes: { home, product: name } };
      const trading = new Trading({
        ...{ database: books, sequencer: follower, isElsewhere: true },
        ...parts,
      });
      // Of one that is away it is taken with the copies, once it is there.
      await trading.load().catch(unlessAway);
      this.#tradings.set(name, trading);
      this.#own.set(name, { books, reads: books, reconciler });
    }
    for (const { name, books, sequencer, highWater } of this.#products) {
      const resumes = { home, product: name };
      const trading = await openTrading({ database: books, sequencer, audit, log, resumes });
      if (this.#parts.disk !== undefined) trading.heed(this.#parts.disk);
      this.#tradings.set(name, trading);
      const reconciler = new Reconciler({
        createEngine: createEngineOf(name),
        tables: EXCHANGE_TABLES,
        database: books,
        sequencer,
        clock,
        keptHead: highWater.keptHead,
        agreed: new AgreedTerms(this.#parts.secrets),
        isAgreedBegun: highWater.isAgreedBegun,
        areListsAgreed: highWater.areListsAgreed,
        exchange: this.exchangeOf(name),
        resumes,
        isHeld: () => trading.isHeldForDrift,
        onDrift: (drifts) => {
          log.fatal(
            { engine: name, found: driftWords(drifts) },
            'the books of an engine do not add up: it takes nothing new',
          );
          return trading.stopForDrift(drifts);
        },
      });
      await reconciler.checkStart(CHECK_BALANCES_START_MS);
      if (reconciler.isAgreed) highWater.noteAgreed();
      this.#own.set(name, { books, reads: books, reconciler, trading });
    }
  }

  /** Carries transfers between all of them, and does what the clock makes due. */
  begin(
    { audit, log, clock, config, metrics }: WatchParts & Pick<Exchange, 'config' | 'metrics'>,
    teardown: Teardown,
  ): void {
    const { home } = this.#parts;
    const words = this.#words;
    const arrivals = new Map<EngineName, Arrivals>(
      this.#products.map((each) => [each.name, each.arrivals]),
    );
    // Elsewhere the account is opened there, before what is run.
    const others = this.elsewhere.map((each) => ({ ...each, sequencer: each.follower }));
    const homeBooks: { readonly name: EngineName } & Pick<Product, 'books'> &
      Pick<Member, 'sequencer'> = { name: HOME, books: home.database, sequencer: home.sequencer };
    for (const { name, books, sequencer } of [homeBooks, ...others]) {
      const run = (command: Command, options?: RunOptions): Promise<Result> =>
        sequencer.run(command, options);
      arrivals.set(name, new LocalArrivals({ books, run }));
    }
    const arrivalsOf = (name: EngineName) => arrivals.get(name);
    const sides = [
      ...(home.isElsewhere === true ? [] : [homeBooks]),
      ...this.#products.map(({ name, books, sequencer }) => ({ name, books, sequencer })),
    ];
    gaugeTransfers(metrics.registry, { engines: sides, clock });
    for (const side of sides) {
      const others = () =>
        this.books.map(({ database }) => database).filter((each) => each !== side.books);
      const answerOf = (row: SentTransferRow) => answerOfSent(side.books, row);
      const carrier = new Carrier({ ...side, arrivalsOf, others, answerOf, clock, log, words });
      teardown.add(carrier.name, () => carrier.stop());
    }
    for (const { name, books, sequencer } of this.#products) {
      const schedules = new Schedules({ sequencer, clock, log, tables: EXCHANGE_TABLES });
      schedules.start();
      teardown.add(`schedules of ${name}`, () => schedules.stop());
      const { reconciler } = this.of(name);
      const parts = { database: books, sequencer, clock, log, reconciler, audit, config };
      const housekeeping = startHousekeeping(parts, [
        { chores: (each) => [publishedHeads(each), ...stepChores(each)] },
      ]);
      teardown.add(`housekeeping of ${name}`, () => housekeeping.stop());
    }
  }
}

function unlessAway(error: unknown): void {
  if (!(error instanceof DatabaseAwayError)) throw error;
}

/** How an engine of another process is asked for a key. */
const findBy = (client: CallClient | undefined): Pick<Member, 'find'> =>
  client === undefined ? {} : { find: (request) => findElsewhere(client, request) };

/** All where one engine is everything. */
const capabilitiesOf = ({ engines }: Pick<Config, 'engines'>): typeof CAPABILITIES =>
  CAPABILITIES.filter(({ engine }) => engines?.own.includes(engine ?? HOME) ?? true);

/** Begins what runs beside the calls, of the capabilities whose engine this process runs. */
export async function beginWork(context: Exchange, teardown: Teardown): Promise<void> {
  const { registry } = context.metrics;
  const here = capabilitiesOf(context.config);
  for (const { begin } of here) addWork(teardown, await begin?.(context, registry));
  for (const { gauges } of here) gauges?.(registry, context);
}

export function addWork(teardown: Teardown, work: Work | undefined): void {
  if (work !== undefined) teardown.add(work.name, () => work.stop());
}

/** Never asked to check anything: whoever runs the engine does. */
const reconcilerElsewhere = ({
  books,
  ...parts
}: Pick<ReconcilerParts, 'sequencer' | 'clock'> & { readonly books: Database }): Reconciler =>
  new Reconciler({
    createEngine: createHomeEngine,
    tables: EXCHANGE_TABLES,
    database: books,
    ...parts,
    keptHead: undefined,
    isAgreedBegun: false,
    areListsAgreed: false,
    isHeld: () => false,
    onDrift: async () => undefined,
  });
