import { Failed, useApi } from '@fairlead/calls';
import type { HelpTopic, RequestOf } from '@fairlead/contract';
import {
  Article,
  buttonLook,
  EmptyState,
  formatDate,
  IconButton,
  List,
  Skeleton,
  toast,
} from '@fairlead/ui';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { shareLink } from '../../data/share-link.ts';
import { ArticleRow } from './ArticleRow.tsx';
import { Contents } from './Contents.tsx';

export interface ArticlePageProps {
  /** Of the bar; the article's own title is the heading below. */
  title: string;
  /** Where the list is, if the article does not exist. */
  listPath: string;
  hasDate: boolean;
  /** Under the article. */
  foot?: ReactNode;
}

/** By its id, or by the name that links between articles use. */
function nameOf(query: URLSearchParams): RequestOf<'newsDetail'> | undefined {
  const key = query.get('key') ?? '';
  if (/^[a-z_]{1,30}$/.test(key)) return { key };
  const id = Number(query.get('id'));
  return Number.isSafeInteger(id) && id > 0 ? { id } : undefined;
}

/** One announcement or help article, by `id` or `key` in the address. */
export function ArticlePage({ title, listPath, hasDate, foot }: ArticlePageProps) {
  const t = useTranslations('common');
  const locale = useLocale();
  const articleElement = useRef<HTMLElement>(null);
  const [query] = useSearchParams();
  const name = nameOf(query);
  const article = useApi('newsDetail', name ?? {}, { enabled: name !== undefined });
  const isMissing = name === undefined || article.error?.code === 'not_found';
  const { data } = article;
  return (
    <Screen title={title} right={data && <ShareButton title={data.title} />}>
      {isMissing && (
        <div className="pt-16">
          <EmptyState
            action={
              <a {...buttonLook({ size: 36 })} href={href(listPath)}>
                {t('showList')}
              </a>
            }
          >
            {t('articleMissing')}
          </EmptyState>
        </div>
      )}
      {!isMissing && data === undefined && article.error !== null && <Failed query={article} />}
      {!isMissing && data === undefined && article.error === null && <LoadingArticle />}
      {data !== undefined && (
        <article ref={articleElement} className="gutter pt-2 pb-10">
          <h2 className="text-20 font-strong text-balance">{data.title}</h2>
          {hasDate && (
            <p className="mt-1 text-12 text-muted">
              {formatDate(data.published_at, 'dayMinute', locale)}
            </p>
          )}
          <Contents body={data.body} article={articleElement} />
          <Article body={data.body} />
        </article>
      )}
      {data?.topic !== undefined && <Related id={data.id} topic={data.topic} />}
      {data !== undefined && foot}
    </Screen>
  );
}

function ShareButton({ title }: { title: string }) {
  const t = useTranslations('pwa');
  const errors = useTranslations('errors');
  const share = async () => {
    const outcome = await shareLink(title);
    if (outcome === 'copied') toast({ kind: 'good', text: t('linkCopied') });
    if (outcome === 'failed')
      toast({ kind: 'bad', text: errors('copy'), detail: window.location.href });
  };
  return <IconButton icon="share" label={t('share')} onClick={() => void share()} />;
}

function LoadingArticle() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-busy="true" className="grid gap-3 gutter pt-3">
      <span className="fl-sr">{t('loading')}</span>
      <Skeleton width="70%" height={20} />
      <Skeleton width={96} height={12} className="mb-3" />
      <Skeleton />
      <Skeleton />
      <Skeleton width="85%" />
      <Skeleton className="mt-3" />
      <Skeleton width="60%" />
    </div>
  );
}

const RELATED_MAX = 3;

/** Others of the same topic; nothing where there are none, or until they are there. */
function Related({ id, topic }: { id: number; topic: HelpTopic }) {
  const t = useTranslations('guidance.help');
  const { data } = useApi('newsList', { category: 'help', topic, limit: RELATED_MAX + 1 });
  const others = data?.list.filter((item) => item.id !== id).slice(0, RELATED_MAX) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-label={t('related')}>
      <h2 className="fl-group">{t('related')}</h2>
      <List label={t('related')}>
        {others.map((item) => (
          <ArticleRow key={item.id} item={item} detailPath="pages/help/center/detail" />
        ))}
      </List>
    </section>
  );
}
