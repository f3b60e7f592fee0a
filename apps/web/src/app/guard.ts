/**
 * The login guard: without a session the app redirects once to login and names the page to return to;
 * for a second after a redirect none follows.
 */
import { LOGIN_GUARD_MS } from '@fairlead/contract/constants';
import { findRoute, HOME_PATH, LOGIN_PATH, type RouteEntry } from './routes.ts';

/** How login goes back: 1 to a page, 2 to a page of the tab bar. */
type BackType = '1' | '2';

export interface BackTarget {
  /** Path with its query, with a leading slash. */
  readonly to: string;
  readonly type: BackType;
}

const HOME: BackTarget = { to: `/${HOME_PATH}`, type: '2' };

const typeOf = (entry: RouteEntry): BackType => (entry.kind === 'tab' ? '2' : '1');

/** Whether a page may be shown: everything to a user, a guest's pages to a guest. */
export const mayShow = (entry: RouteEntry, isLoggedIn: boolean): boolean =>
  isLoggedIn || entry.access === 'guest';

/** Remembers the last redirect; one for the whole app. */
export function createRedirectGuard(nowMs: () => number = () => performance.now()) {
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** Whether a redirect may start now; if so, the next is blocked for a second. */
    tryRedirect(): boolean {
      const now = nowMs();
      const sinceMs = now - lastAtMs;
      // A clock that went back says nothing about how long ago it was.
      if (sinceMs >= 0 && sinceMs < LOGIN_GUARD_MS) return false;
      lastAtMs = now;
      return true;
    },
  };
}

/** Path and query of the login page that returns to `target` (path with its query). */
export function loginTarget(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  const entry = findRoute(path);
  if (entry === undefined || entry.path.startsWith('pages/user/login/')) return `/${LOGIN_PATH}`;
  const query = new URLSearchParams({ back: target, back_type: typeOf(entry) });
  return `/${LOGIN_PATH}?${query}`;
}

/**
 * Where login returns to. `back` is the whole target and counts only if its path is a known route that is
 * not part of the login flow; anything else, other sites included, is home.
 */
export function readBack(query: URLSearchParams): BackTarget {
  const back = query.get('back');
  if (back === null) return HOME;
  const [path = '', ...rest] = back.replace(/^#?\/?/, '').split('?');
  const entry = findRoute(path);
  if (entry === undefined || entry.path.startsWith('pages/user/login/')) return HOME;
  const search = rest.length > 0 ? `?${rest.join('?')}` : '';
  return { to: `/${path.replace(/(?<!\/)\/+$/, '')}${search}`, type: typeOf(entry) };
}

/** The query that carries `back` and `back_type` on within the login flow; empty when there is none. */
export function carryBack(query: URLSearchParams): string {
  if (query.get('back') === null) return '';
  const { to, type } = readBack(query);
  return `?${new URLSearchParams({ back: to, back_type: type })}`;
}
