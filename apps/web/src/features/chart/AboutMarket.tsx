import type { CurrencyInfo, Quotation } from '@fairlead/contract';
import { formatAmount, formatShare, type KeyValue, KeyValues } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

export interface AboutMarketProps {
  market: Quotation;
  currency: CurrencyInfo | undefined;
}

/** What a trader must know of the market: steps, smallest order, fees, bands. */
export function AboutMarket({ market, currency }: AboutMarketProps) {
  const t = useTranslations('chart.rules');
  const band = (share: string) => t('ofIndex', { share: formatShare(share, 0) });
  const rows: (KeyValue | false)[] = [
    currency !== undefined && { label: t('name'), value: currency.full_name },
    {
      label: t('index'),
      value: formatAmount(market.index_price, decimalsOf(market.tick_size), market.quote),
    },
    { label: t('state'), value: t(market.state) },
    { label: t('tick'), value: formatAmount(market.tick_size, undefined, market.quote) },
    { label: t('lot'), value: formatAmount(market.lot_size, undefined, market.base) },
    { label: t('minimum'), value: formatAmount(market.min_notional, undefined, market.quote) },
    { label: t('makerFee'), value: formatShare(market.maker_fee) },
    { label: t('takerFee'), value: formatShare(market.taker_fee) },
    { label: t('marketBand'), value: band(market.market_band) },
    { label: t('limitBand'), value: band(market.limit_band) },
    currency !== undefined &&
      currency.chains.length > 0 && {
        label: t('chains'),
        value: currency.chains.map(({ chain }) => chain).join(', '),
      },
  ];
  return (
    <div className="gutter py-3">
      <KeyValues rows={rows.filter((row) => row !== false)} />
    </div>
  );
}
