import type { ReactNode } from 'react';

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

/** Pills in one line, which scrolls where they are more than fit. */
export function PillRow({ children }: { children: ReactNode }) {
  return (
    <div className="gutter flex h-9 flex-none items-center gap-2 overflow-x-auto [scrollbar-width:none]">
      {children}
    </div>
  );
}
