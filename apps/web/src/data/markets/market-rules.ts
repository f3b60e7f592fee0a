/** A market's terms as exact integers, read once from its quotation and the scales of its two currencies. */
import type { Quotation } from '@fairlead/contract';
import {
  type AmountMinor,
  amountMinor,
  PRICE_SCALE,
  parseDecimal,
  RATE_SCALE,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';

export interface MarketRules {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly tickSize: string;
  readonly tickSizeE8: bigint;
  /** Decimals that a price on the grid needs. */
  readonly priceDecimals: number;
  readonly lotSize: string;
  readonly lotBaseMinor: AmountMinor;
  readonly lotDecimals: number;
  /** Quote minor units of one lot at one tick. */
  readonly tickLotQuoteMinor: AmountMinor;
  readonly minNotionalMinor: AmountMinor;
  /** In how many parts an order may be shown. */
  readonly icebergPartsMax: number;
  readonly makerFeePpm: RatePpm;
  readonly takerFeePpm: RatePpm;
  readonly marketBandPpm: RatePpm;
  readonly limitBandPpm: RatePpm;
}

/** Decimals after the point that matter: "0.10" has one, "5" none. */
export function decimalsOf(text: string): number {
  const fraction = text.split('.')[1] ?? '';
  return fraction.replace(/(?<!0)0+$/, '').length;
}

export interface CurrencyScales {
  readonly baseScale: number;
  readonly quoteScale: number;
}

/** Undefined when a figure does not fit its scale: then nothing exact can be said of the market. */
export function marketRules(
  market: Quotation,
  { baseScale, quoteScale }: CurrencyScales,
): MarketRules | undefined {
  const tickSizeE8 = parseDecimal(market.tick_size, PRICE_SCALE);
  const lot = parseDecimal(market.lot_size, baseScale);
  const minNotional = parseDecimal(market.min_notional, quoteScale);
  const rates = [market.maker_fee, market.taker_fee, market.market_band, market.limit_band].map(
    (rate) => parseDecimal(rate, RATE_SCALE),
  );
  const [maker, taker, marketBand, limitBand] = rates;
  if (!tickSizeE8 || !lot || minNotional === undefined) return undefined;
  if (maker === undefined || taker === undefined) return undefined;
  if (marketBand === undefined || limitBand === undefined) return undefined;
  const unit = 10n ** BigInt(PRICE_SCALE + baseScale);
  const tickLot = tickSizeE8 * lot * 10n ** BigInt(quoteScale);
  if (tickLot % unit !== 0n) return undefined;
  return {
    symbol: market.symbol,
    base: market.base,
    quote: market.quote,
    baseScale,
    quoteScale,
    tickSize: market.tick_size,
    tickSizeE8,
    priceDecimals: decimalsOf(market.tick_size),
    lotSize: market.lot_size,
    lotBaseMinor: amountMinor(lot),
    lotDecimals: decimalsOf(market.lot_size),
    tickLotQuoteMinor: amountMinor(tickLot / unit),
    minNotionalMinor: amountMinor(minNotional),
    icebergPartsMax: market.iceberg_parts_max,
    makerFeePpm: ratePpm(maker),
    takerFeePpm: ratePpm(taker),
    marketBandPpm: ratePpm(marketBand),
    limitBandPpm: ratePpm(limitBand),
  };
}
