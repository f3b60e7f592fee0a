/** Keeps what is drawn on each pane of the chart below its legend. */
import type { Chart } from 'klinecharts';
import type { ChartView } from '../candles/chart-view.ts';
import { comparisonNames, LONGEST_SHARE } from '../compare/names.ts';
import { drawnMain, drawnSub, type Indicator, SUB_INDICATORS } from '../settings/chart-settings.ts';
import {
  fitLegend,
  LEGEND_PART_PX,
  type LegendDetail,
  type LegendFit,
  type LegendRow,
} from './legend-fit.ts';
import { legendNames, longestValue, VALUE_LEAST } from './legends.ts';

export const MAIN_PANE = 'candle_pane';
export const subPane = (name: Indicator): string => `sub_${name}`;

interface Gaps {
  /** Around the legend, and below what is drawn. */
  readonly air: number;
  readonly bottom: number;
  /** Of the height, which the legend with its air may not have more than. */
  readonly share: number;
}
/** With the marks of the highest and the lowest price. */
const MAIN_GAPS: Gaps = { air: 26, bottom: 20, share: 0.6 };
/** Of a low pane, as charts side by side have, the candles have more than half. */
const LOW_PX = 180;
const LOW_SHARE = 0.45;
const SUB_GAPS: Gaps = { air: 4, bottom: 3, share: 0.5 };

interface Measures {
  /** Of the panes, without the prices at the side. */
  readonly roomPx: number;
  /** Letters of the longest price. */
  readonly valueLength: number;
  readonly family: string;
}

const compareRow = ({
  comparisons,
  query,
  words,
}: Pick<ChartView, 'comparisons' | 'query' | 'words'>): LegendRow => ({
  names: comparisonNames([query, ...comparisons], words.index),
  value: LONGEST_SHARE,
});

export class LegendLayout {
  readonly #chart: Chart;
  readonly #details = new Map<string, LegendDetail>();
  #px = 0;

  constructor(chart: Chart) {
    this.#chart = chart;
  }

  /** Height of the legend over the price. */
  get px(): number {
    return this.#px;
  }

  /** How much there is room for over an indicator's pane; without a name over the price. */
  detail(name?: Indicator): LegendDetail {
    const isSub = SUB_INDICATORS.some((sub) => sub === name);
    return this.#details.get(isSub && name !== undefined ? subPane(name) : MAIN_PANE) ?? 'values';
  }

  fit({ settings, query, words, comparisons }: ChartView, measures: Measures): void {
    const length = Math.max(VALUE_LEAST, measures.valueLength);
    const rowOf = (name: Indicator): LegendRow => ({
      names: legendNames(name, settings.lengths[name]),
      value: longestValue(name, length),
    });
    const main = drawnMain(settings, query.kind).map(rowOf);
    const line = { names: [words.price, words.mean], value: '8'.repeat(length) };
    const compared = comparisons.length === 0 ? [] : [compareRow({ comparisons, query, words })];
    const rows = [...(settings.period === 'time' ? [line] : []), ...main, ...compared];
    const { px } = this.#fitPane(MAIN_PANE, rows, { ...measures, ...MAIN_GAPS });
    this.#px = px === 0 ? 0 : px + LEGEND_PART_PX / 2;
    for (const name of drawnSub(settings, query.kind))
      this.#fitPane(subPane(name), [rowOf(name)], { ...measures, ...SUB_GAPS });
  }

  #fitPane(
    paneId: string,
    rows: readonly LegendRow[],
    { roomPx: pane, family, air, bottom, share }: Measures & Gaps,
  ): LegendFit {
    const height = this.#chart.getSize(paneId)?.height ?? 0;
    const context = document.createElement('canvas').getContext('2d');
    const roomPx = pane - LEGEND_PART_PX;
    if (context === null || roomPx <= 0 || height <= 0) return { detail: 'values', px: 0 };
    context.font = `12px ${family}`;
    const mostPx = height * (height < LOW_PX ? Math.min(share, LOW_SHARE) : share);
    const fit = fitLegend({
      rows,
      roomPx,
      mostPx: mostPx - air,
      measure: (text) => context.measureText(text).width,
    });
    this.#details.set(paneId, fit.detail);
    const wanted = Math.min(fit.px + air, mostPx);
    // The library adds gaps to the range in shares of the height, which makes each of them narrower.
    const wider = 1 / Math.max(0.25, 1 - (wanted + bottom) / height);
    const gap = { top: Math.max(1, wanted * wider), bottom: Math.max(1, bottom * wider) };
    this.#chart.overrideYAxis({ paneId, gap });
    return fit;
  }
}
