import { Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { isClosedActing } from '../../data/account/acting.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { href } from '../navigation.ts';
import { findRoute } from '../routes.ts';
import { PLACES, placeOf, type Section } from './sections.ts';

/** The pages of one section, in place of the tab bar. */
export function SideNav({ section, path }: { section: Section; path: string }) {
  const t = useTranslations('common');
  const words = useTranslations('desk');
  const isLoggedIn = useIsLoggedIn();
  const current = placeOf(path, PLACES[section]);
  return (
    <nav aria-label={words(`section.${section}`)}>
      {PLACES[section].map(({ path: to, icon }) => {
        const entry = findRoute(to);
        if (entry === undefined || (entry.access === 'user' && !isLoggedIn)) return null;
        if (isClosedActing(to)) return null;
        return (
          <a key={to} href={href(to)} aria-current={to === current ? 'page' : undefined}>
            <Icon name={icon} size={20} />
            <span>{t(`title.${entry.title}`)}</span>
          </a>
        );
      })}
    </nav>
  );
}
