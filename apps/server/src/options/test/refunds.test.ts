/**
 * Q6 over the wire: a pause in a window voids no win, an order that nothing decides waits across restarts, and everybody
 * can read how many had too few samples and what they would have been.
 */
import type { OptionOrder } from '@fairlead/contract';
import { verifyChain } from '@fairlead/receipt';
import { BTC_USDT } from '@fairlead/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { startDueOptions } from '../due.ts';
import { balanceOf, buy, buyer, passSeconds, startOptionServer } from './fixture.ts';

const SECONDS = 30;
const WINDOW = 5;

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startOptionServer({ startTimer: () => () => {} });
  user = await buyer(server, 10_000);
});
afterAll(async () => {
  for (const check of ['checkQuick', 'checkAll', 'checkEngine'] as const)
    expect((await server.context.reconciler[check]()).drifts).toEqual([]);
  await server.stop();
});

const orderOf = async (id: number): Promise<OptionOrder | undefined> =>
  (await server.data('optionOrders', {}, user)).list.find((order) => order.id === id);

/** Venues that were read and did not agree, as the pump gives them. */
async function dispute(): Promise<void> {
  server.clock.nowMs += 1_000;
  const time = server.clock.nowMs;
  const dropped = ['binance', 'kraken'].map((venue, at) => ({
    venue,
    price: `${100 + at * 10}.00000000`,
    time,
    reason: 'disagrees',
  }));
  const result = await server.sequencer.run(
    {
      kind: 'index_tick',
      marketId: BTC_USDT.marketId,
      sampleTimeMs: time,
      isMarketStale: true,
    },
    { sampleSources: JSON.stringify({ sources: [], dropped }) },
  );
  expect(result.ok).toBe(true);
}

/** Buys a rise at 100 and lets all pass but its window. */
async function untilWindow(direction: 'rise' | 'fall' = 'rise'): Promise<number> {
  const { id } = await buy(server, user, { more: { direction } });
  await passSeconds(server, SECONDS - WINDOW - 1);
  return id;
}

describe('Q6: options with too few samples', () => {
  test('four seconds of pause in a window void no win', async () => {
    const id = await untilWindow();
    await passSeconds(server, 1, () => '101');
    server.clock.nowMs += 4_000;
    await passSeconds(server, 1);
    expect(await orderOf(id)).toMatchObject({
      result: 'win',
      shortfall: 'house',
      would_be: 'win',
      paid: '175.000000',
      delivery_price: '101.00',
    });
  });

  test('what the market left without a price is refunded, by the running engine and by one that was reloaded', async () => {
    const first = await untilWindow();
    await dispute();
    await dispute();
    await server.restart();
    await passSeconds(server, 3, () => '101');
    await passSeconds(server, 1);
    expect(await orderOf(first)).toMatchObject({
      result: 'refunded',
      shortfall: 'market',
      would_be: 'win',
      paid: '101.000000',
    });
  });

  test('a whole window of downtime waits for the next price, across restarts and however often it is asked for', async () => {
    const house = await balanceOf(server, 'option_house');
    const id = await untilWindow('fall');
    server.clock.nowMs += 3_600_000;
    await server.restart();
    const due = await startDueOptions(server.context);
    try {
      await due.settle();
      await due.settle();
      // A quarter of an hour of a stale index is more than the sealer keeps of any market.
      await passSeconds(server, 1_100, () => undefined);
      await due.settle();
      expect(await orderOf(id)).toMatchObject({ status: 'open' });
      expect((await balanceOf(server, 'option_house')).frozen).toBe(house.frozen + 75_000000n);
      expect(due.overdue).toBe(1);
      await passSeconds(server, 1, () => '99.5');
      expect(await orderOf(id)).toMatchObject({
        result: 'win',
        shortfall: 'house',
        would_be: 'win',
        delivery_price: '99.50',
      });
      expect(due.overdue).toBe(0);
    } finally {
      await due.stop();
    }
  });

  test('are counted in public, by whose doing and by what they would have been', async () => {
    const lost = await untilWindow('fall');
    await passSeconds(server, 1, () => '101');
    server.clock.nowMs += 4_000;
    await passSeconds(server, 1);
    expect(await orderOf(lost)).toMatchObject({ result: 'refunded', would_be: 'lose' });
    const counts = {
      refunded: 2,
      paid_as_win: 2,
      by_house: 3,
      by_market: 1,
      would_win: 3,
      would_lose: 1,
      would_be_flat: 0,
    };
    const { total, days } = await server.data('refunds', {});
    expect(total).toEqual(counts);
    expect(days.reduce((sum, day) => sum + day.refunded, 0)).toBe(2);
    expect(days.every(({ time }) => time % 86_400_000 === 0)).toBe(true);
  });

  test('no row can say that a win which the house voided is a refund', async () => {
    const change = server.context.database.query(
      `INSERT INTO option_orders SELECT option_id + 1000000, owner_id, market_id, currency_id, direction, seconds,
         stake_minor, fee_minor, fee_ppm, payout_ratio_ppm, payout_minor, strike_e8, purchased_at_ms, delivers_at_ms,
         window_ms, status, NULL, 'refunded', NULL, stake_minor + fee_minor, 0, purchase_receipt_id,
         delivery_receipt_id, settled_at_ms, shortfall, would_be
       FROM option_orders WHERE shortfall = 'house' AND would_be = 'win' LIMIT 1`,
    );
    await expect(change).rejects.toThrow('shortfall_of_result');
  });

  test('have receipts that anybody re-computes', async () => {
    const { list } = await server.data('receipts', {});
    const { receipts } = await verifyChain(list);
    const failed = receipts.flatMap(({ id, checks }) =>
      checks.filter(({ status }) => status === 'failed').map((check) => [id, check]),
    );
    // The quotes of the priced samples are not given here: their medians alone cannot be made again.
    expect(failed.filter(([, check]) => (check as { name: string }).name !== 'samples')).toEqual(
      [],
    );
    expect(receipts).toHaveLength(8);
  });
});
