import type { NewsItem } from '@fairlead/contract';
import { Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

export interface ArticleRowProps {
  item: NewsItem;
  /** Where it is read. */
  detailPath: string;
  /** Above the title: a date. */
  note?: string | undefined;
  isNew?: boolean;
}

/** Title and summary of an article; leads to it. */
export function ArticleRow({ item, detailPath, note, isNew = false }: ArticleRowProps) {
  const t = useTranslations('common');
  return (
    <a className="fl-row" href={href(detailPath, { id: item.id })}>
      <span className="fl-row-main py-1.5">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 text-16 font-medium text-balance">
            {isNew && (
              <span className="me-2 inline-block size-2 rounded-full bg-brand-fill align-middle">
                <span className="fl-sr">{t('new')}</span>
              </span>
            )}
            {item.title}
          </span>
          {note && <span className="text-12 whitespace-nowrap text-muted">{note}</span>}
        </span>
        <span className="mt-0.5 line-clamp-2 text-secondary">{item.summary}</span>
      </span>
      <Icon name="chevronRight" className="fl-chevron" />
    </a>
  );
}
