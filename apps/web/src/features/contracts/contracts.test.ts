import type { IndexMessage } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { dayChange, newestIndex, originOf } from '../../data/live/live-index.ts';
import { chooseSymbol } from '../../data/markets/products.ts';

const source = (venue: string) => ({ venue, price: '64810', time: 1_000 });
const sample = (own: Partial<IndexMessage> = {}): IndexMessage => ({
  symbol: 'BTC/USDT',
  time: 2_000,
  price: '64820',
  is_stale: false,
  sources: [source('kraken')],
  ...own,
});

describe('the market of a page', () => {
  const btc = quotation({ contract: true });
  const eth = quotation({ symbol: 'ETH/USDT', contract: true, option: true });
  const futures = { product: 'futures', named: undefined, remembered: 'ETH/USDT' } as const;

  test('is the one that the query names, even one without the product', () => {
    expect(chooseSymbol({ ...futures, named: 'XRP/USDT' }, [btc, eth])).toBe('XRP/USDT');
  });
  test('is the one looked at last where it has the product, else the first that has it', () => {
    expect(chooseSymbol(futures, [btc, eth])).toBe('ETH/USDT');
    expect(
      chooseSymbol({ product: 'options', named: undefined, remembered: 'BTC/USDT' }, [btc, eth]),
    ).toBe('ETH/USDT');
  });
  test('is the one looked at last while no market is known, or none has the product', () => {
    expect(chooseSymbol(futures, undefined)).toBe('ETH/USDT');
    expect(chooseSymbol(futures, [quotation()])).toBe('ETH/USDT');
  });
});

describe('the index', () => {
  const market = quotation({ index_time: 1_500, index_price: '64800' });

  test('is the sample where it is newer or of the same second, else the market’s', () => {
    expect(newestIndex(market, sample()).price).toBe('64820');
    expect(newestIndex(market, sample({ time: 1_500 })).price).toBe('64820');
    expect(newestIndex(market, sample({ time: 1_000 })).price).toBe('64800');
    expect(newestIndex(market, undefined)).toEqual({
      price: '64800',
      timeMs: 1_500,
      isStale: false,
      sources: undefined,
    });
  });
  test('of a stale second is the last known price and says that it is stale', () => {
    const { price: _, ...unpriced } = sample({ is_stale: true });
    expect(newestIndex(market, unpriced)).toMatchObject({ price: '64800', isStale: true });
  });
  test('names a simulated or recorded feed, and counts the exchanges of a live one', () => {
    expect(originOf('simulated', undefined)).toEqual({ kind: 'simulated' });
    expect(originOf('replay', [source('replay')])).toEqual({ kind: 'replay' });
    expect(originOf(undefined, [source('simulated')])).toEqual({ kind: 'simulated' });
    const venues = ['kraken', 'okx', 'binance'].map(source);
    expect(originOf('live', venues)).toEqual({ kind: 'median', count: 3 });
    expect(originOf('live', [])).toBeUndefined();
  });
  test('moved by both amount and share of the same opening', () => {
    expect(dayChange('64812.40', '63641.4')).toEqual({ amount: '1171.00', fraction: '0.018399' });
    expect(dayChange('98', '100')).toEqual({ amount: '-2', fraction: '-0.020000' });
    expect(dayChange('98', undefined)).toBeUndefined();
    expect(dayChange('98', '0')).toBeUndefined();
  });
});
