import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { Order } from '@fairlead/contract';
import { EmptyState, TextLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { both, SortedNote } from '../../app/parts/SortedNote.tsx';
import { useWhole } from '../../app/parts/use-whole.ts';
import { OrderList } from './OrderList.tsx';
import { LazyMarketTable } from './table/LazyTable.tsx';
import { LazyTriggerList } from './triggers/LazyTriggers.tsx';
import { useEndedTriggers } from './triggers/use-triggers.ts';
import { useOpenOrders } from './use-open-orders.ts';

/** On a wide screen they are sorted, so that a call brings as many as it can. */
const LIMIT = { list: 20, table: 100 } as const;

const isOver = ({ status }: Order): boolean => status !== 'waiting';

/** Orders of one market that are over, and what waited for a price there. */
export function History({ symbol, onOpen }: { symbol: string; onOpen: (order: Order) => void }) {
  const t = useTranslations('trade');
  const failed = useTranslations('orders');
  const isTable = useIsWide();
  const limit = LIMIT[isTable ? 'table' : 'list'];
  const query = useApi('orders', { symbol, page: 1, limit });
  const waiting = useOpenOrders(symbol);
  const whole = useWhole('orders', { filter: { symbol }, first: query.data, isShown: isOver });
  const { triggers, sorted: ended } = useEndedTriggers(symbol, limit);
  if (query.data === undefined)
    return (
      <Pending
        query={query}
        loading={<LoadingRows count={3} mark={false} />}
        failed={failed('failed')}
      />
    );
  const over = whole.list.filter(isOver);
  const total = whole.total - (waiting.data?.total ?? 0);
  const sorted = both({ ...whole, shown: over.length, total }, ended);
  if (sorted.shown === 0 && sorted.total <= 0)
    return <EmptyState>{t('noHistory', { symbol })}</EmptyState>;
  return (
    <>
      {isTable ? (
        <>
          <SortedNote {...sorted} />
          <LazyMarketTable label={t('history')} orders={over} triggers={triggers} onOpen={onOpen} />
        </>
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
