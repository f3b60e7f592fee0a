import type { ReactNode } from 'react';
import { useIsWide } from '../layout.ts';

export interface BesideProps {
  /** At the left of a desk: what one chooses from. */
  list: ReactNode;
  children: ReactNode;
}

/** A page of one thing with its list beside it, where there is room; on a phone the page alone. */
export function Beside({ list, children }: BesideProps) {
  const isWide = useIsWide();
  return (
    <div className="wide:grid wide:grid-cols-[minmax(288px,2fr)_minmax(0,3fr)] wide:items-start wide:gap-6">
      {isWide && <div className="min-w-0">{list}</div>}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
