/** TradingView's UDF by its documented shapes: config, symbols, search, history with no_data and nextTime, time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const [maker, taker] = [await server.trader(), await server.trader()];
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '100.00', quantity: '1' };
  await server.data('placeOrder', { ...order, side: 'sell' }, maker);
  await server.data('placeOrder', { ...order, side: 'buy' }, taker);
});
afterAll(() => server.stop());

const ask = async (path: string) => {
  const reply = await server.app.inject(`/udf/${path}`);
  expect(reply.headers['x-fairlead-mode']).toBe('demo');
  return reply.headers['content-type']?.toString().startsWith('text') ? reply.body : reply.json();
};

test('config and time', async () => {
  expect(await ask('config')).toMatchObject({
    supports_search: true,
    supports_group_request: false,
    supports_time: true,
    supported_resolutions: ['1', '5', '15', '30', '60', '1D', '1W', '1M'],
  });
  expect(await ask('time')).toBe(String(Math.floor(server.clock.now() / 1_000)));
});

test.each(['BTC/USDT', 'Fairlead:BTC/USDT', 'btc/usdt'])('symbol %s', async (name) => {
  expect(await ask(`symbols?symbol=${encodeURIComponent(name)}`)).toMatchObject({
    name: 'BTC/USDT',
    ticker: 'BTC/USDT',
    type: 'crypto',
    session: '24x7',
    timezone: 'Etc/UTC',
    minmov: 1,
    pricescale: 100,
    has_intraday: true,
  });
});

test('the index is a symbol of its own, an unknown one an error', async () => {
  expect(await ask('symbols?symbol=BTC/USDT.INDEX')).toMatchObject({
    type: 'index',
    has_no_volume: true,
  });
  expect(await ask('symbols?symbol=NONE')).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
  const found = (await ask('search?query=eth&type=&exchange=&limit=1')) as { symbol: string }[];
  expect(found).toEqual([expect.objectContaining({ symbol: 'ETH/USDT', type: 'crypto' })]);
  expect(await ask('search?query=&type=index')).toHaveLength(2);
  expect(await ask('search?query=btc&exchange=NYSE')).toEqual([]);
});

test('history: bars in a range, so many before its end, and where to look when there are none', async () => {
  const now = Math.floor(server.clock.now() / 1_000);
  const minute = now - (now % 60);
  const history = (query: string) => ask(`history?symbol=BTC/USDT&${query}`);
  const bars = { s: 'ok', t: [minute], o: [100], h: [100], l: [100], c: [100], v: [1] };
  expect(await history(`resolution=1&from=${minute - 600}&to=${now + 60}`)).toEqual(bars);
  expect(await history(`resolution=1&from=${now + 600}&to=${now + 700}&countback=5`)).toEqual(bars);
  expect(await history(`resolution=1&from=${now + 120}&to=${now + 180}`)).toEqual({
    s: 'no_data',
    nextTime: minute,
  });
  expect(await history(`resolution=1&from=${minute - 600}&to=${minute - 300}`)).toEqual({
    s: 'no_data',
  });
  expect(await history(`resolution=7&from=1&to=2`)).toMatchObject({ s: 'error' });
  expect(await history('resolution=1&from=x&to=y')).toMatchObject({ s: 'error' });
  expect(await history('resolution=1')).toMatchObject({ s: 'error' });
  const index = await ask(
    `history?symbol=BTC/USDT.INDEX&resolution=1&from=${minute - 60}&to=${now + 60}`,
  );
  expect(index).toMatchObject({ s: 'ok', c: [100], v: [0] });
});
