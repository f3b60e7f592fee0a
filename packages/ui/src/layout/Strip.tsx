import type { ReactNode } from 'react';
import { Icon } from '../marks/Icon.tsx';

const icons = { demo: 'info', stale: 'warn', offline: 'offline' } as const;

export interface StripProps {
  kind: keyof typeof icons;
  children: ReactNode;
}

/** A line of 24 above the app bar: demo, stale prices, offline. Two may stack. */
export function Strip({ kind, children }: StripProps) {
  return (
    <div className="fl-strip" data-kind={kind} role={kind === 'demo' ? 'note' : 'status'}>
      <Icon name={icons[kind]} size={14} />
      <span>{children}</span>
    </div>
  );
}

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
