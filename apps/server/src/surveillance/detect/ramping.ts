/**
 * Ramping and marking: one account's own taking moves the price, and then it profits of the price that it made.
 *
 * Rule of ramping: within `seriesMs` one account takes with at least `ordersMin` orders of one side, which move the price by at least
 * `moveMinBps` from the last trade before them and are at least `takerShareMinBps` of all lots that were taken meanwhile; within
 * `backMs` after the last of them it trades at least `backShareMinBps` of their lots the other way, as maker or taker.
 *
 * Rule of marking: a shorter series of the same kind, at most `deliveryMs` after whose last trade an option of the same account on this
 * market is delivered. Here options are delivered at the index of outside venues, which our own book does not move: it is the attempt
 * that is found.
 *
 * A series begins with the first of its trades that makes it one, and trades of a series begin no other.
 *
 * Source: Commission Delegated Regulation (EU) 2016/522, Annex II, Section 1, "pump and dump", "momentum ignition" and "marking the
 * close": dealings that move a price so that others follow, or near a reference point, before trading against it.
 */
import { placeOf } from '@fairlead/units';
import {
  ascending,
  bps,
  type Finding,
  type MarketFacts,
  type RecordedTrade,
  type Side,
  type Window,
} from './facts.ts';
import { sumsBefore } from './sums.ts';
import { MARKING, RAMPING } from './thresholds.ts';

export function findRamping(facts: MarketFacts, window: Window): Finding[] {
  const tradedBy = tradesByWay(facts.trades);
  return seriesOf(facts, window, RAMPING, ({ last, lots }) => {
    const { trades, sumOf } = tradedBy(last.takerOwnerId, otherSide(last.side));
    const from = placeOf(trades, ({ tradeId }) => tradeId <= last.tradeId);
    const to = placeOf(trades, ({ timeMs }) => timeMs <= last.timeMs + RAMPING.backMs);
    const backShareBps = bps(sumOf(Math.max(from, to)) - sumOf(from), lots);
    if (backShareBps < RAMPING.backShareMinBps) return undefined;
    return { more: trades.slice(from, to), figures: { backShareBps } };
  }).map((found) => ({ ...found, rule: 'ramping', key: `ramping ${found.key}` }));
}

export function findMarking(facts: MarketFacts, window: Window): Finding[] {
  const byOwner = Map.groupBy(
    facts.settlements.toSorted((left, right) => left.timeMs - right.timeMs),
    ({ ownerId }) => ownerId,
  );
  return seriesOf(facts, window, MARKING, ({ last }) => {
    const own = byOwner.get(last.takerOwnerId) ?? [];
    const from = placeOf(own, ({ timeMs }) => timeMs < last.timeMs);
    const to = placeOf(own, ({ timeMs }) => timeMs <= last.timeMs + MARKING.deliveryMs);
    if (from === to) return undefined;
    const first = own
      .slice(from, to)
      .reduce((one, other) => (other.optionId < one.optionId ? other : one));
    return {
      more: [],
      figures: { optionId: first.optionId, beforeMs: first.timeMs - last.timeMs },
    };
  }).map((found) => ({ ...found, rule: 'marking', key: `marking ${found.key}` }));
}

interface Limits {
  readonly seriesMs: number;
  readonly ordersMin: number;
  readonly moveMinBps: number;
  readonly takerShareMinBps: number;
}

interface Series {
  readonly first: RecordedTrade;
  readonly last: RecordedTrade;
  readonly orders: number;
  readonly lots: number;
  readonly moveBps: number;
  readonly takerShareBps: number;
}

/** What makes a series a finding: trades that belong to it, and figures. */
type Judge = (
  series: Series,
) => { readonly more: readonly RecordedTrade[]; readonly figures: Finding['figures'] } | undefined;

type Unnamed = Omit<Finding, 'rule'>;

function seriesOf(facts: MarketFacts, window: Window, limits: Limits, judge: Judge): Unnamed[] {
  const { trades } = facts;
  const lotsBefore = sumsBefore(trades.map(({ quantityLots }) => quantityLots));
  const takers = Map.groupBy(trades.keys(), (at) => {
    const { takerOwnerId, side } = trades[at] as RecordedTrade;
    return `${takerOwnerId} ${side}`;
  });
  return [...takers.values()].flatMap((places) => {
    const found: Unnamed[] = [];
    const span = new Span(trades, places);
    while (span.from < places.length) {
      const { timeMs } = span.first;
      span.reach(timeMs + limits.seriesMs);
      const isInWindow = timeMs >= window.fromMs && timeMs < window.toMs;
      const series = isInWindow ? span.series(limits, lotsBefore) : undefined;
      const judged = series && judge(series);
      if (series !== undefined && judged !== undefined)
        found.push(findingOf(facts, span.trades(), { series, judged }));
      span.leave(judged === undefined ? 1 : span.to - span.from);
    }
    return found;
  });
}

/** Trades that one account took on one side within a time, which moves on through all of them: each comes and goes once. */
class Span {
  from = 0;
  to = 0;
  readonly #all: readonly RecordedTrade[];
  readonly #places: readonly number[];
  readonly #lotsBefore: (place: number) => number;
  /** How many trades each order has in it. */
  readonly #orders = new Map<number, number>();
  /** Places of those further than all that come after them; the first is the furthest. */
  readonly #furthest: number[] = [];
  #furthestAt = 0;

  constructor(all: readonly RecordedTrade[], places: readonly number[]) {
    this.#all = all;
    this.#places = places;
    this.#lotsBefore = sumsBefore(
      places.map((place) => (all[place] as RecordedTrade).quantityLots),
    );
  }

  get first(): RecordedTrade {
    return this.#at(this.from);
  }

  /** Takes in what came before a time. */
  reach(untilMs: number): void {
    while (this.to < this.#places.length && this.#at(this.to).timeMs < untilMs) {
      const { takerOrderId } = this.#at(this.to);
      this.#orders.set(takerOrderId, (this.#orders.get(takerOrderId) ?? 0) + 1);
      while (this.#furthest.length > this.#furthestAt && this.#isBeyondLast(this.to))
        this.#furthest.pop();
      this.#furthest.push(this.to);
      this.to += 1;
    }
  }

  leave(count: number): void {
    for (const until = this.from + count; this.from < until; this.from += 1) {
      const { takerOrderId } = this.first;
      const left = (this.#orders.get(takerOrderId) ?? 1) - 1;
      if (left === 0) this.#orders.delete(takerOrderId);
      else this.#orders.set(takerOrderId, left);
      if (this.#furthest[this.#furthestAt] === this.from) this.#furthestAt += 1;
    }
  }

  trades(): readonly RecordedTrade[] {
    return this.#places.slice(this.from, this.to).map((place) => this.#all[place] as RecordedTrade);
  }

  /** Undefined where it is none. */
  series(limits: Limits, allLotsBefore: (place: number) => number): Series | undefined {
    const orders = this.#orders.size;
    if (orders < limits.ordersMin) return undefined;
    const { first } = this;
    const place = this.#places[this.from] as number;
    const before = this.#all[place - 1] ?? first;
    const { priceTicks } = this.#at(this.#furthest[this.#furthestAt] as number);
    const moveBps = bps((priceTicks - before.priceTicks) * wayOf(first), before.priceTicks);
    if (moveBps < limits.moveMinBps) return undefined;
    const lots = this.#lotsBefore(this.to) - this.#lotsBefore(this.from);
    const lastPlace = this.#places[this.to - 1] as number;
    const takerShareBps = bps(lots, allLotsBefore(lastPlace + 1) - allLotsBefore(place));
    if (takerShareBps < limits.takerShareMinBps) return undefined;
    return { first, last: this.#at(this.to - 1), orders, lots, moveBps, takerShareBps };
  }

  #at(at: number): RecordedTrade {
    return this.#all[this.#places[at] as number] as RecordedTrade;
  }

  #isBeyondLast(at: number): boolean {
    const [one, last] = [this.#at(at), this.#at(this.#furthest.at(-1) as number)];
    return (one.priceTicks - last.priceTicks) * wayOf(one) >= 0;
  }
}

function findingOf(
  { marketId }: MarketFacts,
  own: readonly RecordedTrade[],
  { series, judged }: { readonly series: Series; readonly judged: NonNullable<ReturnType<Judge>> },
): Unnamed {
  const { first, last, orders, lots, moveBps, takerShareBps } = series;
  const owner = first.takerOwnerId;
  const trades = [...own, ...judged.more];
  return {
    marketId,
    key: `${marketId} ${owner} ${first.tradeId}`,
    fromMs: first.timeMs,
    // What belongs to it came after it, in the order of its coming.
    toMs: (judged.more.at(-1) ?? last).timeMs,
    owners: [owner],
    orderIds: ascending(trades.flatMap((trade) => ordersOf(trade, owner))),
    tradeIds: ascending(trades.map(({ tradeId }) => tradeId)),
    figures: { orders, lots, moveBps, takerShareBps, ...judged.figures },
  };
}

/** What each account bought and what it sold, as maker or taker, in the order of its coming. */
function tradesByWay(trades: readonly RecordedTrade[]) {
  const lists = new Map<string, RecordedTrade[]>();
  const note = (owner: number, side: Side, trade: RecordedTrade) => {
    const list = lists.get(`${owner} ${side}`);
    if (list === undefined) lists.set(`${owner} ${side}`, [trade]);
    else list.push(trade);
  };
  for (const trade of trades) {
    note(trade.takerOwnerId, trade.side, trade);
    note(trade.makerOwnerId, otherSide(trade.side), trade);
  }
  const sums = new Map<string, (place: number) => number>();
  return (owner: number, side: Side) => {
    const key = `${owner} ${side}`;
    const list = lists.get(key) ?? [];
    const sumOf = sums.get(key) ?? sumsBefore(list.map(({ quantityLots }) => quantityLots));
    sums.set(key, sumOf);
    return { trades: list, sumOf };
  };
}

const wayOf = ({ side }: RecordedTrade): number => (side === 'buy' ? 1 : -1);
const otherSide = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

const ordersOf = (trade: RecordedTrade, owner: number): number[] => [
  ...(trade.takerOwnerId === owner ? [trade.takerOrderId] : []),
  ...(trade.makerOwnerId === owner ? [trade.makerOrderId] : []),
];
