/** What the exchange trades and under which terms: Binance's exchangeInfo from ours. */
import { priceText, quantityText, TRAIL_PPM } from '@fairlead/formula';
import { divExact, formatRate, priceTicks, quantityLots } from '@fairlead/units';
import { shortDecimal } from '../../core/http/figures.ts';
import { RATE_LIMITS } from '../../core/http/limits.ts';
import type { MarketTerms } from '../../market/index.ts';
import { symbolOf } from './symbols.ts';

/** Who goes where an order meets one of its own owner's; they never trade. The first is that of orders that say none. */
export const SELF_TRADE_MODES = ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const;
const ORDER_TYPES = [
  ...['LIMIT', 'LIMIT_MAKER', 'MARKET'],
  ...['STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
] as const;
/** How far trailing stops may follow, in basis points. */
export const TRAIL_BPS = {
  min: Number(divExact(TRAIL_PPM.least, TRAIL_PPM.step)),
  max: Number(divExact(TRAIL_PPM.most, TRAIL_PPM.step)),
} as const;

const ONE_PPM = 1_000_000n;

/** Limits as Binance lists them. */
export const rateLimits = (weightLimit: number, factor: number) => [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weightLimit },
  {
    rateLimitType: 'ORDERS',
    interval: 'SECOND',
    intervalNum: RATE_LIMITS.order.seconds,
    limit: RATE_LIMITS.order.points * factor,
  },
];

export function symbolInfo(market: MarketTerms): object {
  const { base, quote } = market;
  return {
    symbol: symbolOf(market),
    status: market.state === 'open' ? 'TRADING' : 'HALT',
    baseAsset: base.name,
    baseAssetPrecision: base.scale,
    quoteAsset: quote.name,
    quotePrecision: quote.scale,
    quoteAssetPrecision: quote.scale,
    baseCommissionPrecision: base.scale,
    quoteCommissionPrecision: quote.scale,
    orderTypes: ORDER_TYPES,
    icebergAllowed: market.icebergPartsMax > 1,
    ocoAllowed: true,
    otoAllowed: true,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(market),
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: SELF_TRADE_MODES[0],
    allowedSelfTradePreventionModes: SELF_TRADE_MODES,
  };
}

function filtersOf(market: MarketTerms): object[] {
  const { tickSizeE8, lotBaseMinor, base, quote, minNotionalMinor, limitBandPpm } = market;
  const price = (ticks: number) => priceText(priceTicks(ticks), tickSizeE8);
  const quantity = (lots: number) => quantityText(quantityLots(lots), lotBaseMinor, base.scale);
  const up = formatRate(ONE_PPM + limitBandPpm);
  const down = formatRate(limitBandPpm >= ONE_PPM ? 0n : ONE_PPM - limitBandPpm);
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: price(1),
      maxPrice: price(Number.MAX_SAFE_INTEGER),
      tickSize: price(1),
    },
    {
      filterType: 'LOT_SIZE',
      minQty: quantity(1),
      maxQty: quantity(Number.MAX_SAFE_INTEGER),
      stepSize: quantity(1),
    },
    // Around the index, not around an average of our trades.
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: up,
      bidMultiplierDown: down,
      askMultiplierUp: up,
      askMultiplierDown: down,
      avgPriceMins: 0,
    },
    {
      filterType: 'NOTIONAL',
      minNotional: shortDecimal(minNotionalMinor, quote.scale),
      applyMinToMarket: true,
      maxNotional: shortDecimal(2n ** 61n, quote.scale),
      applyMaxToMarket: true,
      avgPriceMins: 0,
    },
    {
      filterType: 'TRAILING_DELTA',
      minTrailingAboveDelta: TRAIL_BPS.min,
      maxTrailingAboveDelta: TRAIL_BPS.max,
      minTrailingBelowDelta: TRAIL_BPS.min,
      maxTrailingBelowDelta: TRAIL_BPS.max,
    },
    { filterType: 'ICEBERG_PARTS', limit: market.icebergPartsMax },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: market.openOrdersMax },
  ];
}
