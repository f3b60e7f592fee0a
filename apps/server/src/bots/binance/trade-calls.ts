/** Trades of everybody: the last ones, those from an id or a time on, one by one or as aggregates. */

import type { PublicTrade } from '@fairlead/contract';
import type { TradeRow } from '@fairlead/engine';
import { amountText } from '../../core/http/figures.ts';
import type { Database } from '../../core/store/database.ts';
import { type MarketData, publicTrade } from '../../market/data/index.ts';
import type { MarketTerms, Terms } from '../../market/index.ts';
import { recentTrades, tradeIdAtTime } from '../../spot/index.ts';
import { tradesBefore, tradesFrom } from '../bot-queries.ts';
import type { BinanceCall, OpenEndpoint } from './endpoint.ts';
import { ROWS_DEFAULT, ROWS_MAX } from './limits.ts';
import type { Parameters } from './parameters.ts';
import { marketNamed } from './symbols.ts';

export interface TradeParts {
  readonly marketData: MarketData;
  readonly database: Database;
}

export const rowsOf = (parameters: Parameters): number =>
  parameters.count('limit', { fallback: ROWS_DEFAULT, max: ROWS_MAX });

export function tradeEndpoints(parts: TradeParts): OpenEndpoint[] {
  const { marketData, database } = parts;
  const market = (parameters: Parameters) =>
    marketNamed(marketData.terms, parameters.required('symbol'));
  const none = { method: 'GET', security: 'none' } as const;
  return [
    {
      ...none,
      path: 'api/v3/trades',
      socketMethod: 'trades.recent',
      weight: 25,
      run: async ({ parameters }) => {
        const asked = market(parameters);
        const rows = await recentTrades(database, asked.marketId, rowsOf(parameters));
        return rows.toReversed().map((row) => tradeView(parts, asked, row));
      },
    },
    {
      ...none,
      path: 'api/v3/historicalTrades',
      socketMethod: 'trades.historical',
      weight: 25,
      run: async ({ parameters }) => {
        const asked = market(parameters);
        const { marketId } = asked;
        const fromId = parameters.integer('fromId');
        const limit = rowsOf(parameters);
        const range = { fromId, fromMs: undefined, toMs: undefined, limit };
        const rows = await tradesOf({ database, marketId, ...range });
        return rows.map((row) => tradeView(parts, asked, row));
      },
    },
    {
      ...none,
      path: 'api/v3/aggTrades',
      socketMethod: 'trades.aggregate',
      weight: 4,
      run: (call) => aggregateTrades(parts, market(call.parameters), call),
    },
  ];
}

/** A trade in the tick and lot it was made with. */
function tradeView({ marketData }: TradeParts, market: MarketTerms, row: TradeRow) {
  const trade = shownTrade(marketData.terms, row);
  return {
    id: trade.id,
    price: trade.price,
    qty: trade.quantity,
    quoteQty: amountText(row.notional, market.quote),
    time: trade.time,
    isBuyerMaker: trade.side === 'sell',
    isBestMatch: true,
  };
}

const shownTrade = (terms: Terms, row: TradeRow): PublicTrade =>
  publicTrade(row, terms, () => false);

/** Each of our trades is an aggregate of one: it has one price, one taker and one time already. */
async function aggregateTrades(
  { marketData, database }: TradeParts,
  { marketId }: MarketTerms,
  { parameters }: BinanceCall,
) {
  const limit = rowsOf(parameters);
  const fromId = parameters.integer('fromId');
  const [fromMs, toMs] = [parameters.time('startTime'), parameters.time('endTime')];
  const rows = await tradesOf({ database, marketId, fromId, fromMs, toMs, limit });
  return rows.map((row) => {
    const { id, price, quantity, side, time } = shownTrade(marketData.terms, row);
    const isBuyerMaker = side === 'sell';
    return { a: id, p: price, q: quantity, f: id, l: id, T: time, m: isBuyerMaker, M: true };
  });
}

interface TradesAsked {
  readonly database: Database;
  readonly marketId: number;
  readonly fromId: number | undefined;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly limit: number;
}

/** Oldest first: from an id or a time on, else the last ones until a time or now. */
async function tradesOf(asked: TradesAsked): Promise<TradeRow[]> {
  const { database, marketId, fromId, fromMs, toMs, limit } = asked;
  const end = toMs === undefined ? {} : { toMs };
  if (fromId !== undefined) return tradesFrom(database, { marketId, fromId, limit, ...end });
  if (fromMs !== undefined) {
    const firstId = await tradeIdAtTime(database, marketId, fromMs);
    return tradesFrom(database, { marketId, fromId: firstId, limit, ...end });
  }
  if (toMs === undefined) return (await recentTrades(database, marketId, limit)).toReversed();
  const beforeId = await tradeIdAtTime(database, marketId, toMs + 1);
  return tradesBefore(database, { marketId, fromId: 0, beforeId, limit });
}
