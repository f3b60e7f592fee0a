import { LoadingRows, Pending, useApiPages } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../../app/layout.ts';
import { href } from '../../../app/navigation.ts';
import { countOf, listRequest, type OrderFilters } from '../filters/filters.ts';
import { TriggerList } from './TriggerList.tsx';
import { isOver, useWaiting } from './use-triggers.ts';

export interface TriggerPageProps {
  filters: OrderFilters;
  opened: number | undefined;
}

/** All that wait for a price, and all that did. */
export function TriggerPage({ filters, opened }: TriggerPageProps) {
  const t = useTranslations('triggers');
  const orders = useTranslations('orders');
  const asked = filters.symbol === undefined ? {} : { symbol: filters.symbol };
  const request = listRequest(filters, 'triggers');
  const isTable = useIsWide();
  const waiting = useWaiting(request);
  const pages = useApiPages('triggers', request);
  const missing =
    waiting.data === undefined ? waiting : pages.data === undefined ? pages : undefined;
  if (missing !== undefined)
    return <Pending query={missing} loading={<LoadingRows mark={false} />} failed={t('failed')} />;
  const ended = pages.data?.filter(isOver) ?? [];
  const open = waiting.data?.list ?? [];
  return (
    <>
      {open.length > 0 ? (
        <TriggerList heading="waiting" triggers={open} opened={opened} isTable={isTable} />
      ) : (
        <EmptyState
          action={
            <a {...buttonLook({ size: 36 })} href={href('pages/trade/spot', asked)}>
              {orders('place')}
            </a>
          }
        >
          {countOf(filters) > 0 ? orders('noneFit') : t('none')}
        </EmptyState>
      )}
      {(ended.length > 0 || pages.hasMore) && (
        <TriggerList heading="ended" triggers={ended} opened={opened} isTable={isTable}>
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
        </TriggerList>
      )}
    </>
  );
}
