/** The book as the sums of its sides: what is wanted down to each price, and offered up to each. Exact; floats only for places. */
import { decimalsOf, formatDecimal, parseDecimal } from '@fairlead/units';
import type { Level } from '../levels.ts';

export interface DepthPoint {
  readonly price: string;
  /** In the base currency, everything up to here; and what it costs or brings, in the quote currency. */
  readonly quantity: string;
  readonly amount: string;
}

export interface DepthSums {
  readonly bids: readonly DepthPoint[];
  readonly asks: readonly DepthPoint[];
}

interface Book {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

const scaleOf = (levels: readonly Level[], at: 0 | 1): number =>
  Math.max(0, ...levels.map((level) => decimalsOf(level[at])));

/** Of each side, best price first. */
export function depthSums({ bids, asks }: Book): DepthSums {
  const all = [...bids, ...asks];
  const [priceScale, quantityScale] = [scaleOf(all, 0), scaleOf(all, 1)];
  const sumsOf = (levels: readonly Level[]): DepthPoint[] => {
    let quantity = 0n;
    let amount = 0n;
    return levels.flatMap(([price, size]) => {
      const [at, lots] = [parseDecimal(price, priceScale), parseDecimal(size, quantityScale)];
      if (at === undefined || lots === undefined) return [];
      quantity += lots;
      amount += at * lots;
      return {
        price,
        quantity: formatDecimal(quantity, quantityScale),
        amount: formatDecimal(amount, priceScale + quantityScale),
      };
    });
  };
  return { bids: sumsOf(bids), asks: sumsOf(asks) };
}

/** What the chart shows: prices from `from` to `to`, the middle of the book in the middle, sums up to `most`. */
export interface DepthView {
  readonly from: number;
  readonly to: number;
  readonly most: number;
}

/** `zoom` 1 shows the whole book, 2 half of it, and so on. Undefined while a side is empty. */
export function depthView({ bids, asks }: DepthSums, zoom: number): DepthView | undefined {
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined) return undefined;
  const middle = (Number(bid.price) + Number(ask.price)) / 2;
  const farthest = Math.max(
    middle - Number(bids.at(-1)?.price),
    Number(asks.at(-1)?.price) - middle,
  );
  // A price of less than nothing is none.
  const half = Math.min(farthest / zoom, middle);
  const [from, to] = [middle - half, middle + half];
  const seen = [
    ...bids.filter(({ price }) => Number(price) >= from),
    ...asks.filter(({ price }) => Number(price) <= to),
  ];
  return { from, to, most: Math.max(...seen.map(({ quantity }) => Number(quantity))) };
}

const LABELS_MAX = 5;
/** Between labels, in ticks: 1, 2, 5, 10, 20 … */
const ROUND = [1n, 2n, 5n] as const;

/** Prices under the axis: multiples of a round number of ticks, so that each is a price that an order can have. */
export function axisPrices({ from, to }: DepthView, tick: string): readonly string[] {
  const scale = decimalsOf(tick);
  const step = parseDecimal(tick, scale);
  const [low, high] = [
    parseDecimal(from.toFixed(scale), scale),
    parseDecimal(to.toFixed(scale), scale),
  ];
  if (step === undefined || step <= 0n || low === undefined || high === undefined) return [];
  const span = high - low;
  let between = step;
  for (let power = 1n, at = 0; span / between > LABELS_MAX; at += 1) {
    if (at === ROUND.length) {
      at = 0;
      power *= 10n;
    }
    between = step * (ROUND[at] ?? 1n) * power;
  }
  const prices: string[] = [];
  for (let price = (low / between + 1n) * between; price < high; price += between)
    prices.push(formatDecimal(price, scale));
  return prices;
}

/** The sums at a place: of the side that it lies on, the last price that is passed. */
export function depthAt(
  { bids, asks }: DepthSums,
  price: number,
): { readonly side: 'bid' | 'ask'; readonly point: DepthPoint } | undefined {
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined) return undefined;
  const isBid = price < (Number(bid.price) + Number(ask.price)) / 2;
  const passed = isBid
    ? bids.findLast((point) => Number(point.price) >= price)
    : asks.findLast((point) => Number(point.price) <= price);
  const point = passed ?? (isBid ? bid : ask);
  return { side: isBid ? 'bid' : 'ask', point };
}

/** A side as steps, in shares of width and height: each sum holds from its price to the next one. */
export function depthPath(sums: DepthSums, side: keyof DepthSums, view: DepthView): string {
  const { from, to, most } = view;
  const points = sums[side];
  const place = (price: number) => ((price - from) / (to - from)) * 100;
  const height = (sum: number) => 100 - (most === 0 ? 0 : (sum / most) * 92);
  const [first] = points;
  if (first === undefined) return '';
  const path = [`M${place(Number(first.price)).toFixed(2)} 100`];
  for (const { price, quantity } of points) {
    const x = place(Number(price));
    if (x < 0 || x > 100) break;
    path.push(`H${x.toFixed(2)}V${height(Number(quantity)).toFixed(2)}`);
  }
  return `${path.join('')}H${side === 'bids' ? 0 : 100}V100Z`;
}
