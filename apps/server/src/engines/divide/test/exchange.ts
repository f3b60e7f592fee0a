/** An exchange of one engine on a PostgreSQL database, and of four on four of them. */
import process from 'node:process';
import { type Command, Engine, type Result } from '@fairlead/engine';
import { pino } from 'pino';
import {
  createDatabase,
  dropDatabase,
  POSTGRES_TEMPLATE,
  urlOf,
} from '../../../../test/support/postgres-server.ts';
import { type FakeClock, hashes, start } from '../../../../test/support/test-sequencer.ts';
import { AgreedTerms } from '../../../core/checks/agreed-terms.ts';
import { Reconciler } from '../../../core/checks/reconciler.ts';
import { ENGINE_NAMES, type EngineName } from '../../../core/config/engines.ts';
import { Secrets } from '../../../core/operations/secrets.ts';
import type { Sequencer } from '../../../core/sequencer/sequencer.ts';
import { exchangeIdOf } from '../../../core/store/exchange-mark.ts';
import { openPostgres, type PostgresDatabase } from '../../../core/store/postgres/database.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { type Arrivals, LocalArrivals } from '../../arrivals.ts';
import { Carrier } from '../../carrier.ts';
import { Mirror, type RefusedCommand } from '../../mirror.ts';
import { countFrom } from '../../queries.ts';
import { accountsOf, numbersAfter } from '../../shares.ts';
import { TransferWords } from '../../words.ts';

const log = pino({ level: 'silent' });
const secrets = new Secrets('a secret of the tests, 32 letters long');
const agreed = new AgreedTerms(secrets);
const words = new TransferWords(secrets);

const isCopy = (database: string): boolean => {
  const template = process.env[POSTGRES_TEMPLATE];
  return template !== undefined && database.startsWith(template);
};

export type Urls = Readonly<Record<EngineName, string>>;

/** A database with the schema for the home, and three that have it or, as `isBare`, nothing at all. */
export async function makeDatabases({ isBare = false } = {}): Promise<{
  urls: Urls;
  remove: () => Promise<void>;
}> {
  const names = new Map<EngineName, string>();
  for (const name of ENGINE_NAMES)
    names.set(
      name,
      await createDatabase(name === 'spot' || !isBare ? process.env[POSTGRES_TEMPLATE] : undefined),
    );
  return {
    urls: Object.fromEntries([...names].map(([name, database]) => [name, urlOf(database)])) as Urls,
    async remove() {
      // To drop one costs a checkpoint: copies of the template go with it at the end of the run.
      for (const database of names.values()) if (!isCopy(database)) await dropDatabase(database);
    },
  };
}

export interface RunningEngine {
  readonly name: EngineName;
  readonly books: PostgresDatabase;
  readonly sequencer: Sequencer;
  run(command: Command, options?: Parameters<Sequencer['run']>[1]): Promise<Result>;
  /** What any of its checks finds. */
  drifts(): Promise<string[]>;
}

async function openEngine(
  name: EngineName,
  {
    url,
    clock,
    isOne,
  }: { readonly url: string; readonly clock: FakeClock; readonly isOne: boolean },
): Promise<RunningEngine> {
  const books = await openPostgres({ url });
  const bounds = { triggerFiresMax: 64, triggerRunFiresMax: 64 };
  const createEngine = (snapshot: ConstructorParameters<typeof Engine>[0]) =>
    new Engine(snapshot, isOne ? bounds : { ...bounds, accounts: accountsOf(name) });
  const sequencer = await start(books, { clock, createEngine, agreed });
  return {
    name,
    books,
    sequencer,
    run: (command, options) => sequencer.run(command, options),
    async drifts() {
      const parts = { database: books, sequencer, createEngine, tables: EXCHANGE_TABLES };
      const reconciler = new Reconciler({ ...parts, clock, agreed });
      await reconciler.checkStart(60_000);
      await reconciler.checkEngine();
      await reconciler.checkAll();
      await reconciler.checkPast();
      const { running, reloaded } = await hashes(sequencer, books);
      return [
        ...[...reconciler.results.values()].flatMap(({ drifts }) =>
          drifts.map(({ check, subject, difference }) => `${check} ${subject} ${difference}`),
        ),
        ...(running === reloaded ? [] : ['the tables are not the engine']),
      ];
    },
  };
}

/** The one engine. */
export async function openOne(url: string, clock: FakeClock) {
  const engine = await openEngine('spot', { url, clock, isOne: true });
  await exchangeIdOf(engine.books, clock.nowMs);
  return {
    ...engine,
    async close() {
      await engine.sequencer.stop();
      await engine.books.close();
    },
  };
}

const onRefused = ({ command, reject }: RefusedCommand): never => {
  throw new Error(`${command.kind}: ${reject}`);
};

/** The four, with what passes between them. */
export async function openFour(urls: Urls, clock: FakeClock) {
  const engines = {} as Record<EngineName, RunningEngine>;
  const arrivals = new Map<EngineName, Arrivals>();
  const mirrors: Mirror[] = [];
  const carriers: Carrier[] = [];
  for (const name of ENGINE_NAMES) {
    const engine = await openEngine(name, { url: urls[name], clock, isOne: false });
    engines[name] = engine;
    const parts = { books: engine.books, run: (command: Command) => engine.run(command) };
    const home = engines.spot.books;
    const mirror = name === 'spot' ? undefined : new Mirror({ ...parts, home, onRefused });
    if (mirror !== undefined) mirrors.push(mirror);
    arrivals.set(name, new LocalArrivals(parts, mirror));
    carriers.push(
      new Carrier({
        books: engine.books,
        sequencer: engine.sequencer,
        arrivalsOf: (other) => arrivals.get(other),
        others: () =>
          ENGINE_NAMES.filter((other) => other !== name).map((other) => engines[other].books),
        clock,
        log,
        words,
        againMs: 3_600_000,
      }),
    );
  }
  return {
    engines,
    /** Whether each goes on from where a division put it. */
    counts: () =>
      Promise.all(ENGINE_NAMES.map((name) => countFrom(engines[name].books, numbersAfter(name)))),
    /** What each mirror had to put right. */
    look: () => Promise.all(mirrors.map((mirror) => mirror.look())),
    async carry() {
      for (let round = 0; round < 2; round += 1)
        for (const carrier of carriers) await carrier.look();
    },
    async close() {
      for (const carrier of carriers) await carrier.stop();
      for (const { sequencer, books } of Object.values(engines)) {
        await sequencer.stop();
        await books.close();
      }
    },
  };
}
