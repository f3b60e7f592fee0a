/** What one has at a price, as lines across the chart: looked at only. */
import { formatNumber } from '@fairlead/ui';
import { type Chart, type OverlayTemplate, registerOverlay, utils } from 'klinecharts';
import { type ChartColours, withOpacity } from '../candles/chart-colours.ts';
import { labelPlaces } from './label-places.ts';

export interface PriceLine {
  readonly id: string;
  /** Only drawn, never counted with. */
  readonly price: number;
  readonly label: string;
  /** Rise and fall for what buys and sells, stale for what ends a position, brand for what only tells. */
  readonly tone: 'rise' | 'fall' | 'brand' | 'stale';
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
  /** Height of the legend, as it is when this is drawn. */
  readonly legendPx: () => number;
}

const ID = 'own-lines';
const EDGE_PX = 8;
const TEXT_PX = 12;
const PADDING_PX = 4;
/** Of a label with its border, and a little air. */
const LABEL_HEIGHT_PX = 20;
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
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    // Given by `show` below, and by nobody else.
    const { lines, ground, muted, family, legendPx } = overlay.extendData as Extra;
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
    });
    const lineFigures = lines.map(({ colour }, at) => {
      const y = coordinates[at]?.y ?? 0;
      return {
        type: 'line',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 3], color: colour, size: 1 },
      };
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

export class PriceLines {
  readonly #chart: Chart;
  #shown = '';

  readonly #legendPx: () => number;

  constructor(chart: Chart, legendPx: () => number) {
    registerOverlay(template);
    this.#chart = chart;
    this.#legendPx = legendPx;
  }

  show(lines: readonly PriceLine[], colours: ChartColours, decimals: number): void {
    const extendData: Extra = {
      lines: lines.map(({ label, price, tone }) => ({
        label: `${label}  ${formatNumber(price.toFixed(decimals))}`,
        colour: colours[tone],
      })),
      ground: withOpacity(colours.bg, 0.9),
      muted: colours['text-2'],
      family: colours.fontFamily,
      legendPx: this.#legendPx,
    };
    const shown = JSON.stringify([lines, extendData]);
    if (shown === this.#shown) return;
    this.#shown = shown;
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
