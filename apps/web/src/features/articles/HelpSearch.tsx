import { useApiPages } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { SearchField } from '../../app/parts/SearchField.tsx';
import { ArticleList } from './ArticleList.tsx';

const QUERY_LENGTH_MAX = 60;
/** Nobody reads results between two keys. */
const PAUSE_MS = 250;

export interface HelpSearchProps {
  /** What stands there while nothing is searched for. */
  children: ReactNode;
}

/** A search field, and what it finds in title, summary and text of all articles. */
export function HelpSearch({ children }: HelpSearchProps) {
  const t = useTranslations('guidance.help');
  const [text, setText] = useState('');
  const query = useSettled(text.trim());
  return (
    <>
      <search>
        <SearchField
          className="gutter pt-2 pb-3"
          label={t('search')}
          canClear
          lengthMax={QUERY_LENGTH_MAX}
          value={text}
          onValueChange={setText}
        />
      </search>
      {text.trim() === '' || query === '' ? children : <Found query={query} />}
    </>
  );
}

function Found({ query }: { query: string }) {
  const t = useTranslations('guidance.help');
  const chat = useTranslations('common.title');
  const pages = useApiPages('newsList', { category: 'help', query });
  if (pages.data?.length === 0)
    return (
      <div className="pt-10" role="status">
        <EmptyState
          action={
            <a {...buttonLook({ size: 36 })} href={href('pages/help/center/chat')}>
              {chat('chat')}
            </a>
          }
        >
          {t('nothing', { query })}
        </EmptyState>
      </div>
    );
  return (
    <>
      {pages.total !== undefined && (
        <p className="gutter pb-1 text-12 text-muted" role="status">
          {t('found', { count: pages.total })}
        </p>
      )}
      <ArticleList
        label={t('search')}
        pages={pages}
        detailPath="pages/help/center/detail"
        emptyText={t('nothing', { query })}
      />
    </>
  );
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
