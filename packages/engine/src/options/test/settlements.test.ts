/**
 * P1: a hundred thousand orders, bought and delivered over half an hour of drawn samples, are settled again from the
 * stored samples alone. Method: from the rows and the raw samples, with arithmetic that is written out here.
 */
import type { Changes, IndexRow, OptionRow } from '@fairlead/engine';
import { Seeded } from '@fairlead/testkit';
import { amountMinor, ratePpm } from '@fairlead/units';
import { expect, test } from 'vitest';
import { usdt } from '../../../test/kit/words.ts';
import { BTC_OPTIONS, buying, OptionExchange, USDT_OPTIONS } from './words.ts';

const ORDERS = 100_000;
const OWNERS = 20;
const PER_SECOND = 60;
const SECONDS = [5, 30, 60, 120, 300] as const;

test('P1: of 100,000 settlements each is what the stored samples say, to the unit', () => {
  const { exchange, stored } = traded();
  const samples = new Map<number, bigint | undefined>(
    stored.samples.map(({ sampleTimeMs, price }) => [sampleTimeMs, price]),
  );
  const orders = [...stored.orders.values()];
  expect(orders).toHaveLength(ORDERS);
  const counts = new Map<string, number>();
  let houseGain = 0n;
  let fees = 0n;
  for (const order of orders) {
    const { result, paid } = settledAgain(order, samples);
    if (order.result !== result || order.paid !== paid) {
      expect([order.optionId, order.result, order.paid]).toEqual([order.optionId, result, paid]);
    }
    counts.set(result, (counts.get(result) ?? 0) + 1);
    if (result !== 'refunded') fees += order.fee;
    houseGain += order.stake + order.fee - paid - (result === 'refunded' ? 0n : order.fee);
  }
  expect([...counts.keys()].sort()).toEqual(['flat', 'lose', 'refunded', 'win']);
  const { engine } = exchange;
  expect(engine.houseBalance('option_house', 3).total).toBe(usdt(1_000_000_000) + houseGain);
  expect(engine.houseBalance('fees', 3).total).toBe(fees);
  expect(engine.houseBalance('option_escrow', 3).total).toBe(0n);
  expect(engine.houseBalance('option_house', 3).frozen).toBe(0n);
  engine.checkInvariants();
}, 120_000);

/** What a store would have of it. */
class Stored {
  readonly orders = new Map<number, OptionRow>();
  readonly samples: IndexRow[] = [];

  commit({ options, index }: Changes): void {
    for (const row of options) this.orders.set(row.optionId, row);
    this.samples.push(...index);
  }
}

function traded(): { readonly exchange: OptionExchange; readonly stored: Stored } {
  const random = new Seeded(1);
  const exchange = OptionExchange.begin({
    terms: {
      ...BTC_OPTIONS,
      times: SECONDS.map((seconds, at) => ({
        seconds,
        payoutRatioPpm: ratePpm(750_001n + BigInt(at)),
        minMinor: usdt(10),
        maxMinor: usdt(5_000),
      })),
      exposureMaxMinor: usdt(1_000_000_000),
      ordersMax: 10_000,
    },
    currency: { ...USDT_OPTIONS, feePpm: ratePpm(10_001n) },
    house: 1_000_000_000,
    users: Array.from({ length: OWNERS }, () => 1_000_000_000),
  });
  const stored = new Stored();
  let bought = 0;
  let ticks = 0;
  // Beyond the last purchase as long as the longest time, until nothing is open.
  for (let end = 0; end < 302; end += bought < ORDERS ? 0 : 1) {
    const isLost = random.chance(6);
    if (random.chance(1)) exchange.timeMs += 1_000 * random.below(12);
    // Few prices, so that some deliveries are even to the last decimal.
    exchange.tick(isLost ? undefined : 100 + random.below(3));
    ticks += 1;
    const count = isLost ? 0 : Math.min(PER_SECOND, ORDERS - bought);
    for (let at = 0; at < count; at += 1) {
      exchange.timeMs += random.chance(10) ? 1 : 0;
      exchange.run({
        ...buying(1 + random.below(OWNERS)),
        direction: random.pick(['rise', 'fall'] as const),
        seconds: random.pick(SECONDS),
        stake: amountMinor(usdt(10) + BigInt(random.below(4_000_000_000))),
      });
    }
    bought += count;
    if (ticks % 60 === 0) stored.commit(exchange.engine.takeChanges());
  }
  stored.commit(exchange.engine.takeChanges());
  return { exchange, stored };
}

/** The rules of docs/internals/options.md again, in plain numbers of samples. */
function settledAgain(
  order: OptionRow,
  samples: ReadonlyMap<number, bigint | undefined>,
): { readonly result: string; readonly paid: bigint } {
  const { seconds, purchasedAtMs, strike, stake, direction } = order;
  const endMs = purchasedAtMs + seconds * 1_000;
  const windowSeconds = seconds <= 50 ? 5 : Math.ceil(seconds / 10);
  const fee = (stake * 10_001n + 999_999n) / 1_000_000n;
  const ratio = 750_001n + BigInt(SECONDS.indexOf(seconds as 5));
  let valid = 0;
  let above = 0n;
  // The first whole second of the window, as samples are taken on whole seconds.
  const startMs = Math.ceil((endMs - windowSeconds * 1_000) / 1_000) * 1_000;
  for (let timeMs = startMs; timeMs < endMs; timeMs += 1_000) {
    const price = samples.get(timeMs);
    if (price === undefined) continue;
    valid += 1;
    above += price - strike;
  }
  const isShort = valid < 0.8 * windowSeconds;
  // No venue is ever the cause here: all that is missing, the house did not read.
  for (let timeMs = startMs; isShort && valid === 0; timeMs += 1_000) {
    const price = timeMs >= endMs ? samples.get(timeMs) : undefined;
    if (price === undefined) continue;
    valid = 1;
    above = price - strike;
  }
  const isWin = above !== 0n && above > 0n === (direction === 'rise');
  if (isShort && !isWin) return { result: 'refunded', paid: stake + fee };
  if (above === 0n) return { result: 'flat', paid: stake };
  const isRight = above > 0n === (direction === 'rise');
  if (!isRight) return { result: 'lose', paid: 0n };
  return { result: 'win', paid: stake + (stake * ratio) / 1_000_000n };
}
