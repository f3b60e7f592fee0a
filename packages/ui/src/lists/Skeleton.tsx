import type { CSSProperties } from 'react';
import { Card } from '../layout/Card.tsx';

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

export interface SkeletonRowsProps {
  /** Says that it loads; read out, not shown. */
  label: string;
  count?: number;
  size?: 64 | 52 | 44;
  mark?: boolean;
}

/** Rows of the height of the rows that come, so that nothing jumps. */
export function SkeletonRows({ label, count = 6, size = 64, mark = true }: SkeletonRowsProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="fl-sr">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <div key={index} className="fl-row" data-size={size}>
          {mark && <Skeleton width={36} height={36} round />}
          <span className="fl-row-main grid gap-2">
            <Skeleton width={96} height={14} />
            {size !== 44 && <Skeleton width={64} height={10} />}
          </span>
          <span className="grid justify-items-end gap-2">
            <Skeleton width={88} height={14} />
            {size !== 44 && <Skeleton width={52} height={10} />}
          </span>
        </div>
      ))}
    </div>
  );
}

export interface SkeletonCardProps {
  label: string;
  /** Lines of text to stand in for. */
  lines?: number;
  height?: number;
}

/** A card that loads. */
export function SkeletonCard({ label, lines = 3, height }: SkeletonCardProps) {
  return (
    <Card role="status" aria-busy="true" style={height === undefined ? undefined : { height }}>
      <span className="fl-sr">{label}</span>
      <span className="grid gap-3">
        {Array.from({ length: lines }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <Skeleton key={index} width={`${[88, 64, 76, 52][index % 4]}%`} />
        ))}
      </span>
    </Card>
  );
}
