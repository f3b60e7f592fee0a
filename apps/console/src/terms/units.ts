import type { CurrencyInfo, Quotation } from '@fairlead/contract';
import { divFloor, formatDecimal, PRICE_SCALE, parseDecimal } from '@fairlead/units';
import type { TermUnits } from './fields.ts';
import type { TermsRecord } from './model.ts';

export type Currencies = ReadonlyMap<number, CurrencyInfo> | undefined;

/** The units of a record: of its currency and what it is paid in, or of its symbol's two. */
export function unitsOf(
  record: TermsRecord | Readonly<Record<string, string | boolean>>,
  currencies: Currencies,
  quotations: readonly Quotation[] = [],
): TermUnits {
  const symbol = record['symbol'];
  if (typeof symbol === 'string' && symbol !== '') {
    const [base = '', quote = ''] = symbol.split('/');
    const scales = {
      ...scaleNamed('base', base, currencies),
      ...scaleNamed('quote', quote, currencies),
    };
    return {
      base,
      quote,
      ...(currencies && { scales }),
      ...pricesOf({ base, quote }, quotations),
    };
  }
  const found = currencies?.get(Number(record['currency_id']));
  const paid = currencies?.get(Number(record['payment_currency_id']));
  return {
    ...(found && { currency: found.name }),
    ...(paid && { payment: paid.name }),
    ...(found && {
      scales: { currency: found.scale, ...(paid && { payment: paid.scale }) },
      usdt: usdtOf(found.name, quotations),
    }),
    ...(paid && { quoteUsdt: usdtOf(paid.name, quotations) }),
  };
}

/** What everything is valued in. */
const VALUED_IN = 'USDT';

/** The fresh index of a market, what its quote is worth, and where it has no index what both currencies' own come to. */
function pricesOf(
  { base, quote }: { readonly base: string; readonly quote: string },
  quotations: readonly Quotation[],
): Pick<TermUnits, 'index' | 'guide' | 'quoteUsdt'> {
  const index = indexOf(`${base}/${quote}`, quotations);
  const quoteUsdt = usdtOf(quote, quotations);
  return { index, quoteUsdt, guide: index ?? ratioOf(usdtOf(base, quotations), quoteUsdt) };
}

const indexOf = (symbol: string, quotations: readonly Quotation[]): string | undefined =>
  quotations.find((each) => each.symbol === symbol && !each.is_stale)?.index_price;

/** What one of a currency is worth. */
const usdtOf = (name: string, quotations: readonly Quotation[]): string | undefined =>
  name === VALUED_IN ? '1' : indexOf(`${name}/${VALUED_IN}`, quotations);

function ratioOf(base: string | undefined, quote: string | undefined): string | undefined {
  const [dividend, divisor] = [base, quote].map((text) =>
    text === undefined ? undefined : parseDecimal(text, PRICE_SCALE),
  );
  if (dividend === undefined || divisor === undefined || divisor <= 0n) return undefined;
  const ratio = divFloor(dividend * 10n ** BigInt(PRICE_SCALE), divisor);
  return ratio > 0n ? formatDecimal(ratio, PRICE_SCALE) : undefined;
}

function scaleNamed(unit: 'base' | 'quote', name: string, currencies: Currencies) {
  const found = [...(currencies?.values() ?? [])].find((currency) => currency.name === name);
  return found === undefined ? {} : { [unit]: found.scale };
}

/** All currencies by number, as a form chooses one. */
export const currencyChoices = (currencies: Currencies) =>
  [...(currencies?.values() ?? [])].map(
    ({ currency_id, name }) => [String(currency_id), name] as const,
  );
