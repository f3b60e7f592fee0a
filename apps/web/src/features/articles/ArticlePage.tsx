import { Article, buttonLook, EmptyState, ErrorState, formatDate, Skeleton } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { errorText } from '../../data/error-text.ts';
import { useApi } from '../../data/use-api.ts';

export interface ArticlePageProps {
  /** Of the bar; the article's own title is the heading below. */
  title: string;
  /** Where the list is, if the article does not exist. */
  listPath: string;
  hasDate: boolean;
}

/** One announcement or help article, by `id` in the address. */
export function ArticlePage({ title, listPath, hasDate }: ArticlePageProps) {
  const t = useTranslations('common');
  const locale = useLocale();
  const [query] = useSearchParams();
  const id = Number(query.get('id'));
  const isId = Number.isSafeInteger(id) && id > 0;
  const article = useApi('newsDetail', { id }, { enabled: isId });
  const isMissing = !isId || article.error?.code === 'not_found';
  const { data } = article;
  return (
    <Screen title={title}>
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
      {!isMissing && data === undefined && article.error !== null && (
        <ErrorState
          onRetry={() => void article.refetch()}
          retryLabel={t('retry')}
          retrying={article.isFetching}
        >
          {errorText(article.error)}
        </ErrorState>
      )}
      {!isMissing && data === undefined && article.error === null && <LoadingArticle />}
      {data !== undefined && (
        <article className="gutter pt-2 pb-10">
          <h2 className="text-20 font-strong text-balance">{data.title}</h2>
          {hasDate && (
            <p className="mt-1 text-12 text-muted">
              {formatDate(data.published_at, 'dayMinute', locale)}
            </p>
          )}
          <Article body={data.body} />
        </article>
      )}
    </Screen>
  );
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
