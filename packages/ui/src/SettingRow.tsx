import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';

export interface SettingRowProps {
  icon?: IconName;
  label: ReactNode;
  /** Muted, at the right. */
  value?: ReactNode;
  /** A switch or a segment in place of the value. */
  control?: ReactNode;
  href?: string;
  onClick?: () => void;
}

/** A line of 44: icon, label, value and chevron, or a control. */
export function SettingRow({ icon, label, value, control, href, onClick }: SettingRowProps) {
  const leads = href !== undefined || onClick !== undefined;
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span className="min-w-0">{label}</span>
      {control ? (
        <span className="ml-auto flex items-center">{control}</span>
      ) : (
        <span className="fl-setting-value">{value}</span>
      )}
      {leads && <Icon name="chevronRight" className="fl-chevron" />}
    </>
  );
  if (href !== undefined) {
    return (
      <a className="fl-setting" href={href} onClick={onClick}>
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
