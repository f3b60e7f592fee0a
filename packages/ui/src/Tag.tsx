import type { ReactNode } from 'react';

export interface TagProps {
  /** rise: buy, long; fall: sell, short. */
  kind?: 'rise' | 'fall' | 'brand' | 'warn' | 'plain';
  children: ReactNode;
}

/** A word of 20 px height beside a title: the side of an order, a product's kind. */
export function Tag({ kind = 'plain', children }: TagProps) {
  return (
    <span className="fl-tag" data-kind={kind}>
      {children}
    </span>
  );
}
