/** One product's engine in the process that runs it: its database, its lead, its sequencer and what it follows of the home. */
import path from 'node:path';
import { type Command, Engine, type Result } from '@fairlead/engine';
import { readRestored } from '../core/backup/restored.ts';
import { AgreedTerms } from '../core/checks/agreed-terms.ts';
import {
  DATABASE_SETTINGS,
  type EngineName,
  type EnginesConfig,
  folderOf,
  PRODUCT_ENGINES,
  type ProductEngine,
} from '../core/config/engines.ts';
import type { Clock } from '../core/operations/clock.ts';
import type { DiskWatch } from '../core/operations/disk-watch.ts';
import { inTurns } from '../core/operations/in-turns.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import { answerAsStandby, type StandbyHealth } from '../core/operations/standby-health.ts';
import type { CallClient } from '../core/processes/calls/call-client.ts';
import type { Connected } from '../core/processes/connect.ts';
import { type LeadSide, seenElsewhere } from '../core/processes/engine-side.ts';
import type { ServerOptions, Teardown } from '../core/processes/lifetime.ts';
import { untilThere } from '../core/processes/until-there.ts';
import { HighWater } from '../core/sequencer/high-water.ts';
import type { SequencerOptions } from '../core/sequencer/options.ts';
import { type Sequencer, startSequencer } from '../core/sequencer/sequencer.ts';
import type { RunOptions } from '../core/sequencer/submission.ts';
import { type Database, NotThereError, StartRefusedError } from '../core/store/database.ts';
import { openPrivateFolder } from '../core/store/embedded/private-folder.ts';
import { settleMark } from '../core/store/exchange-mark.ts';
import { openDatabase } from '../core/store/open-database.ts';
import { openPostgres } from '../core/store/postgres/database.ts';
import { settleSetting } from '../core/store/settings-queries.ts';
import { refuseOtherMode, settleMode } from '../demo/first-start.ts';
import { type Arrivals, LocalArrivals } from '../engines/arrivals.ts';
import { Following } from '../engines/following.ts';
import type { Member } from '../engines/joined.ts';
import { Mirror } from '../engines/mirror.ts';
import { countFrom, isCountedFrom } from '../engines/queries.ts';
import { accountsOf, HOME, numbersAfter } from '../engines/shares.ts';
import { EXCHANGE_TABLES } from '../tables.ts';
import { proveEngine } from './prove-engines.ts';

/** One product's engine, run by this process. */
export interface Product {
  readonly name: ProductEngine;
  readonly books: Database;
  readonly sequencer: Sequencer;
  readonly following: Following;
  readonly arrivals: Arrivals;
  readonly highWater: HighWater;
  readonly side: LeadSide | undefined;
}

/** What engines in several processes need of one another. */
export interface Processes {
  readonly connected: Connected;
  /** Names this process's run. */
  readonly gateway: string;
  /** The side of an engine that this process runs. */
  readonly lead: (name: ProductEngine, books: Database) => Promise<LeadSide>;
}

export interface ProductsParts {
  readonly engines: EnginesConfig;
  readonly home: Member & {
    readonly database: Database;
    /** Where another process runs it. */
    readonly client?: CallClient;
  };
  /** Where all engines are of one process there is none. */
  readonly processes?: Processes | undefined;
  readonly deployment: string;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly engineOfCall: (label: string) => EngineName | undefined;
  /** An engine beside the home lost commits. */
  readonly onLost: (cause: Error) => void;
  readonly refusal?: SequencerOptions['refusal'];
  /** What refuses it. */
  readonly disk?: Pick<DiskWatch, 'level' | 'sinceMs' | 'freeBytes'>;
}

const ENGINE = 'engine';

/** The database of a product's engine. */
export interface OpenedBooks {
  readonly books: Database;
  /** Where it is away: throws NotThereError until it is there, and StartRefusedError where it is not this product's. */
  readonly prove?: () => Promise<void>;
}

/**
 * Opens what product databases there are, each its own product's of this exchange. One whose engine this process runs is waited for;
 * another may be away: the others go on without it. Throws StartRefusedError.
 */
export async function openBooks(
  options: ServerOptions,
  {
    engines,
    deployment,
    home,
  }: Pick<ProductsParts, 'engines' | 'deployment'> & {
    readonly home: Pick<ProductsParts['home'], 'database'>;
  },
  teardown: Teardown,
): Promise<Record<ProductEngine, OpenedBooks>> {
  const opened: Partial<Record<ProductEngine, OpenedBooks>> = {};
  for (const name of PRODUCT_ENGINES) {
    const given = { name, url: engines.books[name], deployment, home: home.database };
    const one = engines.own.includes(name)
      ? { books: await untilThere(options, () => openOne(options, given)) }
      : await openIfThere(options, given);
    teardown.add(`${name} database`, () => one.books.close());
    opened[name] = one;
  }
  return opened as Record<ProductEngine, OpenedBooks>;
}

interface GivenBooks {
  readonly name: ProductEngine;
  readonly url: string;
  readonly deployment: string;
  readonly home: Database;
}

async function openIfThere(options: ServerOptions, given: GivenBooks): Promise<OpenedBooks> {
  try {
    return { books: await openOne(options, given) };
  } catch (error) {
    if (!(error instanceof NotThereError)) throw error;
    const { log } = options;
    const { name, url } = given;
    const onAway = (reason: NotThereError) =>
      log.error({ err: reason, engine: name }, "an engine's database is away: the others start");
    const books = await openPostgres({ url, onAway, ...sessionsOf(options, name) });
    // Proved as any is, by looks of its own, before anything of it is shown.
    const open = books.shut();
    const prove = async () => {
      await proveEngine(options, given);
      await (await openOne(options, given)).close();
      open();
    };
    return { books, prove };
  }
}

/** How sessions in it are called, and who hears of those that are lost. */
const sessionsOf = ({ config, log }: ServerOptions, name: ProductEngine) => ({
  timelines: { folder: folderOf(config.dataDir, name) },
  role: `${config.role} ${name}`,
  onIdleError: (error: Error) =>
    log.warn({ err: error, engine: name }, 'a connection to the database was lost'),
});

async function openOne(options: ServerOptions, given: GivenBooks): Promise<Database> {
  const { config } = options;
  const { name, url } = given;
  const nowMs = Date.now();
  const folder = folderOf(config.dataDir, name);
  const folders = { dataDir: folder, uploadsDir: folder };
  openPrivateFolder(path.dirname(folder));
  openPrivateFolder(folder);
  const { role, onIdleError } = sessionsOf(options, name);
  const books = await openDatabase({
    databaseUrl: url,
    folders,
    prove: (exchange) => refuseOtherMode(exchange, config),
    role,
    nowMs,
    onIdleError,
  });
  try {
    await settleOwner(books, given, nowMs);
    await settleMode(books, config, nowMs);
    await settleMark(books, folder, nowMs);
    return books;
  } catch (error) {
    await books.close();
    throw error;
  }
}

async function settleOwner(
  books: Database,
  { name, deployment }: GivenBooks,
  nowMs: number,
): Promise<void> {
  for (const [key, value] of [
    ['deployment', deployment],
    [ENGINE, name],
  ] as const) {
    const kept = await settleSetting(books, key, { value: JSON.stringify(value), nowMs });
    if (kept !== value)
      throw new StartRefusedError(
        `${DATABASE_SETTINGS[name]}: this database is of another ${key === ENGINE ? 'engine' : 'exchange'}`,
      );
  }
}

export const createEngineOf =
  (name: EngineName): SequencerOptions['createEngine'] =>
  (snapshot) =>
    inTurns(Engine.restoreSteps(snapshot, { accounts: accountsOf(name) }));

/** The home's, which keeps `coin` alone where there are others. */
export const createHomeEngine = createEngineOf(HOME);

/** Brings up one that this process runs. */
export async function bringUpOne(
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
  const side = await parts.processes?.lead(name, books);
  const onIgnored = () =>
    log.error({ engine: name }, 'the setting "restored" has numbers that no engine gave out');
  const lead = leadingOf(options, { name, side });
  const sequencer = await startSequencer({
    ...sequencerOptions(options, parts, { name, books, highWater }),
    ...lead.options,
    readSeen: async (session, isAgain = false) => [
      ...[await highWater.read(), await readRestored(session, onIgnored)].filter(
        (each) => each !== undefined,
      ),
      ...(await seenElsewhere(side, isAgain)),
    ],
  }).finally(() => lead.end());
  teardown.add(`${name} sequencer`, () => sequencer.stop());
  await highWater.holdHead(books);
  const note = () => highWater.note(sequencer.committed.seen, sequencer.committed.head);
  note();
  sequencer.onCommitted(note);
  teardown.add(`${name} numbers given out`, () => highWater.stop());
  // Before anything else is committed.
  side?.lead(sequencer);
  const run = (command: Command, options?: RunOptions): Promise<Result> =>
    sequencer.run(command, options);
  const mirror = new Mirror({
    home: parts.home.database,
    books,
    run,
    onRefused: ({ command, reject }) =>
      log.error(
        { engine: name, command, reject },
        'an engine refuses what the home has, and goes on without it',
      ),
  });
  const following = new Following({
    mirror,
    home: parts.home.sequencer,
    onFailure: (error) =>
      log.warn({ err: error, engine: name }, 'an engine could not follow the home'),
  });
  teardown.add(following.name, () => following.stop());
  await following.catchUp();
  const arrivals = new LocalArrivals({ books, run }, mirror);
  return { name, books, sequencer, following, arrivals, highWater, side };
}

/** How an engine waits for its lead where another process may have it. */
function leadingOf(
  { config, log }: ServerOptions,
  { name, side }: { readonly name: ProductEngine; readonly side: LeadSide | undefined },
): { readonly options: Partial<SequencerOptions>; end(): Promise<void> | undefined } {
  let standby: StandbyHealth | undefined;
  const onWaiting = () => {
    standby ??= answerAsStandby(config, { log });
  };
  const onWaitingForLock = () => {
    log.warn({ engine: name }, 'another process is writing; this one waits as a standby');
    side?.wait();
    onWaiting();
  };
  return {
    options: {
      onWaitingForLock,
      ...(side !== undefined && { candidate: side.candidate(onWaiting) }),
    },
    end: () => standby?.stop(),
  };
}

/** Under the writer's lock, before it is ever written: whoever begins it counts from its place. */
async function numbersOf(books: Database, name: ProductEngine): Promise<void> {
  // Another process may write: what it has begun is no more to be done.
  if (await isCountedFrom(books, numbersAfter(name))) return;
  const writer = await books.openWriter();
  try {
    if (!(await countFrom(writer, numbersAfter(name))))
      throw new StartRefusedError(
        `${DATABASE_SETTINGS[name]}: this database has numbers that are not of the ${name} engine`,
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
  const { name, books } = own;
  return {
    tables: EXCHANGE_TABLES,
    database: books,
    createEngine: createEngineOf(name),
    clock,
    agreed: new AgreedTerms(secrets),
    ...(refusal !== undefined && { refusal }),
    ...(signal !== undefined && { signal }),
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
