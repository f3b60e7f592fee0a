/** Candles of a second, which nobody keeps: made of trades when they are asked for. */
import type { Candle } from '@fairlead/contract';
import type { TradeRow } from '@fairlead/engine';
import { tickDecimals } from '../../core/http/figures.ts';
import type { Queryable } from '../../core/store/database.ts';
import { type Bar, candleView, joinBars, tradeTick } from '../../market/candles/index.ts';
import type { MarketTerms, Terms } from '../../market/index.ts';
import { tradeIdAtTime } from '../../spot/index.ts';
import { tradesBefore, tradesFrom } from '../bot-queries.ts';
import { SECOND } from './intervals.ts';
import type { CandleSource } from './klines.ts';
import { SECOND_TRADES_MAX } from './limits.ts';

interface Parts {
  readonly database: Queryable;
  readonly terms: Terms;
  readonly market: MarketTerms;
}

/** Of more trades than may be looked through the seconds that are whole. */
export function secondCandles({ database, terms, market }: Parts): CandleSource {
  const { marketId } = market;
  const view = (bar: Bar): Candle => candleView(bar, tickDecimals(market.tickSizeE8));
  const limit = SECOND_TRADES_MAX;
  return {
    within: async ({ fromMs, toMs }, end) => {
      const fromId = await tradeIdAtTime(database, marketId, fromMs);
      const trades =
        end === 'first'
          ? await tradesFrom(database, { marketId, fromId, toMs, limit })
          : await tradesBefore(database, {
              marketId,
              fromId,
              beforeId: await tradeIdAtTime(database, marketId, toMs + 1),
              limit,
            });
      const candles = barsOf(trades, terms).map(view);
      if (trades.length < limit) return { fromMs, toMs, candles };
      // The second in which it was cut is not whole.
      if (end === 'first') return { fromMs, toMs: (candles.pop()?.time ?? fromMs) - 1, candles };
      const cutMs = candles.shift()?.time ?? toMs;
      return { fromMs: cutMs + 1, toMs, candles };
    },
    before: async (timeMs) => {
      const beforeId = await tradeIdAtTime(database, marketId, timeMs);
      const last = await tradesBefore(database, { marketId, fromId: 0, beforeId, limit: 1 });
      return barsOf(last, terms).map(view).at(0);
    },
    firstTime: async (fromMs) => {
      const fromId = await tradeIdAtTime(database, marketId, fromMs);
      const [first] = await tradesFrom(database, { marketId, fromId, limit: 1 });
      return first?.timeMs;
    },
  };
}

/** A trade as the bar of its second. */
export function secondBar(trade: TradeRow, terms: Terms): Bar {
  const { timeMs, price, ...rest } = tradeTick(trade, terms);
  const openTimeMs = SECOND.startMs(timeMs);
  return { openTimeMs, open: price, high: price, low: price, close: price, ...rest };
}

function barsOf(trades: readonly TradeRow[], terms: Terms): Bar[] {
  const bars: Bar[] = [];
  for (const trade of trades) {
    const bar = secondBar(trade, terms);
    const last = bars.at(-1);
    if (last?.openTimeMs === bar.openTimeMs) bars[bars.length - 1] = joinBars(last, bar);
    else bars.push(bar);
  }
  return bars;
}
