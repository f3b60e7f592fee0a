import type { CurrencyInfo } from '@fairlead/contract';
import type { TermUnits } from './fields.ts';
import type { TermsRecord } from './model.ts';

type Currencies = ReadonlyMap<number, CurrencyInfo> | undefined;

/** The units of a record: of its currency and what it is paid in, or of its symbol's two. */
export function unitsOf(
  record: TermsRecord | Readonly<Record<string, string | boolean>>,
  currencies: Currencies,
): TermUnits {
  const symbol = record['symbol'];
  if (typeof symbol === 'string' && symbol !== '') {
    const [base = '', quote = ''] = symbol.split('/');
    const scales = {
      ...scaleNamed('base', base, currencies),
      ...scaleNamed('quote', quote, currencies),
    };
    return { base, quote, scales };
  }
  const found = currencies?.get(Number(record['currency_id']));
  const paid = currencies?.get(Number(record['payment_currency_id']));
  return {
    ...(found && { currency: found.name }),
    ...(paid && { payment: paid.name }),
    ...(found && { scales: { currency: found.scale } }),
  };
}

function scaleNamed(unit: 'base' | 'quote', name: string, currencies: Currencies) {
  const found = [...(currencies?.values() ?? [])].find((currency) => currency.name === name);
  return found === undefined ? {} : { [unit]: found.scale };
}
