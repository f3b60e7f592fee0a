import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/** The server's time, told anew at each of its full steps of so many ms: a second, a minute. */
export function useServerTime(stepMs: number): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(tick, stepMs - (serverNow() % stepMs));
    };
    const tick = () => {
      setNowMs(serverNow());
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, [stepMs]);
  return nowMs;
}
