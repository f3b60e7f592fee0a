/** A live socket that is a sub-account's: told of it alone, calling as it, and gone with its owner's session. */
import type { CallAck } from '@fairlead/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { LiveClientProbe } from '../../../test/support/live-fixture.ts';
import { type Realtime, startRealtime } from '../../realtime/realtime.ts';
import { stepSource } from '../../steps/index.ts';

const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90.00', quantity: '0.100' };

let server: TestServer;
let realtime: Realtime;
let url: string;
let ada: TestUser;
let sub: number;
const probes: LiveClientProbe[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const { clock, log, sessions, events, marketData, candles } = server.context;
  realtime = startRealtime({
    httpServer: server.app.server,
    ...{ marketData, candles, sessions, events, clock, log },
    calls: server.calls,
    publicUrl: 'https://exchange.example',
    told: server.context.told,
    subAccounts: server.context.subAccounts,
    steps: stepSource(server.context),
    limitFactor: 1_000,
  });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  ada = await server.trader();
  sub = (await server.data('createSubAccount', { name: 'Grid' }, ada)).id;
  const move = { id: sub, direction: 'in', currency_id: 3, amount: '100' };
  await server.data('moveSubAccount', move, ada);
});
afterAll(async () => {
  for (const { socket } of probes) socket.disconnect();
  await realtime.stop();
  await server.stop();
});

async function connected(): Promise<LiveClientProbe> {
  const probe = new LiveClientProbe(url);
  probes.push(probe);
  await probe.connected();
  return probe;
}
const place = (probe: LiveClientProbe, key: string): Promise<CallAck> =>
  probe.socket.timeout(10_000).emitWithAck('trade', { key, request: BUY });
const waiting = async (headers: Record<string, string>) =>
  (await server.data('orders', { status: 'waiting' }, { token: ada.token, headers })).list.length;

test('it calls as the account and is told of that account’s orders alone', async () => {
  const [main, own] = [await connected(), await connected()];
  expect(await main.ask('login', { token: ada.token })).toMatchObject({ ok: true });
  expect(await own.ask('login', { token: ada.token, sub_account: sub })).toMatchObject({
    ok: true,
  });
  expect((await place(own, 'as-a-sub-account')).status).toBe(200);
  await own.until(() => own.of('order').length === 1);
  await main.settle();
  expect(main.of('order')).toEqual([]);
  expect([await waiting({ 'sub-account': String(sub) }), await waiting({})]).toEqual([1, 0]);
});

test('it is nobody else’s, and a field of a call names none', async () => {
  const bob = await server.trader();
  const theirs = await connected();
  for (const id of [sub, ada.userId, sub + 2 ** 28])
    expect(await theirs.ask('login', { token: bob.token, sub_account: id })).toMatchObject({
      ok: false,
      error: 'not_found',
    });
  expect(await theirs.ask('login', { token: bob.token, sub_account: 'x' })).toMatchObject({
    error: 'validation_failed',
  });
  const own = await connected();
  await own.ask('login', { token: bob.token });
  const request = { ...BUY, sub_account: sub };
  const { status } = await own.socket
    .timeout(10_000)
    .emitWithAck('trade', { key: 'smuggled-1', request });
  expect(status).toBe(422);
});

test('it ends with the session of its owner', async () => {
  const own = await connected();
  await own.ask('login', { token: ada.token, sub_account: sub });
  await server.data('logout', {}, ada);
  await own.until(() => own.told.some(({ event }) => event === 'disconnect'));
  expect(own.of('session_ended')).toHaveLength(1);
});
