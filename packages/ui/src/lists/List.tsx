import { Children, type ReactNode } from 'react';

export interface ListProps {
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A list whose rows are divided by hairlines inset by the gutter. Each child becomes one item. */
export function List({ label, className, children }: ListProps) {
  return (
    <ul className={className ? `fl-list ${className}` : 'fl-list'} aria-label={label}>
      {Children.map(children, (child) => child && <li>{child}</li>)}
    </ul>
  );
}
