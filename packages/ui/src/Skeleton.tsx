import type { CSSProperties } from 'react';

export interface SkeletonProps {
  /** Pixels or any CSS width. */
  width?: number | string;
  height?: number | string;
  round?: boolean;
  className?: string | undefined;
}

/** A still grey shape of the size of what comes. Nothing pulses. */
export function Skeleton({ width = '100%', height = 14, round = false, className }: SkeletonProps) {
  const style: CSSProperties = { width, height, ...(round ? { borderRadius: '50%' } : {}) };
  return (
    <span
      aria-hidden="true"
      className={className ? `fl-skeleton ${className}` : 'fl-skeleton'}
      style={style}
    />
  );
}
