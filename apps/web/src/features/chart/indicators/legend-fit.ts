/** How much a legend says, so that it stands above what is drawn: it is never written over it. */

/** Names with values, names alone, or nothing where not even these leave room. */
export type LegendDetail = 'values' | 'names' | 'none';

/** Of a line of it, as the library draws it. */
const LEGEND_LINE_PX = 16;
/** What its parts have between them. */
export const LEGEND_PART_PX = 12;

/** Lines that parts of these widths take in a row of `room`, as the library breaks them. */
export function wrappedLines(widths: readonly number[], room: number): number {
  let lines = 1;
  let at = 0;
  for (const width of widths) {
    if (at > 0 && at + width > room) {
      lines += 1;
      at = 0;
    }
    at += width;
  }
  return lines;
}

/** Of an indicator, which begins a line. */
export interface LegendRow {
  readonly names: readonly string[];
  /** As wide as a value of it gets. */
  readonly value: string;
}

export interface LegendRoom {
  readonly rows: readonly LegendRow[];
  readonly roomPx: number;
  /** What of the pane's height the legend may have. */
  readonly mostPx: number;
  readonly measure: (text: string) => number;
}

export interface LegendFit {
  readonly detail: LegendDetail;
  readonly px: number;
}

/** The most that fits; a part that is wider than the pane is cut by it, so it does not fit. */
export function fitLegend({ rows, roomPx, mostPx, measure }: LegendRoom): LegendFit {
  for (const detail of ['values', 'names'] as const) {
    const widths = rows.map(({ names, value }) =>
      names.map(
        (name) => measure(detail === 'values' ? `${name} ${value}` : name) + LEGEND_PART_PX,
      ),
    );
    const isCut = widths.flat().some((width) => width > roomPx);
    const px = widths.reduce((sum, row) => sum + wrappedLines(row, roomPx), 0) * LEGEND_LINE_PX;
    if (!isCut && px <= mostPx) return { detail, px };
  }
  return { detail: 'none', px: 0 };
}
