/** What one bought and sold, gathered by the candle that it happened in. Pure; decimal texts stay exact. */
import { decimalsOf, divFloor, formatDecimal, parseDecimal, placeOf } from '@fairlead/units';
import { type CandlePeriod, closeTimeMs } from '../settings/periods.ts';

/** Fills of spot; openings and closes of futures. */
export type ActKind = 'buy' | 'sell' | 'openLong' | 'closeLong' | 'openShort' | 'closeShort';

/** One of them. */
export interface OwnAct {
  readonly kind: ActKind;
  readonly atMs: number;
  readonly price: string;
  /** Of the base currency. */
  readonly quantity: string;
}

/** Several of a kind. */
export interface ActSum {
  readonly kind: ActKind;
  readonly count: number;
  /** Average by quantity, cut to the decimals that the prices have. */
  readonly price: string;
  readonly quantity: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** All of a side in one candle. */
export interface FillMark {
  readonly isBuy: boolean;
  /** Of the candle, among those that are there. */
  readonly index: number;
  readonly sums: readonly ActSum[];
}

/** A mark under mouse or finger, and where it points at. */
export interface PointedFill {
  readonly mark: FillMark;
  readonly x: number;
  readonly y: number;
  /** Of the pane. */
  readonly width: number;
}

const BUYS: readonly ActKind[] = ['buy', 'openLong', 'closeShort'];

const isBuy = ({ kind }: OwnAct): boolean => BUYS.includes(kind);

/** The last candle that began by then; -1 where none did. */
const candleAt = (openMs: readonly number[], atMs: number): number =>
  placeOf(openMs, (each) => each <= atMs) - 1;

function sumOf(acts: readonly [OwnAct, ...OwnAct[]]): ActSum {
  const times = acts.map(({ atMs }) => atMs);
  const priceScale = Math.max(...acts.map(({ price }) => decimalsOf(price)));
  const scale = Math.max(...acts.map(({ quantity }) => decimalsOf(quantity)));
  let [sum, paid] = [0n, 0n];
  for (const { price, quantity } of acts) {
    const size = parseDecimal(quantity, scale) ?? 0n;
    sum += size;
    paid += size * (parseDecimal(price, priceScale) ?? 0n);
  }
  return {
    kind: acts[0].kind,
    count: acts.length,
    price: sum === 0n ? acts[0].price : formatDecimal(divFloor(paid, sum), priceScale),
    quantity: formatDecimal(sum, scale),
    fromMs: Math.min(...times),
    toMs: Math.max(...times),
  };
}

function grouped<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** One mark for each side and candle. What no candle covers has none: it lies before the first, or in a gap. */
export function fillMarks(
  acts: readonly OwnAct[],
  { openMs, period }: { readonly openMs: readonly number[]; readonly period: CandlePeriod },
): readonly FillMark[] {
  const placed = acts.flatMap((act) => {
    const index = candleAt(openMs, act.atMs);
    const began = openMs[index];
    return began === undefined || act.atMs >= closeTimeMs(period, began) ? [] : [{ act, index }];
  });
  const marks = grouped(placed, ({ act, index }) => (isBuy(act) ? index : -1 - index));
  return [...marks.values()].map((members) => ({
    isBuy: isBuy(members[0].act),
    index: members[0].index,
    sums: [
      ...grouped(
        members.map(({ act }) => act),
        ({ kind }) => kind,
      ).values(),
    ].map(sumOf),
  }));
}

const HALF_PX = 5;
const AWAY_PX = 3;

/** A triangle that points at a candle: from below where somebody bought, from above where somebody sold. */
export function trianglePoints(
  { x, y }: { readonly x: number; readonly y: number },
  isBought: boolean,
): { readonly x: number; readonly y: number }[] {
  const down = isBought ? 1 : -1;
  const [tip, foot] = [y + AWAY_PX * down, y + (AWAY_PX + 2 * HALF_PX - 1) * down];
  return [
    { x, y: tip },
    { x: x - HALF_PX, y: foot },
    { x: x + HALF_PX, y: foot },
  ];
}
