/**
 * Layering and spoofing: large orders that nobody means move others, who fill the small one on the other side; then they go.
 *
 * Rule: an account is filled on one side at a price. Its layer is what it had on the other side, no more than `distanceMaxBps` away,
 * put up at most `beforeMs` before the fill, of which nothing was filled, and which it took back itself at most `takenBackMs` after.
 * One large order or many make no difference. It is a finding where the layer is at least `timesMin` times what the same account had
 * within `nearBps` on the side of the fill since the layer began, at least `depthShareMinBps` of what waited on its side within 1 % of the middle (where a
 * sample of no more than `depthAgeMaxMs` says so), and where `againMs` after the last of it was taken back no more than
 * `againShareMaxBps` of it waits there again. Fills of one layer are one finding.
 *
 * A market maker quotes both sides alike, and puts up anew what it takes back: neither is found.
 *
 * Source: Commission Delegated Regulation (EU) 2016/522, Annex II, Section 1, "layering and spoofing": multiple or large orders, often away
 * from the touch on one side in order to execute a trade on the other, which are removed once the trade has taken place.
 */

import type { Steps } from '@fairlead/engine';
import { placeOf } from '@fairlead/units';
import {
  ascending,
  bps,
  type DepthSample,
  type Finding,
  type MarketFacts,
  type RecordedOrder,
  type RecordedTrade,
  type Side,
  sum,
  type Window,
} from './facts.ts';
import { LotsByTime, LotsOfRun, type Stamped } from './sums.ts';
import { LAYERING } from './thresholds.ts';

/** Fills that are judged between two turns of whatever else the process does: a few milliseconds. */
const STEP_FILLS = 500;

interface Fill {
  readonly trade: RecordedTrade;
  readonly orderId: number;
}

/** An order with a price and a quantity. */
interface Resting extends RecordedOrder {
  readonly priceTicks: number;
  readonly quantityLots: number;
}

export function* findLayering(facts: MarketFacts, { fromMs, toMs }: Window): Steps<Finding[]> {
  const fills = new Map<string, Fill[]>();
  for (const trade of facts.trades) {
    if (trade.timeMs < fromMs || trade.timeMs >= toMs) continue;
    const makerSide = trade.side === 'buy' ? 'sell' : 'buy';
    note(fills, `${trade.takerOwnerId} ${trade.side}`, { trade, orderId: trade.takerOrderId });
    note(fills, `${trade.makerOwnerId} ${makerSide}`, { trade, orderId: trade.makerOrderId });
  }
  const orders = Map.groupBy(facts.orders.filter(isResting), ({ ownerId }) => ownerId);
  const found: Finding[] = [];
  for (const [key, each] of fills) {
    const [owner = '', side = ''] = key.split(' ');
    const own = orders.get(Number(owner));
    if (own === undefined) continue;
    found.push(...(yield* ofOwner(facts, { own, side: side as Side, fills: each })));
  }
  return found;
}

const note = (fills: Map<string, Fill[]>, key: string, fill: Fill): void => {
  const list = fills.get(key);
  if (list === undefined) fills.set(key, [fill]);
  else list.push(fill);
};

const isResting = (order: RecordedOrder): order is Resting =>
  order.priceTicks !== undefined && order.quantityLots !== undefined;

interface Layered {
  readonly layer: readonly Resting[];
  readonly fills: Fill[];
  readonly figures: Finding['figures'];
}

interface Owned {
  readonly own: readonly Resting[];
  /** Of the fills. */
  readonly side: Side;
  readonly fills: readonly Fill[];
}

function* ofOwner(facts: MarketFacts, { own, side, fills }: Owned): Steps<Finding[]> {
  const found: Layered[] = [];
  const placeIn = new Map<Resting, number>();
  const layerAt = layersOf(own.filter((order) => order.side !== side));
  const judge = judgeOf(facts, { own, side, fills });
  for (const [at, fill] of fills.entries()) {
    if (at % STEP_FILLS === STEP_FILLS - 1) yield;
    const layered = judge(fill, layerAt(fill.trade));
    if (layered === undefined) continue;
    const place = Math.max(...layered.layer.map((order) => placeIn.get(order) ?? -1));
    const same = found[place];
    if (same !== undefined) same.fills.push(fill);
    else {
      for (const order of layered.layer) placeIn.set(order, found.length);
      found.push(layered);
    }
  }
  return found.map((layered) => findingOf(facts, layered));
}

/** Gives the layer of a fill, asked for fill after fill: kept are only those that wait by then, which a market bounds by account. */
function layersOf(others: readonly Resting[]): (fill: RecordedTrade) => readonly Resting[] {
  const meantToGo = others.filter((order) => order.isTakenBack && order.filledLots === 0);
  let waiting: Resting[] = [];
  let next = 0;
  return ({ timeMs, priceTicks }) => {
    // Orders are in the order of their coming.
    for (; (meantToGo[next]?.createdAtMs ?? Number.POSITIVE_INFINITY) <= timeMs; next += 1)
      waiting.push(meantToGo[next] as Resting);
    waiting = waiting.filter(
      (order) => order.createdAtMs >= timeMs - LAYERING.beforeMs && endOf(order) > timeMs,
    );
    return waiting.filter(
      (order) =>
        endOf(order) <= timeMs + LAYERING.takenBackMs &&
        distanceBps(order.priceTicks, priceTicks) <= LAYERING.distanceMaxBps,
    );
  };
}

function judgeOf(facts: MarketFacts, { own, side, fills }: Owned) {
  const others = own.filter((order) => order.side !== side);
  const waitsAt = once(() => {
    const came = new LotsByTime(others.map(cameOf));
    const ended = new LotsByTime(others.map(endedOf));
    return (timeMs: number) => came.upTo(timeMs) - ended.upTo(timeMs);
  });
  const meantOf = once(() => meantBy(own.filter((order) => order.side === side)));
  // An order at the market has no place in the book, but what it was filled.
  const filled = new Map<number, number>();
  for (const { orderId, trade } of fills)
    filled.set(orderId, (filled.get(orderId) ?? 0) + trade.quantityLots);
  return (fill: Fill, layer: readonly Resting[]): Layered | undefined => {
    const { timeMs } = fill.trade;
    if (layer.length === 0) return undefined;
    const lots = lotsOf(layer);
    const depth = depthAt(facts.depths, timeMs, side);
    const depthShareBps = depth === undefined ? undefined : bps(lots, Math.max(depth, 1));
    if (depthShareBps !== undefined && depthShareBps < LAYERING.depthShareMinBps) return undefined;
    const sinceMs = Math.min(...layer.map(({ createdAtMs }) => createdAtMs));
    const meantLots = Math.max(meantOf()(fill.trade, sinceMs), filled.get(fill.orderId) ?? 0);
    if (lots < LAYERING.timesMin * meantLots) return undefined;
    const laterMs = Math.max(...layer.map(endOf)) + LAYERING.againMs;
    const againShareBps = bps(waitsAt()(laterMs), lots);
    if (againShareBps > LAYERING.againShareMaxBps) return undefined;
    const figures = {
      layerOrders: layer.length,
      layerLots: lots,
      meantLots,
      ...(depthShareBps !== undefined && { depthShareBps }),
      againShareBps,
    };
    return { layer, fills: [fill], figures };
  };
}

/** Made when it is first needed: most accounts have no layer to measure by it. */
function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** Gives what an account had near a fill on its side since a time: what had come by the fill, less what had ended before. */
function meantBy(alike: readonly Resting[]): (fill: RecordedTrade, sinceMs: number) => number {
  const orders = alike.toSorted((left, right) => left.priceTicks - right.priceTicks);
  const came = new LotsOfRun(orders.map(cameOf));
  const ended = new LotsOfRun(orders.map(endedOf));
  return ({ timeMs, priceTicks: price }, sinceMs) => {
    const isNear = ({ priceTicks }: Resting) => distanceBps(priceTicks, price) <= LAYERING.nearBps;
    const from = placeOf(orders, (order) => order.priceTicks < price && !isNear(order));
    const to = placeOf(orders, (order) => order.priceTicks <= price || isNear(order));
    const cameLots = came.sum(from, to, (knot) => knot.upTo(timeMs));
    return cameLots - ended.sum(from, to, (knot) => knot.before(sinceMs));
  };
}

const cameOf = ({ createdAtMs, quantityLots }: Resting): Stamped => ({
  timeMs: createdAtMs,
  lots: quantityLots,
});
const endedOf = (order: Resting): Stamped => ({ timeMs: endOf(order), lots: order.quantityLots });

const endOf = ({ endedAtMs }: RecordedOrder): number => endedAtMs ?? Number.POSITIVE_INFINITY;

const lotsOf = (orders: readonly Resting[]): number =>
  sum(orders.map(({ quantityLots }) => quantityLots));

const distanceBps = (price: number, from: number): number => bps(Math.abs(price - from), from);

/** What waited on the layer's side just before a fill on `side`; undefined where nobody looked. */
function depthAt(depths: readonly DepthSample[], timeMs: number, side: Side): number | undefined {
  const last = depths[placeOf(depths, (each) => each.timeMs <= timeMs) - 1];
  if (last === undefined || last.timeMs < timeMs - LAYERING.depthAgeMaxMs) return undefined;
  return side === 'buy' ? last.askLots : last.bidLots;
}

function findingOf({ marketId }: MarketFacts, { layer, fills, figures }: Layered): Finding {
  const layerIds = ascending(layer.map(({ orderId }) => orderId));
  const owner = layer[0]?.ownerId ?? 0;
  const times = [
    ...layer.flatMap((order) => [order.createdAtMs, endOf(order)]),
    ...fills.map(({ trade }) => trade.timeMs),
  ];
  return {
    rule: 'layering',
    marketId,
    key: `layering ${marketId} ${owner} ${layerIds[0]}`,
    fromMs: Math.min(...times),
    toMs: Math.max(...times),
    owners: [owner],
    orderIds: ascending([...layerIds, ...fills.map(({ orderId }) => orderId)]),
    tradeIds: ascending(fills.map(({ trade }) => trade.tradeId)),
    figures,
  };
}
