import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { Icon } from '../marks/Icon.tsx';
import { LogoMark } from '../marks/Logo.tsx';

export interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode;
  /** One action: a button or link of 36. */
  action?: ReactNode;
  framed?: boolean;
}

/** Nothing here yet: one sentence, one action. */
export function EmptyState({ children, action, framed = false }: EmptyStateProps) {
  return (
    <div className="fl-empty" data-framed={framed || undefined}>
      <LogoMark size={40} />
      <p>{children}</p>
      {action}
    </div>
  );
}

interface ErrorStateProps {
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
