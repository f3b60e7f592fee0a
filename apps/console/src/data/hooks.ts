import { useEffect, useState, useSyncExternalStore } from 'react';
import { serverNow } from './use-config.ts';

/** Under this width tables are cards, the navigation is a drawer and a record covers the page. */
const PHONE = '(max-width: 719px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useIsPhone = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);

/** The server's time, renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
