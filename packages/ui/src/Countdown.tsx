import { formatClock } from './format-date.ts';
import { Ring } from './Ring.tsx';

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
