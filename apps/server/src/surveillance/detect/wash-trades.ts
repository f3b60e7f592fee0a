/**
 * Wash trades: somebody trades with themselves, so that there seems to be a market.
 *
 * Rule: in one window of an hour and one market, (a) any trade whose two sides are one account, which the engine's prevention of
 * self-trades leaves none of, or (b) at least `tradesMin` trades between two accounts that are linked, or round a ring of such accounts,
 * which leave each of them with what it had (the sum of what positions changed by is at most `netShareMaxBps` of what was traded among
 * them) and are at least `mutualShareMinBps` of all that these accounts traded in this market. Pairs are looked at first, then
 * the rest of a group.
 *
 * Source: Commission Delegated Regulation (EU) 2016/522, Annex II, Section 1, "wash trades": dealings without a change in
 * beneficial interest or market risk, also between parties who act in concert, and the indicator of an unusual repetition of
 * transactions among a small number of parties.
 */
import {
  ascending,
  bps,
  type Finding,
  type MarketFacts,
  type RecordedTrade,
  sum,
  type Window,
} from './facts.ts';
import { groupsOf } from './groups.ts';
import { WASH } from './thresholds.ts';

export function findWashTrades(facts: MarketFacts, { fromMs, toMs }: Window): Finding[] {
  const trades = facts.trades.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
  const groups = groupsOf(facts.links);
  const own: RecordedTrade[] = [];
  const pairs = new Map<string, RecordedTrade[]>();
  for (const trade of trades) {
    const { makerOwnerId: maker, takerOwnerId: taker } = trade;
    if (maker === taker) own.push(trade);
    else if (groups.get(maker)?.includes(taker) === true) {
      const key = ascending([maker, taker]).join('-');
      put(pairs, key, [trade]);
    }
  }
  const rings = new Map<readonly number[], RecordedTrade[]>();
  const found: Finding[] = [];
  for (const between of pairs.values()) {
    const finding = judge(facts, trades, between);
    if (finding !== undefined) found.push(finding);
    const group = groups.get(between[0]?.makerOwnerId ?? 0);
    if (finding === undefined && group !== undefined) put(rings, group, between);
  }
  for (const ring of rings.values()) {
    const finding = judge(facts, trades, ring);
    if (finding !== undefined) found.push(finding);
  }
  const byOwner = Map.groupBy(own, ({ makerOwnerId }) => makerOwnerId);
  for (const each of byOwner.values()) found.push(findingOf(facts, each, { trades: each.length }));
  return found;
}

function put<Key>(
  lists: Map<Key, RecordedTrade[]>,
  key: Key,
  more: readonly RecordedTrade[],
): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [...more]);
  else list.push(...more);
}

/** Whether trades among accounts of a group left them with what they had. */
function judge(
  facts: MarketFacts,
  all: readonly RecordedTrade[],
  among: readonly RecordedTrade[],
): Finding | undefined {
  if (among.length < WASH.tradesMin) return undefined;
  const change = new Map<number, number>();
  for (const { side, quantityLots, makerOwnerId, takerOwnerId } of among) {
    const [buyer, seller] =
      side === 'buy' ? [takerOwnerId, makerOwnerId] : [makerOwnerId, takerOwnerId];
    change.set(buyer, (change.get(buyer) ?? 0) + quantityLots);
    change.set(seller, (change.get(seller) ?? 0) - quantityLots);
  }
  const mutualLots = sum(among.map(({ quantityLots }) => quantityLots));
  // Each trade has two sides.
  const netShareBps = bps(sum([...change.values()].map(Math.abs)), 2 * mutualLots);
  const isOfThem = ({ makerOwnerId, takerOwnerId }: RecordedTrade) =>
    change.has(makerOwnerId) || change.has(takerOwnerId);
  const theirLots = sum(all.filter(isOfThem).map(({ quantityLots }) => quantityLots));
  const mutualShareBps = bps(mutualLots, theirLots);
  if (netShareBps > WASH.netShareMaxBps || mutualShareBps < WASH.mutualShareMinBps)
    return undefined;
  const figures = { trades: among.length, lots: mutualLots, netShareBps, mutualShareBps };
  return findingOf(facts, among, figures);
}

function findingOf(
  { marketId }: MarketFacts,
  trades: readonly RecordedTrade[],
  figures: Finding['figures'],
): Finding {
  const tradeIds = ascending(trades.map(({ tradeId }) => tradeId));
  const times = trades.map(({ timeMs }) => timeMs);
  return {
    rule: 'wash_trade',
    marketId,
    key: `wash_trade ${marketId} ${tradeIds[0]}`,
    fromMs: Math.min(...times),
    toMs: Math.max(...times),
    owners: ascending(
      trades.flatMap(({ makerOwnerId, takerOwnerId }) => [makerOwnerId, takerOwnerId]),
    ),
    orderIds: ascending(
      trades.flatMap(({ makerOrderId, takerOrderId }) => [makerOrderId, takerOrderId]),
    ),
    tradeIds,
    figures,
  };
}
