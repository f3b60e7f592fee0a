/** Currencies and markets as operators write them ↔ as the engine keeps them. */
import { type ParsedOf, ProblemError, type ResponseOf } from '@fairlead/contract';
import type { Currency, Market } from '@fairlead/engine';
import type { LimitContext } from '@fairlead/formula';
import {
  amountMinor,
  divExact,
  PRICE_SCALE,
  parseDecimal,
  RATE_SCALE,
  ratePpm,
} from '@fairlead/units';
import { rateText, shortDecimal } from '../core/http/figures.ts';
import { termsProblem } from '../core/terms/refusal.ts';
import type { Say } from '../core/texts/texts.ts';
import type { MarketTerms, Terms } from './catalogue.ts';

export type CurrencyInput = ParsedOf<'operatorSaveCurrency'>;
export type MarketInput = ParsedOf<'operatorSaveMarket'>;

export function currencyView(currency: Currency): ResponseOf<'operatorCurrencies'>[number] {
  return {
    currency_id: currency.currencyId,
    name: currency.name,
    full_name: currency.fullName,
    scale: currency.scale,
    is_enabled: currency.isEnabled,
  };
}

export const readCurrency = (input: CurrencyInput): Currency => ({
  currencyId: input.currency_id,
  name: input.name,
  fullName: input.full_name,
  scale: input.scale,
  isEnabled: input.is_enabled,
});

export function marketView(market: MarketTerms): ResponseOf<'operatorMarkets'>[number] {
  return {
    market_id: market.marketId,
    symbol: market.symbol,
    tick_size: shortDecimal(market.tickSizeE8, PRICE_SCALE),
    lot_size: shortDecimal(market.lotBaseMinor, market.base.scale),
    min_notional: shortDecimal(market.minNotionalMinor, market.quote.scale),
    maker_fee: rateText(market.makerFeePpm),
    taker_fee: rateText(market.takerFeePpm),
    market_band: rateText(market.marketBandPpm),
    limit_band: rateText(market.limitBandPpm),
    open_orders_max: market.openOrdersMax,
    iceberg_parts_max: market.icebergPartsMax,
    state: market.state,
  };
}

/** What the bounds of a market's terms depend on. */
export const marketLimits = (
  { base, quote }: Pick<MarketTerms, 'base' | 'quote'>,
  given: Pick<LimitContext, 'indexE8' | 'isKept'> = {},
): LimitContext => ({
  ...given,
  scaleOf: (field) => (field === 'lot_size' ? base.scale : quote.scale),
});

/** Reads a market; throws field errors for what its currencies cannot express. */
export function readMarket(input: MarketInput, terms: Terms, say: Say): Market {
  const [baseName = '', quoteName = ''] = input.symbol.split('/');
  const base = terms.currencyNamed(baseName);
  const quote = terms.currencyNamed(quoteName);
  const unknown = { symbol: say('fields.currency') };
  if (base === undefined || quote === undefined)
    throw new ProblemError('validation_failed', { fields: unknown });
  const fields = new Map<string, string>();
  const read = (name: keyof MarketInput, scale: number): bigint => {
    const value = parseDecimal(String(input[name]), scale);
    if (value === undefined) fields.set(name, say('fields.decimals', { count: scale }));
    return value ?? 1n;
  };
  const tickSizeE8 = read('tick_size', PRICE_SCALE);
  const lotBaseMinor = read('lot_size', base.scale);
  const minNotional = read('min_notional', quote.scale);
  const makerFee = read('maker_fee', RATE_SCALE);
  const takerFee = read('taker_fee', RATE_SCALE);
  const marketBand = read('market_band', RATE_SCALE);
  const limitBand = read('limit_band', RATE_SCALE);
  if (fields.size > 0)
    throw new ProblemError('terms_invalid', { fields: Object.fromEntries(fields) });
  // One lot at one tick must be a whole number of the quote's minor units, so that no notional rounds.
  const numerator = tickSizeE8 * lotBaseMinor * 10n ** BigInt(quote.scale);
  const denominator = 10n ** BigInt(PRICE_SCALE + base.scale);
  if (numerator % denominator !== 0n)
    throw termsProblem('market', input, { say, context: marketLimits({ base, quote }) });
  return {
    marketId: marketIdOf(input, terms),
    symbol: input.symbol,
    baseCurrencyId: base.currencyId,
    quoteCurrencyId: quote.currencyId,
    tickSizeE8,
    lotBaseMinor: amountMinor(lotBaseMinor),
    tickLotQuoteMinor: amountMinor(divExact(numerator, denominator)),
    makerFeePpm: ratePpm(makerFee),
    takerFeePpm: ratePpm(takerFee),
    minNotionalMinor: amountMinor(minNotional),
    marketBandPpm: ratePpm(marketBand),
    limitBandPpm: ratePpm(limitBand),
    openOrdersMax: input.open_orders_max,
    icebergPartsMax: input.iceberg_parts_max,
    state: input.state,
  };
}

/** The market given by id or symbol, or a new one. */
function marketIdOf(input: MarketInput, terms: Terms): number {
  const named = terms.market(input.symbol);
  if (input.market_id === undefined) {
    if (named !== undefined) return named.marketId;
    return Math.max(0, ...terms.markets().map(({ marketId }) => marketId)) + 1;
  }
  if (named !== undefined && named.marketId !== input.market_id)
    throw new ProblemError('name_taken');
  return input.market_id;
}
