import type { Balance } from '@fairlead/contract';
import { CoinMark, ListRow } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { listDecimals } from './model.ts';

export interface BalanceRowProps {
  balance: Balance;
  convertCurrency: string;
  fullName: string | undefined;
  onOpen: (balance: Balance) => void;
}

/** One currency of an account: what is there, what is held, what it is worth. */
export function BalanceRow({ balance, convertCurrency, fullName, onOpen }: BalanceRowProps) {
  const t = useTranslations('assets');
  const { name, total, frozen, available, converted } = balance;
  const decimals = listDecimals(name, convertCurrency);
  const caption = isZeroDecimal(frozen) ? (
    (fullName ?? '\u00a0')
  ) : (
    <>
      {t('frozen')} <Amount value={frozen} decimals={decimals} />
    </>
  );
  const isEmpty = isZeroDecimal(total);
  const below =
    name === convertCurrency ? (
      <>
        {t('available')} <Amount value={available} decimals={decimals} />
      </>
    ) : converted === undefined ? (
      t('noPrice')
    ) : (
      <>
        ≈ <Amount value={converted} decimals={2} />
      </>
    );
  return (
    <ListRow
      leading={<CoinMark code={name} />}
      title={name}
      caption={caption}
      value={
        <span className={isEmpty ? 'text-muted' : undefined}>
          <Amount value={isEmpty ? '0' : total} decimals={isEmpty ? 2 : decimals} />
        </span>
      }
      valueCaption={isEmpty ? '\u00a0' : below}
      onClick={() => onOpen(balance)}
    />
  );
}
