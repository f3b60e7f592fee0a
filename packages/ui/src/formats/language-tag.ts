/**
 * Languages that Intl is told more of: English puts the day before the month, Thai needs the Gregorian calendar, and Arabic
 * the digits of every market.
 */
const TOLD: Readonly<Record<string, string>> = {
  en: 'en-GB',
  th: 'th-u-ca-gregory',
  ar: 'ar-u-ca-gregory-nu-latn',
};
const ENGLISH = 'en-GB';
/** What Intl takes without throwing. */
const WELL_FORMED = /^[a-z]{2,3}(-[A-Za-z\d]{2,8})*(-u(-[a-z\d]{2,8})+)?$/;

/** The tag that Intl gets for one of the app's languages, given by its tag; English for what is none that it knows. */
export function languageTag(language: string): string {
  if (!WELL_FORMED.test(language)) return ENGLISH;
  const told = TOLD[language.split('-', 1)[0] ?? ''];
  return told ?? Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? ENGLISH;
}
