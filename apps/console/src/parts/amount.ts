/** Amounts as the console shows them: exact, without the noughts a currency's scale adds. */
import { type DecimalText, formatNumber } from '@fairlead/ui';

const DECIMALS_MIN = 2;

/** "12000.000000" → "12,000.00", "0.25000000" → "0.25", "0.00012300" → "0.000123". Nothing is cut. */
export function formatExact(value: DecimalText): string {
  const [whole = '', fraction = ''] = (value ?? '').split('.');
  const kept = fraction.replace(/(?<!0)0+$/, '').padEnd(DECIMALS_MIN, '0');
  return formatNumber(whole === '' ? undefined : `${whole}.${kept}`);
}

/** The exact amount with its currency behind a no-break space. */
export const formatMoney = (value: DecimalText, currency: string): string =>
  `${formatExact(value)}\u00a0${currency}`;
