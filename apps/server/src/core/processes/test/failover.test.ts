/**
 * Two gateways and two engines as processes of their own, under load: the leading engine is killed, the next one
 * is paused. Whatever was acknowledged happened once, whoever asks again gets the first answer (X1, I7, I8). How
 * long a takeover takes is printed here and measured by `npm run bench -- gateways takeovers`.
 */
import process from 'node:process';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  BTC_USDT,
  canDeploy,
  Deployment,
  data,
  priceBelow,
  register,
} from '../../../../test/support/deployment-fixture.ts';
import { Load } from '../../../../test/support/load.ts';
import { type Spawned, spawnServer } from '../../../../test/support/spawned.ts';
import { openPostgres } from '../../store/postgres/database.ts';

const CLIENTS = 6;
const STANDBY = 'waits as a standby';
/** Five processes are started one after the other. */
const TIMEOUT_MS = 240_000;

interface DepthData {
  readonly is_snapshot: boolean;
  readonly previous?: number;
  readonly sequence: number;
}

/** A book's messages as one socket got them, connected or not. */
class BookWatcher {
  readonly breaks: string[] = [];
  messages = 0;
  readonly socket: Socket;
  #sequence: number | undefined;

  constructor(address: string) {
    this.socket = io(address, { transports: ['websocket'] });
    this.socket.on('connect', () =>
      this.socket.emit('subscribe', { channels: [`depth:${BTC_USDT}`] }),
    );
    this.socket.on('data', ({ data: depth }: { readonly data: DepthData }) => this.#take(depth));
  }

  #take({ is_snapshot: isSnapshot, previous = 0, sequence }: DepthData): void {
    this.messages += 1;
    const own = this.#sequence;
    if (!isSnapshot && (own === undefined || previous > own))
      this.breaks.push(`${own} then ${previous} to ${sequence}`);
    this.#sequence = sequence;
  }
}

describe.skipIf(!canDeploy)('a takeover (PostgreSQL, Redis)', () => {
  const running: Spawned[] = [];
  let deployment: Deployment;
  const start = async (role: 'engine' | 'gateway'): Promise<Spawned> => {
    const server = await spawnServer({
      ...deployment.environment,
      LOG_LEVEL: 'warn',
      ROLE: role,
    });
    running.push(server);
    return server;
  };
  beforeAll(async () => {
    deployment = await Deployment.open();
  });
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await deployment?.remove();
  });

  test(
    'loses and doubles nothing, after a kill and after a pause',
    async () => {
      const first = await start('engine');
      await first.said('is ready');
      const gateways = [await start('gateway'), await start('gateway')];
      const second = await start('engine');
      await Promise.all([...gateways.map((each) => each.said('is ready')), second.said(STANDBY)]);
      const [one, other] = gateways as [Spawned, Spawned];

      const users = [];
      for (let count = 0; count < CLIENTS; count += 1) users.push(await register(one));
      for (const { token } of users)
        await data(other, 'faucet', { currency_id: 3, amount: '1000' }, { token });
      const watchers = gateways.map(({ address }) => new BookWatcher(address));
      const price = await priceBelow(one);

      const load = new Load(gateways);
      for (const [at, { token }] of users.entries()) load.start(token, at, price);
      const token = users[0]?.token ?? '';
      await load.answeredAnew(token);

      const killedAtMs = performance.now();
      first.child.kill('SIGKILL');
      await load.answeredAnew(token);
      const afterKillMs = performance.now() - killedAtMs;

      const third = await start('engine');
      await third.said(STANDBY);
      const pausedAtMs = performance.now();
      second.child.kill('SIGSTOP');
      await load.answeredAnew(token);
      const afterPauseMs = performance.now() - pausedAtMs;
      second.child.kill('SIGCONT');
      // It finds that it was replaced, and ends without another word.
      expect(await second.ended).toBe(70);
      expect(second.output()).toMatch(/replaced|fenced/);
      await load.answeredAnew(token);
      await load.end();
      process.stdout.write(
        `takeover after a kill ${Math.round(afterKillMs)} ms, after a pause ${Math.round(afterPauseMs)} ms, ` +
          `${load.told.length} calls, ${load.told.filter(({ tries }) => tries > 1).length} asked again\n`,
      );

      await expectOnce(load, deployment.databaseUrl);
      await expectSameAgain(load, other);
      for (const watcher of watchers) {
        expect(watcher.breaks).toEqual([]);
        expect(watcher.messages).toBeGreaterThan(10);
        watcher.socket.disconnect();
      }
      expect(await data(one, 'deal', { symbol: BTC_USDT })).toMatchObject({
        bids: (await data(other, 'deal', { symbol: BTC_USDT })).bids,
      });
    },
    TIMEOUT_MS,
  );
});

/** What was answered is in the tables, once each, and nothing else is. */
async function expectOnce({ told }: Load, url: string): Promise<void> {
  const failed = told.filter(({ text }) => !text.startsWith('{"type":"ok"'));
  expect(failed.map(({ name, text }) => `${name} ${text}`)).toEqual([]);
  const database = await openPostgres({ url });
  try {
    const orders = await database.query<{ client_order_id: string; status: string }>(
      "SELECT client_order_id, status FROM orders WHERE client_order_id LIKE 'load-%'",
    );
    const placed = told.filter(({ name }) => name === 'placeOrder').map(({ key }) => key);
    expect(orders.map((row) => row.client_order_id).sort()).toEqual(placed.sort());
    expect(orders.filter(({ status }) => status !== 'cancelled')).toEqual([]);
    const [moved] = await database.query<{ count: bigint }>(
      'SELECT count(*) AS count FROM transfers',
    );
    const transfers = told.filter(({ name }) => name === 'transfer').length;
    expect(Number(moved?.count)).toBe(transfers);
    const [option] = await database.query<{ total: string }>(
      `SELECT sum(total_minor)::text AS total FROM balances
       WHERE account = 'option' AND currency_id = 3 AND owner_id IN (SELECT user_id FROM users)`,
    );
    expect(option?.total).toBe(String(transfers * 10_000));
  } finally {
    await database.close();
  }
}

/** Whoever asks again, in doubt or not, gets the very first answer. */
async function expectSameAgain({ told }: Load, server: Spawned): Promise<void> {
  const doubtful = told.filter(({ tries }) => tries > 1);
  for (const { name, request, token, key, text } of [...doubtful, ...told.slice(-20)]) {
    const again = await ask(server, name, request, { token, key });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([text, 'true']);
  }
}
