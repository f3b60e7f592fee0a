/** The grids that a batch tells of: by them stored ticks and lots keep their meaning. */
import type { GridRow, Market } from '@fairlead/engine';
import { BTC_USDT, ETH, ETH_USDT, TestExchange } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { beforeEach, expect, test } from 'vitest';

const [ADA, BOB] = [1, 2];
const COARSE: Market = {
  ...BTC_USDT,
  tickSizeE8: 5_000_000n,
  tickLotQuoteMinor: amountMinor(50n),
};
const LARGE: Market = {
  ...BTC_USDT,
  lotBaseMinor: amountMinor(1_000_000n),
  tickLotQuoteMinor: amountMinor(100n),
};

let exchange: TestExchange;
const configure = (market: Market) => exchange.run({ kind: 'configure_market', market });
const taken = (): readonly GridRow[] => exchange.engine.takeChanges().grids;

beforeEach(() => {
  exchange = TestExchange.withMarket(ADA, BOB);
  for (const owner of [ADA, BOB]) {
    exchange.fund(owner, 3, 1_000_000_000n);
    exchange.fund(owner, 1, 1_000_000_000n);
  }
});

function grid(market: Market, afterOrderId: number, afterTradeId: number): GridRow {
  const { marketId, tickSizeE8, lotBaseMinor, tickLotQuoteMinor } = market;
  return { marketId, afterOrderId, afterTradeId, tickSizeE8, lotBaseMinor, tickLotQuoteMinor };
}

test('a new market tells its grid, new terms on the same grid tell none', () => {
  expect(taken()).toContainEqual(grid(BTC_USDT, 0, 0));
  configure({ ...BTC_USDT, openOrdersMax: 7 });
  exchange.run({ kind: 'set_market_state', marketId: 1, state: 'halted' });
  expect(taken()).toEqual([]);
});

test('a new tick or lot tells the ids after which it holds, those of all markets', () => {
  taken();
  exchange.limit(ADA, 'buy', [10_000, 5]);
  exchange.limit(BOB, 'sell', [10_000, 2]);
  configure(COARSE);
  exchange.limit(ADA, 'buy', [2_000, 5]);
  configure(LARGE);
  expect(taken()).toEqual([grid(COARSE, 2, 1), grid(LARGE, 3, 1)]);
});

test('a market that comes later begins at the ids of then', () => {
  exchange.limit(ADA, 'buy', [10_000, 5]);
  taken();
  exchange.run({ kind: 'configure_currency', currency: ETH });
  configure(ETH_USDT);
  expect(taken()).toEqual([grid(ETH_USDT, 1, 0)]);
});

test('of grids under which nothing was numbered the last is told', () => {
  taken();
  configure(COARSE);
  configure(LARGE);
  expect(taken()).toEqual([grid(LARGE, 0, 0)]);
  // In the next batch it takes the place of the one that the tables have.
  configure(BTC_USDT);
  expect(taken()).toEqual([grid(BTC_USDT, 0, 0)]);
});

test('a refused market tells no grid', () => {
  taken();
  exchange.execute({
    kind: 'configure_market',
    market: { ...COARSE, tickLotQuoteMinor: amountMinor(1n) },
  });
  expect(taken()).toEqual([]);
});
