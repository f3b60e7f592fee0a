import { Phone, TabBar, Toasts } from '@fairlead/ui';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { href, useHashLinks } from '../navigation.ts';
import { findRoute, tabs } from '../routes.ts';
import { BusyBar } from './BusyBar.tsx';
import { HeadAlarm } from './HeadAlarm.tsx';
import { PageSlot } from './PageSlot.tsx';
import { Strips } from './Strips.tsx';
import { useFocusOnNavigate, useScrollRestoration } from './scroll.ts';
import { lastPageOf, rememberPage, tabOf } from './tab-memory.ts';

/** The phone's column: strips, the page, the tab bar on its five pages, messages. */
export function Frame() {
  const { pathname } = useLocation();
  const t = useTranslations('common');
  useHashLinks();
  useScrollRestoration();
  useFocusOnNavigate();
  const entry = findRoute(pathname);
  const isTab = entry?.kind === 'tab';
  useEffect(() => {
    if (entry?.kind === 'tab') rememberPage(entry);
  }, [entry]);
  const current = entry && tabOf(entry);
  return (
    <Phone tabs={isTab} wide={entry?.isWide === true}>
      <BusyBar />
      <HeadAlarm />
      <Strips />
      <PageSlot />
      {isTab && (
        <TabBar
          label={t('navigation')}
          active={href(entry.path)}
          items={tabs.map((tab) => ({
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
