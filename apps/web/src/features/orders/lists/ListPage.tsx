import { LoadingRows, Pending, useApiPages } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { ListGroups } from './ListGroups.tsx';

/** All lists of orders, those that are over too. */
export function ListPage({ symbol }: { symbol: string | undefined }) {
  const t = useTranslations('lists');
  const orders = useTranslations('orders');
  const asked = symbol === undefined ? {} : { symbol };
  const pages = useApiPages('orderLists', asked);
  if (pages.data === undefined)
    return <Pending query={pages} loading={<LoadingRows mark={false} />} failed={t('failed')} />;
  if (pages.data.length === 0)
    return (
      <EmptyState
        action={
          <a {...buttonLook({ size: 36 })} href={href('pages/trade/spot', asked)}>
            {orders('place')}
          </a>
        }
      >
        {t('none')}
      </EmptyState>
    );
  return (
    <ListGroups lists={pages.data}>
      {pages.hasMore && (
        <button
          type="button"
          className="h-11 w-full font-medium text-brand"
          disabled={pages.isLoadingMore}
          onClick={pages.more}
        >
          {orders('more')}
        </button>
      )}
    </ListGroups>
  );
}
