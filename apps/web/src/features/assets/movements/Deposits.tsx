import type { useApiPages } from '../../../data/use-api.ts';
import { useCurrencies } from '../use-wallet.ts';
import { DepositSheet } from './DepositSheet.tsx';
import { DepositBadge } from './MoneyBadge.tsx';
import { MovementList } from './MovementList.tsx';
import { MovementRow } from './MovementRow.tsx';
import { useDepositWay } from './use-deposit-way.ts';
import { useOpened } from './use-opened.ts';

export interface DepositsProps {
  pages: ReturnType<typeof useApiPages<'deposits'>>;
  isFiltered: boolean;
  onClear: () => void;
}

export function Deposits({ pages, isFiltered, onClear }: DepositsProps) {
  const { byId } = useCurrencies();
  const wayOf = useDepositWay();
  const opened = useOpened(pages.items);
  const name = (currencyId: number) => byId.get(currencyId)?.name ?? `#${currencyId}`;
  return (
    <>
      <MovementList
        kind="deposits"
        pages={pages}
        isFiltered={isFiltered}
        onClear={onClear}
        row={(record) => (
          <MovementRow
            key={record.id}
            currency={name(record.currency_id)}
            amount={record.status === 'passed' ? record.credited : record.amount}
            way={wayOf(record)}
            time={record.time}
            badge={<DepositBadge record={record} />}
            onOpen={() => opened.show(record)}
          />
        )}
      />
      <DepositSheet record={opened.open} currency={name} onClose={opened.close} />
    </>
  );
}
