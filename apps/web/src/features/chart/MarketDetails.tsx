import type { Quotation } from '@fairlead/contract';
import { ErrorState, TabPanel, Tabs } from '@fairlead/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../data/use-api.ts';
import { AboutMarket } from './AboutMarket.tsx';

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
  const common = useTranslations('common');
  const currencies = useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS });
  if (market === undefined) return null;
  if (currencies.error && currencies.data === undefined) {
    return (
      <ErrorState onRetry={() => void currencies.refetch()} retryLabel={common('retry')}>
        {t('detailsFailed')}
      </ErrorState>
    );
  }
  const currency = currencies.data?.find((one) => one.currency_id === market.currency_id);
  return <AboutMarket market={market} currency={currency} />;
}
