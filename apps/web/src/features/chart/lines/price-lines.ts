/** What one has at a price, as lines across the chart: looked at only. */
import { formatNumber } from '@fairlead/ui';
import { type Chart, type OverlayTemplate, registerOverlay, utils } from 'klinecharts';
import type { ChartColours } from '../candles/chart-colours.ts';
import { labelPlaces, piecesOf } from './label-places.ts';
import { priceMarks } from './price-marks.ts';

export interface PriceLine {
  readonly id: string;
  /** Only drawn, never counted with. */
  readonly price: number;
  readonly label: string;
  /** Rise and fall for what buys and sells, stale for what ends a position, brand for what only tells. */
  readonly tone: 'rise' | 'fall' | 'brand' | 'stale';
  /** The waiting order that goes where the line is put. */
  readonly orderId?: string;
}

interface Drawn {
  readonly label: string;
  readonly colour: string;
}
interface Extra {
  readonly lines: readonly Drawn[];
  readonly ground: string;
  readonly muted: string;
  readonly family: string;
  /** Of the market's prices. */
  readonly decimals: number;
  /** Height of the legend, as it is when this is drawn. */
  readonly legendPx: () => number;
  /** Told where each line and label came to stand. */
  readonly onDrawn: (marks: readonly Mark[]) => void;
}

/** Of a line, in pixels of the pane; its label where it has a place. */
interface Mark {
  readonly lineY: number;
  readonly label: { readonly x: number; readonly y: number; readonly width: number } | undefined;
}

const ID = 'own-lines';
const EDGE_PX = 8;
const TEXT_PX = 12;
const PADDING_PX = 4;
/** Of a label with its border, and a little air. */
const LABEL_HEIGHT_PX = 20;
/** Of a line that would go through the legend: its end, beside the prices. */
const STUB_PX = 40;
/** Of "+99" with its border and the air before it. */
const COUNT_PX = 38;

/** What a label says stands in a frame of its own, over whatever is behind it. */
function labelFigure(
  attrs: {
    readonly x: number;
    readonly y: number;
    readonly text: string;
    readonly align?: 'right';
  },
  { colour, ground }: { readonly colour: string; readonly ground: string },
) {
  return {
    type: 'text',
    ignoreEvent: true,
    attrs: { ...attrs, baseline: 'middle' },
    styles: {
      style: 'stroke_fill',
      color: colour,
      backgroundColor: ground,
      borderColor: colour,
      borderSize: 1,
      borderRadius: 4,
      paddingLeft: PADDING_PX,
      paddingRight: PADDING_PX,
      paddingTop: 2,
      paddingBottom: 2,
    },
  };
}

const template: OverlayTemplate = {
  name: 'fairleadLines',
  // Never drawn by hand: given whole.
  totalStep: 1,
  lock: true,
  needDefaultPointFigure: false,
  createPointFigures: ({ chart, coordinates, bounding, overlay }) => {
    // Given by `show` below, and by nobody else.
    const { lines, ground, muted, family, decimals, legendPx, onDrawn } =
      overlay.extendData as Extra;
    // One whose line is behind the legend stands below it, one at the foot above that; one out of sight stays there.
    const half = LABEL_HEIGHT_PX / 2;
    const [least, most] = [legendPx() + half, bounding.height - half];
    const placeOf = (y: number) =>
      y < 0 || y > bounding.height ? y * 2 - bounding.height : Math.min(Math.max(y, least), most);
    const labels = lines.map(({ label }, at) => ({
      y: placeOf(coordinates[at]?.y ?? 0),
      width: utils.calcTextWidth(label, TEXT_PX, 400, family) + 2 * PADDING_PX,
    }));
    const { lefts, folded } = labelPlaces(labels, {
      left: EDGE_PX,
      right: bounding.width - EDGE_PX - COUNT_PX,
      height: LABEL_HEIGHT_PX,
      taken: priceMarks(chart, { paneWidth: bounding.width, decimals, family }),
    });
    onDrawn(
      labels.map(({ y, width }, at) => {
        const x = lefts[at];
        return {
          lineY: coordinates[at]?.y ?? Number.NaN,
          label: x === undefined ? undefined : { x, y, width },
        };
      }),
    );
    const boxes = labels.flatMap(({ y, width }, at) => {
      const x = lefts[at];
      return x === undefined ? [] : [{ x, y, width, height: LABEL_HEIGHT_PX }];
    });
    const lineFigures = lines.flatMap(({ colour }, at) => {
      const y = coordinates[at]?.y ?? 0;
      const from = y > 0 && y < legendPx() ? bounding.width - STUB_PX : 0;
      // No line goes through a label, its own neither.
      return piecesOf({ from, to: bounding.width, y }, boxes).map((coordinates) => ({
        type: 'line',
        ignoreEvent: true,
        attrs: { coordinates },
        styles: { style: 'dashed', dashedValue: [4, 3], color: colour, size: 1 },
      }));
    });
    const labelFigures = lines.flatMap(({ label, colour }, at) => {
      const [x, y] = [lefts[at], labels[at]?.y ?? 0];
      return x === undefined ? [] : [labelFigure({ x, y, text: label }, { colour, ground })];
    });
    const countFigures = folded.map(({ y, labels: { length } }) =>
      labelFigure(
        { x: bounding.width - EDGE_PX, y, text: `+${length}`, align: 'right' },
        { colour: muted, ground },
      ),
    );
    return [...lineFigures, ...labelFigures, ...countFigures];
  },
};

/** How far beside a line a mouse still takes it, and beside a label a finger. */
const REACH_PX = { mouse: 4, touch: 14 } as const;

interface Shown {
  readonly lines: readonly PriceLine[];
  readonly colours: ChartColours;
  readonly decimals: number;
}

export class PriceLines {
  readonly #chart: Chart;
  readonly #legendPx: () => number;
  #drawn = '';
  #shown: Shown | undefined;
  #marks: readonly Mark[] = [];
  /** One under the finger stands there and not where it is. */
  #moved: { readonly id: string; readonly price: number } | undefined;

  constructor(chart: Chart, legendPx: () => number) {
    registerOverlay(template);
    this.#chart = chart;
    this.#legendPx = legendPx;
  }

  show(lines: readonly PriceLine[], colours: ChartColours, decimals: number): void {
    this.#shown = { lines, colours, decimals };
    this.#draw(this.#shown);
  }

  /** The waiting order whose line lies under a place of the pane; of several the nearest. */
  orderAt(x: number, y: number, by: 'mouse' | 'touch'): string | undefined {
    const reach = REACH_PX[by];
    const near = (this.#shown?.lines ?? []).flatMap(({ orderId }, at) => {
      const mark = this.#marks[at];
      if (orderId === undefined || mark === undefined) return [];
      const { lineY, label } = mark;
      const isOnLabel =
        label !== undefined &&
        x > label.x - reach &&
        x < label.x + label.width + reach &&
        Math.abs(y - label.y) < LABEL_HEIGHT_PX / 2 + reach;
      const isOnLine = by === 'mouse' && Math.abs(y - lineY) <= reach;
      const away = isOnLabel && label !== undefined ? Math.abs(y - label.y) : Math.abs(y - lineY);
      return isOnLabel || isOnLine ? [{ orderId, away }] : [];
    });
    return near.sort((one, other) => one.away - other.away)[0]?.orderId;
  }

  /** Draws the line of an order elsewhere; without a price where it is. */
  move(orderId: string, price: number | undefined): void {
    const id = this.#shown?.lines.find((line) => line.orderId === orderId)?.id;
    this.#moved = id === undefined || price === undefined ? undefined : { id, price };
    if (this.#shown) this.#draw(this.#shown);
  }

  #draw({ lines: given, colours, decimals }: Shown): void {
    const moved = this.#moved;
    const lines = given.map((line) =>
      line.id === moved?.id ? { ...line, price: moved.price } : line,
    );
    const extendData: Extra = {
      lines: lines.map(({ label, price, tone }) => ({
        label: `${label}  ${formatNumber(price.toFixed(decimals))}`,
        colour: colours[tone],
      })),
      // Nothing that it stands on is seen through it.
      ground: colours.bg,
      muted: colours['text-2'],
      family: colours.fontFamily,
      decimals,
      legendPx: this.#legendPx,
      onDrawn: (marks) => {
        this.#marks = marks;
      },
    };
    const drawn = JSON.stringify([lines, extendData]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#chart.removeOverlay({ id: ID });
    if (lines.length === 0) return;
    this.#chart.createOverlay({
      name: template.name,
      id: ID,
      paneId: 'candle_pane',
      lock: true,
      extendData,
      points: lines.map(({ price }) => ({ value: price })),
    });
  }
}
