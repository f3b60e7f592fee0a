import { Button, Tabs } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { CurrencyPanel } from '../features/markets/CurrencyPanel.tsx';
import { currencyColumns, marketColumns } from '../features/markets/columns.tsx';
import { MarketPanel } from '../features/markets/MarketPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useFilters } from '../table/use-filters.ts';
import { type OpenRow, useOpenRow } from '../table/use-open-row.ts';
import { wholeList } from '../table/whole-list.ts';
import { marketTexts as t } from '../texts/markets.ts';

const DEFAULTS = { tab: '' } as const;
const TABS = ['markets', 'currencies'] as const;
type Tab = (typeof TABS)[number];
const POLL_MS = 15_000;
const noPages = (): void => undefined;

/** Markets and currencies: their terms, and which of them trade. */
export function Page() {
  const { values, set } = useFilters(DEFAULTS);
  const tab: Tab = values.tab === 'currencies' ? 'currencies' : 'markets';
  const row = useOpenRow();
  const [isNew, setNew] = useState(false);
  const mayEdit = useMay('operatorSaveMarket');
  const close = () => {
    setNew(false);
    row.close();
  };
  const choice: OpenRow['choice'] = {
    ...row.choice,
    onOpen: (id) => {
      setNew(false);
      row.open(id);
    },
  };
  const markets = useApi('operatorMarkets', {}, { pollMs: POLL_MS });
  const currencies = useApi('operatorCurrencies', {}, { enabled: tab === 'currencies' });
  const market = markets.data?.find(({ market_id }) => market_id === row.openId);
  const currency = currencies.data?.find(({ currency_id }) => currency_id === row.openId);
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        mayEdit && (
          <Button
            size={44}
            icon="plus"
            onClick={() => {
              row.close();
              setNew(true);
            }}
          >
            {tab === 'markets' ? t.newMarket : t.newCurrency}
          </Button>
        )
      }
      panel={
        tab === 'markets'
          ? (isNew || market) && (
              <MarketPanel
                key={market?.symbol ?? ''}
                market={isNew ? undefined : market}
                onClose={close}
              />
            )
          : (isNew || currency) && (
              <CurrencyPanel
                key={currency?.name ?? ''}
                currency={isNew ? undefined : currency}
                onClose={close}
              />
            )
      }
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={TABS.map((value) => ({ value, label: t.tabs[value] }))}
        onValueChange={(value) => {
          close();
          set({ tab: value === 'markets' ? '' : value });
        }}
      />
      {tab === 'markets' ? (
        <DataTable
          label={t.title}
          columns={marketColumns}
          query={wholeList(markets)}
          rowId={({ market_id }) => market_id ?? 0}
          choice={choice}
          empty={t.empty}
          onPage={noPages}
          toneOf={({ state }) => (state === 'halted' ? 'warn' : undefined)}
        />
      ) : (
        <DataTable
          label={t.tabs.currencies}
          columns={currencyColumns}
          query={wholeList(currencies)}
          rowId={({ currency_id }) => currency_id}
          choice={choice}
          empty={t.emptyCurrencies}
          onPage={noPages}
        />
      )}
    </PageFrame>
  );
}
