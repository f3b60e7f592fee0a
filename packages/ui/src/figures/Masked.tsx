import type { ReactNode } from 'react';
import { MASK } from '../formats/format.ts';

export interface MaskedProps {
  masked: boolean;
  /** Read out in place of the dots. */
  label: string;
  children: ReactNode;
}

/** An amount in a line, or dots of the same height. */
export function Masked({ masked, label, children }: MaskedProps) {
  if (!masked) return children;
  return (
    <>
      <span aria-hidden="true">{MASK}</span>
      <span className="fl-sr">{label}</span>
    </>
  );
}
