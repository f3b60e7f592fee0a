/** Legal texts and offices: the operator's own words, which this software cannot know. */
import * as z from 'zod/mini';
import { LEGAL_SLUGS } from './constants.ts';
import { route } from './route.ts';
import { nothing, zId, zLanguage } from './scalars.ts';

const tag = 'Help and chat';
const operatorTag = 'Operators';

export const zLegalSlug = z.enum(LEGAL_SLUGS);
export type LegalSlug = z.infer<typeof zLegalSlug>;

/** All languages of one text. */
const LEGAL_TEXTS_MAX = 300_000;

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

export const guidanceRoutes = {
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
} as const;

export const operatorGuidanceRoutes = {
  operatorLegal: route({
    method: 'GET',
    path: 'operator/legal',
    tag: operatorTag,
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
    tag: operatorTag,
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
    tag: operatorTag,
    summary: 'All offices',
    access: ['support', 'manager', 'auditor'],
    request: nothing,
    response: z.array(zOffice),
  }),
  saveOffice: route({
    method: 'POST',
    path: 'operator/offices/save',
    tag: operatorTag,
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
    tag: operatorTag,
    summary: 'Deletes an office',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: z.string(),
  }),
} as const;
