import { Phone, TabBar, Toasts } from '@fairlead/ui';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { acting, actingParts, isClosedActing } from '../../data/account/acting.ts';
import { loadTexts } from '../../i18n/language.ts';
import { deskKindOf } from '../desk/kinds.ts';
import { type Layout, useLayout } from '../layout.ts';
import { href, useHashLinks } from '../navigation.ts';
import { setDetailPlace } from '../parts/detail-place.ts';
import { findRoute, type RouteEntry, tabs } from '../routes.ts';
import { BusyBar } from './BusyBar.tsx';
import { HeadAlarm } from './HeadAlarm.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PageSlot } from './PageSlot.tsx';
import { Strips } from './Strips.tsx';
import { useFocusOnNavigate, useScrollRestoration } from './scroll.ts';
import { lastPageOf, rememberPage, tabOf } from './tab-memory.ts';

/** What only a desk shows comes when there is one; where it does not come, the page stands without. */
const loadDesk = () =>
  Promise.all([import('../desk/DeskChrome.tsx'), loadTexts('desk')]).then(([chrome]) => chrome);
const DeskTop = lazy(async () => ({ default: (await loadDesk()).DeskTop }));
const DeskSide = lazy(async () => ({ default: (await loadDesk()).DeskSide }));

/** What of a desk a page has around it. */
function deskOf(layout: Layout, entry: RouteEntry | undefined) {
  if (layout === 'phone') return undefined;
  const kind = deskKindOf(entry?.path);
  return kind === 'terminal' && layout === 'desk' ? 'full' : kind;
}

/** On a phone a column with a tab bar on its five pages, on a desk bars at top and side; the page, and messages. */
export function Frame() {
  const { pathname } = useLocation();
  const t = useTranslations('common');
  useHashLinks();
  useScrollRestoration();
  useFocusOnNavigate();
  const entry = findRoute(pathname);
  const layout = useLayout();
  const desk = deskOf(layout, entry);
  const isTab = entry?.kind === 'tab' && desk === undefined;
  useEffect(() => {
    if (entry?.kind === 'tab') rememberPage(entry);
  }, [entry]);
  const current = entry && tabOf(entry);
  const ActingBar = actingParts()?.ActingBar;
  return (
    <Phone tabs={isTab} desk={desk}>
      {acting && (ActingBar ? <ActingBar acting={acting} /> : <p>{acting.name}</p>)}
      <BusyBar />
      <HeadAlarm />
      <Strips />
      {desk !== undefined && (
        <PageBoundary>
          <Suspense fallback={<div className="fl-topbar" />}>
            <DeskTop entry={entry} />
          </Suspense>
        </PageBoundary>
      )}
      <div className="fl-desk-body">
        {desk !== undefined && desk !== 'full' && desk !== 'terminal' && (
          <div className="fl-desk-side">
            <PageBoundary>
              <Suspense fallback={null}>
                <DeskSide entry={entry} />
              </Suspense>
            </PageBoundary>
          </div>
        )}
        <div className="fl-desk-page">
          <PageSlot />
        </div>
        {desk === 'detail' && <DetailPlace />}
      </div>
      {isTab && entry !== undefined && (
        <TabBar
          label={t('navigation')}
          active={href(entry.path)}
          items={tabs
            .filter(({ path }) => !isClosedActing(path))
            .map((tab) => ({
              href: href(tab.path === current ? entry.path : lastPageOf(tab.path)),
              icon: tab.icon,
              label: t(`tab.${tab.label}`),
            }))}
        />
      )}
      <Toasts closeLabel={t('close')} />
    </Phone>
  );
}

/** Where a desk shows what is chosen of the page's list. */
function DetailPlace() {
  const t = useTranslations('common');
  return <aside className="fl-desk-detail" ref={setDetailPlace} data-empty={t('chooseRow')} />;
}
