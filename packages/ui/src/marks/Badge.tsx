import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';

/** wait: someone must act; brand: it is under way; good, bad: how it ended; plain: it is over. */
export type BadgeKind = 'wait' | 'brand' | 'good' | 'bad' | 'plain';

const icons: Readonly<Record<BadgeKind, IconName>> = {
  wait: 'clock',
  brand: 'clock',
  good: 'check',
  bad: 'close',
  plain: 'minus',
};

export interface BadgeProps {
  kind?: BadgeKind;
  icon?: IconName;
  children: ReactNode;
}

/** The state of a record: colour, icon and word. */
export function Badge({ kind = 'plain', icon, children }: BadgeProps) {
  return (
    <span className="fl-badge" data-kind={kind}>
      <Icon name={icon ?? icons[kind]} size={14} />
      {children}
    </span>
  );
}

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
