/**
 * What a brand may say in its own words: its greeting, how it is described, mails and the poster. Everything else tells users
 * what the exchange does with their money, and above all that a demo is one: no brand says it in another way.
 */
import { LANGUAGE_TAGS, LANGUAGES, type Language, plainTag } from '@fairlead/contract';
import { createTranslator } from 'use-intl/core';
import { CATALOGUES, type Say, type TextKey, textsOf } from '../texts/texts.ts';

interface BrandText {
  /** Who says it: the page itself, the app, or the server. */
  readonly by: 'page' | 'app' | 'server';
  readonly lengthMax: number;
  /** What it may speak of, with what it says there when it is tried. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** What it would be of no use without. */
  readonly needs?: readonly string[];
}

const CODE = { product: 'P-r-o', code: '314159', minutes: 10, scene: 'S-c-e' };
const ENROLMENT = { product: 'P-r-o', name: 'N-a-m', link: 'https://l.example/1', hours: 48 };

export const BRAND_TEXTS = {
  description: { by: 'page', lengthMax: 160 },
  'home.promise': { by: 'app', lengthMax: 80 },
  'home.promiseDetail': { by: 'app', lengthMax: 160 },
  'mail.code_subject': { by: 'server', lengthMax: 120, values: CODE },
  'mail.code_body': { by: 'server', lengthMax: 600, values: CODE, needs: ['code'] },
  'mail.notice_subject': {
    by: 'server',
    lengthMax: 120,
    values: { product: 'P-r-o', title: 'T-i-t' },
    needs: ['title'],
  },
  'mail.enrolment_subject': { by: 'server', lengthMax: 120, values: ENROLMENT },
  'mail.enrolment_body': { by: 'server', lengthMax: 1_000, values: ENROLMENT, needs: ['link'] },
  'poster.title': { by: 'server', lengthMax: 80, values: { product: 'P-r-o' } },
  'poster.invites': { by: 'server', lengthMax: 80, values: { name: 'N-a-m' }, needs: ['name'] },
  'poster.code': { by: 'server', lengthMax: 40 },
  'poster.scan': { by: 'server', lengthMax: 80 },
} as const satisfies Readonly<Record<string, BrandText>>;

export type BrandTextKey = keyof typeof BRAND_TEXTS;
/** By the key of the text. */
export type BrandWords = Readonly<Partial<Record<BrandTextKey, string>>>;
export type BrandTexts = Readonly<Partial<Record<Language, BrandWords>>>;

/** Of the app's own texts, which the server does not hold: what says what kind of place this is, and what is wrong with it. */
const DISCLOSURES =
  /^(common\.(demo|sandbox|offline|stalePrices|reconnecting|cancelOnly|loss|headAlarm|upcomingTerms)|guidance|legal|settings\.(operator|noOperator|licence))/;
/** What no sentence needs: it hides words, or turns the direction of those around it. */
export const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;

/** The language of a file: "th" of "th.json". */
export const languageOfTag = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => plainTag(language) === tag);

const isText = (key: string): key is BrandTextKey => Object.hasOwn(BRAND_TEXTS, key);

/** Why a brand may not say this; undefined when it may. */
export function textProblem(language: Language, key: string, value: unknown): string | undefined {
  if (!isText(key)) {
    if (isSaidByServer(key) || DISCLOSURES.test(key))
      return `"${key}" tells users what this is and what is done with their money: no brand says it in another way`;
    return `"${key}" is no text of a brand; they are ${Object.keys(BRAND_TEXTS).join(', ')}`;
  }
  const { lengthMax, by, values = {}, needs = [] }: BrandText = BRAND_TEXTS[key];
  if (typeof value !== 'string' || value.trim() === '') return `"${key}" is not a text`;
  if (value.length > lengthMax) return `"${key}" is longer than ${lengthMax} characters`;
  if (value.includes('\n') && !key.endsWith('_body')) return `"${key}" has more than one line`;
  if (UNSEEN.test(value)) return `"${key}" has characters that nobody sees`;
  if (/[<>]/.test(value)) return `"${key}" has "<" or ">"`;
  if (by !== 'server')
    return /[{}]/.test(value) ? `"${key}" takes no values: it has "{" or "}"` : undefined;
  const said = tried(language, value, values);
  if (said === undefined) {
    const names = Object.keys(values).map((name) => `{${name}}`);
    return `"${key}" cannot be said; it may use ${names.length === 0 ? 'no values' : names.join(' ')}`;
  }
  const missing = needs.find((name) => !said.includes(String(values[name])));
  return missing === undefined ? undefined : `"${key}" lacks {${missing}}`;
}

function isSaidByServer(key: string): boolean {
  let part: unknown = CATALOGUES.en;
  for (const name of key.split('.')) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return false;
    part = Reflect.get(part, name);
  }
  return true;
}

/** The sentence with its values; undefined where it is none, or takes others. */
function tried(
  language: Language,
  text: string,
  values: Readonly<Record<string, string | number>>,
): string | undefined {
  let hasFailed = false;
  const translate = createTranslator({
    locale: LANGUAGE_TAGS[language],
    messages: { text },
    timeZone: 'UTC',
    onError: () => {
      hasFailed = true;
    },
  });
  const said = translate('text', values);
  return hasFailed ? undefined : said;
}

/** What the app says in the brand's words, by language. */
export function appWords(
  texts: BrandTexts,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const found = Object.entries(texts).map(([language, words]) => {
    const own = Object.entries(words).filter(
      ([key]) => isText(key) && BRAND_TEXTS[key].by === 'app',
    );
    return [language, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(found.filter(([, own]) => Object.keys(own).length > 0));
}

interface Speaker {
  readonly name: string;
  readonly texts: BrandTexts;
}

const speakers = new WeakMap<Speaker, Map<Language, Say>>();

/** Says the server's texts in the brand's words and under its name. */
export function brandSpeaker(brand: Speaker, language: Language): Say {
  const known = speakers.get(brand) ?? new Map<Language, Say>();
  speakers.set(brand, known);
  const say = known.get(language) ?? speakerOf(brand, language);
  known.set(language, say);
  return say;
}

function speakerOf({ name, texts }: Speaker, language: Language): Say {
  const say = textsOf(language);
  const own = createTranslator({
    locale: LANGUAGE_TAGS[language],
    messages: nested(texts[language] ?? {}),
    timeZone: 'UTC',
  });
  const words: Readonly<Record<string, string>> = texts[language] ?? {};
  return (key: TextKey, values) => {
    const said = { product: name, ...values };
    // The keys were checked when the brand was read.
    return Object.hasOwn(words, key) ? own(key as never, said as never) : say(key, said);
  };
}

/** "mail.code_body" as {mail: {code_body}}. */
function nested(words: BrandWords): Record<string, Record<string, string>> {
  const tree: Record<string, Record<string, string>> = {};
  for (const [key, text] of Object.entries(words)) {
    const [group = '', name] = key.split('.');
    if (name !== undefined) tree[group] = { ...tree[group], [name]: text };
  }
  return tree;
}
