/** Currencies and markets as their tables hold them, and what a tick and a lot of a market were worth when. */
import type { Currency, GridRow, Market } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import {
  flag,
  int2,
  int4,
  int8,
  numeric,
  numericAmount,
  type RecordOf,
  rate,
  tableOf,
  text,
} from '../core/store/table.ts';

export const CURRENCIES = tableOf<Currency>()({
  name: 'currencies',
  keys: { currencyId: int4('currency_id') },
  changing: {
    name: text('name'),
    fullName: text('full_name'),
    scale: int2('scale'),
    isEnabled: flag('is_enabled'),
  },
});

export const MARKETS = tableOf<Market>()({
  name: 'markets',
  keys: { marketId: int4('market_id') },
  changing: {
    symbol: text('symbol'),
    baseCurrencyId: int4('base_currency_id'),
    quoteCurrencyId: int4('quote_currency_id'),
    tickSizeE8: numeric('tick_size_e8'),
    lotBaseMinor: numericAmount('lot_base_minor'),
    tickLotQuoteMinor: numericAmount('tick_lot_quote_minor'),
    makerFeePpm: rate('maker_fee_ppm'),
    takerFeePpm: rate('taker_fee_ppm'),
    minNotionalMinor: numericAmount('min_notional_minor'),
    marketBandPpm: rate('market_band_ppm'),
    limitBandPpm: rate('limit_band_ppm'),
    openOrdersMax: int4('open_orders_max'),
    icebergPartsMax: int4('iceberg_parts_max'),
    state: text('state'),
  },
});

/** A grid under which nothing was numbered gives way to the next. */
export const GRIDS = tableOf<GridRow>()({
  name: 'market_grids',
  keys: {
    marketId: int4('market_id'),
    afterOrderId: int8('after_order_id'),
    afterTradeId: int8('after_trade_id'),
  },
  changing: {
    tickSizeE8: numeric('tick_size_e8'),
    lotBaseMinor: numericAmount('lot_base_minor'),
    tickLotQuoteMinor: numericAmount('tick_lot_quote_minor'),
  },
});

/** All currencies, by id. */
export async function readCurrencies(source: Queryable): Promise<Currency[]> {
  const rows = await source.query<RecordOf<typeof CURRENCIES>>(
    'SELECT * FROM currencies ORDER BY currency_id',
  );
  return rows.map(CURRENCIES.toRow);
}

/** All markets, by id. */
export async function readMarkets(source: Queryable): Promise<Market[]> {
  const rows = await source.query<RecordOf<typeof MARKETS>>(
    'SELECT * FROM markets ORDER BY market_id',
  );
  return rows.map(MARKETS.toRow);
}
