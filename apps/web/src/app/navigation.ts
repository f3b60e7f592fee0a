/** Moving about: hash links, going back, scroll and focus. */
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';

/** The hash link of a route: `href('pages/trade/kline', { symbol: 'BTC/USDT' })`. */
export function href(path: string, query?: Readonly<Record<string, string | number>>): string {
  if (query === undefined) return `#/${path}`;
  // A slash may stand in a query; symbols stay readable in the address.
  const text = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  ).toString();
  return `#/${path}?${text.replaceAll('%2F', '/')}`;
}

/** Whether there is a page of this app to go back to. The router numbers its history entries. */
export function hasHistory(): boolean {
  const state: unknown = window.history.state;
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
  return typeof index === 'number' && index > 0;
}

/** Goes back; with an empty history to where the page belongs. */
export function useGoBack(parent = '/'): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (hasHistory()) navigate(-1);
    else navigate(parent, { replace: true });
  }, [navigate, parent]);
}

function hashLinkOf(event: MouseEvent): string | undefined {
  const isPlain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || !isPlain || !(event.target instanceof Element)) return undefined;
  const link = event.target.closest('a[href^="#/"]');
  if (link === null || link.getAttribute('target') === '_blank') return undefined;
  return link.getAttribute('href')?.slice(1);
}

/**
 * Lets the router walk plain `href="#/…"` links, so that history entries keep their number and their
 * scroll position. A link to the page that is shown replaces it.
 */
export function useHashLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const to = hashLinkOf(event);
      if (to === undefined) return;
      event.preventDefault();
      navigate(to, { replace: to === window.location.hash.slice(1) });
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate]);
}
