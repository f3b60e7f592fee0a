import { ErrorState, IconLink, Live, SkeletonRows, Tabs } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { useIsLive } from '../../data/connection.ts';
import { errorText } from '../../data/error-text.ts';
import { useAllStaleSince, useQuotations } from '../../data/quotations.ts';
import { useSetting } from '../../data/settings.ts';
import { useApi } from '../../data/use-api.ts';
import { EmptyMarkets } from '../../features/markets/EmptyMarkets.tsx';
import { MarketList } from '../../features/markets/MarketList.tsx';
import { MARKET_TABS, selectMarkets } from '../../features/markets/model.ts';
import { SearchField } from '../../features/markets/SearchField.tsx';
import { SortHead } from '../../features/markets/SortHead.tsx';
import { useSteadyOrder } from '../../features/markets/use-steady-order.ts';
import {
  chooseSort,
  chooseTab,
  setSearch,
  useMarketsView,
} from '../../features/markets/view-store.ts';

/** Tab 2: every spot market. */
export function Page() {
  const t = useTranslations('markets');
  const isConnected = useIsLive();
  const isLive = useAllStaleSince() === undefined && isConnected;
  const view = useMarketsView();
  const [query] = useSearchParams();
  const title = useTranslations('common.tab');
  return (
    <Screen
      title={title('spot')}
      isTab
      right={
        <>
          <span className="mr-2 min-w-16 text-right">
            <Live stale={!isLive}>{t(isLive ? 'live' : 'notLive')}</Live>
          </span>
          <IconLink icon="support" label={t('help')} href={href('pages/help/center/center')} />
        </>
      }
    >
      <div className="gutter">
        <SearchField
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
      <Markets isLive={isLive} />
    </Screen>
  );
}

function Markets({ isLive }: { isLive: boolean }) {
  const t = useTranslations('common');
  const { list, error, isRetrying, refetch } = useQuotations();
  const { data: currencies } = useApi('currencies', {}, { freshForMs: 600_000 });
  const { tab, sort, search } = useMarketsView();
  const favourites = useSetting('favourites');
  const names = new Map(currencies?.map(({ name, full_name }) => [name, full_name]));
  const spot = list?.filter((market) => market.spot) ?? [];
  const found = selectMarkets(spot, { tab, sort, search, favourites }, names);
  const symbols = useSteadyOrder(
    found,
    JSON.stringify([tab, sort, search, favourites, names.size]),
  );
  if (list === undefined) {
    if (error === null) return <SkeletonRows label={t('loading')} count={9} />;
    return (
      <ErrorState onRetry={() => void refetch()} retryLabel={t('retry')} retrying={isRetrying}>
        {errorText(error)}
      </ErrorState>
    );
  }
  if (symbols.length === 0) return <EmptyMarkets tab={tab} search={search} />;
  return <MarketList markets={spot} symbols={symbols} hasStars isStale={!isLive} />;
}
