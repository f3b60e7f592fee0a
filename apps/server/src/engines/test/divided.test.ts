/**
 * Each engine a process of its own, under load through two gateways: what one of them loses stops its product only, its standby
 * takes over, and what was acknowledged happened once. Transfers to who is away wait and arrive (X1, I7, I8).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  BTC_USDT,
  canDeploy,
  Deployment,
  priceBelow,
} from '../../../test/support/deployment-fixture.ts';
import { Load } from '../../../test/support/load.ts';
import { type Spawned, spawnServer } from '../../../test/support/spawned.ts';
import { quickCheck } from '../../core/checks/reconciliation.ts';
import { ENGINE_NAMES, type EngineName } from '../../core/config/engines.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { Trader, USDT, until } from './trader.ts';

const STANDBY = 'waits as a standby';
const READY = 'is ready';
const CLIENTS = 2;
/** Eight processes are started, most of them twice. */
const TIMEOUT_MS = 1_200_000;
const LOAD_REST_MS = 20;

describe.skipIf(!canDeploy)('engines in processes of their own (PostgreSQL, Redis)', () => {
  const running = new Set<Spawned>();
  let deployment: Deployment;
  let gateways: Spawned[];
  let one: Spawned;
  let other: Spawned;
  let engines: Record<EngineName, Spawned>;

  const spawnIt = async (environment: Readonly<Record<string, string>>): Promise<Spawned> => {
    const given = { ...deployment.environment, LOG_LEVEL: 'warn', ...environment };
    const server = await spawnServer(given);
    running.add(server);
    return server;
  };
  const startEngine = (name: EngineName) => spawnIt({ ROLE: 'engine', ENGINE: name });
  const kill = async (server: Spawned): Promise<void> => {
    running.delete(server);
    server.child.kill('SIGKILL');
    await server.ended;
  };
  const count = async (name: EngineName, sql: string): Promise<number> => {
    const books = await openPostgres({ url: deployment.booksUrl(name) });
    try {
      const [row] = await books.query<{ count: bigint }>(sql);
      return Number(row?.count);
    } finally {
      await books.close();
    }
  };

  beforeAll(async () => {
    deployment = await Deployment.openDivided();
    const started = await Promise.all(ENGINE_NAMES.map(startEngine));
    const [spot, futures, options, wealth] = started as [Spawned, Spawned, Spawned, Spawned];
    engines = { spot, futures, options, wealth };
    await Promise.all(started.map((each) => each.said(READY)));
    gateways = await Promise.all([spawnIt({ ROLE: 'gateway' }), spawnIt({ ROLE: 'gateway' })]);
    [one, other] = gateways as [Spawned, Spawned];
    await Promise.all(gateways.map((each) => each.said(READY)));
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
    await deployment?.remove();
  });

  test(
    'every product is traded through either gateway',
    async () => {
      const trader = await Trader.register(deployment, gateways);
      await trader.fund();
      const position = await trader.openPosition();
      for (const server of [one, other, engines.spot, engines.futures])
        expect(await trader.positionsAt(server)).toEqual([position.id]);
      await trader.closePosition(position.id);
      expect(await trader.positionsAt(other)).toEqual([]);
      await trader.verify();
      const option = await trader.buyOption();
      const { id } = await trader.lockFunds();
      for (const server of gateways) expect(await trader.lockedAt(server)).toContain(id);
      expect((await trader.optionSettled(option.id)).status).toBe('settled');
      // Back to the home, by the engine that has it.
      await trader.move('contract', 'coin', '1');
      const key = 'back-home';
      const back = {
        from_account: 'contract',
        to_account: 'coin',
        currency_id: USDT,
        amount: '1',
      };
      const first = await ask(one, 'transfer', back, { ...trader.me, key });
      for (const server of [other, engines.spot, engines.wealth])
        await expect.poll(() => trader.repeated(server, back, key)).toEqual([first.text, 'true']);
    },
    TIMEOUT_MS,
  );

  test(
    'an engine that is killed stops its product only, and its standby loses and doubles nothing',
    async () => {
      const trader = await Trader.register(deployment, gateways);
      await trader.fund();
      const standby = await startEngine('futures');
      await standby.said(STANDBY);
      const load = new Load(gateways, { restMs: LOAD_REST_MS });
      const price = await priceBelow(one);
      for (let at = 0; at < CLIENTS; at += 1) load.start(trader.token, at, price);
      const before = await trader.openPosition();

      await kill(engines.futures);
      // On its way while nobody takes it, and what is asked of the others is answered.
      await trader.move('coin', 'contract', '7');
      await load.answeredAnew(trader.token);
      const after = await trader.openPosition();
      for (const server of gateways) {
        const held = await trader.positionsAt(server);
        expect(held.sort()).toEqual([before.id, after.id].sort());
      }

      await kill(standby);
      // Nobody is there: that product is refused, everything else goes on.
      const refused = await ask(one, 'closePosition', { position_id: before.id }, trader.me);
      expect(refused).toMatchObject({ type: 'error', error: 'unavailable' });
      await trader.move('coin', 'contract', '11');
      const option = await trader.lockFunds();
      expect(await trader.lockedAt(other)).toContain(option.id);
      await load.answeredAnew(trader.token);

      engines.futures = await startEngine('futures');
      await trader.closePosition(before.id);
      await trader.closePosition(after.id);
      await load.end();
      await expectCarried(load);
      const inFutures = `SELECT count(*) AS count FROM received_transfers
        WHERE status = 'credited' AND owner_id = ${trader.userId}`;
      await until(async () => ((await count('futures', inFutures)) === 3 ? true : undefined));
    },
    TIMEOUT_MS,
  );

  test(
    'what is open elsewhere is settled once the home is back',
    async () => {
      const trader = await Trader.register(deployment, gateways);
      await trader.fund();
      await trader.verify();
      const option = await trader.buyOption();
      await kill(engines.spot);
      const held = await trader.lockFunds();
      expect(await trader.lockedAt(one)).toContain(held.id);
      engines.spot = await startEngine('spot');
      expect((await trader.optionSettled(option.id)).status).toBe('settled');
      const symbol = { symbol: BTC_USDT, side: 'buy', type: 'limit', quantity: '0.001' };
      const price = await priceBelow(other);
      await trader.taken('placeOrder', { ...symbol, price });
    },
    TIMEOUT_MS,
  );

  test('the books of each add up, and nothing is on its way for ever', async () => {
    for (const name of ENGINE_NAMES) {
      const open = "SELECT count(*) AS count FROM sent_transfers WHERE status = 'sent'";
      await until(async () => ((await count(name, open)) === 0 ? true : undefined));
      const books = await openPostgres({ url: deployment.booksUrl(name) });
      expect([name, await quickCheck(books, EXCHANGE_TABLES)]).toEqual([name, []]);
      await books.close();
    }
  }, 600_000);

  /** Each transfer that was answered left once and came once; whoever asks again gets the first answer. */
  async function expectCarried({ told }: Load): Promise<void> {
    const failed = told.filter(({ text }) => !text.startsWith('{"type":"ok"'));
    expect(failed.map(({ name, text }) => `${name} ${text}`)).toEqual([]);
    const [first] = told;
    const transfers = told.filter(({ name }) => name === 'transfer');
    const ids = transfers.map(({ text }) => JSON.parse(text).message.id as number);
    expect(new Set(ids).size).toBe(ids.length);
    const came = `SELECT count(*) AS count FROM received_transfers
      WHERE status = 'credited' AND transfer_id IN (${ids.join(', ')})`;
    await until(async () => ((await count('options', came)) === ids.length ? true : undefined));
    for (const { name, request, token, key, text } of [first, ...told.slice(-5)].flatMap(
      (each) => each ?? [],
    )) {
      const again = await ask(other, name, request, { token, key });
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([text, 'true']);
    }
  }
});
