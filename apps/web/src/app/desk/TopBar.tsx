import { barName } from '@fairlead/calls';
import { Icon, IconLink, Logo } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { isClosedActing, isReading } from '../../data/account/acting.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { useHasNews, useUnread } from '../../data/unread.ts';
import { href } from '../navigation.ts';
import { findRoute } from '../routes.ts';
import { PRODUCTS } from './sections.ts';

export interface TopBarProps {
  /** Of the page that is shown. */
  path: string | undefined;
  onSearch: () => void;
}

/** Products at the left; what is one's own, and the search, at the right. */
export function TopBar({ path, onSearch }: TopBarProps) {
  const t = useTranslations('common');
  const words = useTranslations('desk');
  const isLoggedIn = useIsLoggedIn();
  const own = isLoggedIn ? ['pages/assets/index', 'pages/trade/orders'] : [];
  return (
    <header className="fl-topbar">
      <a className="me-3 flex items-center" href="#/">
        <Logo name={barName()} />
      </a>
      <nav aria-label={t('navigation')}>
        {PRODUCTS.filter((one) => !isClosedActing(one)).map((one) => (
          <TopLink key={one} path={one} current={path} />
        ))}
      </nav>
      <button type="button" className="fl-topsearch" aria-haspopup="dialog" onClick={onSearch}>
        <Icon name="search" size={16} />
        <span>{words('search')}</span>
        <kbd>/</kbd>
      </button>
      <nav aria-label={words('own')}>
        {own
          .filter((one) => !isClosedActing(one))
          .map((one) => (
            <TopLink key={one} path={one} current={path} />
          ))}
        {isReading ? null : isLoggedIn ? (
          <OwnIcons />
        ) : (
          <>
            <a href={href('pages/user/login/login')}>{t('logIn')}</a>
            <IconLink
              icon="settings"
              label={t('title.settings')}
              href={href('pages/settings/index')}
            />
          </>
        )}
      </nav>
    </header>
  );
}

function OwnIcons() {
  const t = useTranslations('home');
  const unread = useUnread();
  const hasNews = useHasNews() || unread > 0;
  return (
    <>
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

function TopLink({ path, current }: { path: string; current: string | undefined }) {
  const t = useTranslations('common');
  const words = useTranslations('desk');
  const title = findRoute(path)?.title;
  if (title === undefined) return null;
  const label =
    title === 'trade'
      ? t('tab.spot')
      : title === 'markets'
        ? words('section.market')
        : t(`title.${title}`);
  return (
    <a href={href(path)} aria-current={path === current ? 'page' : undefined}>
      {label}
    </a>
  );
}
