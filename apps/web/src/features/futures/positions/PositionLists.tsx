import { LoadingRows } from '@fairlead/calls';
import { buttonLook, EmptyState, TabPanel, Tabs } from '@fairlead/ui';
import { lazy, memo, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useWhole } from '../../../app/parts/use-whole.ts';
import { bringIntoView } from '../../../app/shell/scroll.ts';
import { useIsLoggedIn } from '../../../data/account/session.ts';
import { HoldingList } from './HoldingList.tsx';
import { CloseAll } from './late.ts';
import { useLivePositions, usePositions } from './use-positions.ts';

/** Of tabs that are closed at first. */
const WaitingList = lazy(async () => ({
  default: (await import('./WaitingList.tsx')).WaitingList,
}));
const HistoryList = lazy(async () => ({
  default: (await import('./HistoryList.tsx')).HistoryList,
}));

export interface PositionListsProps {
  logInHref: string;
}

const TABS = ['positions', 'waiting', 'history'] as const;
type Tab = (typeof TABS)[number];

const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text);

/** The tab that the query names; a link to one of them comes with the lists in view. */
function useTab(): readonly [Tab, (tab: Tab) => void, RefObject<HTMLElement | null>] {
  const [search, setSearch] = useSearchParams();
  const section = useRef<HTMLElement>(null);
  const named = search.get('tab');
  const own = useRef<string | null>(null);
  useEffect(() => {
    // A tab that was tapped here is in view already.
    const isLink = named !== null && own.current !== named;
    own.current = named;
    return isLink && section.current ? bringIntoView(section.current) : undefined;
  }, [named]);
  const choose = (tab: Tab) => {
    own.current = tab;
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('tab', tab);
        return next;
      },
      { replace: true },
    );
  };
  return [isTab(named) ? named : 'positions', choose, section];
}

/** Below the ticket: what is open, what waits for its limit, what was. Of every market. */
export const PositionLists = memo(function PositionLists({ logInHref }: PositionListsProps) {
  const t = useTranslations('futures');
  const common = useTranslations('common');
  const isLoggedIn = useIsLoggedIn();
  const holding = usePositions('holding');
  const waiting = usePositions('waiting');
  const held = useWhole('positions', { filter: { status: 'holding' }, first: holding.data });
  const limits = useWhole('positions', { filter: { status: 'waiting' }, first: waiting.data });
  const live = useLivePositions(held.list);
  const [tab, setTab, section] = useTab();
  const count = (total: number | undefined) => String(total ?? 0);
  return (
    <section
      ref={section}
      aria-label={t('lists')}
      className="min-h-[calc(100dvh-104px)] terminal:min-h-0"
    >
      <Tabs<Tab>
        id="futures-lists"
        label={t('lists')}
        value={tab}
        items={[
          {
            value: 'positions',
            label: holding.data?.total
              ? t('positionsCount', { count: count(holding.data.total) })
              : t('positions'),
          },
          {
            value: 'waiting',
            label: waiting.data?.total
              ? t('waitingCount', { count: count(waiting.data.total) })
              : t('waiting'),
          },
          { value: 'history', label: t('history') },
        ]}
        onValueChange={setTab}
        end={
          tab === 'positions' && live.length > 1 ? (
            <Suspense fallback={null}>
              <CloseAll positions={live} total={holding.data?.total ?? live.length} />
            </Suspense>
          ) : undefined
        }
      />
      <TabPanel id="futures-lists" value={tab}>
        {!isLoggedIn ? (
          <EmptyState
            action={
              <a {...buttonLook({ size: 36 })} href={logInHref}>
                {common('logIn')}
              </a>
            }
          >
            {t('guestLists')}
          </EmptyState>
        ) : tab === 'positions' ? (
          <HoldingList query={holding} positions={live} whole={held} />
        ) : (
          <Suspense fallback={<LoadingRows count={2} mark={false} />}>
            {tab === 'waiting' ? <WaitingList query={waiting} whole={limits} /> : <HistoryList />}
          </Suspense>
        )}
      </TabPanel>
    </section>
  );
});
