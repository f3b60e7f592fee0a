/** News, help, legal texts, offices; the desk that writes them. */
import * as z from 'zod/mini';
import { HELP_TOPICS, LEGAL_SLUGS } from './wire/constants.ts';
import { OPERATORS, route } from './wire/route.ts';
import { nothing, pageOf, paging, zId, zLanguage, zReason, zTime } from './wire/scalars.ts';

const tag = 'Help and chat';

export const zLegalSlug = z.enum(LEGAL_SLUGS);

export type LegalSlug = z.infer<typeof zLegalSlug>;

/** All languages of one text. */
const LEGAL_TEXTS_MAX = 430_000;
const ARTICLE_TEXTS_MAX = 430_000;

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

export const zLegal = z.object({
  slug: zLegalSlug,
  title: z.string(),
  /** Sanitised Markdown. */
  body: z.string(),
  /** Ours, to be replaced by the operator's before real users agree to it. */
  is_placeholder: z.boolean(),
  updated_at: z.optional(z.number()),
});

export type Legal = z.infer<typeof zLegal>;

const place = {
  name: text(80),
  /** ISO 3166 alpha-2. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  address: text(300),
  phone: z.optional(text(40)),
  email: z.optional(text(120)),
  /** As people write it, e.g. "Mon–Fri 9–18". */
  hours: z.optional(text(120)),
  /** Degrees, for the map link and the drawing. */
  latitude: z.optional(z.string().check(z.regex(/^-?\d{1,2}(\.\d{1,6})?$/))),
  longitude: z.optional(z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,6})?$/))),
};

export const zOffice = z.object({ id: z.number(), ...place });

export type Office = z.infer<typeof zOffice>;

export const zHelpTopic = z.enum(HELP_TOPICS);

export type HelpTopic = z.infer<typeof zHelpTopic>;

/** Of a search in articles; longer is no search. */
const NEWS_QUERY_MAX = 60;

export const zNewsItem = z.object({
  id: z.number(),
  title: z.string(),
  summary: z.string(),
  cover: z.optional(z.string()),
  published_at: z.number(),
  /** Of a help article: the group it stands in. */
  topic: z.optional(zHelpTopic),
  /** The name of an article that came with the software; links between articles use it. */
  key: z.optional(z.string()),
});

export type NewsItem = z.infer<typeof zNewsItem>;

export const zOperatorNews = z.object({
  id: z.number(),
  category: z.enum(['notice', 'banner', 'help']),
  cover: z.optional(z.string()),
  published_at: z.number(),
  topic: z.optional(zHelpTopic),
  /** By language key. */
  translations: z.array(
    z.object({ lang: zLanguage, title: z.string(), summary: z.string(), body: z.string() }),
  ),
});

export type OperatorNews = z.infer<typeof zOperatorNews>;

export const contentRoutes = {
  newsList: route({
    method: 'POST',
    path: 'news/list',
    tag,
    summary: 'Announcements, banners, help articles',
    request: z.strictObject({
      category: z.enum(['notice', 'banner', 'help']),
      topic: z.optional(zHelpTopic),
      /** Words that title, summary or text must hold, in the reader's language; title matches come first. */
      query: z.optional(z.string().check(z.maxLength(NEWS_QUERY_MAX))),
      ...paging,
    }),
    response: pageOf(zNewsItem),
  }),
  newsDetail: route({
    method: 'POST',
    path: 'news/detail',
    tag,
    summary: 'One announcement or article, by its id or by the name it came with',
    request: z.strictObject({
      id: z.optional(zId),
      key: z.optional(z.string().check(z.regex(/^[a-z_]{1,30}$/))),
    }),
    response: z.object({
      id: z.number(),
      title: z.string(),
      body: z.string(),
      published_at: z.number(),
      topic: z.optional(zHelpTopic),
      key: z.optional(z.string()),
    }),
  }),
  legal: route({
    method: 'GET',
    path: 'legal',
    tag,
    summary: 'A legal text in the language of the request',
    request: z.strictObject({ slug: zLegalSlug }),
    response: zLegal,
  }),
  offices: route({
    method: 'GET',
    path: 'offices',
    tag,
    summary: "The operator's offices",
    request: nothing,
    response: z.array(zOffice),
  }),
  customerUrl: route({
    method: 'POST',
    path: 'set/get_customer_url',
    tag,
    summary: 'Where help answers',
    request: nothing,
    response: z.object({ url: z.string() }),
  }),
} as const;

export const operatorContentRoutes = {
  operatorLegal: route({
    method: 'GET',
    path: 'operator/legal',
    tag: OPERATORS,
    summary: 'All legal texts in all languages; which are still placeholders',
    access: ['support', 'manager', 'auditor'],
    request: nothing,
    response: z.array(
      z.object({
        slug: zLegalSlug,
        /** How often it was saved; 0 while all of it is ours. */
        version: z.number(),
        updated_at: z.optional(z.number()),
        texts: z.array(
          z.object({
            lang: zLanguage,
            title: z.string(),
            body: z.string(),
            is_placeholder: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  saveLegal: route({
    method: 'POST',
    path: 'operator/legal/save',
    tag: OPERATORS,
    summary:
      'Saves a legal text, effective at once; languages not given stay, earlier versions are kept',
    access: ['manager'],
    rate: 'write',
    isLong: true,
    request: z.strictObject({
      slug: zLegalSlug,
      /** JSON text: [{lang, title, body}], one language at least. */
      texts: text(LEGAL_TEXTS_MAX),
    }),
    response: z.object({ slug: zLegalSlug, version: z.number(), updated_at: z.number() }),
  }),
  operatorOffices: route({
    method: 'GET',
    path: 'operator/offices',
    tag: OPERATORS,
    summary: 'All offices',
    access: ['support', 'manager', 'auditor'],
    request: nothing,
    response: z.array(zOffice),
  }),
  saveOffice: route({
    method: 'POST',
    path: 'operator/offices/save',
    tag: OPERATORS,
    summary: 'Adds or changes an office',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ id: z.optional(zId), ...place }),
    response: z.object({ id: z.number() }),
    errors: ['office_limit'],
  }),
  deleteOffice: route({
    method: 'POST',
    path: 'operator/offices/delete',
    tag: OPERATORS,
    summary: 'Deletes an office',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: z.string(),
  }),
  operatorNews: route({
    method: 'GET',
    path: 'operator/news',
    tag: OPERATORS,
    summary: 'Announcements, banners and help articles, also those not yet published',
    access: ['support', 'manager', 'auditor'],
    request: z.strictObject({
      category: z.optional(z.enum(['notice', 'banner', 'help'])),
      ...paging,
    }),
    response: pageOf(zOperatorNews),
  }),
  saveNews: route({
    method: 'POST',
    path: 'operator/news/save',
    tag: OPERATORS,
    summary: 'Adds or changes an article in Markdown; shown from its publish time on',
    access: ['support', 'manager'],
    rate: 'write',
    isLong: true,
    request: z.strictObject({
      id: z.optional(zId),
      category: z.enum(['notice', 'banner', 'help']),
      published_at: zTime,
      /** Of a help article; the others have none. */
      topic: z.optional(zHelpTopic),
      /** JSON text: [{lang, title, summary, body}], English at least. */
      translations: z.string().check(z.maxLength(ARTICLE_TEXTS_MAX)),
    }),
    response: z.object({ id: z.number() }),
  }),
  deleteNews: route({
    method: 'POST',
    path: 'operator/news/delete',
    tag: OPERATORS,
    summary: 'Takes an article away',
    access: ['support', 'manager'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason: zReason }),
    response: z.string(),
  }),
} as const;
