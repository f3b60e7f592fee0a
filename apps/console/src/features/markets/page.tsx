import { useApi } from '@fairlead/calls';
import { useNoticeHours } from '../../data/use-config.ts';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { termTexts } from '../../terms/texts.ts';
import { type Currency, currencyColumns, marketColumns } from './columns.tsx';
import { MarketPanel } from './MarketPanel.tsx';
import { marketTexts as t } from './texts.ts';

const DEFAULTS = { tab: '' } as const;
const POLL_MS = 15_000;

/** Markets and currencies: their terms, and which of them trade. */
export function Page() {
  const noticeHours = useNoticeHours();
  const tabs = tabsOf(['markets', 'currencies'], useFilters(DEFAULTS), t);
  const record = useRecord();
  const isOfMarkets = tabs.value === 'markets';
  const allMarkets = useApi('operatorMarkets', {}, { pollMs: POLL_MS });
  const allCurrencies = useApi('operatorCurrencies', {}, { enabled: !isOfMarkets });
  const markets = listed({
    label: t.title,
    columns: marketColumns,
    query: allMarkets,
    rowId: ({ market_id }) => market_id ?? 0,
    empty: t.empty,
    toneOf: ({ state }) => (state === 'halted' ? 'warn' : undefined),
    panel: (market) => (
      <MarketPanel market={market} markets={allMarkets.data} onClose={record.close} />
    ),
  });
  const currencies = listed({
    label: t.tabs.currencies,
    columns: currencyColumns,
    query: allCurrencies,
    rowId: ({ currency_id }) => currency_id,
    empty: t.emptyCurrencies,
    panel: (currency) => (
      <CurrencyPanel currency={currency} others={allCurrencies.data} onClose={record.close} />
    ),
  });
  return (
    <ListPage
      title={t.title}
      sub={t.sub(termTexts.notice(noticeHours))}
      tabs={tabs}
      record={record}
      add={{ act: 'operatorSaveMarket', label: isOfMarkets ? t.newMarket : t.newCurrency }}
      list={isOfMarkets ? markets : currencies}
    />
  );
}

interface CurrencyPanelProps {
  /** Undefined for a new one. */
  currency: Currency | undefined;
  others: readonly Currency[] | undefined;
  onClose: () => void;
}

/** One currency: its names and whether it is in use. */
const CurrencyPanel = ({ currency, others, onClose }: CurrencyPanelProps) => (
  <TermsPanel
    kind="currency"
    title={currency?.name ?? t.newCurrency}
    row={currency}
    others={others}
    subject={currency && `currency ${currency.name}`}
    onClose={onClose}
  />
);
