import type { Quotation } from '@fairlead/contract';
import { useTranslations } from 'use-intl';

export interface SimulatedDayProps {
  /** Whose figures are shown. */
  markets: readonly Quotation[];
}

/** Says that the day's figures hold trades that nobody made: a demo's first day. Nothing where there are none. */
export function SimulatedDay({ markets }: SimulatedDayProps) {
  const t = useTranslations('markets');
  if (!markets.some((market) => market.is_simulated_24h)) return null;
  return <p className="text-12 text-muted">{t('simulatedDay')}</p>;
}
