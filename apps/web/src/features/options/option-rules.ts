/** What options of one market are sold under, as exact integers, read once from the wire. */
import type { OptionTimeView, PayableCurrency, Quotation } from '@fairlead/contract';
import {
  type AmountMinor,
  amountMinor,
  decimalsOf,
  formatDecimal,
  parseDecimal,
  RATE_SCALE,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';

export interface TimeRules {
  readonly seconds: number;
  readonly payoutRatioPpm: RatePpm;
  readonly minMinor: AmountMinor;
  readonly maxMinor: AmountMinor;
  readonly windowSeconds: number;
}

export interface OptionRules {
  readonly symbol: string;
  readonly currencyId: number;
  readonly currency: string;
  readonly scale: number;
  readonly feePpm: RatePpm;
  /** Ascending by seconds. */
  readonly times: readonly TimeRules[];
  readonly presets: readonly AmountMinor[];
}

export interface RuleSources {
  readonly market: Pick<Quotation, 'symbol' | 'legal_id' | 'option'>;
  readonly times: readonly OptionTimeView[];
  readonly currencies: readonly PayableCurrency[];
  /** Decimals of the market's quote currency. */
  readonly scale: number;
}

function timeRules(view: OptionTimeView, scale: number): TimeRules | undefined {
  const ratio = parseDecimal(view.payout_ratio, RATE_SCALE);
  const min = parseDecimal(view.min_amount, scale);
  const max = parseDecimal(view.max_amount, scale);
  if (ratio === undefined || min === undefined || max === undefined) return undefined;
  return {
    seconds: view.seconds,
    payoutRatioPpm: ratePpm(ratio),
    minMinor: amountMinor(min),
    maxMinor: amountMinor(max),
    windowSeconds: view.window_seconds,
  };
}

/** Undefined where none are sold: the market has no times, or its quote currency does not pay. */
export function optionRules({
  market,
  times,
  currencies,
  scale,
}: RuleSources): OptionRules | undefined {
  const currency = currencies.find(({ currency_id }) => currency_id === market.legal_id);
  const read = times.map((view) => timeRules(view, scale)).filter((one) => one !== undefined);
  const fee = currency && parseDecimal(currency.fee_rate, RATE_SCALE);
  if (!market.option || currency === undefined || fee === undefined || read.length === 0)
    return undefined;
  return {
    symbol: market.symbol,
    currencyId: currency.currency_id,
    currency: currency.name,
    scale,
    feePpm: ratePpm(fee),
    times: read.sort((left, right) => left.seconds - right.seconds),
    presets: currency.amounts.flatMap((text) => {
      const amount = parseDecimal(text, scale);
      return amount === undefined ? [] : [amountMinor(amount)];
    }),
  };
}

const DECIMALS_MIN = 2;

/** Money for people: two decimals, further ones only where they say something. */
export function moneyText(amount: bigint, scale: number): string {
  const text = formatDecimal(amount, scale);
  const point = text.indexOf('.');
  if (point < 0) return text;
  const fraction = text.slice(point + 1);
  const kept = fraction.slice(DECIMALS_MIN).replace(/(?<!0)0+$/, '');
  return `${text.slice(0, point)}.${fraction.slice(0, DECIMALS_MIN)}${kept}`;
}

/** The same of a decimal text as the wire has it: "50.000000" → "50.00". */
export function tidyMoney(text: string): string {
  const scale = decimalsOf(text);
  const amount = parseDecimal(text, scale);
  return amount === undefined ? text : moneyText(amount, scale);
}
