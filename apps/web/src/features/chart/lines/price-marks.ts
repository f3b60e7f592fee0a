/** Where the library writes the highest and the lowest price that are seen, so that no label is put over them. */
import { formatNumber } from '@fairlead/ui';
import { type Chart, utils } from 'klinecharts';
import { type Extreme, extremes } from './extremes.ts';
import type { Taken } from './label-places.ts';

const PANE = 'candle_pane';
const TEXT_PX = 12;
/** From the end of the candle to the middle of the text, and from the candle to its beginning. */
const AWAY_PX = 7;
const BESIDE_PX = 5;

interface Room {
  readonly paneWidth: number;
  readonly decimals: number;
  readonly family: string;
}

/** None where the line in place of candles has none. */
export function priceMarks(chart: Chart, room: Room): readonly Taken[] {
  if (!chart.getStyles().candle.priceMark.high.show) return [];
  const { from, to } = chart.getVisibleRange();
  const found = extremes(chart.getDataList(), from, to);
  if (found === undefined) return [];
  const boxOf = ({ at, price }: Extreme, away: number): Taken[] => {
    const place = chart.convertToPixel({ dataIndex: at, value: price }, { paneId: PANE });
    const { x, y } = Array.isArray(place) ? (place[0] ?? {}) : place;
    if (x === undefined || y === undefined) return [];
    const text = formatNumber(price.toFixed(room.decimals));
    const { textOffset } = chart.getStyles().candle.priceMark.high;
    const reach = BESIDE_PX + textOffset + utils.calcTextWidth(text, TEXT_PX, 400, room.family);
    const isRight = x > room.paneWidth / 2;
    return [{ y: y + away, from: isRight ? x - reach : x, to: isRight ? x : x + reach }];
  };
  return [...boxOf(found.high, -AWAY_PX), ...boxOf(found.low, AWAY_PX)];
}
