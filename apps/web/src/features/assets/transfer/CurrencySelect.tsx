import type { CurrencyInfo } from '@fairlead/contract';
import { CoinMark, Select } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';

export interface CurrencySelectProps {
  value: number;
  choices: readonly (CurrencyInfo & { readonly available: string | undefined })[];
  onChoose: (currencyId: number) => void;
}

/** What is moved, with what is available of each. */
export function CurrencySelect({ value, choices, onChoose }: CurrencySelectProps) {
  const words = useTranslations('assets.move');
  const common = useTranslations('common');
  return (
    <Select
      label={words('currency')}
      size={56}
      value={String(value)}
      options={choices.map(({ currency_id, name, full_name, available }) => ({
        value: String(currency_id),
        label: name,
        detail: full_name,
        leading: <CoinMark code={name} size={24} />,
        trailing: (
          <span className="text-muted">
            <Amount value={available && tidy(available)} />
          </span>
        ),
      }))}
      onValueChange={(next) => onChoose(Number(next))}
      closeLabel={common('close')}
    />
  );
}
