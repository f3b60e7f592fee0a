import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';

export interface TextLinkProps extends ComponentPropsWithRef<'a'> {
  chevron?: boolean;
}

/** A link in indigo, 44 high. */
export function TextLink({ chevron = false, className, children, ...rest }: TextLinkProps) {
  return (
    <a
      {...rest}
      className={classNames(
        'inline-flex min-h-11 items-center rounded-8 font-medium text-brand',
        className,
      )}
    >
      {children}
      {chevron && <Icon name="chevronRight" size={16} />}
    </a>
  );
}
