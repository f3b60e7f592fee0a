import type { CurrencyInfo } from '@fairlead/contract';
import { CoinMark, Select } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

const ALL = 'all';

export interface CurrencyFilterProps {
  currencies: readonly CurrencyInfo[];
  value: number | undefined;
  onChoose: (currencyId: number | undefined) => void;
}

/** One coin of a history, or all. */
export function CurrencyFilter({ currencies, value, onChoose }: CurrencyFilterProps) {
  const t = useTranslations('assets.record');
  const common = useTranslations('common');
  return (
    <Select
      size={36}
      labelHidden
      closeLabel={common('close')}
      label={t('currency')}
      placeholder={t('currency')}
      value={value === undefined ? undefined : String(value)}
      options={[
        { value: ALL, label: t('allCurrencies') },
        ...currencies.map(({ currency_id, name }) => ({
          value: String(currency_id),
          label: name,
          leading: <CoinMark code={name} size={20} />,
        })),
      ]}
      onValueChange={(next) => onChoose(next === ALL ? undefined : Number(next))}
    />
  );
}
