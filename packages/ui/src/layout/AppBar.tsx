import type { ReactNode } from 'react';
import { IconButton } from '../actions/Button.tsx';

export interface AppBarProps {
  /** A text becomes the page's heading; anything else (a pair button, the logo) stands as it is. */
  title: ReactNode;
  /** 20 px, for the pages of the tab bar. */
  large?: boolean;
  onBack?: () => void;
  /** Needed with `onBack`. */
  backLabel?: string;
  /** Icon buttons at the right. */
  right?: ReactNode;
}

/** 48 high, stays at the top. */
export function AppBar({ title, large = false, onBack, backLabel, right }: AppBarProps) {
  return (
    <header className="fl-appbar" data-sub={onBack ? '' : undefined}>
      {onBack && <IconButton icon="back" label={backLabel ?? ''} onClick={onBack} />}
      {typeof title === 'string' ? (
        <h1 className="fl-appbar-title" data-large={large || undefined}>
          {title}
        </h1>
      ) : (
        <div className="flex min-w-0 flex-1 items-center">{title}</div>
      )}
      {right}
    </header>
  );
}
