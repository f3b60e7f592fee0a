import { Skeleton } from './Skeleton.tsx';

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
