/** How figures of a receipt are written. */
import { formatShare, languageTag } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { plain } from './rule.ts';
import type { Part } from './verdict.ts';

/** A rate with the decimals that it has: "0.8" → "80%", "0.0005" → "0.05%". */
export function plainShare(rate: string | undefined): string {
  const fraction = plain(rate)?.split('.')[1] ?? '';
  return formatShare(rate, Math.max(0, fraction.length - 2));
}

/** Joins words as the language lists them: "chain, 30 quotes and mean". */
export function useListText(): (words: readonly string[]) => string {
  const locale = useLocale();
  const format = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' });
  return (words) => format.format(words);
}

const COUNTED = ['receipts', 'quotes', 'medians', 'samples'] as const;

/** What was computed again, in words. */
export function usePartText(): (part: Part) => string {
  const t = useTranslations('receipt.part');
  return ({ name, count = 0 }) => {
    const counted = COUNTED.find((each) => each === name);
    return counted === undefined
      ? t(name as Exclude<Part['name'], (typeof COUNTED)[number]>)
      : t(counted, { count });
  };
}
