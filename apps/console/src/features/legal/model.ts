/** A legal text while it is written: only the languages that were touched are saved. */
import type { ResponseOf } from '@fairlead/contract';
import { LANGUAGES, type Language } from '@fairlead/contract/constants';
import { legalTexts as t } from './texts.ts';

export type LegalRow = ResponseOf<'operatorLegal'>[number];
export interface LegalDraft {
  readonly title: string;
  readonly body: string;
  readonly isPlaceholder: boolean;
  readonly isChanged: boolean;
}
export type LegalDrafts = Readonly<Record<Language, LegalDraft>>;

const TITLE_MAX = 120;
const BODY_MAX = 40_000;

export const placeholdersOf = ({ texts }: LegalRow): number =>
  texts.filter((text) => text.is_placeholder).length;

export function draftsOf({ texts }: LegalRow): LegalDrafts {
  const entries = LANGUAGES.map((lang) => {
    const text = texts.find((each) => each.lang === lang);
    const { title = '', body = '', is_placeholder: isPlaceholder = true } = text ?? {};
    return [lang, { title, body, isPlaceholder, isChanged: false }] as const;
  });
  // One entry for each language.
  return Object.fromEntries(entries) as Record<Language, LegalDraft>;
}

export const changedLanguages = (drafts: LegalDrafts): readonly Language[] =>
  LANGUAGES.filter((lang) => drafts[lang].isChanged);

export function legalProblems({ title, body }: LegalDraft): {
  readonly title?: string;
  readonly body?: string;
} {
  const isTitle = title.trim() !== '' && title.trim().length <= TITLE_MAX;
  const isBody = body.trim() !== '' && body.trim().length <= BODY_MAX;
  return {
    ...(!isTitle && { title: t.problems.title }),
    ...(!isBody && { body: t.problems.body }),
  };
}

/** Languages that were changed into something that cannot be saved. */
export const wrongLanguages = (drafts: LegalDrafts): readonly Language[] =>
  changedLanguages(drafts).filter((lang) => Object.keys(legalProblems(drafts[lang])).length > 0);

/** As the server takes it. */
export const requestOf = (slug: LegalRow['slug'], drafts: LegalDrafts) => ({
  slug,
  texts: JSON.stringify(
    changedLanguages(drafts).map((lang) => ({
      lang,
      title: drafts[lang].title.trim(),
      body: drafts[lang].body.trim(),
    })),
  ),
});
