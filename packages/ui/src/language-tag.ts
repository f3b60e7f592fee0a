/** The tags Intl gets: Thai needs the Gregorian calendar, English puts the day before the month. */
const tags: Readonly<Record<string, string>> = {
  en: 'en-GB',
  ja: 'ja',
  ko: 'ko',
  es: 'es',
  zh: 'zh-CN',
  'zh-CN': 'zh-CN',
  'zh-HK': 'zh-HK',
  th: 'th-u-ca-gregory',
};

/** The Intl tag of one of the app's languages or of a tag of it; English for what it does not know. */
export const languageTag = (language: string): string =>
  tags[language] ?? tags[language.split('-', 1)[0] ?? ''] ?? 'en-GB';
