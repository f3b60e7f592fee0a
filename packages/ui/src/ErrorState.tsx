import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

export interface ErrorStateProps {
  /** What happened, and what is still known. */
  children: ReactNode;
  onRetry?: () => void;
  /** Needed with `onRetry`. */
  retryLabel?: ReactNode;
  retrying?: boolean;
  /** The request id, to quote to support. */
  detail?: ReactNode;
  framed?: boolean;
}

/** It did not load: what happened, and retry. */
export function ErrorState(props: ErrorStateProps) {
  const { children, onRetry, retryLabel, retrying = false, detail, framed = false } = props;
  return (
    <div className="fl-empty" data-framed={framed || undefined} role="alert">
      <Icon name="warn" size={24} className="text-bad" />
      <p>{children}</p>
      {onRetry && (
        <Button size={36} icon="retry" busy={retrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
      {detail && <p className="text-12">{detail}</p>}
    </div>
  );
}
