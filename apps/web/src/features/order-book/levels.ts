/**
 * The book as rows: grouped prices, cumulative shares for the bars, spread and mid. Pure; prices and quantities
 * come as decimal strings of one market, so they are compared as integers of one scale.
 */
import { decimalsOf, divCeil, divFloor, formatDecimal, parseDecimal } from '@fairlead/units';

export type Level = readonly [price: string, quantity: string];
export type BookSide = 'bid' | 'ask';

export interface BookRow {
  readonly price: string;
  /** At this price. */
  readonly quantity: string;
  /** 0 to 1: everything up to here, of everything shown on both sides. */
  readonly share: number;
  /** At this price and every better one, exact. */
  readonly sum: string;
}

/** Merges prices into steps, away from the spread: bids down, asks up, so that no step shows more than is there. */
export function groupLevels(levels: readonly Level[], side: BookSide, step: string): Level[] {
  const decimals = decimalsOf(step);
  const scale = Math.max(decimals, ...levels.slice(0, 1).map(([price]) => decimalsOf(price)));
  const stepUnits = parseDecimal(step, scale);
  if (!stepUnits) return [...levels];
  const quantityScale = Math.max(0, ...levels.map(([, quantity]) => decimalsOf(quantity)));
  const groups = new Map<bigint, bigint>();
  for (const [price, quantity] of levels) {
    const units = parseDecimal(price, scale);
    const amount = parseDecimal(quantity, quantityScale);
    if (units === undefined || amount === undefined) continue;
    const count = side === 'bid' ? divFloor(units, stepUnits) : divCeil(units, stepUnits);
    const key = count * stepUnits;
    groups.set(key, (groups.get(key) ?? 0n) + amount);
  }
  return [...groups].map(([key, amount]) => [
    formatDecimal(divFloor(key, 10n ** BigInt(scale - decimals)), decimals),
    formatDecimal(amount, quantityScale),
  ]);
}

/** The rows of both sides, best first, with shares of the deeper of the two. */
export function bookRows(
  bids: readonly Level[],
  asks: readonly Level[],
  count: { readonly bids: number; readonly asks: number },
): { bids: BookRow[]; asks: BookRow[] } {
  const bidSums = cumulate(bids.slice(0, count.bids));
  const askSums = cumulate(asks.slice(0, count.asks));
  const deepest = Math.max(bidSums.at(-1)?.sum ?? 0, askSums.at(-1)?.sum ?? 0);
  const row = ({ level, sum, exact }: Cumulated): BookRow => ({
    price: level[0],
    quantity: level[1],
    share: deepest === 0 ? 0 : sum / deepest,
    sum: exact,
  });
  return { bids: bidSums.map(row), asks: askSums.map(row) };
}

interface Cumulated {
  readonly level: Level;
  /** For the length of a bar only, so a float will do. */
  readonly sum: number;
  readonly exact: string;
}

function cumulate(levels: readonly Level[]): Cumulated[] {
  const scale = Math.max(0, ...levels.map(([, quantity]) => decimalsOf(quantity)));
  let units = 0n;
  return levels.map((level) => {
    units += parseDecimal(level[1], scale) ?? 0n;
    const exact = formatDecimal(units, scale);
    return { level, sum: Number(exact), exact };
  });
}

/** Best ask − best bid; undefined while a side is empty. */
export function spreadOf(bids: readonly Level[], asks: readonly Level[]): string | undefined {
  const bid = bids[0]?.[0];
  const ask = asks[0]?.[0];
  if (bid === undefined || ask === undefined) return undefined;
  const scale = Math.max(decimalsOf(bid), decimalsOf(ask));
  const low = parseDecimal(bid, scale);
  const high = parseDecimal(ask, scale);
  return low === undefined || high === undefined ? undefined : formatDecimal(high - low, scale);
}

const STEPS_MAX = 5;

/** Steps to group by: the tick, and ten times as much four times over, while below a hundredth of the price. */
export function groupSteps(tickSize: string, lastPrice: string | undefined): string[] {
  const scale = Math.max(decimalsOf(tickSize), decimalsOf(lastPrice ?? '0'));
  const tick = parseDecimal(tickSize, scale);
  if (!tick) return [];
  const ceiling = parseDecimal(lastPrice ?? '0', scale) ?? 0n;
  const steps: string[] = [];
  for (let step = tick; steps.length < STEPS_MAX; step *= 10n) {
    if (steps.length > 0 && step * 100n > ceiling) break;
    steps.push(trimZeros(formatDecimal(step, scale)));
  }
  return steps;
}

const trimZeros = (text: string): string =>
  text.includes('.') ? text.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : text;

/** Where grouping begins: at the tick, as the orders themselves. */
export const defaultStep = (steps: readonly string[]): string | undefined => steps[0];

/** Amounts of 136 px: four decimals below ten, fewer above, thousands shortened by the caller. */
export function quantityDecimals(quantity: string, lotDecimals: number): number {
  const whole = quantity.split('.')[0]?.length ?? 1;
  return Math.max(0, Math.min(lotDecimals, 5 - whole));
}

export const BOOK_LAYOUTS = ['both', 'bids', 'asks'] as const;
export type BookLayout = (typeof BOOK_LAYOUTS)[number];
