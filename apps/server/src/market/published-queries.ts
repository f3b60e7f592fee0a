/** What gateways begin their copies of the market with: the tables as of one moment, without anybody's money. */
import type { Side } from '@fairlead/engine';
import { priceTicks, quantityLots } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { readLeader } from '../core/store/snapshot-reader.ts';
import { readTrading } from '../core/store/trading-record.ts';
import { readFuturesTerms } from '../futures/index.ts';
import { readOptionCurrencies, readOptionTerms } from '../options/index.ts';
import { readCurrencies, readMarkets } from './terms-queries.ts';

/** Terms, the books by level, and the sequence as of which all that is. `source` is one transaction. */
export async function readPublished(source: Queryable) {
  const { counters, epoch } = await readLeader(source);
  const trading = await readTrading(source);
  return {
    epoch,
    counters,
    currencies: await readCurrencies(source),
    markets: await readMarkets(source),
    ...(await readDerivativeTerms(source)),
    orders: await readLevels(source),
    ...(trading !== undefined && { trading }),
  };
}

/** What futures and options are sold under; where engines are divided, of an engine's own tables. */
export async function readDerivativeTerms(source: Queryable) {
  return {
    futuresTerms: await readFuturesTerms(source),
    optionTerms: await readOptionTerms(source),
    optionCurrencies: await readOptionCurrencies(source),
  };
}

/** What waits at each price, as if it were one order. */
async function readLevels(source: Queryable) {
  const rows = await source.query<{
    market_id: number;
    side: Side;
    price_ticks: bigint;
    lots: string;
  }>(
    `SELECT market_id, side, price_ticks, sum(quantity_lots - filled_quantity_lots - coalesce(hidden_lots, 0)) AS lots
     FROM orders WHERE status = 'waiting' AND price_ticks IS NOT NULL
     GROUP BY market_id, side, price_ticks`,
  );
  return rows.map((row) => ({
    marketId: row.market_id,
    side: row.side,
    price: priceTicks(Number(row.price_ticks)),
    quantity: quantityLots(Number(row.lots)),
    filledQuantity: quantityLots(0),
  }));
}

/** The demo's maker and taker, whose trades are marked. */
export async function botOwners(source: Queryable): Promise<number[]> {
  const rows = await source.query<{ user_id: bigint }>('SELECT user_id FROM users WHERE is_bot');
  return rows.map((row) => Number(row.user_id));
}
