import { useApiPages } from '@fairlead/calls';
import { useNavigate, useSearchParams } from 'react-router';
import { readCurrencyId } from '../custody/chains.ts';
import { useCurrencies } from '../use-wallet.ts';
import { Deposits } from './Deposits.tsx';
import { type MovementFilter, MovementFilters } from './MovementFilters.tsx';
import { movementSearch, readStatus } from './movement-model.ts';
import { Withdrawals } from './Withdrawals.tsx';

type Kind = 'deposits' | 'withdrawals';

/** Deposits or withdrawals, by status and coin. */
export function Movements({ kind }: { kind: Kind }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { list = [] } = useCurrencies();
  const filter: MovementFilter = {
    status: readStatus(query.get('status')),
    currencyId: readCurrencyId(query),
  };
  const apply = (next: MovementFilter) =>
    void navigate({ search: movementSearch(kind, next) }, { replace: true });
  const request = {
    ...(filter.status !== undefined && { status: filter.status }),
    ...(filter.currencyId !== undefined && { currency_id: filter.currencyId }),
  };
  const shared = {
    isFiltered: filter.status !== undefined || filter.currencyId !== undefined,
    onClear: () => apply({ status: undefined, currencyId: undefined }),
  };
  return (
    <>
      <MovementFilters filter={filter} currencies={list} onFilter={apply} />
      {kind === 'deposits' ? (
        <DepositPages request={request} {...shared} />
      ) : (
        <WithdrawalPages request={request} {...shared} />
      )}
    </>
  );
}

interface PagesProps {
  request: {
    readonly status?: NonNullable<MovementFilter['status']>;
    readonly currency_id?: number;
  };
  isFiltered: boolean;
  onClear: () => void;
}

function DepositPages({ request, ...shared }: PagesProps) {
  return <Deposits pages={useApiPages('deposits', request)} {...shared} />;
}

function WithdrawalPages({ request, ...shared }: PagesProps) {
  return <Withdrawals pages={useApiPages('withdrawals', request)} {...shared} />;
}
