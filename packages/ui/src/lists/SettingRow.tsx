import { type ReactNode, useId } from 'react';
import { Icon } from '../marks/Icon.tsx';
import type { IconName } from '../marks/icon-paths.ts';
import { List } from './List.tsx';

export interface SettingRowProps {
  icon?: IconName;
  label: ReactNode;
  /** Muted, at the right. */
  value?: ReactNode;
  /** A switch or a segment in place of the value. */
  control?: ReactNode;
  href?: string;
  /** Opens beside the app. */
  target?: '_blank';
  onClick?: () => void;
}

/** A line of 44: icon, label, value and chevron, or a control. */
export function SettingRow(props: SettingRowProps) {
  const { icon, label, value, control, href, target, onClick } = props;
  const leads = href !== undefined || onClick !== undefined;
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span className="min-w-0">{label}</span>
      {control ? (
        <span className="ms-auto flex items-center">{control}</span>
      ) : (
        <span className="fl-setting-value">{value}</span>
      )}
      {leads && <Icon name={target ? 'external' : 'chevronRight'} className="fl-chevron" />}
    </>
  );
  if (href !== undefined) {
    return (
      <a
        className="fl-setting"
        href={href}
        onClick={onClick}
        {...(target && { target, rel: 'noopener' })}
      >
        {content}
      </a>
    );
  }
  if (onClick !== undefined) {
    return (
      <button type="button" className="fl-setting" onClick={onClick}>
        {content}
      </button>
    );
  }
  return <div className="fl-setting">{content}</div>;
}

export interface SettingGroupProps {
  title: ReactNode;
  children: ReactNode;
}

/** Settings that belong together, under a small title. */
export function SettingGroup({ title, children }: SettingGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="fl-group">
        {title}
      </h2>
      <List>{children}</List>
    </section>
  );
}
