import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../formats/class-names.ts';
import { Icon, type IconProps, Triangle } from '../marks/Icon.tsx';
import type { IconName } from '../marks/icon-paths.ts';

/** `main` once per screen; `rise` and `fall` only to buy and sell; `danger` for what cannot be undone. */
export type ButtonVariant = 'main' | 'quiet' | 'rise' | 'fall' | 'line' | 'danger' | 'text';
/** 48 main, 44 beside others, 36 inline. */
export type ButtonSize = 48 | 44 | 36;

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its parent. */
  block?: boolean;
}

export interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  /** While the request runs: the label gives way to a turning ring and taps do nothing. */
  busy?: boolean;
  icon?: IconName;
  /** The arrow of a direction, before the label. */
  arrow?: 'rise' | 'fall';
  /** A second, smaller line; the button is then 52 high. */
  detail?: ReactNode;
}

/** The attributes that make a link look like a button: `<Link {...buttonLook({ variant: 'main' })}>`. */
export const buttonLook = ({ variant = 'quiet', size = 48, block = false }: ButtonLook) => ({
  className: 'fl-btn',
  'data-variant': variant,
  'data-size': size,
  'data-block': block || undefined,
});

export function Button(props: ButtonProps) {
  const { variant, size, block, busy, icon, arrow, detail, ...rest } = props;
  const { className, children, disabled, onClick, type = 'button', ...attributes } = rest;
  const look = buttonLook({
    ...(variant === undefined ? {} : { variant }),
    ...(size === undefined ? {} : { size }),
    ...(block === undefined ? {} : { block }),
  });
  const label = (
    <span className="inline-flex items-center gap-2">
      {arrow && <Triangle tone={arrow} />}
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
    </span>
  );
  return (
    <button
      {...attributes}
      {...look}
      type={type}
      className={classNames(look.className, className)}
      data-lines={detail === undefined ? undefined : 2}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      onClick={onClick}
    >
      {label}
      {detail !== undefined && <small>{detail}</small>}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label'> {
  icon: IconProps['name'];
  /** What it does; read out, not shown. */
  label: string;
  iconSize?: IconProps['size'];
  filled?: boolean;
  /** A dot that says there is something new; say it in the label too. */
  dot?: boolean;
}

/** 44 × 44 with an icon in it. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, iconSize = 20, filled = false, dot = false, className, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classNames('fl-iconbtn', className)}
      aria-label={label}
    >
      <Icon name={icon} size={iconSize} filled={filled} />
      {dot && <i data-dot="" />}
    </button>
  );
}
