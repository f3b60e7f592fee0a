import type { useApiPages } from '@fairlead/calls';
import { useCurrencies } from '../use-wallet.ts';
import { DepositSheet } from './DepositSheet.tsx';
import { useDepositWay, useOpened } from './hooks.ts';
import { DepositBadge } from './MoneyBadge.tsx';
import { MovementList } from './MovementList.tsx';
import { MovementRow } from './MovementRow.tsx';

export interface DepositsProps {
  pages: ReturnType<typeof useApiPages<'deposits'>>;
  isFiltered: boolean;
  onClear: () => void;
}

export function Deposits({ pages, isFiltered, onClear }: DepositsProps) {
  const { byId } = useCurrencies();
  const wayOf = useDepositWay();
  const opened = useOpened(pages.data);
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
