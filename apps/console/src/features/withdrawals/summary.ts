import type { OperatorWithdrawal } from '@fairlead/contract';
import { formatDecimal, parseDecimal } from '@fairlead/units';

/** Of `value`: millionths of a USDT. */
const VALUE_SCALE = 6;

/** What the listed withdrawals are worth together, in USDT; undefined when one cannot be read. */
export function sumOfValues(
  rows: readonly Pick<OperatorWithdrawal, 'value'>[],
): string | undefined {
  let sum = 0n;
  for (const { value } of rows) {
    const minor = parseDecimal(value, VALUE_SCALE);
    if (minor === undefined) return undefined;
    sum += minor;
  }
  return formatDecimal(sum, VALUE_SCALE);
}
