import { Failed, useApi } from '@fairlead/calls';
import type { CurrencyInfo, Quotation } from '@fairlead/contract';
import { formatAmount, formatShare, type KeyValue, KeyValues, TabPanel, Tabs } from '@fairlead/ui';
import { decimalsOf } from '@fairlead/units';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';

export interface MarketDetailsProps {
  base: string;
  market: Quotation | undefined;
  book: ReactNode;
  trades: ReactNode;
}

type Tab = 'book' | 'trades' | 'about';

/** Order book, trades and rules under the chart. */
export function MarketDetails({ base, market, book, trades }: MarketDetailsProps) {
  const t = useTranslations('chart');
  const [tab, setTab] = useState<Tab>('book');
  return (
    <section aria-label={t('details')}>
      <Tabs<Tab>
        id="market"
        className="border-t border-t-hairline"
        label={t('details')}
        value={tab}
        items={[
          { value: 'book', label: t('book') },
          { value: 'trades', label: t('trades') },
          { value: 'about', label: t('about', { currency: base }) },
        ]}
        onValueChange={setTab}
      />
      <TabPanel id="market" value={tab}>
        {tab === 'book' ? book : tab === 'trades' ? trades : <About market={market} />}
      </TabPanel>
    </section>
  );
}

const CURRENCIES_FRESH_MS = 300_000;

function About({ market }: { market: Quotation | undefined }) {
  const t = useTranslations('chart');
  const currencies = useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS });
  if (market === undefined) return null;
  if (currencies.error && currencies.data === undefined)
    return <Failed query={currencies} failed={t('detailsFailed')} />;
  const currency = currencies.data?.find((one) => one.currency_id === market.currency_id);
  return <AboutMarket market={market} currency={currency} />;
}

interface AboutMarketProps {
  market: Quotation;
  currency: CurrencyInfo | undefined;
}

/** What a trader must know of the market: steps, smallest order, fees, bands. */
function AboutMarket({ market, currency }: AboutMarketProps) {
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
