/**
 * The engines beside the home (docs/internals/growth.md): each with a database, a sequencer, checks of its own books and what
 * passes between it and the others. Where one engine is everything there are none.
 */
import path from 'node:path';
import { type Command, Engine, type Result } from '@fairlead/engine';
import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import { readRestored } from '../core/backup/restored.ts';
import { AgreedTerms } from '../core/checks/agreed-terms.ts';
import { Reconciler } from '../core/checks/reconciler.ts';
import { driftWords } from '../core/checks/reconciliation.ts';
import {
  type EngineName,
  type EnginesConfig,
  folderOf,
  PRODUCT_ENGINES,
  type ProductEngine,
} from '../core/config/engines.ts';
import { CHECK_BALANCES_START_MS } from '../core/http/limits.ts';
import type { Clock } from '../core/operations/clock.ts';
import type { DiskWatch } from '../core/operations/disk-watch.ts';
import { startHousekeeping } from '../core/operations/housekeeping.ts';
import { inTurns } from '../core/operations/in-turns.ts';
import type { Metrics } from '../core/operations/metrics.ts';
import { Schedules } from '../core/operations/schedules.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import { openTrading, type Trading } from '../core/operations/trading-mode.ts';
import type { ServerOptions, Teardown } from '../core/processes/lifetime.ts';
import { untilThere } from '../core/processes/until-there.ts';
import { HighWater } from '../core/sequencer/high-water.ts';
import type { SequencerOptions } from '../core/sequencer/options.ts';
import { type Sequencer, startSequencer } from '../core/sequencer/sequencer.ts';
import { type Database, type Reads, StartRefusedError } from '../core/store/database.ts';
import { openPrivateFolder } from '../core/store/embedded/private-folder.ts';
import { settleMark } from '../core/store/exchange-mark.ts';
import { openDatabase } from '../core/store/open-database.ts';
import { settleSetting } from '../core/store/settings-queries.ts';
import { refuseOtherMode, settleMode } from '../demo/first-start.ts';
import { type Arrivals, LocalArrivals } from '../engines/arrivals.ts';
import { engineOfCall } from '../engines/calls.ts';
import { Carrier } from '../engines/carrier.ts';
import { Following } from '../engines/following.ts';
import { JoinedSequencer, type Member } from '../engines/joined.ts';
import { Mirror } from '../engines/mirror.ts';
import { countFrom } from '../engines/queries.ts';
import { gaugeReports, openReports, type ReportedEngine } from '../engines/reports/index.ts';
import { accountsOf, HOME, numbersAfter } from '../engines/shares.ts';
import { EXCHANGE_TABLES } from '../tables.ts';
import type { LifeOptions } from './lives.ts';

/** What a capability has of its own engine. */
export interface OwnBooks {
  readonly books: Database;
  readonly reads: Reads;
  readonly reconciler: Reconciler;
}

/** One product's engine, run by this process. */
interface Product {
  readonly name: ProductEngine;
  readonly books: Database;
  readonly sequencer: Sequencer;
  readonly following: Following;
  readonly arrivals: Arrivals;
  readonly highWater: HighWater;
}

export interface ProductsParts {
  readonly engines: EnginesConfig;
  readonly home: { readonly database: Database; readonly sequencer: Sequencer };
  readonly deployment: string;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly engineOfCall: (label: string) => EngineName | undefined;
  /** An engine beside the home lost commits. */
  readonly onLost: (cause: Error) => void;
  readonly refusal?: SequencerOptions['refusal'];
}

interface WatchParts {
  readonly audit: AuditLog;
  readonly log: Logger;
  readonly clock: { now(): number };
}

const ENGINE = 'engine';

/** Opens what product databases there are, each its own product's of this exchange. Throws StartRefusedError. */
async function openBooks(
  options: ServerOptions,
  { engines, deployment }: Pick<ProductsParts, 'engines' | 'deployment'>,
  teardown: Teardown,
): Promise<Record<ProductEngine, Database>> {
  const opened: Partial<Record<ProductEngine, Database>> = {};
  for (const name of PRODUCT_ENGINES) {
    opened[name] = await openOne(options, { name, url: engines.books[name], deployment }, teardown);
  }
  return opened as Record<ProductEngine, Database>;
}

async function openOne(
  options: ServerOptions,
  given: { readonly name: ProductEngine; readonly url: string; readonly deployment: string },
  teardown: Teardown,
): Promise<Database> {
  const { config, log } = options;
  const { name, url, deployment } = given;
  const nowMs = Date.now();
  const folder = folderOf(config.dataDir, name);
  const folders = { dataDir: folder, uploadsDir: folder };
  openPrivateFolder(path.dirname(folder));
  openPrivateFolder(folder);
  const open = () =>
    openDatabase({
      databaseUrl: url,
      folders,
      prove: (exchange) => refuseOtherMode(exchange, config),
      role: `${config.role} ${name}`,
      nowMs,
      onIdleError: (error) =>
        log.warn({ err: error, engine: name }, 'a connection to the database was lost'),
    });
  const books = await untilThere(options, open);
  teardown.add(`${name} database`, () => books.close());
  for (const [key, value] of [
    ['deployment', deployment],
    [ENGINE, name],
  ] as const) {
    const kept = await settleSetting(books, key, { value: JSON.stringify(value), nowMs });
    if (kept !== value)
      throw new StartRefusedError(
        `DATABASE_URL_${name.toUpperCase()}: this database is of another ${key === ENGINE ? 'engine' : 'exchange'}`,
      );
  }
  await settleMode(books, config, nowMs);
  await settleMark(books, folder, nowMs);
  return books;
}

/** The engines of this process beside the home. */
export class Products {
  readonly joined: JoinedSequencer;
  readonly #products: readonly Product[];
  readonly #own = new Map<ProductEngine, OwnBooks & { readonly trading: Trading }>();
  readonly #parts: ProductsParts;

  constructor(parts: ProductsParts, products: readonly Product[], log: Logger) {
    this.#parts = parts;
    this.#products = products;
    const members: Partial<Record<EngineName, Member>> = { [HOME]: parts.home };
    for (const { name, sequencer, following } of products)
      members[name] = { sequencer, prepare: (owner) => following.prepare(owner) };
    this.joined = new JoinedSequencer({
      members: members as Record<EngineName, Member>,
      engineOfCall: parts.engineOfCall,
      onTickLost: (name, reason) =>
        log.warn({ engine: name, err: reason }, 'an engine could not take a sample of the index'),
    });
  }

  /** The database of each engine, the home's first. */
  get books(): readonly ReportedEngine[] {
    const { database } = this.#parts.home;
    return [
      { name: HOME, database },
      ...this.#products.map(({ name, books }) => ({ name, database: books })),
    ];
  }

  /** The books of a capability's engine, once they are watched. */
  of(name: ProductEngine): OwnBooks {
    const own = this.#own.get(name);
    if (own === undefined) throw new TypeError(`the books of ${name} are not watched yet`);
    return own;
  }

  /** Whether a product is stopped by what was found in its own books. */
  tradingOf(name: ProductEngine): Trading {
    const own = this.#own.get(name);
    if (own === undefined) throw new TypeError(`the books of ${name} are not watched yet`);
    return own.trading;
  }

  /** From here on each engine's books are checked, and what does not add up stops that engine. */
  async watch({ audit, log, clock }: WatchParts): Promise<void> {
    for (const { name, books, sequencer, highWater } of this.#products) {
      const trading = await openTrading({ database: books, sequencer, audit, log });
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
  begin({ audit, log, clock }: WatchParts, teardown: Teardown): void {
    const { home } = this.#parts;
    const arrivals = new Map<EngineName, Arrivals>(
      this.#products.map((each) => [each.name, each.arrivals]),
    );
    const run = (command: Command): Promise<Result> => home.sequencer.run(command);
    arrivals.set(HOME, new LocalArrivals({ books: home.database, run }));
    const arrivalsOf = (name: EngineName) => arrivals.get(name);
    const sides = [
      { books: home.database, sequencer: home.sequencer },
      ...this.#products.map(({ books, sequencer }) => ({ books, sequencer })),
    ];
    for (const side of sides) {
      const carrier = new Carrier({ ...side, arrivalsOf, log });
      teardown.add(carrier.name, () => carrier.stop());
    }
    for (const { name, books, sequencer } of this.#products) {
      const schedules = new Schedules({ sequencer, clock, log, tables: EXCHANGE_TABLES });
      schedules.start();
      teardown.add(`schedules of ${name}`, () => schedules.stop());
      const { reconciler } = this.of(name);
      const parts = { database: books, sequencer, clock, log, reconciler, audit };
      const housekeeping = startHousekeeping(parts, []);
      teardown.add(`housekeeping of ${name}`, () => housekeeping.stop());
    }
  }
}

const createEngineOf =
  (name: EngineName): SequencerOptions['createEngine'] =>
  (snapshot) =>
    inTurns(Engine.restoreSteps(snapshot, { accounts: accountsOf(name) }));

/** The home's, which keeps `coin` alone where there are others. */
export const createHomeEngine = createEngineOf(HOME);

/** What reads across several engines: their tables together, as PostgreSQL brings them there. */
export async function bringUpReports(
  { config, log }: ServerOptions,
  parts: {
    readonly books: readonly ReportedEngine[];
    readonly clock: { now(): number };
    readonly metrics: Metrics;
  },
  teardown: Teardown,
): Promise<Reads | undefined> {
  const { engines } = config;
  if (engines === undefined) return undefined;
  const reports = await openReports({
    engines: parts.books,
    url: engines.reportsUrl,
    clock: parts.clock,
    onIdleError: (error) => log.warn({ err: error }, 'a connection to the reports was lost'),
    onFailure: (error) => log.warn({ err: error }, 'the reports could not be looked after'),
  });
  teardown.add('reports', () => reports.close());
  gaugeReports(parts.metrics.registry, reports.reads);
  return reports.reads;
}

/** The engines beside the home, where there are any. */
export async function bringUpOthers(
  options: LifeOptions,
  parts: Pick<ProductsParts, 'home' | 'deployment' | 'clock' | 'secrets'> & {
    readonly disk: Pick<DiskWatch, 'refusal'>;
  },
  teardown: Teardown,
): Promise<Products | undefined> {
  const { engines } = options.config;
  if (engines === undefined) return undefined;
  const { disk, ...given } = parts;
  const refusal: ProductsParts['refusal'] = (command) => disk.refusal(command);
  const onLost = options.onOtherLost;
  return bringUpProducts(options, { ...given, engines, engineOfCall, refusal, onLost }, teardown);
}

async function bringUpProducts(
  options: ServerOptions,
  parts: ProductsParts,
  teardown: Teardown,
): Promise<Products> {
  const opened = await openBooks(options, parts, teardown);
  const products: Product[] = [];
  for (const name of PRODUCT_ENGINES)
    products.push(await bringUpOne(options, parts, { name, books: opened[name] }, teardown));
  return new Products(parts, products, options.log);
}

async function bringUpOne(
  options: ServerOptions,
  parts: ProductsParts,
  { name, books }: { readonly name: ProductEngine; readonly books: Database },
  teardown: Teardown,
): Promise<Product> {
  const { config, log } = options;
  const folder = folderOf(config.dataDir, name);
  const highWater = new HighWater({
    folder,
    deployment: parts.deployment,
    onFailure: (error) =>
      log.warn({ err: error, engine: name }, 'the numbers that were given out could not be kept'),
  });
  await numbersOf(books, name);
  const sequencer = await startSequencer(
    sequencerOptions(options, parts, { name, books, highWater }),
  );
  teardown.add(`${name} sequencer`, () => sequencer.stop());
  const note = () => highWater.note(sequencer.committed.seen, sequencer.committed.head);
  note();
  sequencer.onCommitted(note);
  teardown.add(`${name} numbers given out`, () => highWater.stop());
  const run = (command: Command): Promise<Result> => sequencer.run(command);
  const mirror = new Mirror({ home: parts.home.database, books, run });
  const following = new Following({
    mirror,
    books,
    home: parts.home.sequencer,
    onFailure: (error) =>
      log.warn({ err: error, engine: name }, 'an engine could not follow the home'),
  });
  teardown.add(following.name, () => following.stop());
  await following.catchUp();
  const arrivals = new LocalArrivals({ books, run }, mirror);
  return { name, books, sequencer, following, arrivals, highWater };
}

/** Under the writer's lock, before it is ever written: whoever begins it counts from its place. */
async function numbersOf(books: Database, name: ProductEngine): Promise<void> {
  const writer = await books.openWriter();
  try {
    if (!(await countFrom(writer, numbersAfter(name))))
      throw new StartRefusedError(
        `DATABASE_URL_${name.toUpperCase()}: this database has numbers that are not of the ${name} engine`,
      );
  } finally {
    await writer.close();
  }
}

function sequencerOptions(
  { log, onFatal, signal }: ServerOptions,
  { clock, secrets, onLost, refusal }: ProductsParts,
  own: { readonly name: ProductEngine; readonly books: Database; readonly highWater: HighWater },
): SequencerOptions {
  const { name, books, highWater } = own;
  return {
    tables: EXCHANGE_TABLES,
    database: books,
    createEngine: createEngineOf(name),
    clock,
    agreed: new AgreedTerms(secrets),
    ...(refusal !== undefined && { refusal }),
    ...(signal !== undefined && { signal }),
    readSeen: async () => {
      const onIgnored = () =>
        log.error({ engine: name }, 'the setting "restored" has numbers that no engine gave out');
      const seen = [await highWater.read(), await readRestored(books, onIgnored)];
      return seen.filter((each) => each !== undefined);
    },
    reports: {
      recovering: (cause) =>
        log.error({ err: cause, engine: name }, 'taking the state from the tables again'),
      recovered: () => log.warn({ engine: name }, 'an engine goes on'),
      lost: onLost,
      lossDeclared: (loss) =>
        log.fatal(
          { engine: name, tables: loss.tables, seen: loss.seen },
          "an engine's database lost commits: it is declared, and nothing of it opens until operators resume",
        ),
      fenced: onFatal,
      // The others go on.
      halted: (cause) =>
        log.fatal({ err: cause, engine: name }, 'an engine stands still: nothing of it is taken'),
      listenerFailed: (error) =>
        log.error({ err: error, engine: name }, 'a listener of commits failed'),
    },
  };
}
