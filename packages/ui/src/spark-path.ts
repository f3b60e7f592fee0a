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
