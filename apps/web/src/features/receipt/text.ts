/** How figures of a receipt are written. */
import { formatShare } from '@fairlead/ui';
import { plain } from './rule.ts';

/** A rate with the decimals that it has: "0.8" → "80%", "0.0005" → "0.05%". */
export function plainShare(rate: string | undefined): string {
  const fraction = plain(rate)?.split('.')[1] ?? '';
  return formatShare(rate, Math.max(0, fraction.length - 2));
}
