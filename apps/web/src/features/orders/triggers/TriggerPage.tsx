import { LoadingRows, Pending, useApiPages } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { TriggerList } from './TriggerList.tsx';
import { useWaitingTriggers } from './use-triggers.ts';

export interface TriggerPageProps {
  /** Undefined is all of them. */
  symbol: string | undefined;
  opened: number | undefined;
}

/** All that wait for a price, and all that did. */
export function TriggerPage({ symbol, opened }: TriggerPageProps) {
  const t = useTranslations('triggers');
  const orders = useTranslations('orders');
  const asked = symbol === undefined ? {} : { symbol };
  const waiting = useWaitingTriggers(symbol);
  const pages = useApiPages('triggers', asked);
  const missing =
    waiting.data === undefined ? waiting : pages.data === undefined ? pages : undefined;
  if (missing !== undefined)
    return <Pending query={missing} loading={<LoadingRows mark={false} />} failed={t('failed')} />;
  const ended = pages.data?.filter(({ status }) => status !== 'waiting') ?? [];
  const open = waiting.data?.list ?? [];
  return (
    <>
      {open.length > 0 ? (
        <TriggerList heading="waiting" triggers={open} opened={opened} />
      ) : (
        <EmptyState
          action={
            <a {...buttonLook({ size: 36 })} href={href('pages/trade/spot', asked)}>
              {orders('place')}
            </a>
          }
        >
          {t('none')}
        </EmptyState>
      )}
      {(ended.length > 0 || pages.hasMore) && (
        <TriggerList heading="ended" triggers={ended} opened={opened}>
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
