import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { OrderList } from '@fairlead/contract';
import { useTranslations } from 'use-intl';
import { ListGroups } from './ListGroups.tsx';

const LIMIT = 100;

const useLists = (symbol: string, status: OrderList['status']) =>
  useApi('orderLists', { symbol, status, page: 1, limit: LIMIT }, { keepPrevious: true });

/** Lists of a market that are not over: their first order waits, or one of two does. */
export function OpenLists({ symbol }: { symbol: string }) {
  const t = useTranslations('lists');
  const pending = useLists(symbol, 'pending');
  const open = useLists(symbol, 'open');
  const missing = [pending, open].find(({ data }) => data === undefined);
  if (missing !== undefined)
    return (
      <Pending
        query={missing}
        loading={<LoadingRows count={2} mark={false} />}
        failed={t('failed')}
      />
    );
  const lists = [...(open.data?.list ?? []), ...(pending.data?.list ?? [])]
    .filter((list) => list.symbol === symbol)
    .sort((one, other) => other.id - one.id);
  return lists.length === 0 ? null : <ListGroups hasHeading lists={lists} />;
}
