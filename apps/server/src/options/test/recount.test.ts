/**
 * Some thousand options over the real store, then everything they were paid computed again from the tables alone:
 * samples, terms and strike as stored, by sums written here a second time (cases.md P1). The engine's own test
 * does a hundred thousand without a store.
 */
import { BTC_USDT, ETH_USDT, Seeded, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { expect, test } from 'vitest';
import type { TestServer } from '../../../test/support/fixture.ts';
import { addHouseCapital, buyer, OPTION_TERMS, startOptionServer } from './fixture.ts';

const SEED = 20_270_115;
const BUYERS = 8;
const ORDERS = 3_000;
const ORDERS_A_SECOND_MAX = 25;
const MARKETS = [BTC_USDT.marketId, ETH_USDT.marketId];
const unit = (whole: number): bigint => BigInt(whole) * 10n ** BigInt(USDT.scale);
const TIMES = [5, 7, 30, 60].map((seconds) => ({
  seconds,
  payoutRatioPpm: ratePpm(777_777n),
  minMinor: amountMinor(2n),
  maxMinor: amountMinor(unit(20)),
}));

/** A second of each market: prices walk a few steps around their start, so that many means are even; some are stale. */
async function tick(
  server: TestServer,
  random: Seeded,
  prices: Map<number, bigint>,
): Promise<void> {
  server.clock.nowMs += 1_000;
  const sampleTimeMs = server.clock.nowMs;
  await Promise.all(
    MARKETS.map((marketId) => {
      const price = (prices.get(marketId) ?? 100n) + BigInt(random.below(3) - 1);
      prices.set(marketId, price);
      const said = { price: priceE8(price), quotedAtMs: sampleTimeMs };
      return server.run({
        kind: 'index_tick',
        marketId,
        sampleTimeMs,
        ...(!random.chance(8) && said),
      });
    }),
  );
}

interface StoredOption {
  readonly option_id: bigint;
  readonly market_id: number;
  readonly direction: string;
  readonly stake_minor: bigint;
  readonly strike_e8: bigint;
  readonly seconds: number;
  readonly purchased_at_ms: bigint;
  readonly fee_ppm: bigint;
  readonly payout_ratio_ppm: bigint;
  readonly result: string;
  readonly paid_minor: bigint;
  readonly posted: string | null;
}

/** What an order should have been paid: the rules of docs/internals/options.md once more, in as few words as possible. */
function recomputed(
  row: StoredOption,
  samples: ReadonlyMap<string, bigint | undefined>,
): readonly [result: string, paid: bigint] {
  const wholeSeconds = Math.max(5, Math.ceil(row.seconds / 10));
  const endMs = Number(row.purchased_at_ms) + row.seconds * 1_000;
  const window: bigint[] = [];
  for (let timeMs = endMs - wholeSeconds * 1_000; timeMs < endMs; timeMs += 1_000) {
    const price = samples.get(`${row.market_id} ${timeMs}`);
    if (price !== undefined) window.push(price);
  }
  const fee = (row.stake_minor * row.fee_ppm + 999_999n) / 1_000_000n;
  const isShort = window.length < wholeSeconds * 0.8;
  // No venue is ever the cause here: all that is missing, the house did not read. Nothing at all waits for a price.
  if (isShort && window.length === 0) {
    const later = [...samples].flatMap(([key, price]) => {
      const [marketId, timeMs] = key.split(' ').map(Number);
      const isLater = marketId === row.market_id && (timeMs ?? 0) >= endMs;
      return isLater && price !== undefined ? [{ timeMs: timeMs ?? 0, price }] : [];
    });
    const [first] = later.sort((left, right) => left.timeMs - right.timeMs);
    if (first !== undefined) window.push(first.price);
  }
  const difference = window.reduce((sum, price) => sum + price - row.strike_e8, 0n);
  const hasRisen = difference > 0n;
  const isWin = difference !== 0n && hasRisen === (row.direction === 'rise');
  if (isShort && !isWin) return ['refunded', row.stake_minor + fee];
  if (difference === 0n) return ['flat', row.stake_minor];
  if (hasRisen !== (row.direction === 'rise')) return ['lose', 0n];
  return ['win', row.stake_minor + (row.stake_minor * row.payout_ratio_ppm) / 1_000_000n];
}

test(`P1: ${ORDERS} options are paid what their stored samples say (seed ${SEED})`, async () => {
  const random = new Seeded(SEED);
  const server = await startOptionServer();
  for (const marketId of MARKETS) {
    const terms = { ...OPTION_TERMS, marketId, times: TIMES, ordersMax: 10_000 };
    const exposureMaxMinor = amountMinor(unit(1_000_000));
    await server.run({ kind: 'configure_options', terms: { ...terms, exposureMaxMinor } });
  }
  await addHouseCapital(server, unit(1_000_000));
  const users = await Promise.all(Array.from({ length: BUYERS }, () => buyer(server, 100_000)));
  const prices = new Map<number, bigint>();
  for (let bought = 0; bought < ORDERS; ) {
    await tick(server, random, prices);
    const count = Math.min(1 + random.below(ORDERS_A_SECOND_MAX), ORDERS - bought);
    const results = await Promise.all(
      Array.from({ length: count }, () =>
        server.sequencer.run({
          kind: 'buy_option',
          owner: random.pick(users).userId,
          marketId: random.pick(MARKETS),
          currencyId: USDT.currencyId,
          direction: random.pick(['rise', 'fall']),
          seconds: random.pick(TIMES).seconds,
          stake: amountMinor(BigInt(2 + random.below(19_999_999))),
        }),
      ),
    );
    for (const result of results) {
      if (result.ok) bought += 1;
      else expect(result.reject).toBe('price_stale');
    }
    // Now and then some seconds are lost with the process.
    if (random.chance(2)) server.clock.nowMs += 1_000 * (1 + random.below(12));
    if (random.chance(1)) await server.restart();
  }
  for (let second = 0; second <= 60; second += 1) await tick(server, random, prices);

  const { database, reconciler } = server.context;
  const rows = await database.query<StoredOption>(
    `SELECT option_orders.*, posted::text FROM option_orders LEFT JOIN LATERAL (
       SELECT sum(amount_minor) AS posted FROM journal_entries JOIN postings USING (entry_id)
       WHERE reason = 'option_delivery' AND reference = option_id::text AND account = 'option'
     ) AS delivery ON true`,
  );
  const stored = await database.query<{
    market_id: number;
    sample_time_ms: bigint;
    price_e8: string | null;
  }>('SELECT market_id, sample_time_ms, price_e8 FROM index_samples');
  const samples = new Map(
    stored.map((row) => [
      `${row.market_id} ${row.sample_time_ms}`,
      row.price_e8 === null ? undefined : BigInt(row.price_e8),
    ]),
  );
  const counts = new Map<string, number>();
  for (const row of rows) {
    const [result, paid] = recomputed(row, samples);
    expect([row.result, row.paid_minor, BigInt(row.posted ?? 0)], `${row.option_id}`).toEqual([
      result,
      paid,
      paid,
    ]);
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  expect(rows).toHaveLength(ORDERS);
  for (const result of ['win', 'lose', 'flat', 'refunded'])
    expect(counts.get(result), result).toBeGreaterThan(50);
  for (const check of ['checkQuick', 'checkAll', 'checkEngine'] as const)
    expect((await reconciler[check]()).drifts).toEqual([]);
  await server.stop();
}, 300_000);
