/** What a guest reads: markets, books, candles, currencies, news. Figures have tests of their own in market-data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { insertNews } from '../../content/news-queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const SELL = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '100.00', quantity: '2' };
const BUY = { ...SELL, side: 'buy', quantity: '1' };

test('quotations have terms, figures of the day and the index of every market', async () => {
  const [maker, taker] = [await server.trader(), await server.trader()];
  await server.data('placeOrder', SELL, maker);
  await server.data('placeOrder', BUY, taker);
  await server.pass(1_000);
  const [btc, eth] = await server.data('quotations');
  expect(btc).toMatchObject({
    symbol: 'BTC/USDT',
    currency_id: 1,
    legal_id: 3,
    base: 'BTC',
    quote: 'USDT',
    last_price: '100.00',
    volume_24h: '1',
    turnover_24h: '100',
    index_price: '100.00',
    index_time: server.clock.nowMs,
    is_stale: false,
    tick_size: '0.01',
    lot_size: '0.001',
    maker_fee: '0.001',
    taker_fee: '0.002',
    state: 'open',
    spot: true,
  });
  expect(eth).toMatchObject({ symbol: 'ETH/USDT', volume_24h: '0' });
  expect(eth).not.toHaveProperty('last_price');
});

describe('currency/index_samples', () => {
  test('has the index of the last seconds, in order', async () => {
    await server.pass(1_000);
    const samples = await server.data('indexSamples', { symbol: 'BTC/USDT' });
    expect(samples.at(-1)).toEqual({ time: server.clock.nowMs, price: '100.00000000' });
    const times = samples.map(({ time }) => time);
    expect(times).toEqual([...new Set(times)].sort((left, right) => left - right));
  });

  test.each([
    [{ symbol: 'NO/NO' }, 404],
    [{ symbol: 'bitcoin' }, 422],
    [{}, 422],
  ])('refuses %j', async (request, status) => {
    expect((await server.call('indexSamples', request)).status).toBe(status);
  });
});

describe('currency/deal', () => {
  test('shows the book and the last trades, with the sequence it is of', async () => {
    const deal = await server.data('deal', { symbol: 'BTC/USDT', depth: 5 });
    expect(deal).toMatchObject({
      symbol: 'BTC/USDT',
      last_price: '100.00',
      bids: [],
      asks: [['100.00', '1.000']],
    });
    expect(deal.sequence).toBeGreaterThan(0);
    expect(deal.trades[0]).toMatchObject({ price: '100.00', quantity: '1.000', side: 'buy' });
    // Who traded is nobody's business.
    expect(Object.keys(deal.trades[0] ?? {}).sort()).toEqual([
      'id',
      'price',
      'quantity',
      'side',
      'time',
    ]);
  });

  test.each([
    [{ symbol: 'NO/NO' }, 404],
    [{ symbol: 'BTC/USDT', depth: 0 }, 422],
    [{ symbol: 'BTC/USDT', depth: 'all' }, 422],
    [{}, 422],
  ])('refuses %j', async (request, status) => {
    expect((await server.call('deal', request)).status).toBe(status);
  });
});

describe('currency/new_timeshar', () => {
  test('has candles of trades and of the index', async () => {
    const request = { symbol: 'BTC/USDT', period: '1m' };
    const [candle] = await server.data('candles', request);
    expect(candle).toMatchObject({
      open: '100.00',
      close: '100.00',
      volume: '1',
      source: 'trade',
    });
    const index = await server.data('candles', { ...request, kind: 'index' });
    expect(index.at(-1)).toMatchObject({ source: 'index' });
    expect(await server.data('candles', { ...request, from: 1, to: 2 })).toEqual([]);
  });

  test.each([
    [{ symbol: 'NO/NO', period: '1m' }, 404],
    [{ symbol: 'BTC/USDT', period: '2m' }, 422],
    [{ symbol: 'BTC/USDT' }, 422],
    [{ symbol: 'BTC/USDT', period: '1m', kind: 'mark' }, 422],
    [{ symbol: 'BTC/USDT', period: '1m', from: 'yesterday' }, 422],
  ])('refuses %j', async (request, status) => {
    expect((await server.call('candles', request)).status).toBe(status);
  });
});

test('currencies are listed with their scale', async () => {
  const list = await server.data('currencies');
  expect(list.map(({ currency_id: id, name, scale }) => [id, name, scale])).toEqual([
    [1, 'BTC', 8],
    [2, 'ETH', 8],
    [3, 'USDT', 6],
  ]);
});

describe('news', () => {
  beforeAll(async () => {
    const text = (word: string) => ({ title: word, summary: `${word} …`, body: `# ${word}` });
    const { database } = server.context;
    for (const [word, publishedAtMs] of [
      ['first', 1_000],
      ['second', 2_000],
      ['of tomorrow', server.clock.nowMs + 86_400_000],
    ] as const)
      await insertNews(database, {
        category: 'notice',
        publishedAtMs,
        texts: { en: text(word), jp: text(`${word} (日本語)`) },
      });
  });

  test('is listed newest first, what is for later not yet, in the language of the reader', async () => {
    const page = await server.data('newsList', { category: 'notice' });
    expect(page.list.map(({ title }) => title)).toEqual(['second', 'first']);
    expect(page.total).toBe(2);
    const mark = (language: string) => ({ headers: { 'language-mark': language } });
    const japanese = await server.data('newsList', { category: 'notice', limit: 1 }, mark('jp'));
    expect(japanese.list.map(({ title }) => title)).toEqual(['second (日本語)']);
    const thai = await server.data('newsList', { category: 'notice', limit: 1 }, mark('th'));
    expect(thai.list[0]?.title).toBe('second');
    expect((await server.data('newsList', { category: 'help' })).list).toEqual([]);
  });

  test('an article is found by its number once it is published', async () => {
    const [newest] = (await server.data('newsList', { category: 'notice' })).list;
    const id = newest?.id ?? 0;
    expect(await server.data('newsDetail', { id })).toEqual({
      id,
      title: 'second',
      body: '# second',
      published_at: 2_000,
    });
    expect((await server.call('newsDetail', { id: id + 1 })).status).toBe(404);
    expect((await server.call('newsDetail', { id: 999_999 })).status).toBe(404);
    expect((await server.call('newsDetail', {})).status).toBe(422);
    expect((await server.call('newsList', { category: 'gossip' })).status).toBe(422);
  });
});
