/** The window's samples as a drawing. Numbers, for the drawing only. */
import type { ReceiptSample } from '@fairlead/contract';
import { formatPrice } from '@fairlead/ui';
import { priceDecimals } from '../check/exact.ts';

/** Above this many, only the chosen sample is labelled. */
const LABELLED_MAX = 6;
/** A label of this many characters fits into a sixth of the narrowest phone. */
const LABEL_CHARS_MAX = 8;

export interface WindowPoint {
  readonly timeMs: number;
  /** 0…100 of the width. */
  readonly x: number;
  /** 0…100 of the height; undefined while the index was stale. */
  readonly y: number | undefined;
  /** What differs between the samples: "742.90" of 64,742.90. */
  readonly label: string | undefined;
  /** Above the point, or below it where the line comes from above. */
  readonly isAbove: boolean;
}

export interface WindowShape {
  readonly points: readonly WindowPoint[];
  /** One path a run without gaps. */
  readonly paths: readonly string[];
  readonly meanY: number | undefined;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Fits the samples and their mean into a box of 100 × 100. */
export function windowShape(
  samples: readonly ReceiptSample[],
  mean: string | undefined,
): WindowShape {
  const prices = samples.flatMap(({ index_price }) => index_price ?? []);
  const values = [...prices, ...(mean === undefined ? [] : [mean])].map(Number);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const yOf = (price: string): number =>
    span === 0 ? 50 : round(100 - ((Number(price) - low) / span) * 100);
  const meanY = mean === undefined ? undefined : yOf(mean);
  const labels = labelsOf(samples);
  // Half a step at both ends, so that the first and the last label have their room.
  const points = samples.map(({ time, index_price }, index) => {
    const y = index_price === undefined ? undefined : yOf(index_price);
    return {
      timeMs: time,
      x: round(((index + 0.5) / samples.length) * 100),
      y,
      label: labels[index],
      isAbove: y === undefined || meanY === undefined || y <= meanY,
    };
  });
  return { points, paths: pathsOf(points), meanY };
}

function pathsOf(points: readonly WindowPoint[]): readonly string[] {
  const runs: string[][] = [[]];
  for (const { x, y } of points) {
    if (y === undefined) runs.push([]);
    else runs.at(-1)?.push(`${x},${y}`);
  }
  return runs.filter((run) => run.length > 1).map((run) => `M${run.join('L')}`);
}

/** The prices without the thousands that all of them share; none where they do not fit. */
function labelsOf(samples: readonly ReceiptSample[]): readonly (string | undefined)[] {
  const first = samples.find(({ index_price }) => index_price !== undefined)?.index_price;
  const texts = samples.map(({ index_price }) =>
    index_price === undefined ? undefined : formatPrice(index_price, priceDecimals(first)),
  );
  const shown = texts.filter((text) => text !== undefined);
  const groups = shown[0]?.split(',').slice(0, -1) ?? [];
  const shared = groups.length > 0 ? `${groups.join(',')},` : '';
  const isShared = shown.every((text) => text.startsWith(shared));
  const short = texts.map((text) => (isShared ? text?.slice(shared.length) : text));
  const fit =
    samples.length <= LABELLED_MAX && short.every((text) => (text?.length ?? 0) <= LABEL_CHARS_MAX);
  return fit ? short : texts.map(() => undefined);
}
