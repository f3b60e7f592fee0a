import { useEffect, useState } from 'react';
import { formatClock } from '../formats/format-date.ts';
import { Ring } from './Ring.tsx';

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

export interface CountdownProps {
  secondsLeft: number;
  secondsTotal: number;
  /** "38 seconds left". */
  label: string;
}

/** The ring that counts down with the server's clock; the seconds stand in it. */
export function Countdown({ secondsLeft, secondsTotal, label }: CountdownProps) {
  const share = secondsTotal > 0 ? secondsLeft / secondsTotal : 0;
  return (
    <span role="timer" aria-label={label} className="inline-flex">
      <Ring share={share}>{secondsLeft < 100 ? secondsLeft : formatClock(secondsLeft)}</Ring>
    </span>
  );
}
