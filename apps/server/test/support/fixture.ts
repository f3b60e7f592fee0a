/** A whole server without sockets: real engine, sequencer and database, a clock that is set by hand. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ErrorCode, ResponseOf, RouteName } from '@fairlead/contract';
import { routes } from '@fairlead/contract';
import { type Command, Engine, type UserAccount } from '@fairlead/engine';
import { BTC, BTC_USDT, ETH, ETH_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8 } from '@fairlead/units';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { Binance } from '../../src/bots/binance/binance.ts';
import { CAPABILITIES, commandRulesOf, handlersOf, toldOf } from '../../src/capabilities.ts';
import { buildApp, callsOfSockets } from '../../src/composition/app.ts';
import type { Exchange } from '../../src/composition/services.ts';
import { createServices } from '../../src/composition/services.ts';
import type { Work } from '../../src/core/capability.ts';
import { AgreedTerms } from '../../src/core/checks/agreed-terms.ts';
import { LocalCommands } from '../../src/core/commands/local-commands.ts';
import { type Config, loadConfig } from '../../src/core/config/config.ts';
import { createLog } from '../../src/core/http/log.ts';
import { Rates } from '../../src/core/http/rates.ts';
import type { SocketCalls } from '../../src/core/http/socket-calls.ts';
import { checkData } from '../../src/core/http/test/check-data.ts';
import { Metrics } from '../../src/core/operations/metrics.ts';
import { openSecrets } from '../../src/core/operations/secrets.ts';
import type { StartTimer } from '../../src/core/sequencer/next-sample.ts';
import { type Sequencer, startSequencer } from '../../src/core/sequencer/sequencer.ts';
import { Passwords } from '../../src/identity/passwords.ts';
import { startCandles } from '../../src/market/candles/candles.ts';
import { startMarketData } from '../../src/market/data/market-data.ts';
import { startAlerts } from '../../src/notices/alerts/alerts.ts';
import type { Channels } from '../../src/notices/outbox.ts';
import { EXCHANGE_TABLES } from '../../src/tables.ts';
import { type DatabaseKind, openTestDatabase, type TestDatabase } from './test-database.ts';

export const PASSWORD = 'harbour-42';
export const OWNER_PASSWORD = 'a lighthouse keeper';
const CHEAP_HASHING = { memoryCost: 64, timeCost: 1, parallelism: 1 };
/** What an index tick says at the start: BTC 100.00, ETH 10.00. */
const PRICES = [
  [BTC_USDT.marketId, 100_00000000n],
  [ETH_USDT.marketId, 10_00000000n],
] as const;

/** A clock that stands still until it is set. */
export class FakeClock {
  nowMs = Date.UTC(2027, 0, 15, 8);
  now(): number {
    return this.nowMs;
  }
}

export interface TestServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly kind?: DatabaseKind;
  /** Instead of one that stands still. */
  readonly clock?: FakeClock;
  /** Runs on this database in place of one of its own, and removes it at the end. */
  readonly opened?: TestDatabase;
  readonly channels?: Channels;
  /** Hashes passwords as in earnest; otherwise cheaply. */
  readonly hasRealHashing?: boolean;
  /** First answers kept in memory; older ones are in their table only. */
  readonly answersMax?: number;
  /** Ends the waits for index samples. */
  readonly startTimer?: StartTimer;
  /** Serves the built app and console, which takes a while to list; otherwise none is built. */
  readonly hasPages?: boolean;
  /** Gets the log's lines. */
  readonly logTo?: DestinationStream;
  /** The accounts that its engine keeps, where others keep the rest; all otherwise. */
  readonly accounts?: readonly UserAccount[];
}

/** What came back, with the envelope read. */
export interface Reply<Name extends RouteName = RouteName> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** The body as sent. */
  readonly text: string;
  readonly type: string;
  readonly code: number;
  readonly error: ErrorCode | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** DATA of a success, the text of a refusal. */
  readonly message: ResponseOf<Name>;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
}

export interface TestUser {
  readonly userId: number;
  readonly token: string;
  readonly email: string;
}

/** What tells users, of all capabilities. */
class Notices {
  readonly #works: readonly Work[];

  constructor(works: readonly Work[]) {
    this.#works = works;
  }

  async settled(): Promise<void> {
    for (const work of this.#works) await work.settled?.();
  }

  async stop(): Promise<void> {
    for (const work of this.#works) await work.stop();
  }
}

/** What a process holds and its end loses. */
interface Running {
  readonly app: FastifyInstance;
  readonly binance: Binance;
  readonly calls: SocketCalls;
  readonly context: Exchange;
  readonly sequencer: Sequencer;
  readonly notices: Notices;
}

/** What outlives a process, and what starts one on it. */
interface Ground {
  readonly clock: FakeClock;
  /** DATA_DIR. */
  readonly folder: string;
  readonly opened: TestDatabase;
  readonly start: (environment: TestServerOptions['environment']) => Promise<Running>;
}

export class TestServer {
  app: FastifyInstance;
  /** For the streams of programs. */
  binance: Binance;
  /** For the live socket. */
  calls: SocketCalls;
  context: Exchange;
  sequencer: Sequencer;
  /** Tells users of what is committed. */
  notices: Notices;
  readonly clock: FakeClock;
  readonly #ground: Ground;
  #keys = 0;
  #users = 0;

  constructor(ground: Ground, running: Running) {
    const { app, binance, calls, context, sequencer, notices } = running;
    this.app = app;
    this.binance = binance;
    this.calls = calls;
    this.context = context;
    this.sequencer = sequencer;
    this.notices = notices;
    this.clock = ground.clock;
    this.#ground = ground;
  }

  async stop(): Promise<void> {
    await this.#endReaders();
    await this.context.candles.stop();
    await this.sequencer.stop();
    await this.#ground.opened.remove();
    await rm(this.#ground.folder, { recursive: true, force: true });
  }

  /** Where pictures lie. */
  get folder(): string {
    return this.#ground.folder;
  }

  /** Ends without writing unsaved candles, as a SIGKILL would, and starts again, with other settings if any. */
  async restart(environment?: TestServerOptions['environment']): Promise<void> {
    await this.#endReaders();
    this.context.candles.abandon();
    await this.sequencer.stop();
    Object.assign(this, await this.#ground.start(environment));
  }

  /** Calls a route as a form; a money call gets a fresh key unless one is given. */
  async call<Name extends RouteName>(
    name: Name,
    request: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<Reply<Name>> {
    const { method, path, isMoney } = routes[name];
    this.#keys += 1;
    const form = new URLSearchParams(
      Object.entries(request)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [field, String(value)]),
    ).toString();
    const isQuery = method === 'GET';
    // No form can hold a list or an object.
    const isNested = Object.values(request).some((value) => typeof value === 'object');
    const type = isNested ? 'application/json' : 'application/x-www-form-urlencoded';
    const response = await this.app.inject({
      method,
      url: `/api/${path}${isQuery && form !== '' ? `?${form}` : ''}`,
      remoteAddress: options.ip ?? '127.0.0.1',
      headers: {
        ...(!isQuery && { 'content-type': type }),
        ...(isMoney && { 'idempotency-key': options.key ?? `key-${this.#keys}` }),
        ...(options.token !== undefined && { authorization: options.token }),
        ...options.headers,
      },
      ...(!isQuery && { payload: isNested ? JSON.stringify(request) : form }),
    });
    return readReply(response);
  }

  /** Calls and gives DATA; throws on a refusal. */
  async data<Name extends RouteName>(
    name: Name,
    request: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<ResponseOf<Name>> {
    const reply = await this.call(name, request, options);
    if (reply.type !== 'ok') throw new Error(`${name}: ${reply.status} ${reply.text}`);
    return reply.message;
  }

  /** The last code sent to someone. */
  async code(to: string): Promise<string> {
    const [message] = await this.context.outbox.inbox(to.toLowerCase(), 1);
    if (message === undefined) throw new Error(`no message to ${to}`);
    return message.code;
  }

  /** Registers by e-mail. */
  async register(email = this.newEmail(), options: CallOptions = {}): Promise<TestUser> {
    await this.data('smsMail', { email, scene: 'register' }, options);
    const request = registration(email, await this.code(email));
    const { token, user } = await this.data('register', request, options);
    return { userId: user.id, token, email };
  }

  newEmail(): string {
    this.#users += 1;
    return `user${this.#users}@example.com`;
  }

  /** Funds the coin account in minor units, past the faucet's limits. */
  async fund(userId: number, currencyId: number, amount: bigint): Promise<void> {
    this.#keys += 1;
    await this.run({
      kind: 'post_entry',
      reason: 'deposit',
      reference: `test:${this.#keys}`,
      currencyId,
      amount: amountMinor(amount),
      source: { house: 'external' },
      target: { owner: userId, account: 'coin' },
    });
  }

  /** Registers with 1,000 USDT and 10 BTC. */
  async trader(): Promise<TestUser> {
    const user = await this.register();
    await this.fund(user.userId, USDT.currencyId, 1_000_000000n);
    await this.fund(user.userId, BTC.currencyId, 10_00000000n);
    return user;
  }

  async ownerToken(): Promise<string> {
    const { token } = await this.data('operatorLogin', { name: 'owner', password: OWNER_PASSWORD });
    return token;
  }

  async run(command: Command): Promise<void> {
    const result = await this.sequencer.run(command);
    if (!result.ok) throw new Error(`${command.kind}: ${result.reject}`);
  }

  /** Lets time pass, with the index going on as it was. */
  async pass(milliseconds: number): Promise<void> {
    this.clock.nowMs += milliseconds;
    await this.tick();
  }

  async tick(): Promise<void> {
    for (const [marketId, price] of PRICES)
      await this.sequencer.run({
        kind: 'index_tick',
        marketId,
        sampleTimeMs: this.clock.now(),
        price: priceE8(price),
        quotedAtMs: this.clock.now(),
      });
  }

  /** After a drift that is gone again: counts everything anew and takes orders again, as two operators would. */
  async settleBooks(): Promise<void> {
    const { trading, reconciler } = this.context;
    await reconciler.checkEverything();
    const { since } = trading.intent(reconciler);
    await trading.resume({ since, reason: 'counted again' }, reconciler);
  }

  async #endReaders(): Promise<void> {
    await this.app.close();
    await this.notices.stop();
    await this.context.alerts.stop();
    await this.context.push.stop();
    this.context.marketData.stop();
  }

  /** Everything in the ledger's tables, to show that nothing moved. */
  async ledger(): Promise<string> {
    const rows = await this.context.database.query(
      'SELECT account_id, total_minor::text, frozen_minor::text FROM balances ORDER BY account_id',
    );
    return JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? `${value}` : value));
  }
}

/** The fields of a registration by e-mail. */
export const registration = (email: string, code: string, password = PASSWORD) => ({
  account_type: 'email',
  account: email,
  code,
  password,
  password_confirmation: password,
  agreed: 'true',
});

/** Reads an injected response. */
export function readReply<Name extends RouteName>(response: {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: string;
}): Reply<Name> {
  const { statusCode: status, headers, body: text } = response;
  const envelope = text.startsWith('{') ? JSON.parse(text) : {};
  return { status, headers, text, ...envelope };
}

/** Starts a demo server with two markets at 100 and 10 USDT and an owner who may log in. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { clock = new FakeClock() } = options;
  const opened = options.opened ?? (await openTestDatabase(options.kind));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-test-'));
  const start = (isSeeded: boolean, environment = options.environment) => {
    const config = testConfig({ DATA_DIR: folder, ...environment });
    return bringUp({ options, config, clock, opened, isSeeded });
  };
  const again = (environment: TestServerOptions['environment']) => start(true, environment);
  return new TestServer({ clock, folder, opened, start: again }, await start(false));
}

interface BringUpOptions {
  readonly options: TestServerOptions;
  readonly config: Config;
  readonly clock: FakeClock;
  readonly opened: TestDatabase;
  readonly isSeeded: boolean;
}

async function bringUp(settings: BringUpOptions): Promise<Running> {
  const { options, config, clock, isSeeded } = settings;
  const { accounts } = options;
  const { database } = settings.opened;
  const log = createLog(options.logTo === undefined ? 'silent' : 'trace', options.logTo);
  const secrets = await openSecrets(database, config, clock.now());
  const sequencer = await startSequencer({
    tables: EXCHANGE_TABLES,
    database,
    clock,
    agreed: new AgreedTerms(secrets),
    createEngine: (snapshot) =>
      new Engine(snapshot, accounts && { triggerFiresMax: 1, triggerRunFiresMax: 1, accounts }),
    ...(options.startTimer !== undefined && { startTimer: options.startTimer }),
    ...(options.answersMax !== undefined && { limits: { answersMax: options.answersMax } }),
  });
  if (!isSeeded) await seed(sequencer, clock);
  const metrics = new Metrics();
  metrics.watchSequencer(() => sequencer.health());
  const services = await createServices({
    config,
    clock,
    log,
    database,
    sequencer,
    metrics,
    secrets,
    ...(options.channels !== undefined && { channels: options.channels }),
    ...(!options.hasRealHashing && { passwords: new Passwords(CHEAP_HASHING) }),
  });
  await services.operators.createFirst(config.operator);
  await services.custodyTerms.seed({ isDemo: config.isDemo });
  const candles = await startCandles({ database, sequencer, log });
  const { standstills } = services;
  const marketData = await startMarketData({ database, sequencer, candles, standstills, clock });
  const { messages } = services;
  const alerts = await startAlerts({ database, clock, messages, marketData, log });
  const { terms } = marketData;
  const rules = commandRulesOf({ ...services, terms });
  const commands = new LocalCommands({
    sequencer,
    rules,
    gate: services.gate,
  });
  const exchange = { ...services, candles, marketData, terms, alerts, commands };
  const context = { ...exchange, told: toldOf(exchange) };
  const notices = new Notices(CAPABILITIES.flatMap((each) => each.notices?.(context) ?? []));
  const unbuilt = path.join(config.dataDir, 'unbuilt');
  const rates = new Rates(config.rateLimitFactor);
  const handlers = handlersOf(context);
  const binance = new Binance(context, rates, handlers);
  const app = await buildApp(context, {
    rates,
    handlers,
    binance,
    checkData,
    isDocumentLate: true,
    ...(!options.hasPages && { webFolder: unbuilt, consoleFolder: unbuilt }),
  });
  const calls = callsOfSockets(context, { rates, handlers, checkData });
  return { app, binance, calls, context, sequencer, notices };
}

function testConfig(environment: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({
    OPERATOR_PASSWORD: OWNER_PASSWORD,
    // Tests of limits set it to 1.
    RATE_LIMIT_FACTOR: environment['DEMO'] === 'false' ? '1' : '1000',
    ...environment,
  });
}

async function seed(sequencer: Sequencer, clock: FakeClock): Promise<void> {
  const commands: Command[] = [
    { kind: 'configure_currency', currency: BTC },
    { kind: 'configure_currency', currency: ETH },
    { kind: 'configure_currency', currency: USDT },
    { kind: 'configure_market', market: BTC_USDT },
    { kind: 'configure_market', market: ETH_USDT },
    ...PRICES.map(
      ([marketId, price]): Command => ({
        kind: 'index_tick',
        marketId,
        sampleTimeMs: clock.now(),
        price: priceE8(price),
      }),
    ),
    ...[BTC, ETH, USDT].map(
      ({ currencyId, scale }): Command => ({
        kind: 'post_entry',
        reason: 'capital',
        reference: `seed:${currencyId}`,
        currencyId,
        amount: amountMinor(10n ** BigInt(scale + 9)),
        source: { house: 'external' },
        target: { house: 'demo_faucet' },
      }),
    ),
  ];
  for (const result of await Promise.all(commands.map((command) => sequencer.run(command))))
    if (!result.ok) throw new Error(`seed: ${result.reject}`);
}
