/** Amounts of the quote currency as people read them. */
import { type DecimalText, formatAmount, formatShare, formatSigned } from '@fairlead/ui';
import { type AmountMinor, decimalsOf, divCeil, formatDecimal } from '@fairlead/units';

/** Money has two decimals; a currency of finer units (BTC) six. */
const COARSE_SCALE = 6;

/** Decimals of a result that moves with the price: more would only flicker. */
export const resultDecimals = (scale: number): number =>
  scale <= COARSE_SCALE ? Math.min(2, scale) : 6;

/** All the digits that say something, two decimals at least: 3.241, 324.10. */
export function amountText(amount: AmountMinor, scale: number): string {
  const text = formatDecimal(amount, scale);
  return trimAmount(text);
}

/** Drops zeros at the end beyond two decimals: "324.100000" → "324.10". */
export function trimAmount(text: string): string {
  const point = text.indexOf('.');
  if (point < 0) return text;
  const kept = text.slice(point + 1).replace(/(?<!0)0+$/, '');
  return `${text.slice(0, point)}.${kept.padEnd(2, '0')}`;
}

const LINE_DECIMALS = 3;

/** A cost in a narrow line: three decimals at most, rounded up; all of it stands behind its term and in the confirmation. */
export function costOf(
  amount: AmountMinor | undefined,
  money: { readonly quoteScale: number; readonly quote: string },
): string {
  if (amount === undefined || money.quoteScale > COARSE_SCALE) return amountOf(amount, money);
  const cut = Math.max(0, money.quoteScale - LINE_DECIMALS);
  const text = formatDecimal(divCeil(amount, 10n ** BigInt(cut)), money.quoteScale - cut);
  return formatAmount(trimAmount(text), undefined, money.quote);
}

/** A limit in the currency, without decimals where it is whole. */
export const roundOf = (
  amount: AmountMinor,
  { quoteScale, quote }: { readonly quoteScale: number; readonly quote: string },
): string => formatAmount(amountText(amount, quoteScale).replace(/\.00$/, ''), undefined, quote);

/** With its currency; a dash for what is missing. */
export const amountOf = (
  amount: AmountMinor | undefined,
  { quoteScale, quote }: { readonly quoteScale: number; readonly quote: string },
): string =>
  formatAmount(amount === undefined ? undefined : amountText(amount, quoteScale), undefined, quote);

/** A result with its sign, in the decimals of results. */
export const resultOf = (amount: AmountMinor | undefined, scale: number): string =>
  formatSigned(
    amount === undefined ? undefined : formatDecimal(amount, scale),
    resultDecimals(scale),
  );

/** The same of a decimal text of the wire. */
export const resultText = (value: DecimalText): string =>
  formatSigned(value, value ? resultDecimals(decimalsOf(value)) : undefined);

/** How near the end is, rounded up: it is never said to be further away than it is. Beyond 100 % all is gone. */
export const ratioText = (ppm: bigint | undefined): string =>
  ppm === undefined ? '–' : formatShare(formatDecimal(divCeil(ppm, 100n), 4));

/** A share of the margin with its sign. */
export const shareText = (ppm: bigint): string => {
  const text = formatShare(formatDecimal(ppm, 6));
  return ppm > 0n && /[1-9]/.test(text) ? `+${text}` : text;
};
