import {
  ErrorState,
  IconLink,
  Logo,
  SectionHead,
  Skeleton,
  SkeletonRows,
  TextLink,
} from '@fairlead/ui';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { useIsLive } from '../../data/connection.ts';
import { errorText } from '../../data/error-text.ts';
import { queryClient } from '../../data/query.ts';
import { type Quotations, useQuotations } from '../../data/quotations.ts';
import { useIsLoggedIn } from '../../data/session.ts';
import { useSetting } from '../../data/settings.ts';
import { useApi } from '../../data/use-api.ts';
import { useConfig } from '../../data/use-config.ts';
import { useHasNews } from '../../features/articles/use-has-news.ts';
import { useChatEntry } from '../../features/chat/use-chat-entry.ts';
import { AssetsHero } from '../../features/home/AssetsHero.tsx';
import { GuestHero } from '../../features/home/GuestHero.tsx';
import { HomeBanner } from '../../features/home/HomeBanner.tsx';
import { bannerToShow } from '../../features/home/model.ts';
import { QuickActions } from '../../features/home/QuickActions.tsx';
import { MarketList } from '../../features/markets/MarketList.tsx';
import { gainers } from '../../features/markets/model.ts';
import { useSteadyOrder } from '../../features/markets/use-steady-order.ts';
import { useUnread } from '../../features/messages/use-unread.ts';

/** Below the fold: it may come a moment later. */
const HomeMore = lazy(async () => ({
  default: (await import('../../features/home/HomeMore.tsx')).HomeMore,
}));

const GAINERS_MAX = 6;
const BANNERS_MAX = 5;

/** Tab 1. */
export function Page() {
  const title = useTranslations('common.title');
  const isLoggedIn = useIsLoggedIn();
  const config = useConfig();
  const markets = useQuotations();
  const banners = useApi('newsList', { category: 'banner', limit: BANNERS_MAX });
  const dismissed = useSetting('dismissedBanners');
  const banner = bannerToShow(banners.data?.list ?? [], dismissed);
  const isDemo = config.data?.demo === true;
  const refresh = () =>
    Promise.all([
      markets.refetch(),
      queryClient.invalidateQueries({ queryKey: ['wallet'] }),
      queryClient.invalidateQueries({ queryKey: ['newsList'] }),
    ]);
  // One shape until all of it is known, so that nothing moves when the banner comes.
  const isSettled = !banners.isPending && !config.isPending;
  return (
    <Screen title={<Logo name="Fairlead" />} isTab right={<BarLinks />} onRefresh={refresh}>
      {isLoggedIn && <h1 className="fl-sr">{title('home')}</h1>}
      {isLoggedIn ? <AssetsHero markets={markets.list ?? []} isDemo={isDemo} /> : <GuestHero />}
      {isSettled ? (
        <>
          <Actions isFirstMain={isLoggedIn} />
          {banner && <HomeBanner banner={banner} />}
          <Gainers markets={markets} />
          <Suspense fallback={null}>
            <HomeMore />
          </Suspense>
        </>
      ) : (
        <LoadingBody />
      )}
    </Screen>
  );
}

/** Asks where the chat is when the page stands, not before. */
function Actions({ isFirstMain }: { isFirstMain: boolean }) {
  const chat = useChatEntry();
  return <QuickActions isFirstMain={isFirstMain} chat={chat} />;
}

function BarLinks() {
  const t = useTranslations('home');
  const unread = useUnread();
  const hasNews = useHasNews() || unread > 0;
  return (
    <>
      <IconLink
        icon="search"
        label={t('searchMarkets')}
        href={href('pages/trade/index', { search: 1 })}
      />
      <IconLink
        icon="alert"
        label={t(hasNews ? 'newNotices' : 'notices')}
        dot={hasNews}
        href={
          unread > 0 ? href('pages/notice/index', { tab: 'messages' }) : href('pages/notice/index')
        }
      />
      <IconLink icon="person" label={t('account')} href={href('pages/settings/index')} />
    </>
  );
}

function LoadingBody() {
  const t = useTranslations('common');
  return (
    <div>
      <div className="grid grid-cols-5 justify-items-center px-2 py-3">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <span key={key} className="grid justify-items-center gap-2">
            <Skeleton width={44} height={44} className="rounded-12" />
            <Skeleton width={48} height={12} />
          </span>
        ))}
      </div>
      <SkeletonRows label={t('loading')} count={6} />
    </div>
  );
}

function Gainers({ markets: { list, error, isRetrying, refetch } }: { markets: Quotations }) {
  const t = useTranslations('home');
  const common = useTranslations('common');
  const isLive = useIsLive();
  const spot = list?.filter((market) => market.spot) ?? [];
  const symbols = useSteadyOrder(gainers(spot, GAINERS_MAX), 'gainers');
  const head = (
    <SectionHead
      title={t('gainers')}
      note={t('day')}
      end={
        <TextLink href={href('pages/trade/index')} chevron>
          {t('allMarkets')}
        </TextLink>
      }
    />
  );
  return (
    <section className="mt-2">
      {head}
      {list === undefined && error === null && <SkeletonRows label={common('loading')} count={6} />}
      {list === undefined && error !== null && (
        <ErrorState
          onRetry={() => void refetch()}
          retryLabel={common('retry')}
          retrying={isRetrying}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {list !== undefined && symbols.length === 0 && (
        <p className="gutter py-6 text-center text-muted">{t('noGainers')}</p>
      )}
      {symbols.length > 0 && <MarketList markets={spot} symbols={symbols} isStale={!isLive} />}
    </section>
  );
}
