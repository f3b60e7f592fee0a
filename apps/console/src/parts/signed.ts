import { formatExact } from './amount.ts';
import { isZero } from './sums.ts';

/** An exact amount with its sign before it: "+5.00", "−5.00", "0.00". */
export function formatSignedExact(amount: string): string {
  const shown = formatExact(amount.replace(/^-/, ''));
  if (isZero(amount)) return shown;
  return amount.startsWith('-') ? `\u2212${shown}` : `+${shown}`;
}

/** A balance: a minus where it is below nought, nothing else before it. */
export const formatBalance = (amount: string): string =>
  formatSignedExact(amount).replace(/^\+/, '');
