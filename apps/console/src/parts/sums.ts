/** Exact sums of signed decimal texts. */
import { formatDecimal, parseDecimal } from '@fairlead/units';

const scaleOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** "-1.5" and "1.50" → "0.00". Undefined when one is not a number. */
export function sumOf(amounts: readonly string[]): string | undefined {
  const scale = Math.max(0, ...amounts.map(scaleOf));
  let sum = 0n;
  for (const amount of amounts) {
    const minor = parseDecimal(amount, scale);
    if (minor === undefined) return undefined;
    sum += minor;
  }
  return formatDecimal(sum, scale);
}

export const isZero = (amount: string): boolean => /^-?0+(\.0+)?$/.test(amount);
