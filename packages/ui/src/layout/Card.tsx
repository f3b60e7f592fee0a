import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../formats/class-names.ts';

/** Holds a state, never a list and never another card. Padding 16, radius 12. */
export function Card({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={classNames('fl-card', className)} />;
}
