/**
 * Wash trades in large groups. Goal: what is found is what going through all trades for each pair finds, and each trade is read a
 * few times however many pairs there are. Method: drawn hours against the rule written plainly.
 */
import { Seeded } from '@fairlead/testkit';
import { describe, expect, test } from 'vitest';
import type { MarketFacts, RecordedTrade } from '../detect/facts.ts';
import { groupsOf } from '../detect/groups.ts';
import { WASH } from '../detect/thresholds.ts';
import { findWashTrades } from '../detect/wash-trades.ts';

const WINDOW = { fromMs: 0, toMs: 3_600_000 };
const chain = (count: number) =>
  Array.from(
    { length: count - 1 },
    (_, at) => ({ one: at + 2, other: at + 1, by: 'device' }) as const,
  );

const factsOf = (trades: readonly RecordedTrade[], linked: number): MarketFacts =>
  ({ marketId: 1, trades, links: chain(linked) }) as unknown as MarketFacts;

const trade = (
  at: number,
  of: Pick<RecordedTrade, 'makerOwnerId' | 'takerOwnerId' | 'side' | 'quantityLots'>,
) => ({
  ...{
    tradeId: at + 1,
    timeMs: at,
    priceTicks: 100,
    makerOrderId: 2 * at + 1,
    takerOrderId: 2 * at + 2,
  },
  ...of,
});

function drawn(seed: number, { owners, count }: { owners: number; count: number }) {
  const random = new Seeded(seed);
  const owner = () => 1 + (random.next() % owners);
  return Array.from({ length: count }, (_, at) =>
    trade(at, {
      makerOwnerId: owner(),
      takerOwnerId: owner(),
      side: random.chance(50) ? 'buy' : 'sell',
      quantityLots: 1 + (random.next() % 3),
    }),
  );
}

/** Which trades are a finding, by the rule as it is written: every set of accounts against all trades. */
function plainly(facts: MarketFacts): number[][] {
  const groups = groupsOf(facts.links);
  const among = facts.trades.filter(
    ({ makerOwnerId: one, takerOwnerId: other }) =>
      one !== other && groups.get(one)?.includes(other) === true,
  );
  const isFound = (trades: readonly RecordedTrade[]): boolean => {
    const owners = new Set(trades.flatMap((each) => [each.makerOwnerId, each.takerOwnerId]));
    const net = [...owners].map((owner) =>
      trades.reduce((sum, { side, makerOwnerId, takerOwnerId, quantityLots: lots }) => {
        const [buyer, seller] =
          side === 'buy' ? [takerOwnerId, makerOwnerId] : [makerOwnerId, takerOwnerId];
        return sum + (buyer === owner ? lots : 0) - (seller === owner ? lots : 0);
      }, 0),
    );
    const lotsIn = (list: readonly RecordedTrade[]) =>
      list.reduce((sum, each) => sum + each.quantityLots, 0);
    const theirs = facts.trades.filter(
      (each) => owners.has(each.makerOwnerId) || owners.has(each.takerOwnerId),
    );
    const moved = net.reduce((sum, lots) => sum + Math.abs(lots), 0);
    return (
      trades.length >= WASH.tradesMin &&
      Math.floor((moved * 10_000) / (2 * lotsIn(trades))) <= WASH.netShareMaxBps &&
      Math.floor((lotsIn(trades) * 10_000) / lotsIn(theirs)) >= WASH.mutualShareMinBps
    );
  };
  const pairs = Map.groupBy(among, ({ makerOwnerId: one, takerOwnerId: other }) =>
    [Math.min(one, other), Math.max(one, other)].join('-'),
  );
  const found = [...pairs.values()].filter(isFound);
  const rest = [...pairs.values()].filter((pair) => !found.includes(pair));
  const rings = Map.groupBy(rest.flat(), ({ makerOwnerId }) => groups.get(makerOwnerId));
  const own = Map.groupBy(
    facts.trades.filter((each) => each.makerOwnerId === each.takerOwnerId),
    ({ makerOwnerId }) => makerOwnerId,
  );
  return [...found, ...[...rings.values()].filter(isFound), ...own.values()].map(idsOf);
}

const idsOf = (trades: readonly RecordedTrade[]) =>
  trades.map(({ tradeId }) => tradeId).sort((left, right) => left - right);
const byFirst = (lists: readonly (readonly number[])[]) => lists.map((list) => list.join()).sort();

describe('wash trades in a group', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'are those of the rule, drawn hour %i',
    (seed) => {
      // Few accounts trade to and fro by chance; some of them are linked to nobody.
      const owners = 2 + (seed % 5);
      const facts = factsOf(
        drawn(seed + 1, { owners, count: 6 + seed }),
        Math.max(2, owners - (seed % 2)),
      );
      const found = findWashTrades(facts, WINDOW).map(({ tradeIds }) => tradeIds);
      expect(byFirst(found)).toEqual(byFirst(plainly(facts)));
    },
  );

  test('are found by reading each trade a few times, whatever the group', () => {
    let reads = 0;
    const count = 3_000;
    const trades = drawn(7, { owners: 2_000, count }).map((each) =>
      Object.defineProperty({ ...each }, 'quantityLots', {
        get: () => {
          reads += 1;
          return each.quantityLots;
        },
      }),
    );
    findWashTrades(factsOf(trades, 2_000), WINDOW);
    expect(reads).toBeLessThan(8 * count);
  });
});
