/** Which calling code is offered first, and finding another; pure. */
import type { ResponseOf } from '@fairlead/contract';
import { LANGUAGE_CALLING_CODES, type Language, plainTag } from '@fairlead/contract/constants';

export type AreaCode = ResponseOf<'areaCode'>[number];

const regionOf = (tag: string): string | undefined => {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
};

/** Where the language is at home: known before the list has come. */
const usualOf = (language: Language): Omit<AreaCode, 'name'> => ({
  country: new Intl.Locale(plainTag(language)).maximize().region ?? '',
  area_code: LANGUAGE_CALLING_CODES[language],
});

export interface AreaCodeInputs {
  readonly list: readonly AreaCode[] | undefined;
  readonly language: Language;
  /** The browser's languages, the preferred first. */
  readonly tags: readonly string[];
}

/** The country of the browser's language; else the one where the app's language is at home. */
export function usualAreaCode({ list, language, tags }: AreaCodeInputs): AreaCode {
  const usual = usualOf(language);
  const countries = [...tags.map(regionOf), usual.country];
  for (const country of countries) {
    const found = list?.find((entry) => entry.country === country);
    if (found !== undefined) return found;
  }
  return { ...usual, name: usual.country };
}

/** By name, country key or calling code, with or without plus. */
export function findAreaCodes(list: readonly AreaCode[], search: string): readonly AreaCode[] {
  const wanted = search.trim().toLocaleLowerCase();
  const digits = wanted.replace(/^\+/, '');
  if (wanted === '') return list;
  return list.filter(
    ({ name, country, area_code }) =>
      name.toLocaleLowerCase().includes(wanted) ||
      country.toLocaleLowerCase() === wanted ||
      (/^\d+$/.test(digits) && area_code.startsWith(digits)),
  );
}
