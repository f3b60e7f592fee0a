import { Card } from './Card.tsx';
import { Skeleton } from './Skeleton.tsx';

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
