import { Button, Tabs } from '@fairlead/ui';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { useNoticeHours } from '../data/use-config.ts';
import { CurrencyPanel } from '../features/markets/CurrencyPanel.tsx';
import { CurrencyList, MarketList } from '../features/markets/lists.tsx';
import { MarketPanel } from '../features/markets/MarketPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useRecord } from '../table/use-record.ts';
import { marketTexts as t } from '../texts/markets.ts';
import { termTexts } from '../texts/terms.ts';

const DEFAULTS = { tab: '' } as const;
const TABS = ['markets', 'currencies'] as const;
type Tab = (typeof TABS)[number];
const POLL_MS = 15_000;

/** Markets and currencies: their terms, and which of them trade. */
export function Page() {
  const noticeHours = useNoticeHours();
  const { values, set } = useFilters(DEFAULTS);
  const tab: Tab = values.tab === 'currencies' ? 'currencies' : 'markets';
  const record = useRecord();
  const mayEdit = useMay('operatorSaveMarket');
  const markets = useApi('operatorMarkets', {}, { pollMs: POLL_MS });
  const currencies = useApi('operatorCurrencies', {}, { enabled: tab === 'currencies' });
  const { isNew, openId, close } = record;
  const market = markets.data?.find(({ market_id }) => market_id === openId);
  const currency = currencies.data?.find(({ currency_id }) => currency_id === openId);
  const key = isNew ? 'new' : openId;
  return (
    <PageFrame
      title={t.title}
      sub={t.sub(termTexts.notice(noticeHours))}
      actions={
        mayEdit && (
          <Button size={44} icon="plus" onClick={record.begin}>
            {tab === 'markets' ? t.newMarket : t.newCurrency}
          </Button>
        )
      }
      panel={
        tab === 'markets'
          ? (isNew || market) && <MarketPanel key={key} market={market} onClose={close} />
          : (isNew || currency) && <CurrencyPanel key={key} currency={currency} onClose={close} />
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
        <MarketList query={markets} choice={record.choice} />
      ) : (
        <CurrencyList query={currencies} choice={record.choice} />
      )}
    </PageFrame>
  );
}
