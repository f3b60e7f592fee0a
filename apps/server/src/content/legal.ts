/** Legal texts: the operator's where there are some, else ours, which say that they only hold the place. */
import {
  LANGUAGES,
  type Language,
  LEGAL_SLUGS,
  type Legal,
  type LegalSlug,
  ProblemError,
  type ResponseOf,
  zLanguage,
} from '@fairlead/contract';
import * as z from 'zod/mini';
import type { Database } from '../core/store/database.ts';
import { readArticle } from '../core/texts/articles.ts';
import type { Say } from '../core/texts/texts.ts';
import { type LegalText, legalInForce, legalLanguages } from './legal-queries.ts';
import { jsonOf, plainLine, safeMarkdown } from './news-desk.ts';

const zTexts = z
  .array(
    z.strictObject({
      lang: zLanguage,
      title: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
      body: z.string().check(z.trim(), z.minLength(1), z.maxLength(40_000)),
    }),
  )
  .check(z.minLength(1), z.maxLength(LANGUAGES.length));

/** Reads what an operator wrote; throws a field error for what is no text, or one language twice. */
export function readLegalTexts(json: string, say: Say): readonly LegalText[] {
  const parsed = zTexts.safeParse(jsonOf(json));
  const list = parsed.success ? parsed.data : [];
  if (list.length === 0 || new Set(list.map(({ lang }) => lang)).size !== list.length)
    throw new ProblemError('validation_failed', { fields: { texts: say('fields.invalid') } });
  return list.map(({ lang, title, body }) => ({
    lang,
    title: plainLine(title),
    body: safeMarkdown(body),
  }));
}

type Placeholder = Pick<LegalText, 'title' | 'body'>;
const placeholders = new Map<string, Placeholder>();

/**
 * What stands where the operator's text will be: true of this software and short. It is no contract that a lawyer has seen,
 * and whoever reads it is told so.
 */
function placeholderOf(language: Language, slug: LegalSlug): Placeholder {
  const key = `${language} ${slug}`;
  const text = placeholders.get(key) ?? readArticle(language, `legal/${slug}.md`, ['title']);
  placeholders.set(key, text);
  return text;
}

/** A text as its readers see it: in their language, else the operator's in English or whatever there is, else ours. */
export async function legalText(
  database: Database,
  slug: LegalSlug,
  language: Language,
): Promise<Legal> {
  const [written] = await legalInForce(database, slug);
  const texts = written?.texts ?? [];
  const text =
    texts.find(({ lang }) => lang === language) ??
    texts.find(({ lang }) => lang === 'en') ??
    texts[0];
  if (written === undefined || text === undefined)
    return { slug, ...placeholderOf(language, slug), is_placeholder: true };
  const { title, body } = text;
  return { slug, title, body, is_placeholder: false, updated_at: written.savedAtMs };
}

/** Every text in every language, ours where none is written. */
export async function allLegalTexts(database: Database): Promise<ResponseOf<'operatorLegal'>> {
  const inForce = new Map((await legalInForce(database)).map((each) => [each.slug, each]));
  return LEGAL_SLUGS.map((slug) => {
    const written = inForce.get(slug);
    return {
      slug,
      version: written?.version ?? 0,
      ...(written !== undefined && { updated_at: written.savedAtMs }),
      texts: LANGUAGES.map((lang) => {
        const text = written?.texts.find((each) => each.lang === lang);
        const { title, body } = text ?? placeholderOf(lang, slug);
        return { lang, title, body, is_placeholder: text === undefined };
      }),
    };
  });
}

/** How many texts are still ours, counted by language. */
export async function countPlaceholders(database: Database): Promise<number> {
  return LEGAL_SLUGS.length * LANGUAGES.length - (await legalLanguages(database)).length;
}
