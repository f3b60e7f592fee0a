import { useSyncExternalStore } from 'react';

/** Under this width tables are cards, the navigation is a drawer and a record covers the page. */
const PHONE = '(max-width: 719px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useIsPhone = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);
