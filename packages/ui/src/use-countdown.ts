import { useEffect, useState } from 'react';

/**
 * Whole seconds until `untilMs`, 0 when it has passed or is missing. `now` is the clock to go by,
 * in ms; give it the server's clock where the server decides.
 */
export function useCountdown(untilMs: number | undefined, now: () => number = Date.now): number {
  const left = (): number =>
    untilMs === undefined ? 0 : Math.max(0, Math.ceil((untilMs - now()) / 1000));
  const [, setTick] = useState(0);
  const seconds = left();
  useEffect(() => {
    if (untilMs === undefined || seconds === 0) return;
    const untilNextMs = untilMs - now() - (seconds - 1) * 1000;
    const timer = setTimeout(() => setTick((tick) => tick + 1), Math.max(16, untilNextMs));
    return () => clearTimeout(timer);
  });
  return seconds;
}
