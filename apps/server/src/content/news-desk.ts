/** Articles from operators: every language, English at least, in the Markdown that readers know. */
import { type OperatorNews, ProblemError, zLanguage } from '@fairlead/contract';
import MarkdownIt from 'markdown-it';
import * as z from 'zod/mini';
import type { Say } from '../core/texts/texts.ts';
import type { DeskArticle } from './news-desk-queries.ts';
import type { NewsText } from './news-queries.ts';

const zTranslations = z.array(
  z.strictObject({
    lang: zLanguage,
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    summary: z.string().check(z.trim(), z.maxLength(500)),
    body: z.string().check(z.trim(), z.minLength(1), z.maxLength(50_000)),
  }),
);

/** Reads the translations of an article; throws a field error for what is none or has no English. */
export function readTranslations(text: string, say: Say): Readonly<Record<string, NewsText>> {
  const parsed = zTranslations.safeParse(jsonOf(text));
  const list = parsed.success ? parsed.data : [];
  const languages = new Set(list.map(({ lang }) => lang));
  if (!languages.has('en') || languages.size !== list.length)
    throw new ProblemError('validation_failed', {
      fields: { translations: say('fields.invalid') },
    });
  return Object.fromEntries(
    list.map(({ lang, title, summary, body }) => [
      lang,
      { title: plainLine(title), summary: plainLine(summary), body: safeMarkdown(body) },
    ]),
  );
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const newsView = (article: DeskArticle): OperatorNews => ({
  id: article.newsId,
  category: article.category,
  ...(article.cover !== undefined && { cover: article.cover }),
  ...(article.topic !== undefined && { topic: article.topic }),
  published_at: article.publishedAtMs,
  translations: Object.entries(article.texts).map(([lang, { title, summary, body }]) => ({
    lang: zLanguage.parse(lang),
    title,
    summary,
    body,
  })),
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;
export const plainLine = (text: string): string =>
  withoutTags(text.replaceAll(CONTROLS, '').replaceAll(/\s+/g, ' '));

/** Links as the app's reader takes them: to its own pages or to https. */
const LINK = /!?\[([^[\]\n]*)\]\(([^()\s]*)\)/g;
const isSafeLink = (href: string): boolean => /^(#\/|https:\/\/)/.test(href);

/**
 * The Markdown that the app's reader shows: no HTML, no pictures from elsewhere, no links but its own and
 * https. The reader would show such things as text; here they never come to be, whoever reads.
 */
export function safeMarkdown(text: string): string {
  const lines = withoutTags(text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, ''));
  const kept = lines.replaceAll(LINK, (whole, label: string, href: string) =>
    isSafeLink(href) && !whole.startsWith('!') ? whole : label,
  );
  // Whatever a reader of the whole grammar would still make a link or a picture of is shown as it is written.
  return isHarmless(kept) ? kept : kept.replaceAll(/[[\]]/g, String.raw`\$&`);
}

/** The whole grammar, and every address: what it finds is looked at here. */
const reader = new MarkdownIt('commonmark', { html: false });
reader.validateLink = () => true;
reader.normalizeLink = (href) => href;

/** Whether no reader finds a picture, or a link to anywhere but the app's pages and https. */
const isHarmless = (text: string): boolean =>
  reader.parse(text, {}).every(({ children }) =>
    (children ?? []).every((span) => {
      if (span.type === 'image') return false;
      return span.type !== 'link_open' || isSafeLink(String(span.attrGet('href') ?? ''));
    }),
  );

/** Tags within tags; more than this nobody writes in good faith. */
const TAG_DEPTH_MAX = 8;

/** Again until nothing changes: what is taken out may have held a tag apart. */
function withoutTags(text: string): string {
  let left = text;
  for (let depth = 0; depth < TAG_DEPTH_MAX; depth += 1) {
    const next = left.replaceAll(/<\/?[a-z!?][^<>]*>/gi, '');
    if (next === left) return left;
    left = next;
  }
  return left.replaceAll('<', '');
}
