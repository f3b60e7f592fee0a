/** Constants of the specification (§7–§9) and of the wire. One place; every app and test reads them here. */

export const PRODUCT = 'Fairlead';
export const VERSION = '2.5.8';

/** Language keys as stored under `lang` and sent as `language-mark`, in the order of the picker. */
export const LANGUAGES = ['en', 'jp', 'kr', 'esp', 'zh', 'hk', 'th'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';
/** BCP 47 tags; th keeps the Gregorian calendar. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = {
  en: 'en',
  jp: 'ja',
  kr: 'ko',
  esp: 'es',
  zh: 'zh-CN',
  hk: 'zh-HK',
  th: 'th-u-ca-gregory',
};
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  jp: '日本語',
  kr: '한국어',
  esp: 'Español',
  zh: '简体中文',
  hk: '繁體中文',
  th: 'ไทย',
};

/** Keys of the browser's local storage (specification §9). */
export const STORAGE_KEYS = { token: 'token', user: 'user', lang: 'lang' } as const;

/** Times of the specification's §9. */
export const LOADING_INDICATOR_MS = 1_000;
export const REQUEST_TIMEOUT_MS = 60_000;
export const PAGE_LOAD_TIMEOUT_MS = 60_000;
export const PAGE_LOAD_DELAY_MS = 200;
export const CHUNK_TIMEOUT_MS = 120_000;
export const LOGIN_GUARD_MS = 1_000;

export const PASSWORD_LENGTH_MIN = 6;
export const PASSWORD_LENGTH_MAX = 128;
export const CODE_LENGTH = 6;
export const CODE_RESEND_MS = 60_000;
export const CODE_LIFETIME_MS = 600_000;
export const TICKET_LIFETIME_MS = 600_000;

/** Of one picture, before it is sent. */
export const UPLOAD_BYTES_MAX = 8 * 1024 * 1024;

export const PAGE_LIMIT_DEFAULT = 20;
export const PAGE_LIMIT_MAX = 100;
export const CANDLES_LIMIT_MAX = 1_500;
export const DEPTH_LEVELS_DEFAULT = 20;
export const DEPTH_LEVELS_MAX = 200;
export const SUBSCRIPTIONS_MAX = 64;

/** Fixed currency ids (specification §3). */
export const CURRENCY_IDS = { BTC: 1, ETH: 2, USDT: 3 } as const;

/** An index older than this is stale; a price a client shows older than 5 s asks again. */
export const INDEX_FRESH_MS = 10_000;
export const SHOWN_PRICE_FRESH_MS = 5_000;
