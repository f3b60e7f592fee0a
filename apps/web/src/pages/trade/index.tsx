import { Listing, LoadingRows, useApi } from '@fairlead/calls';
import { Button, EmptyState, IconLink, Live, Tabs } from '@fairlead/ui';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { SearchField } from '../../app/parts/SearchField.tsx';
import { SimulatedDay } from '../../app/parts/SimulatedDay.tsx';
import { Screen } from '../../app/Screen.tsx';
import { useSetting } from '../../data/account/settings.ts';
import { useIsLive } from '../../data/live/connection.ts';
import { useAllStaleSince, useQuotations } from '../../data/markets/quotations.ts';
import { readSymbol } from '../../data/markets/read-symbol.ts';
import { MarketList } from '../../features/markets/MarketList.tsx';
import { MARKET_TABS, type MarketTab, selectMarkets } from '../../features/markets/model.ts';
import { SortHead } from '../../features/markets/SortHead.tsx';
import { useSteadyOrder } from '../../features/markets/use-steady-order.ts';
import {
  chooseSort,
  chooseTab,
  setSearch,
  useMarketsView,
} from '../../features/markets/view-store.ts';

/** The chart comes with a desk only. */
const MarketPreview = lazy(async () => ({
  default: (await import('../../features/chart/figures/MarketPreview.tsx')).MarketPreview,
}));

const toPreview = (symbol: string): string => href('pages/trade/index', { symbol });

/** Tab 2: every spot market; on a desk beside one of them. */
export function Page() {
  const t = useTranslations('markets');
  const isConnected = useIsLive();
  const isLive = useAllStaleSince() === undefined && isConnected;
  const view = useMarketsView();
  const [query] = useSearchParams();
  const title = useTranslations('common.tab');
  const chosen = useIsWide() ? readSymbol(query) : undefined;
  return (
    <Screen
      className="wide:grid wide:grid-cols-[minmax(372px,2fr)_minmax(0,3fr)] wide:items-start wide:gap-4"
      title={title('spot')}
      isTab
      right={
        <>
          <span className="me-2 min-w-16 text-end">
            <Live stale={!isLive}>{t(isLive ? 'live' : 'notLive')}</Live>
          </span>
          <IconLink icon="support" label={t('help')} href={href('pages/help/center/center')} />
        </>
      }
    >
      <div>
        <div className="gutter">
          <SearchField
            label={t('search')}
            canClear
            value={view.search}
            onValueChange={setSearch}
            autoFocus={query.has('search')}
          />
        </div>
        <Tabs
          className="mt-1"
          label={t('tabs')}
          value={view.tab}
          items={MARKET_TABS.map((tab) => ({ value: tab, label: t(tab) }))}
          onValueChange={chooseTab}
        />
        <SortHead sort={view.sort} onSort={chooseSort} />
        <Markets isLive={isLive} chosen={chosen} />
      </div>
      {chosen !== undefined && (
        <div className="sticky top-18">
          <Suspense fallback={null}>
            <MarketPreview symbol={chosen} />
          </Suspense>
        </div>
      )}
    </Screen>
  );
}

function Markets({ isLive, chosen }: { isLive: boolean; chosen: string | undefined }) {
  const query = useQuotations();
  const { data: currencies } = useApi('currencies', {}, { freshForMs: 600_000 });
  const { tab, sort, search } = useMarketsView();
  const favourites = useSetting('favourites');
  const names = new Map(currencies?.map(({ name, full_name }) => [name, full_name]));
  const spot = query.data?.filter((market) => market.spot) ?? [];
  const found = selectMarkets(spot, { tab, sort, search, favourites }, names);
  const symbols = useSteadyOrder(
    found,
    JSON.stringify([tab, sort, search, favourites, names.size]),
  );
  return (
    <Listing
      query={{ ...query, data: query.data && symbols }}
      loading={<LoadingRows count={9} />}
      empty={<EmptyMarkets tab={tab} search={search} />}
    >
      {() => (
        <>
          <MarketList
            markets={spot}
            symbols={symbols}
            hasStars
            isStale={!isLive}
            current={chosen}
            {...(chosen === undefined ? {} : { hrefOf: toPreview })}
          />
          <div className="gutter pt-3 pb-4 empty:hidden">
            <SimulatedDay markets={spot} />
          </div>
        </>
      )}
    </Listing>
  );
}

/** Why nothing is listed, and the way out. */
function EmptyMarkets({ tab, search }: { tab: MarketTab; search: string }) {
  const t = useTranslations('markets');
  const isSearch = search.trim() !== '';
  const action = isSearch ? (
    <Button size={36} onClick={() => setSearch('')}>
      {t('clearSearch')}
    </Button>
  ) : (
    <Button size={36} onClick={() => chooseTab('all')}>
      {t('showAll')}
    </Button>
  );
  return (
    <div className="pt-8">
      <EmptyState action={isSearch || tab !== 'all' ? action : undefined}>
        {isSearch ? t('noMatch', { search: search.trim() }) : t(`empty.${tab}`)}
      </EmptyState>
    </div>
  );
}
