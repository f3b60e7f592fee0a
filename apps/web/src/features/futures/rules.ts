/** A market's futures as exact integers, read once from `lever/deal` and the scales of its two currencies. */
import type { CurrencyInfo, FuturesDeal } from '@fairlead/contract';
import { type QuoteScale, quoteScale } from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  PPM_ONE,
  PRICE_SCALE,
  parseDecimal,
  RATE_SCALE,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';
import { decimalsOf } from '../../data/markets/market-rules.ts';

export interface MultipleRules {
  readonly multiple: number;
  readonly maintenanceRatePpm: RatePpm;
  /** The greatest opening notional of one position. */
  readonly notionalMaxMinor: AmountMinor;
}

export interface FuturesRules {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly currencyId: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** What turns size × price into quote minor units. */
  readonly scale: QuoteScale;
  readonly priceStep: string;
  readonly priceStepE8: bigint;
  readonly priceDecimals: number;
  readonly lotBaseMinor: AmountMinor;
  readonly lotDecimals: number;
  readonly lotsMin: number;
  readonly lotsMax: number;
  /** Ascending. */
  readonly multiples: readonly MultipleRules[];
  readonly openFeePpm: RatePpm;
  readonly closeFeePpm: RatePpm;
  readonly halfSpreadPpm: RatePpm;
  readonly limitBandPpm: RatePpm;
  readonly profitCapMultiple: number;
}

const rate = (text: string): RatePpm | undefined => {
  const value = parseDecimal(text, RATE_SCALE);
  return value === undefined ? undefined : ratePpm(value);
};

function multiplesOf(deal: FuturesDeal, scale: number): readonly MultipleRules[] | undefined {
  const read = deal.multiples.map(({ multiple, maintenance_rate, max_notional }) => {
    const maintenanceRatePpm = rate(maintenance_rate);
    const most = parseDecimal(max_notional, scale);
    return maintenanceRatePpm === undefined || most === undefined
      ? undefined
      : { multiple, maintenanceRatePpm, notionalMaxMinor: amountMinor(most) };
  });
  const known = read.filter((one) => one !== undefined);
  return known.length === 0 || known.length < read.length ? undefined : known;
}

/** Undefined when a figure does not fit its scale: then nothing exact can be said. */
export function futuresRules(
  deal: FuturesDeal,
  scales: { readonly base: number; readonly quote: number },
): FuturesRules | undefined {
  const priceStepE8 = parseDecimal(deal.price_step, PRICE_SCALE);
  const lot = parseDecimal(deal.lot_size, scales.base);
  const multiples = multiplesOf(deal, scales.quote);
  const openFeePpm = rate(deal.open_fee);
  const closeFeePpm = rate(deal.close_fee);
  const halfSpreadPpm = rate(deal.half_spread);
  const limitBandPpm = rate(deal.limit_band);
  if (!priceStepE8 || !lot || multiples === undefined) return undefined;
  if (openFeePpm === undefined || closeFeePpm === undefined) return undefined;
  if (halfSpreadPpm === undefined || limitBandPpm === undefined) return undefined;
  return {
    symbol: deal.symbol,
    base: deal.base,
    quote: deal.currency,
    currencyId: deal.currency_id,
    baseScale: scales.base,
    quoteScale: scales.quote,
    scale: quoteScale(scales),
    priceStep: deal.price_step,
    priceStepE8,
    priceDecimals: decimalsOf(deal.price_step),
    lotBaseMinor: amountMinor(lot),
    lotDecimals: decimalsOf(deal.lot_size),
    lotsMin: deal.min_lots,
    lotsMax: deal.max_lots,
    multiples,
    openFeePpm,
    closeFeePpm,
    halfSpreadPpm,
    limitBandPpm,
    profitCapMultiple: deal.profit_cap,
  };
}

/** About how far the index may move against a position before its end: 1 ÷ multiple − maintenance rate, rounded down. */
export const distancePpm = ({ multiple, maintenanceRatePpm }: MultipleRules): bigint =>
  divFloor(PPM_ONE, BigInt(multiple)) - maintenanceRatePpm;

/** The scale of a currency by name; undefined until the currencies are known. */
export const scaleOf = (
  currencies: readonly CurrencyInfo[] | undefined,
  name: string,
): number | undefined => currencies?.find((currency) => currency.name === name)?.scale;
