import { useEffect, useState, useSyncExternalStore } from 'react';
import { onClockSet, serverNow } from './use-config.ts';

/** Under this width tables are cards, the navigation is a drawer and a record covers the page. */
const PHONE = '(max-width: 719px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useIsPhone = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);

/** The server's time, renewed every `everyMs`, and as soon as it is known. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const renew = () => setNow(serverNow());
    const timer = setInterval(renew, everyMs);
    const stop = onClockSet(renew);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [everyMs]);
  return now;
}
