/**
 * Figures as a form holds them: without the noughts of their scale, and shares in percent, as they are listed. The wire and
 * the table of terms have parts of one.
 */
import { formatDecimal, parseDecimal, RATE_SCALE } from '@fairlead/units';

/** Without the noughts of a scale. */
export const plain = (text: string): string =>
  text.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text;

/** Most decimals of a share in percent. */
export const PERCENT_SCALE = RATE_SCALE - 2;

/** "0.0012" → "0.12". */
export const percentOfShare = (share: string): string => moved(share, RATE_SCALE, PERCENT_SCALE);

/** "0.12" → "0.0012"; what is no share in percent stays as it is. */
export const shareOfPercent = (percent: string): string =>
  moved(percent.trim(), PERCENT_SCALE, RATE_SCALE);

function moved(text: string, from: number, to: number): string {
  const ppm = parseDecimal(text, from);
  return ppm === undefined ? text : plain(formatDecimal(ppm, to));
}
