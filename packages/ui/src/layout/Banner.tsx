import type { ReactNode } from 'react';
import { IconButton } from '../actions/Button.tsx';

export interface BannerProps {
  title: ReactNode;
  children?: ReactNode;
  /** A drawing of 56 × 48 at the left; the line through rings unless told. */
  art?: ReactNode;
  onDismiss?: () => void;
  /** Needed with `onDismiss`. */
  dismissLabel?: string;
}

/** At most one, on home; once dismissed it does not come back. */
export function Banner({ title, children, art, onDismiss, dismissLabel }: BannerProps) {
  return (
    <aside className="fl-banner">
      {art ?? <BannerArt />}
      <div className="min-w-0 flex-1">
        <p className="font-strong">{title}</p>
        {children && <p className="text-12 text-secondary">{children}</p>}
      </div>
      {onDismiss && (
        <IconButton icon="close" iconSize={16} label={dismissLabel ?? ''} onClick={onDismiss} />
      )}
    </aside>
  );
}

function BannerArt() {
  return (
    <svg viewBox="0 0 56 48" width="56" height="48" aria-hidden="true" className="text-brand">
      <g fill="none" stroke="currentColor" strokeWidth="2">
        <path d="M0 36C10 36 14 34 20 28S34 14 42 11 52 8 56 8" />
        <g className="fill-brand-tint">
          <circle cx="12" cy="33.8" r="4.5" />
          <circle cx="28" cy="20.5" r="4.5" />
          <circle cx="44" cy="10.3" r="4.5" />
        </g>
      </g>
    </svg>
  );
}
