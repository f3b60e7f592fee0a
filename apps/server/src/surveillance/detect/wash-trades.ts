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

interface Pair {
  readonly trades: RecordedTrade[];
  /** Whether it is a finding by itself. */
  isFound: boolean;
}

/** Goes through all trades once: a group may be large, and have as many pairs as trades. */
export function findWashTrades(facts: MarketFacts, { fromMs, toMs }: Window): Finding[] {
  const groups = groupsOf(facts.links);
  const own: RecordedTrade[] = [];
  const groupsPairs = new Map<readonly number[], Map<string, Pair>>();
  const lotsOf = new Map<number, number>();
  for (const trade of facts.trades) {
    if (trade.timeMs < fromMs || trade.timeMs >= toMs) continue;
    const { makerOwnerId: maker, takerOwnerId: taker, quantityLots } = trade;
    for (const owner of new Set([maker, taker]))
      lotsOf.set(owner, (lotsOf.get(owner) ?? 0) + quantityLots);
    const group = groups.get(maker);
    if (maker === taker) own.push(trade);
    else if (group !== undefined && group === groups.get(taker)) {
      const pairs = groupsPairs.get(group) ?? new Map<string, Pair>();
      groupsPairs.set(group, pairs);
      const key = `${Math.min(maker, taker)}-${Math.max(maker, taker)}`;
      const pair = pairs.get(key) ?? { trades: [], isFound: false };
      pairs.set(key, pair);
      pair.trades.push(trade);
    }
  }
  const found: Finding[] = [];
  for (const pairs of groupsPairs.values()) {
    for (const pair of pairs.values()) {
      const finding = judge(facts, { among: pair.trades, pairs: [pair], lotsOf });
      pair.isFound = finding !== undefined;
      if (finding !== undefined) found.push(finding);
    }
    const all = [...pairs.values()];
    const among = all.flatMap(({ trades, isFound }) => (isFound ? [] : trades));
    const ring = judge(facts, { among, pairs: all, lotsOf });
    if (ring !== undefined) found.push(ring);
  }
  const byOwner = Map.groupBy(own, ({ makerOwnerId }) => makerOwnerId);
  for (const each of byOwner.values()) found.push(findingOf(facts, each, { trades: each.length }));
  return found;
}

interface Judged {
  readonly among: readonly RecordedTrade[];
  /** All that the accounts of `among` traded with one another is in one of these. */
  readonly pairs: readonly Pair[];
  /** What each account traded. */
  readonly lotsOf: ReadonlyMap<number, number>;
}

/** Whether trades among accounts of a group left them with what they had. */
function judge(facts: MarketFacts, { among, pairs, lotsOf }: Judged): Finding | undefined {
  if (among.length < WASH.tradesMin) return undefined;
  const change = new Map<number, number>();
  for (const { side, quantityLots, makerOwnerId, takerOwnerId } of among) {
    const [buyer, seller] =
      side === 'buy' ? [takerOwnerId, makerOwnerId] : [makerOwnerId, takerOwnerId];
    change.set(buyer, (change.get(buyer) ?? 0) + quantityLots);
    change.set(seller, (change.get(seller) ?? 0) - quantityLots);
  }
  const mutualLots = lotsIn(among);
  // Each trade has two sides.
  const netShareBps = bps(sum([...change.values()].map(Math.abs)), 2 * mutualLots);
  const isBetween = ({ trades: [first] }: Pair) =>
    first !== undefined && change.has(first.makerOwnerId) && change.has(first.takerOwnerId);
  // What two of them traded with one another is counted at both.
  const twice = sum(pairs.filter(isBetween).map(({ trades }) => lotsIn(trades)));
  const theirLots = sum([...change.keys()].map((owner) => lotsOf.get(owner) ?? 0)) - twice;
  const mutualShareBps = bps(mutualLots, theirLots);
  if (netShareBps > WASH.netShareMaxBps || mutualShareBps < WASH.mutualShareMinBps)
    return undefined;
  const figures = { trades: among.length, lots: mutualLots, netShareBps, mutualShareBps };
  return findingOf(facts, among, figures);
}

const lotsIn = (trades: readonly RecordedTrade[]): number =>
  sum(trades.map(({ quantityLots }) => quantityLots));

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
    fromMs: times.reduce((least, time) => Math.min(least, time)),
    toMs: times.reduce((most, time) => Math.max(most, time)),
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
