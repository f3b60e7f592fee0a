/** Everything the option chart draws, from samples, moments and prices; pure. */
import {
  apart,
  CHART_HEIGHT,
  type GridLine,
  gridLines,
  linePaths,
  PLOT_BOTTOM,
  priceScale,
  type TimeScale,
  timeScale,
} from './chart-scale.ts';
import { lastPriced, type Sample } from './samples.ts';

export { CHART_HEIGHT, PLOT_BOTTOM };

/** What the chart shows of one running order. */
export interface ChartOrder {
  readonly strike: string;
  readonly purchasedAtMs: number;
  readonly deliversAtMs: number;
  readonly seconds: number;
  readonly windowSeconds: number;
}

export interface ChartInputs {
  /** Pixels. */
  readonly width: number;
  readonly nowMs: number;
  readonly samples: readonly Sample[];
  /** The one that is due next; the axis stands still while it runs. */
  readonly order: ChartOrder | undefined;
  /** Without one: the time that is chosen, for the room at the right. */
  readonly chosen: { readonly seconds: number; readonly windowSeconds: number } | undefined;
  readonly decimals: number;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface ChartShape {
  readonly width: number;
  /** Where the plot ends and the prices begin. */
  readonly right: number;
  readonly paths: readonly { readonly line: string; readonly area: string }[];
  /** Without those that a tag covers. */
  readonly grid: readonly (GridLine & { readonly hasLabel: boolean })[];
  /** The newest price: the line ends in it. */
  readonly last: (Spot & { readonly tagY: number; readonly price: string }) | undefined;
  readonly strike:
    | (Spot & { readonly tagY: number; readonly labelY: number; readonly price: string })
    | undefined;
  readonly window: {
    readonly x: number;
    readonly width: number;
    readonly endX: number;
    readonly isBought: boolean;
  };
  readonly startX: number;
  readonly startMs: number;
  readonly nowX: number;
  readonly endMs: number;
}

/** The room at the right while no time is chosen. */
const SECONDS_DEFAULT = 60;
const LABEL_GAP = 15;

function scaleOf({ width, nowMs, order, chosen }: ChartInputs): TimeScale {
  return order === undefined
    ? timeScale(width, nowMs, chosen?.seconds ?? SECONDS_DEFAULT)
    : timeScale(width, order.purchasedAtMs, order.seconds);
}

function windowOf({ order, chosen, nowMs }: ChartInputs, { x }: TimeScale): ChartShape['window'] {
  const { seconds = SECONDS_DEFAULT, windowSeconds = 0 } = chosen ?? {};
  const endMs = order?.deliversAtMs ?? nowMs + seconds * 1000;
  const lengthMs = (order?.windowSeconds ?? windowSeconds) * 1000;
  const from = x(endMs - lengthMs);
  return { x: from, width: x(endMs) - from, endX: x(endMs), isBought: order !== undefined };
}

/** Undefined while there is no price to draw. */
export function chartShape(inputs: ChartInputs): ChartShape | undefined {
  const { samples, order, width, nowMs, decimals } = inputs;
  const time = scaleOf(inputs);
  const shown = samples.filter(({ timeMs }) => timeMs >= time.fromMs && timeMs <= time.toMs);
  const prices = shown.flatMap(({ price }) => (price === undefined ? [] : [Number(price)]));
  const scale = priceScale(order === undefined ? prices : [...prices, Number(order.strike)]);
  if (scale === undefined) return undefined;
  const newest = lastPriced(shown);
  const lastY = newest?.price === undefined ? undefined : scale.y(Number(newest.price));
  const strikeY = order === undefined ? undefined : scale.y(Number(order.strike));
  const tags = apart(lastY ?? strikeY ?? 0, strikeY ?? lastY ?? 0);
  const isAlone = lastY === undefined || strikeY === undefined;
  const tagYs = isAlone
    ? { price: lastY ?? 0, strike: strikeY ?? 0 }
    : { price: tags.price, strike: tags.strike };
  const taken = [
    ...(lastY === undefined ? [] : [tagYs.price]),
    ...(strikeY === undefined ? [] : [tagYs.strike]),
  ];
  return {
    width,
    right: time.right,
    paths: linePaths(shown, { x: time.x, y: scale.y }),
    grid: gridLines(scale, decimals).map((line) => ({
      ...line,
      hasLabel: taken.every((y) => Math.abs(y - line.y) >= LABEL_GAP + 3),
    })),
    last:
      newest?.price === undefined || lastY === undefined
        ? undefined
        : { x: time.x(newest.timeMs), y: lastY, tagY: tagYs.price, price: newest.price },
    strike:
      order === undefined || strikeY === undefined
        ? undefined
        : {
            x: time.x(order.purchasedAtMs),
            y: strikeY,
            tagY: tagYs.strike,
            // Away from the line that goes on from it, and off the axis.
            labelY:
              (lastY ?? 0) > strikeY || strikeY > PLOT_BOTTOM - 36 ? strikeY - 12 : strikeY + 20,
            price: order.strike,
          },
    window: windowOf(inputs, time),
    startX: Math.max(0, time.x(shown[0]?.timeMs ?? time.fromMs)),
    startMs: time.fromMs,
    nowX: time.x(nowMs),
    endMs: order?.deliversAtMs ?? nowMs,
  };
}

export interface TimeLabel {
  readonly x: number;
  readonly anchor: 'start' | 'end' | 'middle';
}

/** About what a digit or letter of 12 px takes. */
const CHAR_WIDTH = 7;
const GAP = 10;
const EDGE = 16;

/**
 * Where the three times stand in the axis so that none lies on another: the delivery keeps its place, "now" moves
 * left of it, the beginning goes where there is no room.
 */
export function timeLabels(
  texts: { readonly start: string; readonly now: string; readonly end: string | undefined },
  place: { readonly nowX: number; readonly endX: number; readonly right: number },
): { start: TimeLabel | undefined; now: TimeLabel; end: TimeLabel | undefined } {
  const widthOf = (text: string) => text.length * CHAR_WIDTH;
  const endWidth = texts.end === undefined ? 0 : widthOf(texts.end);
  const endRight = Math.min(place.right + TAG_OVERLAP, place.endX + endWidth / 2);
  const limit = texts.end === undefined ? place.right : endRight - endWidth - GAP;
  const nowWidth = widthOf(texts.now);
  const nowRight = Math.max(EDGE + nowWidth, Math.min(limit, place.nowX + nowWidth / 2));
  const hasStart = nowRight - nowWidth - GAP > EDGE + widthOf(texts.start);
  return {
    start: hasStart ? { x: EDGE, anchor: 'start' } : undefined,
    now: { x: nowRight, anchor: 'end' },
    end: texts.end === undefined ? undefined : { x: endRight, anchor: 'end' },
  };
}

/** A time may reach below the column of prices, which ends above the axis. */
const TAG_OVERLAP = 30;
