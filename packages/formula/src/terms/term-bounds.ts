/** Whether terms are within the bounds of term-rules.ts, and those bounds in words. */
import { AMOUNT_MAX, formatDecimal, parseDecimal } from '@fairlead/units';
import type { NumberRule, TermRule } from './term-rules.ts';

export { AMOUNT_MAX };

/** A bound as an integer of a scale. */
const boundOf = (text: string | undefined, scale: number): bigint | undefined =>
  text === undefined ? undefined : parseDecimal(text, scale);

/** Whether a number, as an integer of 10^-scale, is within the least and the greatest of its rule. */
export function isTermWithin(rule: NumberRule, value: bigint, scale: number): boolean {
  const [lowest, highest] = [boundOf(rule.min, scale), boundOf(rule.max, scale)];
  return (lowest === undefined || value >= lowest) && (highest === undefined || value <= highest);
}

/** Millionths of a share given as text. */
const SHARE_SCALE = 6;
const SHARE_ONE = 10n ** BigInt(SHARE_SCALE);

/** Decimals of what a rule counts; an amount has its currency's. */
export const UNIT_SCALES = { rate: 6, price: 8, count: 0, time: 0 } as const;

/** Whether a value is at most a share of another of the same scale. */
export function isShareWithin(value: bigint, whole: bigint, shareMax: string): boolean {
  return value * SHARE_ONE <= whole * (boundOf(shareMax, SHARE_SCALE) ?? 0n);
}

const percentText = (share: string): string => {
  const value = boundOf(share, SHARE_SCALE) ?? 0n;
  let [scaled, scale] = [value * 100n, SHARE_SCALE];
  while (scale > 0 && scaled % 10n === 0n) [scaled, scale] = [scaled / 10n, scale - 1];
  return `${formatDecimal(scaled, scale)}%`;
};

/** A rule's bound in English, for operators and documents; empty where there is none but what can be kept. */
export function boundWords(rule: TermRule): string {
  if (rule.kind !== 'number' && rule.kind !== 'key') return '';
  // Of a time there is none that anybody would come near.
  if (rule.kind === 'number' && rule.unit === 'time') return '';
  const isRate = rule.kind === 'number' && rule.unit === 'rate';
  const figure = (text: string) => (isRate ? percentText(text) : text);
  const words = [
    ...(rule.min === undefined || rule.min === '0' ? [] : [`at least ${figure(rule.min)}`]),
    ...(rule.max === undefined ? [] : [`at most ${figure(rule.max)}`]),
    ...(rule.kind === 'key' ? [] : wordsOfOthers(rule)),
  ];
  return words.join(', ');
}

/** What a number is bounded by beside its own least and greatest. */
function wordsOfOthers(rule: NumberRule): string[] {
  return [
    ...(rule.shareOfIndexMax === undefined
      ? []
      : [`at most ${percentText(rule.shareOfIndexMax)} of the index price`]),
    ...(rule.worthAtIndexMax === undefined
      ? []
      : [`worth at most ${rule.worthAtIndexMax} of the quote currency at the index`]),
    ...(rule.shareOf === undefined
      ? []
      : [`at most ${percentText(rule.shareOf.max)} of ${rule.shareOf.field}`]),
  ];
}
