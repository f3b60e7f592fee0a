/** Price alerts: each fires once, at the fresh index, whatever dies meanwhile. */
import { ALERTS_MAX } from '@fairlead/contract';
import { BTC_USDT, ETH_USDT } from '@fairlead/testkit';
import { priceE8 } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { fireAlerts, firedAlerts } from '../alerts/queries.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await index(100);
  user = await server.register();
});
afterAll(() => server.stop());

/** One index sample of BTC/USDT, a second later; without a price it is stale. */
async function index(price: number | undefined): Promise<void> {
  server.clock.nowMs += 1_000;
  await server.sequencer.run({
    kind: 'index_tick',
    marketId: BTC_USDT.marketId,
    sampleTimeMs: server.clock.nowMs,
    ...(price !== undefined && {
      price: priceE8(BigInt(Math.round(price * 1e4)) * 10_000n),
      quotedAtMs: server.clock.nowMs,
    }),
  });
  await server.context.alerts.settled();
}

const create = (price: string, more: Record<string, unknown> = {}, of: TestUser = user) =>
  server.data('createAlert', { symbol: 'BTC/USDT', price, ...more }, of);
const refusal = async (request: Record<string, unknown>) =>
  server.call('createAlert', { symbol: 'BTC/USDT', price: '110', ...request }, user);
const list = (of: TestUser = user) => server.data('alerts', {}, of);
const inbox = async (of: TestUser = user) =>
  (await server.data('messages', { limit: 100 }, of)).list.filter(
    ({ kind }) => kind === 'price_alert',
  );

describe('an alert', () => {
  test('waits on the side of the index it is on', async () => {
    expect(await create('110')).toEqual({
      id: expect.any(Number),
      symbol: 'BTC/USDT',
      direction: 'above',
      price: '110.00',
      is_fired: false,
      created_at: server.clock.nowMs,
    });
    expect((await create('90.01')).direction).toBe('below');
    expect((await create('90', { direction: 'below' })).direction).toBe('below');
    expect((await list()).map(({ price }) => price)).toEqual(['90.00', '90.01', '110.00']);
  });

  test.each([
    [{ price: '100' }, 'price_reached'],
    [{ price: '100', direction: 'above' }, 'price_reached'],
    [{ price: '99', direction: 'above' }, 'price_reached'],
    [{ price: '101', direction: 'below' }, 'price_reached'],
    [{ symbol: 'NONE/USDT' }, 'not_found'],
    [{ price: '0' }, 'validation_failed'],
    [{ price: 'x' }, 'validation_failed'],
    [{ price: '1'.repeat(40) }, 'validation_failed'],
    [{ direction: 'sideways' }, 'validation_failed'],
  ])('%o is refused: %s', async (request, error) => {
    expect((await refusal(request)).error).toBe(error);
    expect(await list()).toEqual([]);
  });

  test('between two ticks is refused with the tick, not rounded', async () => {
    const { fields } = await refusal({ price: '110.005' });
    expect(fields).toEqual({ price: 'Must be a multiple of 0.01' });
  });

  test('needs a fresh index', async () => {
    await index(undefined);
    expect((await refusal({})).error).toBe('price_stale');
    await index(100);
    server.clock.nowMs += 60_000;
    expect((await refusal({})).error).toBe('price_stale');
  });

  test('too many are refused, those that come at once too; fired ones do not count', async () => {
    const prices = Array.from({ length: ALERTS_MAX - 1 }, (_, at) => `${200 + at}`);
    for (const price of prices) await create(price);
    const last = await Promise.all(['400', '401', '402'].map((price) => refusal({ price })));
    const errors = last.flatMap(({ error }) => error ?? []);
    expect(errors).toEqual(['alert_limit', 'alert_limit']);
    await index(200);
    expect((await create('500')).is_fired).toBe(false);
  });

  test("is nobody else's", async () => {
    const { id } = await create('110');
    const stranger = await server.register();
    expect(await list(stranger)).toEqual([]);
    expect((await server.call('deleteAlert', { id }, stranger)).error).toBe('not_found');
    expect((await list())[0]?.id).toBe(id);
    expect(await server.data('deleteAlert', { id }, user)).toBe('Price alert deleted');
    expect((await server.call('deleteAlert', { id }, user)).error).toBe('not_found');
    await index(120);
    expect(await inbox()).toEqual([]);
  });

  test('of one market can be asked for alone', async () => {
    await server.tick();
    await create('110');
    await create('20', { symbol: 'ETH/USDT' });
    const found = await server.data('alerts', { symbol: 'ETH/USDT' }, user);
    expect(found.map(({ symbol }) => symbol)).toEqual(['ETH/USDT']);
    expect(ETH_USDT.symbol).toBe('ETH/USDT');
    expect((await server.call('alerts', { symbol: 'NONE/USDT' }, user)).error).toBe('not_found');
  });
});

describe('firing', () => {
  test.each([
    ['above', '110', [105, 109.99], 110],
    ['above', '110', [], 150],
    ['below', '90', [95, 90.01], 90],
    ['below', '90', [], 10],
  ] as const)('%s %s after %o fires at %d, once', async (direction, price, before, at) => {
    await create(price, { direction });
    for (const each of before) await index(each);
    expect(await inbox()).toEqual([]);
    await index(at);
    await index(at);
    const [alert] = await list();
    expect(alert).toMatchObject({ is_fired: true, fired_price: at.toFixed(2) });
    const messages = await inbox();
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      title: `BTC/USDT ${direction === 'above' ? 'rose' : 'fell'} to ${price}.00`,
      body: `The index is at ${at.toFixed(2)}. This alert has ended.`,
      link: 'pages/trade/kline?symbol=BTC%2FUSDT',
    });
  });

  test('a stale sample fires nothing', async () => {
    await create('110');
    await index(undefined);
    expect((await list())[0]?.is_fired).toBe(false);
  });

  test('only what is reached fires, the nearest first', async () => {
    for (const price of ['130', '110', '120', '80']) await create(price);
    await index(120);
    const fired = (await list()).filter(({ is_fired }) => is_fired);
    expect(fired.map(({ price }) => price)).toEqual(['120.00', '110.00']);
    const titles = (await inbox()).map(({ title }) => title);
    expect(titles).toEqual(['BTC/USDT rose to 120.00', 'BTC/USDT rose to 110.00']);
  });

  test('a kind that is switched off keeps no message, and the alert has fired all the same', async () => {
    await server.data('saveNotification', { kind: 'alerts', inbox: false }, user);
    await create('110');
    await index(111);
    expect(await inbox()).toEqual([]);
    expect((await list())[0]?.is_fired).toBe(true);
  });
});

describe('a crash', () => {
  test('a price that is crossed while nobody looks fires at the first fresh sample', async () => {
    await create('110');
    await server.restart();
    expect(server.context.alerts.waiting).toBeGreaterThan(0);
    await index(115);
    expect(await inbox()).toHaveLength(1);
  });

  test('between firing and telling loses nothing and tells nothing twice', async () => {
    const { id } = await create('110');
    const { database, clock } = server.context;
    const fired = await fireAlerts(
      database,
      [{ alertId: id, price: priceE8(11_100_000_000n) }],
      clock.now(),
    );
    expect(fired.map(({ alertId }) => alertId)).toEqual([id]);
    const again = await fireAlerts(
      database,
      [{ alertId: id, price: priceE8(11_200_000_000n) }],
      clock.now(),
    );
    expect(again).toEqual([]);
    expect(await inbox()).toEqual([]);
    for (let start = 0; start < 2; start += 1) {
      await server.restart();
      await server.context.alerts.settled();
      expect(await inbox()).toHaveLength(1);
    }
    // Long ago is no news.
    expect(await firedAlerts(database, clock.now() + 1)).toEqual([]);
  });
});
