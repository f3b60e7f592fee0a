import { classNames } from './class-names.ts';
import { type IconName, iconPaths } from './icon-paths.ts';

export interface IconProps {
  name: IconName;
  /** Pixels; 20 unless told. */
  size?: 14 | 16 | 20 | 24;
  filled?: boolean;
  className?: string | undefined;
}

/** One drawn icon in the current colour; always decoration, the label stands beside it. */
export function Icon({ name, size = 20, filled = false, className }: IconProps) {
  return (
    <svg
      className={classNames('fl-icon', className)}
      data-size={size}
      data-filled={filled || undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
