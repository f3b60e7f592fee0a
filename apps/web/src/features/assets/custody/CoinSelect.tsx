import type { CurrencyInfo } from '@fairlead/contract';
import { CoinMark, Select } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SearchField } from '../../../app/parts/SearchField.tsx';

export interface CoinSelectProps {
  list: readonly CurrencyInfo[];
  value: number | undefined;
  onChoose: (currencyId: number) => void;
  /** A figure beside each coin. */
  trailing?: (currency: CurrencyInfo) => React.ReactNode;
  disabled?: boolean;
}

/** Which coin: found by its short or its full name. */
export function CoinSelect({ list, value, onChoose, trailing, disabled = false }: CoinSelectProps) {
  const t = useTranslations('assets');
  const custody = useTranslations('custody');
  const common = useTranslations('common');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const found = list.filter(
    ({ currency_id, name, full_name }) =>
      currency_id === value || `${name} ${full_name}`.toLocaleLowerCase().includes(wanted),
  );
  const isFound = found.some(({ name, full_name }) =>
    `${name} ${full_name}`.toLocaleLowerCase().includes(wanted),
  );
  return (
    <Select
      label={custody('coin')}
      labelHidden
      size={56}
      disabled={disabled}
      value={value === undefined ? undefined : String(value)}
      placeholder={custody('coin')}
      options={found.map((currency) => ({
        value: String(currency.currency_id),
        label: (
          <>
            <span className="text-16 font-strong">{currency.name}</span>{' '}
            <span className="font-body wrap-anywhere text-muted">{currency.full_name}</span>
          </>
        ),
        leading: <CoinMark code={currency.name} size={32} />,
        ...(trailing === undefined ? {} : { trailing: trailing(currency) }),
      }))}
      sheetHead={
        <div className="sticky top-0 z-10 bg-raised pb-2">
          <SearchField label={t('search')} value={search} onValueChange={setSearch} />
          {!isFound && (
            <p className="pt-4 text-center text-muted">{t('noMatch', { search: search.trim() })}</p>
          )}
        </div>
      }
      closeLabel={common('close')}
      onValueChange={(next) => {
        setSearch('');
        onChoose(Number(next));
      }}
    />
  );
}
