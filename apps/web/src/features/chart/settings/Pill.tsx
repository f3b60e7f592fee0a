import { type ReactNode, useEffect, useRef } from 'react';
import { notePills } from '../chart-sizes.ts';

export interface PillProps {
  /** On or off; leave it away for one that opens something. */
  pressed?: boolean;
  /** What it does, where what stands in it does not say. */
  label?: string;
  onClick: () => void;
  children: ReactNode;
}

/** One of the small words over the chart. */
export function Pill({ pressed, label, onClick, children }: PillProps) {
  return (
    <button
      type="button"
      className="hit flex-none rounded-8 bg-control px-2 py-0.5 text-12 font-medium whitespace-nowrap text-text-2 aria-pressed:text-brand"
      aria-label={label}
      onClick={onClick}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      {children}
    </button>
  );
}

export interface PillRowProps {
  /** What else the chart is higher by than its settings say, in pixels. */
  more: number;
  children: ReactNode;
}

/** Pills in a line, in further ones where they are more than fit. */
export function PillRow({ more, children }: PillRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = row;
    if (current === null || !('ResizeObserver' in window)) return undefined;
    const observer = new ResizeObserver(() => notePills(current.offsetHeight + more));
    observer.observe(current);
    return () => observer.disconnect();
  }, [more]);
  return (
    <div ref={row} className="gutter flex min-h-9 flex-none flex-wrap items-center gap-2 py-1.5">
      {children}
    </div>
  );
}
