/** Scroll and focus follow the router: a new page starts at its top, going back returns to where one was. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const PLACES_MAX = 50;
/** Lists that load late may still be too short to scroll back to. */
const RESTORE_FOR_MS = 2_000;

const places = new Map<string, number>();

function remember(key: string, y: number): void {
  places.delete(key);
  places.set(key, y);
  for (const oldest of places.keys()) {
    if (places.size <= PLACES_MAX) break;
    places.delete(oldest);
  }
}

/** Scrolls to `y` as soon as the page is tall enough; gives up when the user scrolls or after 2 s. */
function restore(y: number): () => void {
  window.scrollTo(0, y);
  if (y === 0 || window.scrollY >= y - 1 || typeof ResizeObserver === 'undefined')
    return () => undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, y);
    if (window.scrollY >= y - 1) stop();
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchmove', stop);
  };
  const timer = setTimeout(stop, RESTORE_FOR_MS);
  window.addEventListener('wheel', stop, { passive: true, once: true });
  window.addEventListener('touchmove', stop, { passive: true, once: true });
  observer.observe(document.body);
  return stop;
}

/** Keeps the scroll position of each history entry. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef(pathname);
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);
  useLayoutEffect(() => {
    // A page that replaces its own query (a filter, a tab) stays where it is.
    const isSamePage = type === 'REPLACE' && shownPath.current === pathname;
    shownPath.current = pathname;
    const place = type === 'POP' ? (places.get(key) ?? 0) : 0;
    const stop = isSamePage ? () => undefined : restore(place);
    const onScroll = () => remember(key, window.scrollY);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      stop();
      window.removeEventListener('scroll', onScroll);
    };
  }, [key, pathname, type]);
}

/** Moves the focus to the new page's heading, so that a screen reader says where one is. */
export function useFocusOnNavigate(): void {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && activeElement.matches('input'))
      return;
    const main = document.querySelector<HTMLElement>('main, [data-page-title]');
    main?.setAttribute('tabindex', '-1');
    main?.focus({ preventScroll: true });
  }, [pathname]);
}
