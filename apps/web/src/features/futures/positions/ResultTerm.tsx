import { netPnl } from '@fairlead/formula';
import { type AmountMinor, amountMinor } from '@fairlead/units';
import { useTranslations } from 'use-intl';
import { RowsTerm } from '../../../app/parts/RowsTerm.tsx';
import { resultOf } from '../amounts.ts';

export interface ResultTermProps {
  /** Of the price alone. */
  gross: AmountMinor;
  openFee: AmountMinor;
  closeFee: AmountMinor;
  scale: number;
}

/** "After fees": what makes the figure beside it, from the result of the price down. */
export function ResultTerm({ gross, openFee, closeFee, scale }: ResultTermProps) {
  const t = useTranslations('futures');
  const net = netPnl({ realisedPnl: gross, openFee, closeFee });
  const cost = (fee: AmountMinor) => resultOf(amountMinor(-fee), scale);
  return (
    <RowsTerm
      title={t('detail.net')}
      sentence={t('term.net')}
      rows={[
        { label: t('detail.result'), value: resultOf(gross, scale) },
        { label: t('detail.openFee'), value: cost(openFee) },
        { label: t('detail.closeFee'), value: cost(closeFee) },
        { label: t('detail.net'), value: resultOf(net, scale), total: true },
      ]}
    >
      {t('detail.net')}
    </RowsTerm>
  );
}
