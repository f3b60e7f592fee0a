import { useEffect, useState } from 'react';
import { serverNow } from './use-config.ts';

/** The server's time, renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
