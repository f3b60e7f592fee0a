import { classNames } from '../formats/class-names.ts';
import { type IconName, iconPaths } from './icon-paths.ts';

/** They point along the line: where it runs to the left they are seen in a mirror. */
const TURNING: ReadonlySet<IconName> = new Set([
  'back',
  'chevronRight',
  'external',
  'logout',
  'send',
]);

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
      data-turns={TURNING.has(name) || undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}

/** The arrow beside a rise or a fall. */
export function Triangle({ tone }: { tone: 'rise' | 'fall' }) {
  return (
    <svg className="fl-tri" viewBox="0 0 8 8" aria-hidden="true">
      <path d={tone === 'rise' ? 'M4 1.2L7.4 6.8H.6z' : 'M4 6.8L.6 1.2h6.8z'} />
    </svg>
  );
}
