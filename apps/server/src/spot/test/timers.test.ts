/** The timer that cancels (B19), over HTTP: set, set again, off, run out, and through a restart. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { Schedules } from '../../core/operations/schedules.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  server = await startTestServer();
  user = await server.trader();
});
afterEach(() => server.stop());

const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99.00', quantity: '1' };
const STOP = { ...BUY, trigger: 'stop', trigger_price: '105.00', price: '106.00' };

const set = (seconds: number) => server.data('setCancelTimer', { seconds }, user);
/** As the server does each second. */
async function runDue(): Promise<void> {
  const { sequencer, clock } = server;
  const log = { info: () => undefined, warn: () => undefined };
  const schedules = new Schedules({ sequencer, clock, log, tables: EXCHANGE_TABLES });
  await schedules.run();
  await schedules.stop();
}
const waiting = async () => [
  (await server.data('orders', { status: 'waiting' }, user)).list.length,
  (await server.data('triggers', { status: 'waiting' }, user)).list.length,
];

async function placeBoth(): Promise<void> {
  await server.data('placeOrder', BUY, user);
  await server.data('placeTrigger', STOP, user);
}

describe('a timer', () => {
  test('that runs out cancels everything of its owner, and says so', async () => {
    const other = await server.trader();
    await server.data('placeOrder', BUY, other);
    await placeBoth();
    const at = server.clock.now() + 30_000;
    expect(await set(30)).toEqual({ cancels_at: at });
    expect(await server.data('cancelTimer', {}, user)).toEqual({
      cancels_at: at,
      timers: [{ timer: 0, cancels_at: at }],
    });
    await server.pass(29_000);
    await runDue();
    expect(await waiting()).toEqual([1, 1]);
    await server.pass(1_000);
    await runDue();
    expect(await waiting()).toEqual([0, 0]);
    const [order] = (await server.data('orders', {}, user)).list;
    expect(order).toMatchObject({ status: 'cancelled', cancel_reason: 'timer' });
    expect(await server.data('cancelTimer', {}, user)).toEqual({ timers: [] });
    expect((await server.data('orders', { status: 'waiting' }, other)).list).toHaveLength(1);
  });

  test('that is set again waits anew, and one that is off cancels nothing', async () => {
    await placeBoth();
    await set(30);
    await server.pass(20_000);
    await set(30);
    await server.pass(20_000);
    await runDue();
    expect(await waiting()).toEqual([1, 1]);
    expect(await set(0)).toEqual({});
    await server.pass(100_000);
    await runDue();
    expect(await waiting()).toEqual([1, 1]);
  });

  test.each([-1, 1.5, 86_401, 'soon'])('of %s seconds is wrong', async (seconds) => {
    expect(await server.call('setCancelTimer', { seconds }, user)).toMatchObject({
      error: 'validation_failed',
      fields: { seconds: expect.any(String) },
    });
  });

  test('runs on through a restart', async () => {
    await placeBoth();
    await set(30);
    await server.restart();
    await server.pass(30_000);
    await runDue();
    expect(await waiting()).toEqual([0, 0]);
    const { reconciler } = server.context;
    await reconciler.checkBalances();
    await reconciler.checkEngine();
    expect(reconciler.isSound).toBe(true);
  });
});
