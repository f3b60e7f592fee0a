import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { Order } from '@fairlead/contract';
import { EmptyState, TextLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useLayout } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { OrderList } from './OrderList.tsx';
import { LazyMarketTable } from './table/LazyTable.tsx';
import { LazyTriggerList } from './triggers/LazyTriggers.tsx';
import { useEndedTriggers } from './triggers/use-triggers.ts';

const HISTORY_LIMIT = 20;

/** Orders of one market that are over, and what waited for a price there. */
export function History({ symbol, onOpen }: { symbol: string; onOpen: (order: Order) => void }) {
  const t = useTranslations('trade');
  const failed = useTranslations('orders');
  const query = useApi('orders', { symbol, page: 1, limit: HISTORY_LIMIT });
  const triggers = useEndedTriggers(symbol);
  const isTable = useLayout() === 'terminal';
  if (query.data === undefined)
    return (
      <Pending
        query={query}
        loading={<LoadingRows count={3} mark={false} />}
        failed={failed('failed')}
      />
    );
  const over = query.data.list.filter((order) => order.status !== 'waiting');
  if (over.length + triggers.length === 0)
    return <EmptyState>{t('noHistory', { symbol })}</EmptyState>;
  return (
    <>
      {isTable ? (
        <LazyMarketTable label={t('history')} orders={over} triggers={triggers} onOpen={onOpen} />
      ) : (
        <>
          {over.length > 0 && (
            <OrderList label={t('history')} orders={over} onOpen={onOpen} hasState />
          )}
          <LazyTriggerList heading="ended" triggers={triggers} />
        </>
      )}
      <div className="grid h-12 place-items-center">
        <TextLink href={href('pages/trade/orders', { symbol, status: 'completed' })} chevron>
          {t('allOrders')}
        </TextLink>
      </div>
    </>
  );
}
