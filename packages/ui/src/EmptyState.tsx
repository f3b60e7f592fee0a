import type { ReactNode } from 'react';
import { LogoMark } from './LogoMark.tsx';

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
