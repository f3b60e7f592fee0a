/** Constants of the specification and of the wire. One place; every app and test reads them here. */
import type { OperatorRole } from './route.ts';

export const PRODUCT = 'Fairlead';
export const VERSION = '2.5.8';

/**
 * The languages, in the order of the picker. A key is what is stored under `lang`, sent as `language-mark` and kept in
 * rows; the tag is BCP 47's, for folders of texts and for formatters (th keeps the Gregorian calendar, ar Latin digits: a
 * figure reads alike in every language). The calling code is the one of where the language is at home. One that is not
 * offered yet may lack texts, and nobody can choose it.
 */
const LANGUAGE_TABLE = {
  en: { tag: 'en', name: 'English', callingCode: '1', isOffered: true },
  jp: { tag: 'ja', name: '日本語', callingCode: '81', isOffered: true },
  kr: { tag: 'ko', name: '한국어', callingCode: '82', isOffered: true },
  esp: { tag: 'es', name: 'Español', callingCode: '34', isOffered: true },
  zh: { tag: 'zh-CN', name: '简体中文', callingCode: '86', isOffered: true },
  hk: { tag: 'zh-HK', name: '繁體中文', callingCode: '852', isOffered: true },
  th: { tag: 'th-u-ca-gregory', name: 'ไทย', callingCode: '66', isOffered: true },
  ar: {
    tag: 'ar-u-ca-gregory-nu-latn',
    name: 'العربية',
    callingCode: '971',
    isOffered: true,
  },
  he: {
    tag: 'he',
    name: 'עברית',
    callingCode: '972',
    isOffered: true,
  },
  de: {
    tag: 'de',
    name: 'Deutsch',
    callingCode: '49',
    isOffered: true,
  },
  fr: {
    tag: 'fr',
    name: 'Français',
    callingCode: '33',
    isOffered: true,
  },
  pt: {
    tag: 'pt-BR',
    name: 'Português (Brasil)',
    callingCode: '55',
    isOffered: true,
  },
  ru: {
    tag: 'ru',
    name: 'Русский',
    callingCode: '7',
    isOffered: true,
  },
  tr: {
    tag: 'tr',
    name: 'Türkçe',
    callingCode: '90',
    isOffered: true,
  },
  vi: {
    tag: 'vi',
    name: 'Tiếng Việt',
    callingCode: '84',
    isOffered: true,
  },
} as const;
type LanguageTable = typeof LANGUAGE_TABLE;
interface LanguageEntry {
  readonly tag: string;
  readonly isOffered: boolean;
}
/** A line of the table, offered or not. */
type AnyLanguage = keyof LanguageTable;
/** One that can be chosen. */
export type Language = {
  [Key in AnyLanguage]: LanguageTable[Key]['isOffered'] extends true ? Key : never;
}[AnyLanguage];
// The table's own keys, in its order.
const ANY_LANGUAGES = Object.keys(LANGUAGE_TABLE) as readonly AnyLanguage[];
const isOffered = (key: AnyLanguage): key is Language => LANGUAGE_TABLE[key].isOffered;
export const LANGUAGES: readonly Language[] = ANY_LANGUAGES.filter(isOffered);
/** Tags of those whose texts are still being written. */
export const COMING_TAGS: readonly string[] = Object.values<LanguageEntry>(LANGUAGE_TABLE)
  .filter((entry) => !entry.isOffered)
  .map(({ tag }) => withoutExtensions(tag));
export const DEFAULT_LANGUAGE: Language = 'en';

const ofLanguages = (field: 'tag' | 'name' | 'callingCode'): Readonly<Record<Language, string>> =>
  // Made of every key of the table.
  Object.fromEntries(
    LANGUAGES.map((language) => [language, LANGUAGE_TABLE[language][field]]),
  ) as Record<Language, string>;

export const LANGUAGE_TAGS = ofLanguages('tag');
export const LANGUAGE_NAMES = ofLanguages('name');
export const LANGUAGE_CALLING_CODES = ofLanguages('callingCode');
/** Without calendar and digits, as folders of texts and `lang` attributes have it: "zh-HK". */
export const plainTag = (language: Language): string => withoutExtensions(LANGUAGE_TAGS[language]);

/** Languages that are written from right to left. boot.js has the same. */
const RIGHT_TO_LEFT = /^(ar|he)\b/;
type TextDirection = 'ltr' | 'rtl';
/** Of a language by its tag. */
export const textDirectionOf = (tag: string): TextDirection =>
  RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr';

function withoutExtensions(tag: string): string {
  return tag.split('-u-', 1)[0] ?? tag;
}

/** Keys of the browser's local storage. */
export const STORAGE_KEYS = { token: 'token', user: 'user', lang: 'lang' } as const;

/** Times of the specification. */
export const LOADING_INDICATOR_MS = 1_000;
export const REQUEST_TIMEOUT_MS = 60_000;
export const PAGE_LOAD_TIMEOUT_MS = 60_000;
export const PAGE_LOAD_DELAY_MS = 200;
export const CHUNK_TIMEOUT_MS = 120_000;
export const LOGIN_GUARD_MS = 1_000;

export const PASSWORD_LENGTH_MIN = 6;
export const PASSWORD_LENGTH_MAX = 128;
export const CODE_LENGTH = 6;
/** Of codes to an account at which strangers have guessed too often: beyond guessing. */
export const LONG_CODE_LENGTH = 10;
/** Parts of a proof of work: they make its length even, and tell how far it is. */
export const WORK_PARTS = 16;
export const CODE_RESEND_MS = 60_000;
export const CODE_LIFETIME_MS = 600_000;
export const TICKET_LIFETIME_MS = 600_000;

/** Groups of the help centre, in its order. */
export const HELP_TOPICS = ['start', 'money', 'trading', 'contracts', 'earn', 'account'] as const;
/** The texts that an operator writes and users agree to. */
export const LEGAL_SLUGS = ['terms', 'privacy', 'risk', 'custody', 'referral'] as const;

/** Of one picture, before it is sent. */
export const UPLOAD_BYTES_MAX = 8 * 1024 * 1024;

export const PAGE_LIMIT_DEFAULT = 20;
export const PAGE_LIMIT_MAX = 100;
/** Of a call that does many things. */
export const ELEMENTS_MAX = 100;
export const CANDLES_LIMIT_MAX = 1_500;
export const DEPTH_LEVELS_DEFAULT = 20;
export const DEPTH_LEVELS_MAX = 200;
export const SUBSCRIPTIONS_MAX = 64;

/** Fixed currency ids of the specification. */
export const CURRENCY_IDS = { BTC: 1, ETH: 2, USDT: 3 } as const;

/** An index older than this is stale; a price a client shows older than 5 s asks again. */
export const INDEX_FRESH_MS = 10_000;
/** A price further ahead of the server's clock than this is of no time that was: it is as old as one that is too old. */
export const INDEX_AHEAD_MAX_MS = 2_000;
export const SHOWN_PRICE_FRESH_MS = 5_000;

/** An opening or a strike this much worse than what was shown is refused: 0.05 %. */
export const SHOWN_PRICE_WORSE_MAX_PPM = 500;

/** A user's four accounts. */
export const USER_ACCOUNT_NAMES = ['coin', 'option', 'contract', 'trust'] as const;

/** House accounts by name, as the ledger knows them. */
export const HOUSE_ACCOUNT_NAMES = [
  'external',
  'other_engines',
  'capital',
  'fees',
  'option_house',
  'option_escrow',
  'contract_house',
  'insurance_fund',
  'yield_treasury',
  'subscription_supply',
  'subscription_proceeds',
  'deposits_in_transit',
  'withdrawals_in_transit',
  'referral_rebates',
  'suspense',
  'rounding',
  'demo_faucet',
] as const;

/** What takes a second operator. */
export const PROPOSAL_KINDS = [
  'journal_entry',
  'chain_terms',
  'custody_settings',
  'bank_account',
  'futures_terms',
  'option_terms',
  'option_currency',
  'hosting_terms',
  'offering_terms',
  'referral_terms',
  'refund_withdrawal',
  'resend_withdrawal',
  'mark_sent',
  'unfreeze_user',
  'recover_account',
  'release_withdrawals',
  'extend_hold',
  'end_hold',
  'revoke_verification',
  'resume_trading',
  'reset_operator',
  'change_operator',
  'bind_operator',
  'add_reserve',
  'end_reserve',
  'treasury_limits',
  'market_terms',
  'currency_terms',
  'partner_terms',
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
/** Who may decide each kind, beside owners. */
export const PROPOSAL_DECIDERS: Readonly<Record<ProposalKind, readonly OperatorRole[]>> = {
  journal_entry: ['reviewer', 'manager'],
  chain_terms: ['manager'],
  custody_settings: ['manager'],
  bank_account: ['manager'],
  futures_terms: ['manager'],
  option_terms: ['manager'],
  option_currency: ['manager'],
  hosting_terms: ['manager'],
  offering_terms: ['manager'],
  referral_terms: ['manager'],
  refund_withdrawal: ['reviewer'],
  resend_withdrawal: ['reviewer'],
  mark_sent: ['reviewer'],
  unfreeze_user: ['reviewer'],
  recover_account: ['reviewer'],
  release_withdrawals: ['reviewer'],
  extend_hold: ['reviewer'],
  end_hold: ['reviewer'],
  revoke_verification: ['reviewer'],
  resume_trading: ['manager'],
  reset_operator: ['reviewer', 'manager'],
  change_operator: ['reviewer', 'manager'],
  bind_operator: ['reviewer', 'manager'],
  add_reserve: ['manager'],
  end_reserve: ['manager'],
  treasury_limits: ['manager'],
  market_terms: ['manager'],
  currency_terms: ['manager'],
  partner_terms: ['manager'],
};

/** Ready-made reasons by what they are given for: each user reads them in their own language. What is written is told as written. */
export const READY_REASONS = {
  deposits: ['payment_missing', 'voucher_name', 'voucher_unreadable', 'payment_credited'],
  withdrawals: ['address_unconfirmed', 'account_checked', 'card_name_differs'],
  verifications: [
    ...(['photos_unreadable', 'name_differs', 'document_expired'] as const),
    ...(['photo_missing', 'number_differs', 'identity_again'] as const),
  ],
  subscriptions: ['country_closed', 'verification_incomplete', 'one_account'],
  holds: [
    ...(['hold_activity', 'hold_payment', 'hold_wish'] as const),
    ...(['hold_identity', 'hold_source', 'hold_authority'] as const),
  ],
} as const;
export type ReadyReason = (typeof READY_REASONS)[keyof typeof READY_REASONS][number];

/** What a hold is on: the whole account, all that leaves of it, one withdrawal, one claim of a deposit, or a saved address. */
export const HOLD_KINDS = ['account', 'withdrawals', 'withdrawal', 'deposit', 'payee'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];
/** Those that operators place on a record of a queue. */
export const HOLD_RECORDS = ['withdrawal', 'deposit'] as const;
/** `released`: two operators let go; `lapsed`: its time was over; `decided`: the record was, or its owner took it back; `cleared`: the check that it waited for is done. */
export const HOLD_ENDS = ['released', 'lapsed', 'decided', 'cleared'] as const;
/** So many days one operator's word holds a user, and as many one extension by two adds. */
export const HOLD_DAYS_MAX = 14;
/** Where none are given. */
export const HOLD_DAYS = 7;

/** The longest that a timer which cancels runs. */
export const CANCEL_AFTER_SECONDS_MAX = 86_400;
/** Timers that cancel of one account: 0 is its own, the others are of its programs. */
export const CANCEL_TIMERS_MAX = 16;
/** How long orders may wait after the connection of a program went: a takeover of the engine fits into it. */
export const CANCEL_ON_DISCONNECT_SECONDS_MIN = 5;
export const CANCEL_ON_DISCONNECT_SECONDS_MAX = 300;

/** What a key of a program may do: `read` is of every key, `trade` is spot's. There is none that takes money out. */
export const API_KEY_PERMISSIONS = [
  'read',
  'trade',
  'futures',
  'options',
  'earn',
  'transfer',
] as const;
export type ApiKeyPermission = (typeof API_KEY_PERMISSIONS)[number];

/** What a sub-account may be let open. */
export const SUB_ACCOUNT_PRODUCTS = ['spot', 'futures', 'options'] as const;
export type SubAccountProduct = (typeof SUB_ACCOUNT_PRODUCTS)[number];

/** Price alerts of one user that wait. */
export const ALERTS_MAX = 50;

/** What is drawn on charts with. */
export const DRAWING_TOOLS = [
  'segment',
  'horizontal',
  'ray',
  'rectangle',
  'fibonacci',
  'text',
] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];
/** How many points each is placed by. */
export const DRAWING_POINTS: Readonly<Record<DrawingTool, 1 | 2>> = {
  segment: 2,
  horizontal: 1,
  ray: 1,
  rectangle: 2,
  fibonacci: 2,
  text: 1,
};
export const DRAWING_TEXT_MAX = 60;
/** Drawings of one user on a market, on all, and in one call, which a small body holds. */
export const DRAWINGS_MAX = 100;
export const DRAWINGS_OF_USER_MAX = 1_000;
export const DRAWINGS_AT_ONCE_MAX = 40;

/** Networks of crypto deposits and withdrawals. OMNI is a Bitcoin address. */
export const CHAINS = ['TRC20', 'ERC20', 'OMNI'] as const;
export type Chain = (typeof CHAINS)[number];
/** Ways of money in and out: the networks, and bank transfers and cards. */
export const WAYS = [...CHAINS, 'BANK'] as const;
export type Way = (typeof WAYS)[number];
/** How what pays a withdrawal is written: a transaction's hash, with or without 0x on Ethereum; a bank's reference. */
export const TX_ID_FORMS: Readonly<Record<(typeof WAYS)[number], RegExp>> = {
  TRC20: /^[0-9a-fA-F]{64}$/,
  ERC20: /^(?:0[xX])?[0-9a-fA-F]{64}$/,
  OMNI: /^[0-9a-fA-F]{64}$/,
  BANK: /^[\x21-\x7e]{6,100}$/,
};

/** Which lots a disposal takes: the oldest, the newest, those that cost most by unit, or all at one cost. */
export const TAX_REPORT_METHODS = ['fifo', 'lifo', 'hifo', 'average'] as const;
/** What a deposit from outside cost where nothing is stated of it. */
export const TAX_DEPOSIT_COSTS = ['unknown', 'zero', 'day_price'] as const;
/** Deposits whose cost one user has stated, and of how many in one call, which a small body holds. */
export const TAX_COSTS_MAX = 1_000;
export const TAX_COSTS_AT_ONCE_MAX = 50;
/** Figures of a report; each is the sum of its lines. */
export const TAX_REPORT_FIGURES = [
  'gains',
  'interest',
  'rebates',
  'bonuses',
  'futures',
  'options',
  'penalties',
  'corrections',
  'fees',
  'deposits',
  'withdrawals',
] as const;
/** What has lines: the figures, and what is there at the end. */
export const TAX_EXPLAINED = [...TAX_REPORT_FIGURES, 'holdings'] as const;
export const TAX_FILES = ['csv', 'koinly', 'cointracking', 'beancount'] as const;

/** Products as engines are named; where one engine is everything they stand and go together. */
export const ENGINE_PRODUCTS = ['spot', 'futures', 'options', 'wealth'] as const;

export type EngineProduct = (typeof ENGINE_PRODUCTS)[number];

/**
 * `away`: its process or its database cannot be reached, or does not commit. `held_for_loss`: its database lost commits.
 * `held_for_drift`: its books do not add up. `cancel_only`: operators stopped it. `disk_short`: its disk is nearly full. `away` and
 * `disk_short` end by themselves.
 */
export const STANDSTILL_REASONS = [
  'away',
  'held_for_loss',
  'held_for_drift',
  'cancel_only',
  'disk_short',
] as const;

export type StandstillReason = (typeof STANDSTILL_REASONS)[number];
