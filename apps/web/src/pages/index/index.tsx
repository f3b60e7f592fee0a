import { barName, Listing, useApi } from '@fairlead/calls';
import type { NewsItem } from '@fairlead/contract';
import {
  Banner,
  buttonLook,
  IconLink,
  Logo,
  SectionHead,
  Skeleton,
  SkeletonRows,
  TextLink,
} from '@fairlead/ui';
import { lazy, Suspense, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { acting } from '../../data/account/acting.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { dismissBanner, useSetting } from '../../data/account/settings.ts';
import { queryClient } from '../../data/calls/query.ts';
import { useIsLive } from '../../data/live/connection.ts';
import { type Quotations, useQuotations } from '../../data/markets/quotations.ts';
import { useHasNews, useUnread } from '../../data/unread.ts';
import { useConfig } from '../../data/use-config.ts';
import { useChatEntry } from '../../features/chat/use-chat-entry.ts';
import { AssetsHero } from '../../features/home/AssetsHero.tsx';
import { bannerToShow } from '../../features/home/model.ts';
import { QuickActions } from '../../features/home/QuickActions.tsx';
import { MarketList } from '../../features/markets/MarketList.tsx';
import { movers } from '../../features/markets/model.ts';
import { useSteadyOrder } from '../../features/markets/use-steady-order.ts';
import { TodayGain } from '../../features/portfolio/TodayGain.tsx';

/** Below the fold: it may come a moment later. */
const HomeMore = lazy(async () => ({
  default: (await import('../../features/home/HomeMore.tsx')).HomeMore,
}));

const MOVERS_MAX = 6;
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
  // A sub-account gets its money from the main one.
  const isDemo = config.data?.demo === true && acting === undefined;
  const refresh = () =>
    Promise.all([
      markets.refetch(),
      queryClient.invalidateQueries({ queryKey: ['wallet'] }),
      queryClient.invalidateQueries({ queryKey: ['portfolio'] }),
      queryClient.invalidateQueries({ queryKey: ['newsList'] }),
    ]);
  // One shape until all of it is known, so that nothing moves when the banner comes.
  const isSettled = !banners.isPending && !config.isPending;
  return (
    <Screen title={<Logo name={barName()} />} isTab right={<BarLinks />} onRefresh={refresh}>
      {isLoggedIn && <h1 className="fl-sr">{title('home')}</h1>}
      <div className="terminal:grid terminal:grid-cols-[minmax(0,1fr)_376px] terminal:items-start terminal:gap-6">
        <div>
          {isLoggedIn ? (
            <AssetsHero markets={markets.data ?? []} isDemo={isDemo} day={<TodayGain />} />
          ) : (
            <GuestHero />
          )}
          {isSettled ? (
            <>
              {acting === undefined && <Actions isFirstMain={isLoggedIn} />}
              {banner && <HomeBanner banner={banner} />}
              <Movers markets={markets} />
            </>
          ) : (
            <LoadingBody />
          )}
        </div>
        {isSettled && acting === undefined && (
          <div>
            <Suspense fallback={null}>
              <HomeMore />
            </Suspense>
          </div>
        )}
      </div>
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

function Movers({ markets }: { markets: Quotations }) {
  const t = useTranslations('home');
  const tabs = useTranslations('markets');
  const isLive = useIsLive();
  const spot = markets.data?.filter((market) => market.spot) ?? [];
  const shown = useRef<'gainers' | 'losers'>('gainers');
  const { tab, symbols: moved } = movers(spot, shown.current);
  shown.current = tab;
  // Of all of them, so that whoever rises past the last one shown does not push it out.
  const symbols = useSteadyOrder(moved, tab).slice(0, MOVERS_MAX);
  const hasFallen = tab === 'losers' && symbols.length > 0;
  const head = (
    <SectionHead
      title={hasFallen ? tabs('losers') : t('gainers')}
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
      <Listing
        query={{ ...markets, data: markets.data && symbols }}
        empty={<p className="gutter py-6 text-center text-muted">{t('noGainers')}</p>}
      >
        {() => <MarketList markets={spot} symbols={symbols} isStale={!isLive} />}
      </Listing>
    </section>
  );
}

/** A promise and two buttons of the same height. */
function GuestHero() {
  const t = useTranslations('home');
  const common = useTranslations('common');
  return (
    <section className="gutter pt-2 pb-3">
      <h1 className="max-w-[16em] text-28 font-strong text-balance">{t('promise')}</h1>
      <p className="mt-2 text-secondary">{t('promiseDetail')}</p>
      <div className="mt-4 grid grid-cols-[3fr_2fr] gap-2">
        <a {...buttonLook({ variant: 'main' })} href={href('pages/user/login/choose')}>
          {common('createAccount')}
        </a>
        <a {...buttonLook({})} href={href('pages/user/login/login')}>
          {common('logIn')}
        </a>
      </div>
    </section>
  );
}

/** At most one; put away, it does not come back. */
function HomeBanner({ banner }: { banner: NewsItem }) {
  const t = useTranslations('home');
  return (
    <div className="gutter">
      <Banner
        title={banner.title}
        dismissLabel={t('dismiss', { title: banner.title })}
        onDismiss={() => dismissBanner(banner.id)}
      >
        {banner.summary}{' '}
        <a
          className="hit font-medium whitespace-nowrap text-brand"
          href={href('pages/index/notice/notice', { id: banner.id })}
        >
          {t('readMore')}
        </a>
      </Banner>
    </div>
  );
}
