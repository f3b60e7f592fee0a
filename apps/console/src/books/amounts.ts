/** Amounts as the console shows and adds them: exact, without the noughts a currency's scale adds. */
import { type DecimalText, formatNumber } from '@fairlead/ui';
import { decimalsOf, formatDecimal, isZeroDecimal, parseDecimal } from '@fairlead/units';

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

/** An exact amount with its sign before it: "+5.00", "−5.00", "0.00". */
export function formatSignedExact(amount: string): string {
  const shown = formatExact(amount.replace(/^-/, ''));
  if (isZeroDecimal(amount)) return shown;
  return amount.startsWith('-') ? `\u2212${shown}` : `+${shown}`;
}

/** A balance: a minus where it is below nought, nothing else before it. */
export const formatBalance = (amount: string): string =>
  formatSignedExact(amount).replace(/^\+/, '');

/** "-1.5" and "1.50" → "0.00". Undefined when one is not a number. */
export function sumOf(amounts: readonly string[]): string | undefined {
  const scale = Math.max(0, ...amounts.map(decimalsOf));
  let sum = 0n;
  for (const amount of amounts) {
    const minor = parseDecimal(amount, scale);
    if (minor === undefined) return undefined;
    sum += minor;
  }
  return formatDecimal(sum, scale);
}
