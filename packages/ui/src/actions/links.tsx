import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../formats/class-names.ts';
import { Icon, type IconProps } from '../marks/Icon.tsx';

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

export interface IconLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'aria-label'> {
  href: string;
  icon: IconProps['name'];
  /** Where it leads; read out, not shown. */
  label: string;
  dot?: boolean;
}

/** A link of 44 × 44 with an icon in it. */
export function IconLink({ href, icon, label, dot = false, className, ...rest }: IconLinkProps) {
  return (
    <a {...rest} href={href} className={classNames('fl-iconbtn', className)} aria-label={label}>
      <Icon name={icon} />
      {dot && <i data-dot="" />}
    </a>
  );
}
