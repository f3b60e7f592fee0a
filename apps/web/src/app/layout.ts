/** Which of three layouts the window has room for. Pages and components are the same in all of them. */
import { useSyncExternalStore } from 'react';

/**
 * phone: one column over a tab bar. desk: bars at top and side, a list beside what is chosen of it. terminal: where
 * a page has panels, they stand side by side.
 */
export type Layout = 'phone' | 'desk' | 'terminal';

/** In pixels of CSS; theme.css has the same two. */
const DESK = '(min-width: 1024px)';
const TERMINAL = '(min-width: 1280px)';

const matches = (query: string): boolean => window.matchMedia(query).matches;

const subscribe = (listener: () => void): (() => void) => {
  const queries = [DESK, TERMINAL].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
};

const read = (): Layout => (matches(TERMINAL) ? 'terminal' : matches(DESK) ? 'desk' : 'phone');

export const useLayout = (): Layout => useSyncExternalStore(subscribe, read);

/** Whether there is room for two things side by side. */
export const useIsWide = (): boolean => useLayout() !== 'phone';
