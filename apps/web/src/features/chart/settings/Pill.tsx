import type { ReactNode } from 'react';

export interface PillProps {
  /** On or off; leave it away for one that opens something. */
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** One of the small words over the chart. */
export function Pill({ pressed, onClick, children }: PillProps) {
  return (
    <button
      type="button"
      className="hit flex-none rounded-8 bg-control px-2 py-0.5 text-12 font-medium whitespace-nowrap text-text-2 aria-pressed:text-brand"
      onClick={onClick}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      {children}
    </button>
  );
}
