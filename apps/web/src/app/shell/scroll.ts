/** Scroll and focus follow the router: a new page starts at its top, going back returns to where one was. */
import { NewestMap } from '@fairlead/units';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const PLACES_MAX = 50;
/** What loads late moves what is below it, and lists may still be too short to scroll back to. */
const LOADING_MS = 10_000;
/** Whoever does one of these wants to be where they are. */
const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

const places = new NewestMap<string, number>(PLACES_MAX);

function remember(key: string, y: number): void {
  places.delete(key);
  places.set(key, y);
}

/** Scrolls again whenever the page changes its height, until that is enough, the user moves or 10 s are over. */
function whileLoading(scroll: () => 'enough' | 'again'): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver(() => {
    if (scroll() === 'enough') stop();
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const move of OWN_MOVES) window.removeEventListener(move, stop);
  };
  const timer = setTimeout(stop, LOADING_MS);
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

/** Scrolls to `y` as soon as the page is tall enough. */
function restore(y: number): () => void {
  const scroll = () => {
    window.scrollTo(0, y);
    return y === 0 || window.scrollY >= y - 1 ? 'enough' : 'again';
  };
  return scroll() === 'enough' ? () => undefined : whileLoading(scroll);
}

/** Brings a part of the page into view and keeps it there while what stands above it loads. */
export function bringIntoView(part: Element): () => void {
  const scroll = () => {
    part.scrollIntoView?.();
    return 'again' as const;
  };
  scroll();
  return whileLoading(scroll);
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
