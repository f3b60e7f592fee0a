import { classNames } from '../formats/class-names.ts';

export interface SparkLine {
  path: string;
  lastX: number;
  lastY: number;
}

interface SparkBox {
  width: number;
  height: number;
  /** Kept free above and below. */
  inset: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A line through the values, fitted into the box; undefined below two values. */
export function sparkPath(
  values: readonly (number | string)[],
  { width, height, inset }: SparkBox,
): SparkLine | undefined {
  const numbers = values.map(Number).filter(Number.isFinite);
  if (numbers.length < 2) return undefined;
  const low = numbers.reduce((least, value) => Math.min(least, value));
  const high = numbers.reduce((most, value) => Math.max(most, value));
  const span = high - low;
  const y = (value: number): number =>
    round(span === 0 ? height / 2 : height - inset - ((value - low) / span) * (height - 2 * inset));
  const x = (index: number): number => round((index / (numbers.length - 1)) * width);
  const points = numbers.map((value, index) => `${x(index)},${y(value)}`);
  const last = numbers.length - 1;
  return { path: `M${points.join('L')}`, lastX: x(last), lastY: y(numbers[last] ?? low) };
}

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
