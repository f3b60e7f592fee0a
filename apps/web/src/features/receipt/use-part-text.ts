import { useTranslations } from 'use-intl';
import type { Part } from './verdict.ts';

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
