import { classNames } from './class-names.ts';
import { sparkPath } from './spark-path.ts';

export interface SparkProps {
  /** Oldest first. Read as numbers for the drawing only. */
  values: readonly (number | string)[];
  width?: number;
  height?: number;
  tone?: 'rise' | 'fall' | 'brand' | 'muted';
  area?: boolean;
  /** The line ends in an open ring. */
  ring?: boolean;
  /** Names the picture; without it the picture is decoration. */
  label?: string;
  className?: string | undefined;
}

const tones = { rise: 'text-rise', fall: 'text-fall', brand: 'text-brand', muted: 'text-muted' };

/** A small line. Takes its room even when there is nothing to draw. */
export function Spark(props: SparkProps) {
  const { values, width = 72, height = 30, tone = 'muted', area = true, ring = false } = props;
  const { label, className } = props;
  const line = sparkPath(values, { width: ring ? width - 6 : width, height, inset: ring ? 6 : 2 });
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named or hidden by the spread
    <svg
      {...name}
      className={classNames('fl-spark', tones[tone], className)}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {line && <path d={line.path} />}
      {line && area && (
        <path data-area="" d={`${line.path}L${line.lastX},${height}L0,${height}Z`} />
      )}
      {line && ring && <circle cx={line.lastX} cy={line.lastY} r="4" />}
    </svg>
  );
}
