import { buttonLook, EmptyState, ErrorState, List, SkeletonRows } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { loginTarget } from '../../app/guard.ts';
import { MoreRows } from '../../app/MoreRows.tsx';
import { href } from '../../app/navigation.ts';
import { errorText } from '../../data/error-text.ts';
import { useIsLoggedIn } from '../../data/session.ts';
import { useApiPages } from '../../data/use-api.ts';
import { recordsHref } from './links.ts';
import { RecordRow } from './RecordRow.tsx';

/** One's subscriptions, newest first. */
export function RecordList() {
  const t = useTranslations('publication');
  const common = useTranslations('common');
  const isLoggedIn = useIsLoggedIn();
  const pages = useApiPages('subscriptions', {});
  if (!isLoggedIn) {
    return (
      <EmptyState
        action={
          <a {...buttonLook({ size: 36 })} href={`#${loginTarget(recordsHref.slice(1))}`}>
            {common('logIn')}
          </a>
        }
      >
        {t('guest')}
      </EmptyState>
    );
  }
  if (pages.items === undefined) {
    return pages.error ? (
      <ErrorState
        onRetry={() => void pages.refetch()}
        retryLabel={common('retry')}
        detail={errorText(pages.error)}
      >
        {t('recordsFailed')}
      </ErrorState>
    ) : (
      <SkeletonRows label={common('loading')} count={4} />
    );
  }
  if (pages.items.length === 0) {
    return (
      <EmptyState
        action={
          <a {...buttonLook({ size: 36 })} href={href('pages/publication/index')}>
            {t('seeOfferings')}
          </a>
        }
      >
        {t('noRecords')}
      </EmptyState>
    );
  }
  return (
    <>
      <List label={t('records')}>
        {pages.items.map((record) => (
          <RecordRow key={record.id} record={record} />
        ))}
      </List>
      <MoreRows hasMore={pages.hasMore} isLoading={pages.isLoadingMore} onMore={pages.more} />
    </>
  );
}
