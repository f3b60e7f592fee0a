import { Select } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

export interface MarketFilterProps {
  /** Undefined is all of them. */
  symbol: string | undefined;
  symbols: readonly string[];
  onChoose: (symbol: string | undefined) => void;
}

const ALL = 'all';

/** One market or all of them. */
export function MarketFilter({ symbol, symbols, onChoose }: MarketFilterProps) {
  const t = useTranslations('options.history');
  const common = useTranslations('common');
  // One that is no longer sold still has orders.
  const known = symbol === undefined || symbols.includes(symbol) ? symbols : [symbol, ...symbols];
  return (
    <Select
      className="gutter w-fit min-w-44 py-2"
      size={36}
      label={t('market')}
      labelHidden
      closeLabel={common('close')}
      value={symbol ?? ALL}
      options={[
        { value: ALL, label: t('allMarkets') },
        ...known.map((value) => ({ value, label: value })),
      ]}
      onValueChange={(value) => onChoose(value === ALL ? undefined : value)}
    />
  );
}
