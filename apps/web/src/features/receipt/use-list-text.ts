import { languageTag } from '@fairlead/ui';
import { useLocale } from 'use-intl';

/** Joins words as the language lists them: "chain, 30 quotes and mean". */
export function useListText(): (words: readonly string[]) => string {
  const locale = useLocale();
  const format = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' });
  return (words) => format.format(words);
}
