import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';

const HEADING = /^##[ \t]+(\S.*)$/gm;

/** The headings of an article, in order, as plain text. */
export const headingsOf = (body: string): readonly string[] =>
  [...body.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(HEADING)].map(([, text = '']) =>
    text
      .trimEnd()
      .replace(/(?<!#)#+$/, '')
      .trimEnd()
      .replaceAll(/[*_`]/g, ''),
  );

/** Fewer are seen at a glance. */
const HEADINGS_MIN = 3;

export interface ContentsProps {
  body: string;
  article: RefObject<HTMLElement | null>;
}

/** What a long article has; leads to its parts. */
export function Contents({ body, article }: ContentsProps) {
  const t = useTranslations('guidance.help');
  const headings = headingsOf(body);
  if (headings.length < HEADINGS_MIN) return null;
  const show = (index: number) => {
    const heading = article.current?.querySelectorAll<HTMLElement>('.fl-article h2')[index];
    if (heading === undefined) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  };
  return (
    <nav aria-label={t('contents')} className="mt-4 rounded-12 bg-raised px-4 py-2">
      <p className="pt-1 text-12 text-muted">{t('contents')}</p>
      <ul>
        {headings.map((heading, index) => (
          <li key={heading}>
            <button
              type="button"
              className="min-h-11 w-full text-start font-medium text-brand"
              onClick={() => show(index)}
            >
              {heading}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
