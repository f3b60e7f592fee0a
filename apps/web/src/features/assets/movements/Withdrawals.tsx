import type { useApiPages } from '@fairlead/calls';
import { useTranslations } from 'use-intl';
import { networkText } from '../custody/chains.ts';
import { useCurrencies } from '../use-wallet.ts';
import { useOpened } from './hooks.ts';
import { WithdrawalBadge } from './MoneyBadge.tsx';
import { MovementList } from './MovementList.tsx';
import { MovementRow } from './MovementRow.tsx';
import { WithdrawalSheet } from './WithdrawalSheet.tsx';

export interface WithdrawalsProps {
  pages: ReturnType<typeof useApiPages<'withdrawals'>>;
  isFiltered: boolean;
  onClear: () => void;
}

export function Withdrawals({ pages, isFiltered, onClear }: WithdrawalsProps) {
  const t = useTranslations('custody');
  const { byId } = useCurrencies();
  const opened = useOpened(pages.data);
  const name = (currencyId: number) => byId.get(currencyId)?.name ?? `#${currencyId}`;
  return (
    <>
      <MovementList
        kind="withdrawals"
        pages={pages}
        isFiltered={isFiltered}
        onClear={onClear}
        row={(record) => (
          <MovementRow
            key={record.id}
            currency={name(record.currency_id)}
            amount={record.amount}
            way={record.kind === 'bank' ? t('bank') : networkText(record.chain)}
            time={record.time}
            badge={<WithdrawalBadge record={record} />}
            onOpen={() => opened.show(record)}
          />
        )}
      />
      <WithdrawalSheet record={opened.open} currency={name} onClose={opened.close} />
    </>
  );
}
