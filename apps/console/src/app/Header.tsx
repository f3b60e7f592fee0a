import { pageBrand, useApi } from '@fairlead/calls';
import { formatDate, formatPrice, Icon, IconButton, Live, LogoMark, Tag } from '@fairlead/ui';
import { Link } from 'react-router';
import { callApi } from '../data/api.ts';
import { endSession } from '../data/session.ts';
import type { Me } from '../data/use-config.ts';
import { sharedTexts } from '../parts/texts.ts';
import { shellTexts as t } from './texts.ts';
import { setTheme, useShownTheme } from './theme.ts';

const STATUS_EVERY_MS = 10_000;
const INDEX_SYMBOL = 'BTC/USDT';

export interface HeaderProps {
  me: Me;
  isNavOpen: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

/** Logo, how the exchange is doing, and who is logged in. */
export function Header({ me, isNavOpen, onMenu, onSearch }: HeaderProps) {
  const theme = useShownTheme();
  const role = sharedTexts.roles[me.role];
  const logout = async () => {
    // Without an answer the token is forgotten all the same.
    await callApi('operatorLogout', {}).catch(() => undefined);
    endSession('logged_out');
  };
  return (
    <header className="con-head">
      <IconButton
        icon={isNavOpen ? 'close' : 'menu'}
        label={t.menu}
        className="con-menu"
        aria-expanded={isNavOpen}
        aria-controls="con-nav"
        onClick={onMenu}
      />
      <Link to="/" className="fl-logo rounded-8" aria-label={`${pageBrand().name} ${t.console}`}>
        <LogoMark size={26} />
        <span aria-hidden="true">
          <span className="con-wordmark">{pageBrand().name}</span>{' '}
          <span className="con-product">{t.console}</span>
        </span>
      </Link>
      {me.demo && <Tag kind="warn">{t.demo}</Tag>}
      <Statuses />
      <div className="con-who">
        <button type="button" className="con-find" aria-label={t.openSearch} onClick={onSearch}>
          <Icon name="search" />
          <span>{t.openSearch}</span>
        </button>
        <IconButton
          icon={theme === 'dark' ? 'sun' : 'moon'}
          label={theme === 'dark' ? t.toLight : t.toDark}
          className="text-muted"
          onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        />
        <Link to="/account" className="con-me" aria-label={t.account(me.name, role)}>
          <b aria-hidden="true">{me.name.slice(0, 1).toUpperCase()}</b>
          <span>
            {me.name}
            <small>{role}</small>
          </span>
        </Link>
        <IconButton icon="logout" label={t.logout} className="text-muted" onClick={logout} />
      </div>
    </header>
  );
}

function Statuses() {
  const { data } = useApi('system', {}, { pollMs: STATUS_EVERY_MS });
  if (data === undefined) return null;
  const index = data.feed.markets.find(({ symbol }) => symbol === INDEX_SYMBOL);
  const checkedAt = Math.max(...data.checks.map(({ checked_at = 0 }) => checked_at), 0);
  const isSound = data.is_sound && (data.products ?? []).every(({ is_sound }) => is_sound);
  const paused = data.watchers.filter(({ is_open, paused }) => is_open && paused !== undefined);
  const open = data.watchers.filter(({ is_open }) => is_open);
  return (
    <section className="con-statuses" aria-label={t.status}>
      {index !== undefined && (
        <Live stale={index.is_stale}>
          {index.is_stale
            ? t.indexStale(formatPrice(index.index_price, 2))
            : t.indexOf(index.sources.length, formatPrice(index.index_price, 2))}
        </Live>
      )}
      <Live stale={!isSound || checkedAt === 0}>
        {checkedAt === 0
          ? t.booksOpen
          : isSound
            ? t.booksSum(formatDate(checkedAt, 'time', 'en'))
            : t.booksDiffer}
      </Live>
      {open.length > 0 && (
        <Live stale={paused.length > 0}>
          {paused.length > 0 ? t.watchersPaused(paused.length) : t.watchersRun(open.length)}
        </Live>
      )}
    </section>
  );
}
