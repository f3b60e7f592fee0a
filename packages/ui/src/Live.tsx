import type { ReactNode } from 'react';

export interface LiveProps {
  stale?: boolean;
  /** The word beside the dot. */
  children: ReactNode;
}

/** A dot and a word: the feed is live, or since when it is not. */
export function Live({ stale = false, children }: LiveProps) {
  return (
    <span className="fl-live" data-stale={stale || undefined}>
      {children}
    </span>
  );
}
