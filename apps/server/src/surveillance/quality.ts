/**
 * How good a market was in a span: sums that days are made of, from samples of its book, its orders and its trades. Spreads are in
 * millionths of the middle. Definitions: docs/internals/surveillance.md.
 */
import { MINUTE_MS, SECOND_MS } from '@fairlead/units';
import type { Window } from './detect/facts.ts';
import type { BookSample, StoredOrder, StoredTrade } from './queries.ts';

export interface QualitySums {
  readonly samples: number;
  readonly twoSided: number;
  readonly spreadPpm: bigint;
  readonly depthsMinor: readonly [bigint, bigint, bigint];
  readonly orders: number;
  readonly takenBack: number;
  readonly orderedLots: bigint;
  readonly filledLots: bigint;
  readonly trades: number;
  readonly notionalMinor: bigint;
  readonly houseMakerMinor: bigint;
  readonly houseBothMinor: bigint;
  readonly measuredMinor: bigint;
  readonly effectivePpmMinor: bigint;
  readonly realisedPpmMinor: bigint;
}

/** An order that is taken back later is counted as one that waited. */
export const TAKEN_BACK_MS = 15 * MINUTE_MS;
/** A trade is measured against the last sample before it, no older than this, */
const MIDDLE_AGE_MS = 10 * SECOND_MS;
/** and the first so long after it, no later than as much again as the above. */
export const REALISED_MS = MINUTE_MS;

export interface QualityFacts {
  readonly window: Window;
  /** Of the window and of what is measured before and after it; by time. */
  readonly samples: readonly BookSample[];
  readonly orders: readonly StoredOrder[];
  readonly trades: readonly StoredTrade[];
  readonly isHouse: (owner: number) => boolean;
}

export function measure(facts: QualityFacts): QualitySums {
  const { window, isHouse } = facts;
  const isIn = (timeMs: number) => timeMs >= window.fromMs && timeMs < window.toMs;
  const samples = facts.samples.filter(({ timeMs }) => isIn(timeMs));
  const orders = facts.orders.filter(({ createdAtMs }) => isIn(createdAtMs));
  const trades = facts.trades.filter(({ timeMs }) => isIn(timeMs));
  const twoSided = samples.filter((sample) => twiceMiddle(sample) !== undefined);
  const house = trades.filter(({ makerOwnerId }) => isHouse(makerOwnerId));
  return {
    samples: samples.length,
    twoSided: twoSided.length,
    spreadPpm: total(twoSided, spreadPpm),
    depthsMinor: [
      total(twoSided, ({ depthsMinor }) => depthsMinor[0]),
      total(twoSided, ({ depthsMinor }) => depthsMinor[1]),
      total(twoSided, ({ depthsMinor }) => depthsMinor[2]),
    ],
    orders: orders.length,
    takenBack: orders.filter(isTakenBack).length,
    // What an order at the market asked for by amount is what it was filled.
    orderedLots: total(orders, ({ quantityLots, filledLots }) =>
      BigInt(quantityLots ?? filledLots),
    ),
    filledLots: total(orders, ({ filledLots }) => BigInt(filledLots)),
    trades: trades.length,
    notionalMinor: total(trades, ({ notionalMinor }) => notionalMinor),
    houseMakerMinor: total(house, ({ notionalMinor }) => notionalMinor),
    houseBothMinor: total(house, (trade) =>
      isHouse(trade.takerOwnerId) ? trade.notionalMinor : 0n,
    ),
    ...spreads(trades, facts.samples),
  };
}

const isTakenBack = (order: StoredOrder): boolean =>
  order.isTakenBack &&
  order.filledLots === 0 &&
  order.endedAtMs !== undefined &&
  order.endedAtMs <= order.createdAtMs + TAKEN_BACK_MS;

function total<Row>(rows: readonly Row[], of: (row: Row) => bigint): bigint {
  let sum = 0n;
  for (const row of rows) sum += of(row);
  return sum;
}

/** Bid and ask together; undefined without both. */
const twiceMiddle = ({ bidTicks, askTicks }: BookSample): number | undefined =>
  bidTicks === undefined || askTicks === undefined ? undefined : bidTicks + askTicks;

const spreadPpm = ({ bidTicks = 0, askTicks = 0 }: BookSample): bigint =>
  BigInt(Math.floor(((askTicks - bidTicks) * 2_000_000) / (askTicks + bidTicks)));

function spreads(trades: readonly StoredTrade[], samples: readonly BookSample[]) {
  let [measuredMinor, effectivePpmMinor, realisedPpmMinor] = [0n, 0n, 0n];
  for (const { timeMs, priceTicks, side, notionalMinor } of trades) {
    const before = samples.findLast((sample) => sample.timeMs <= timeMs);
    const after = samples.find((sample) => sample.timeMs >= timeMs + REALISED_MS);
    const isKnown =
      before !== undefined &&
      after !== undefined &&
      before.timeMs >= timeMs - MIDDLE_AGE_MS &&
      after.timeMs <= timeMs + REALISED_MS + MIDDLE_AGE_MS;
    const then = isKnown ? twiceMiddle(before) : undefined;
    const later = isKnown ? twiceMiddle(after) : undefined;
    if (then === undefined || later === undefined) continue;
    const way = side === 'buy' ? 1 : -1;
    const ppmOf = (middle: number) =>
      BigInt(Math.trunc((way * (2 * priceTicks - middle) * 2_000_000) / then));
    measuredMinor += notionalMinor;
    effectivePpmMinor += ppmOf(then) * notionalMinor;
    realisedPpmMinor += ppmOf(later) * notionalMinor;
  }
  return { measuredMinor, effectivePpmMinor, realisedPpmMinor };
}
