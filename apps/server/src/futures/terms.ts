/** Terms of futures as operators write them ↔ as the engine keeps them. Amounts are in the market's quote currency. */
import { type FuturesTermsView, ProblemError } from '@fairlead/contract';
import { areFuturesTermsValid, type FuturesTerms } from '@fairlead/engine';
import type { LimitContext } from '@fairlead/formula';
import { amountMinor, PRICE_SCALE, type PriceE8, RATE_SCALE, ratePpm } from '@fairlead/units';
import { Decimals } from '../core/http/fields/decimals.ts';
import { rateText, shortDecimal } from '../core/http/figures.ts';
import { termsProblem } from '../core/terms/refusal.ts';
import type { Say } from '../core/texts/texts.ts';
import type { MarketTerms, Terms } from '../market/index.ts';

export function futuresTermsView(terms: FuturesTerms, market: MarketTerms): FuturesTermsView {
  const amountText = (amount: bigint) => shortDecimal(amount, market.quote.scale);
  return {
    symbol: market.symbol,
    lot_size: shortDecimal(terms.lotBaseMinor, market.base.scale),
    min_lots: terms.lotsMin,
    max_lots: terms.lotsMax,
    multiples: terms.multiples.map((each) => ({
      multiple: each.multiple,
      maintenance_rate: rateText(each.maintenanceRatePpm),
      max_notional: amountText(each.notionalMaxMinor),
    })),
    open_fee: rateText(terms.openFeePpm),
    close_fee: rateText(terms.closeFeePpm),
    insurance_share: rateText(terms.insuranceSharePpm),
    half_spread: rateText(terms.halfSpreadPpm),
    price_step: shortDecimal(terms.priceStepE8, PRICE_SCALE),
    profit_cap: terms.profitCapMultiple,
    max_open_interest: amountText(terms.openInterestMaxMinor),
    max_positions: terms.positionsMax,
    is_open: terms.isOpen,
  };
}

/** What terms are read beside. */
interface PresentFutures {
  readonly terms: Terms;
  readonly present: FuturesTerms | undefined;
  /** The market's index, while there is a fresh one. */
  readonly index?: PriceE8 | undefined;
}

/** What the bounds of a market's futures depend on. */
export const futuresLimits = (
  { base, quote }: MarketTerms,
  given: Pick<LimitContext, 'indexE8' | 'isKept'>,
): LimitContext => ({
  ...given,
  scaleOf: (field) => (field === 'lot_size' ? base.scale : quote.scale),
});

/** Reads terms, of which `present` are those in force; throws field errors for what the currencies cannot express, and `terms_invalid`. */
export function readFuturesTermsView(
  input: FuturesTermsView,
  { terms, present, index }: PresentFutures,
  say: Say,
): FuturesTerms {
  const market = terms.market(input.symbol);
  if (market === undefined)
    throw new ProblemError('validation_failed', {
      fields: { 'terms.symbol': say('fields.symbol') },
    });
  const decimals = new Decimals(say);
  const rate = (field: string, text: string) =>
    ratePpm(decimals.read(`terms.${field}`, text, RATE_SCALE));
  const amount = (field: string, text: string, { scale } = market.quote) =>
    amountMinor(decimals.read(`terms.${field}`, text, scale));
  const priceStepE8 =
    decimals.optional('terms.price_step', input.price_step, PRICE_SCALE) ??
    present?.priceStepE8 ??
    1n;
  const read: FuturesTerms = {
    marketId: market.marketId,
    lotBaseMinor: amount('lot_size', input.lot_size, market.base),
    lotsMin: input.min_lots,
    lotsMax: input.max_lots,
    multiples: input.multiples.map((each, at) => ({
      multiple: each.multiple,
      maintenanceRatePpm: rate(`multiples.${at}.maintenance_rate`, each.maintenance_rate),
      notionalMaxMinor: amount(`multiples.${at}.max_notional`, each.max_notional),
    })),
    openFeePpm: rate('open_fee', input.open_fee),
    closeFeePpm: rate('close_fee', input.close_fee),
    insuranceSharePpm: rate('insurance_share', input.insurance_share),
    halfSpreadPpm: rate('half_spread', input.half_spread),
    priceStepE8,
    profitCapMultiple: input.profit_cap,
    openInterestMaxMinor: amount('max_open_interest', input.max_open_interest),
    positionsMax: input.max_positions,
    isOpen: input.is_open,
  };
  decimals.check();
  if (!areFuturesTermsValid(read, index))
    throw termsProblem('futures', input, {
      say,
      prefix: 'terms.',
      context: futuresLimits(market, { indexE8: index }),
    });
  return read;
}
