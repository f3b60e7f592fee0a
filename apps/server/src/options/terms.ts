/** Terms of options as operators write them ↔ as the engine keeps them. Amounts are in the market's quote currency. */
import { type OptionCurrencyView, type OptionTermsView, ProblemError } from '@fairlead/contract';
import {
  areOptionTermsValid,
  type Currency,
  isOptionCurrencyValid,
  type OptionCurrency,
  type OptionTerms,
} from '@fairlead/engine';
import { amountMinor, RATE_SCALE, ratePpm } from '@fairlead/units';
import { Decimals } from '../core/http/fields/decimals.ts';
import { rateText, shortDecimal } from '../core/http/figures.ts';
import { termsProblem } from '../core/terms/refusal.ts';
import type { Say } from '../core/texts/texts.ts';
import type { MarketTerms, Terms } from '../market/index.ts';

export function optionTermsView(terms: OptionTerms, market: MarketTerms): OptionTermsView {
  const amountText = (amount: bigint) => shortDecimal(amount, market.quote.scale);
  return {
    symbol: market.symbol,
    times: terms.times.map((time) => ({
      seconds: time.seconds,
      payout_ratio: rateText(time.payoutRatioPpm),
      min_amount: amountText(time.minMinor),
      max_amount: amountText(time.maxMinor),
    })),
    max_exposure: amountText(terms.exposureMaxMinor),
    max_orders: terms.ordersMax,
    is_open: terms.isOpen,
  };
}

/** Reads terms; throws field errors for what the currency cannot express, and `terms_invalid`. */
export function readOptionTermsView(input: OptionTermsView, terms: Terms, say: Say): OptionTerms {
  const market = terms.market(input.symbol);
  if (market === undefined) throw fieldProblem('terms.symbol', say('fields.symbol'));
  const decimals = new Decimals(say);
  const { scale } = market.quote;
  const read: OptionTerms = {
    marketId: market.marketId,
    times: input.times.map((time, at) => ({
      seconds: time.seconds,
      payoutRatioPpm: ratePpm(
        decimals.read(`terms.times.${at}.payout_ratio`, time.payout_ratio, RATE_SCALE),
      ),
      minMinor: amountMinor(decimals.read(`terms.times.${at}.min_amount`, time.min_amount, scale)),
      maxMinor: amountMinor(decimals.read(`terms.times.${at}.max_amount`, time.max_amount, scale)),
    })),
    exposureMaxMinor: amountMinor(decimals.read('terms.max_exposure', input.max_exposure, scale)),
    ordersMax: input.max_orders,
    isOpen: input.is_open,
  };
  decimals.check();
  if (!areOptionTermsValid(read))
    throw termsProblem('options', input, {
      say,
      prefix: 'terms.',
      context: { scaleOf: () => scale },
    });
  return read;
}

export function optionCurrencyView(
  { currencyId, feePpm, presets, isOpen }: OptionCurrency,
  { scale }: Currency,
): OptionCurrencyView {
  return {
    currency_id: currencyId,
    fee_rate: rateText(feePpm),
    amounts: presets.map((preset) => shortDecimal(preset, scale)),
    is_open: isOpen,
  };
}

/** Reads fee and stakes; throws field errors for what the currency cannot express, and `terms_invalid`. */
export function readOptionCurrencyView(
  input: OptionCurrencyView,
  terms: Terms,
  say: Say,
): OptionCurrency {
  const currency = terms.currency(input.currency_id);
  if (currency === undefined) throw fieldProblem('terms.currency_id', say('fields.currency'));
  const decimals = new Decimals(say);
  const read: OptionCurrency = {
    currencyId: currency.currencyId,
    feePpm: ratePpm(decimals.read('terms.fee_rate', input.fee_rate, RATE_SCALE)),
    presets: input.amounts.map((text, at) =>
      amountMinor(decimals.read(`terms.amounts.${at}`, text, currency.scale)),
    ),
    isOpen: input.is_open,
  };
  decimals.check();
  if (!isOptionCurrencyValid(read))
    throw termsProblem('option_currency', input, {
      say,
      prefix: 'terms.',
      context: { scaleOf: () => currency.scale },
    });
  return read;
}

const fieldProblem = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });
