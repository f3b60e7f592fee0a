/**
 * Settlement through real ticks: what each result pays, to the unit and with its postings, and restarts across a
 * delivery time (cases.md P2–P4, P6).
 */
import type { OptionOrder } from '@fairlead/contract';
import { BTC_USDT, USDT } from '@fairlead/testkit';
import { ratePpm } from '@fairlead/units';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { hasPostgres } from '../../../test/support/postgres-server.ts';
import { startDueOptions } from '../due.ts';
import {
  balanceOf,
  buy,
  buyer,
  OPTION_TERMS,
  passSeconds,
  sample,
  startOptionServer,
} from './fixture.ts';

const KINDS = hasPostgres ? (['pglite', 'postgres'] as const) : (['pglite'] as const);
const noTimer = { startTimer: () => () => {} };
const SECONDS = 30;
const WINDOW = 5;

async function expectSound({ context: { reconciler } }: TestServer): Promise<void> {
  for (const check of ['checkQuick', 'checkAll', 'checkEngine'] as const)
    expect((await reconciler[check]()).drifts).toEqual([]);
}

async function settled(server: TestServer, user: TestUser): Promise<readonly OptionOrder[]> {
  return (await server.data('optionOrders', { status: 'settled' }, user)).list;
}

/** Prices of the window in its order; 100 before it and at the delivery, which are not part of it. */
const inWindow = (prices: readonly (string | undefined)[]) => (second: number) =>
  second >= SECONDS - WINDOW && second < SECONDS ? prices[second - (SECONDS - WINDOW)] : '100';

/** Postings of an order's delivery: account and amount. */
async function delivery(server: TestServer, id: number): Promise<Record<string, bigint>> {
  const rows = await server.context.database.query<{ account: string; amount_minor: bigint }>(
    `SELECT account, amount_minor FROM postings JOIN journal_entries USING (entry_id)
     WHERE reason = 'option_delivery' AND reference = $1`,
    [String(id)],
  );
  return Object.fromEntries(rows.map((row) => [row.account, row.amount_minor]));
}

describe('a result', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startOptionServer(noTimer);
    user = await buyer(server, 10_000);
  });
  afterAll(async () => {
    await expectSound(server);
    await server.stop();
  });

  const WIN = {
    entry: {
      option_escrow: -101_000000n,
      option: 175_000000n,
      option_house: -75_000000n,
      fees: 1_000000n,
    },
    shown: { result: 'win', paid: '175.000000', profit: '74.000000' },
  };
  const LOSE = {
    entry: { option_escrow: -101_000000n, option_house: 100_000000n, fees: 1_000000n },
    shown: { result: 'lose', paid: '0.000000', profit: '-101.000000' },
  };
  const FLAT = {
    entry: { option_escrow: -101_000000n, option: 100_000000n, fees: 1_000000n },
    shown: { result: 'flat', outcome: 'even', paid: '100.000000', profit: '-1.000000' },
  };
  const REFUNDED = {
    entry: { option_escrow: -101_000000n, option: 101_000000n },
    shown: { result: 'refunded', paid: '101.000000', profit: '0.000000' },
  };
  const even = Array.from({ length: WINDOW }, () => '100');

  test.each([
    [
      'rise, right by one hundred-millionth in one second',
      'rise',
      [...even.slice(1), '100.00000001'],
      WIN,
      '100.00',
    ],
    ['fall, wrong by the same', 'fall', [...even.slice(1), '100.00000001'], LOSE, '100.00'],
    [
      'fall, right by one hundred-millionth',
      'fall',
      ['99.99999999', ...even.slice(1)],
      WIN,
      '99.99999999',
    ],
    ['rise, wrong by the same', 'rise', ['99.99999999', ...even.slice(1)], LOSE, '99.99999999'],
    ['P6: even', 'rise', even, FLAT, '100.00'],
    ['P6: even in sum only', 'fall', ['99', '101', '90', '110', '100'], FLAT, '100.00'],
    [
      'P4: four of five samples are enough',
      'rise',
      ['101', '101', undefined, '101', '101'],
      WIN,
      '101.00',
    ],
    [
      'P4: three of five are not',
      'fall',
      ['101', undefined, '101', undefined, '101'],
      REFUNDED,
      undefined,
    ],
    [
      'Q6: three of five that the house did not read void no win',
      'rise',
      ['101', undefined, '101', undefined, '101'],
      WIN,
      '101.00',
    ],
    [
      'P4: a window without any',
      'fall',
      Array.from({ length: WINDOW }, () => undefined),
      REFUNDED,
      undefined,
    ],
    [
      'P2: a wick of 5 % moves the mean by 1 % and flips no more than that',
      'rise',
      ['99', '99', '105', '98', '98.99'],
      LOSE,
      '99.998',
    ],
  ] as const)('%s', async (_name, direction, prices, { entry, shown }, deliveryPrice) => {
    const escrow = await balanceOf(server, 'option_escrow');
    const house = await balanceOf(server, 'option_house');
    const { id, delivers_at } = await buy(server, user, { more: { direction } });
    expect(await balanceOf(server, 'option_escrow')).toEqual({
      total: escrow.total + 101_000000n,
      frozen: 0n,
    });
    await passSeconds(server, SECONDS - 1, inWindow(prices));
    expect(await settled(server, user)).not.toContainEqual(expect.objectContaining({ id }));
    await passSeconds(server, 1);
    const [order] = await settled(server, user);
    expect(order).toMatchObject({
      id,
      direction,
      ...shown,
      settled_at: delivers_at,
      remaining_ms: 0,
      status: 'settled',
    });
    expect(order?.delivery_price).toBe(deliveryPrice);
    expect(order?.current_price).toBeUndefined();
    expect(order?.receipt_id).toBeGreaterThan(order?.purchase_receipt_id ?? 0);
    expect(await delivery(server, id)).toEqual(entry);
    expect(await balanceOf(server, 'option_escrow')).toEqual(escrow);
    const paidByHouse = 'option_house' in entry ? entry.option_house : 0n;
    expect(await balanceOf(server, 'option_house')).toEqual({
      total: house.total + paidByHouse,
      frozen: house.frozen,
    });
  });

  test('stands in the records of the account with what came and went', async () => {
    const { id } = await buy(server, user);
    await passSeconds(server, SECONDS, inWindow(Array.from({ length: WINDOW }, () => '101')));
    const { list } = await server.data('records', { account: 'option', limit: 2 }, user);
    expect(list).toMatchObject([
      { kind: 'option_delivery', amount: '175.000000', note: `Option ${id} delivered` },
      { kind: 'option_purchase', amount: '-101.000000', note: `Option ${id} bought` },
    ]);
  });

  test('is of the terms of its purchase, whatever they became (F12)', async () => {
    const { id } = await buy(server, user);
    const [short, long] = OPTION_TERMS.times;
    if (short === undefined || long === undefined) throw new Error('two times are offered');
    await server.run({ kind: 'configure_options', terms: { ...OPTION_TERMS, times: [long] } });
    const currency = { currencyId: USDT.currencyId, presets: [], isOpen: false } as const;
    await server.run({
      kind: 'configure_option_currency',
      // The most that may be asked.
      currency: { ...currency, feePpm: ratePpm(50_000n) },
    });
    await passSeconds(server, SECONDS, inWindow(Array.from({ length: WINDOW }, () => '101')));
    expect(await delivery(server, id)).toEqual(WIN.entry);
    await server.run({ kind: 'configure_options', terms: OPTION_TERMS });
    await server.run({
      kind: 'configure_option_currency',
      currency: { ...currency, feePpm: ratePpm(10_000n), isOpen: true },
    });
  });

  test('comes while the market is halted and the account frozen: only openings stop', async () => {
    const { id } = await buy(server, user);
    const { marketId } = BTC_USDT;
    await server.run({ kind: 'set_market_state', marketId, state: 'halted' });
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: true });
    const closed = await server.sequencer.run({
      kind: 'set_market_state',
      marketId,
      state: 'closed',
    });
    expect(closed).toEqual({ ok: false, reject: 'market_in_use' });
    await passSeconds(server, SECONDS, inWindow(Array.from({ length: WINDOW }, () => '101')));
    expect(await delivery(server, id)).toEqual(WIN.entry);
    await server.run({ kind: 'set_market_state', marketId, state: 'open' });
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: false });
  });
});

describe.each(KINDS)('P3: a server that is down across the delivery (%s)', (kind) => {
  let server: TestServer;
  let user: TestUser;
  beforeEach(async () => {
    server = await startOptionServer({ ...noTimer, kind });
    user = await buyer(server, 10_000);
  });
  afterEach(async () => {
    await expectSound(server);
    await server.stop();
  });

  /** What meets a clock that went back first is refused; then commands are taken again. */
  const turnedAwayOnce = async () => {
    await expect(server.run({ kind: 'settle_due' })).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => server.sequencer.health().state).toBe('running');
  };

  const RISING = ['100.1', '100.2', undefined, '100.4', '100.5'];
  const up = inWindow(RISING);

  /** What must be the same whenever it was settled. */
  const essence = ({ result, outcome, delivery_price, paid, profit }: OptionOrder) => ({
    result,
    outcome,
    delivery_price,
    paid,
    profit,
  });

  test('settles at the first sample after it with the stored ones, as it would have on time', async () => {
    const onTime = await buy(server, user);
    await passSeconds(server, SECONDS, up);
    const [first] = await settled(server, user);
    expect(first).toMatchObject({ id: onTime.id, delivery_price: '100.30', result: 'win' });
    const late = await buy(server, user);
    await passSeconds(server, SECONDS - 1, up);
    await server.restart();
    expect(await settled(server, user)).toHaveLength(1);
    server.clock.nowMs += 60_000;
    await sample(server, { price: '1' });
    const [second] = await settled(server, user);
    expect(second?.id).toBe(late.id);
    expect(second && essence(second)).toEqual(first && essence(first));
    expect(second?.settled_at).toBe(server.clock.nowMs);
    await server.restart();
    await passSeconds(server, 3);
    expect(await settled(server, user)).toHaveLength(2);
  });

  test('in the middle of the window: what is stored and what comes after count together', async () => {
    const { id } = await buy(server, user);
    await passSeconds(server, SECONDS - 3, up);
    await server.restart();
    await passSeconds(server, 3, (second) => up(second + SECONDS - 3));
    expect(await settled(server, user)).toMatchObject([
      { id, result: 'win', delivery_price: '100.30' },
    ]);
  });

  test('P4: refunds in full, fee too, where the window was lost', async () => {
    const { id } = await buy(server, user, { more: { direction: 'fall' } });
    await passSeconds(server, SECONDS - 4, up);
    await server.restart();
    server.clock.nowMs += 60_000;
    await sample(server, { price: '150' });
    expect(await settled(server, user)).toMatchObject([
      {
        id,
        result: 'refunded',
        shortfall: 'house',
        would_be: 'lose',
        paid: '101.000000',
        profit: '0.000000',
      },
    ]);
    expect((await balanceOf(server, 'option', user.userId)).total).toBe(10_000_000000n);
  });

  test('without any sample ever again: settled five seconds late, once, however often it is asked', async () => {
    const [stored, lost] = [await buy(server, user), await buy(server, user)];
    // The second order is a second younger: the first has four of five samples, the second three.
    await passSeconds(server, SECONDS - 2, up);
    await server.restart();
    const due = await startDueOptions(server.context);
    try {
      server.clock.nowMs = lost.delivers_at + 4_999;
      expect([due.open, due.overdue]).toEqual([2, 1]);
      await due.settle();
      expect(await settled(server, user)).toMatchObject([{ id: stored.id, result: 'win' }]);
      expect([due.open, due.overdue]).toEqual([1, 0]);
      server.clock.nowMs += 1;
      expect(due.overdue).toBe(1);
      await Promise.all([due.settle(), due.settle(), due.settle()]);
      expect(await settled(server, user)).toMatchObject([
        { id: lost.id, result: 'win', shortfall: 'house', would_be: 'win' },
        { id: stored.id, result: 'win' },
      ]);
      expect([due.open, due.overdue]).toEqual([0, 0]);
      const before = await server.ledger();
      await server.run({ kind: 'settle_due' });
      await sample(server, { price: '100' });
      expect(await server.ledger()).toBe(before);
    } finally {
      await due.stop();
    }
  });

  test('at a start what is overdue is settled before anything else happens', async () => {
    await buy(server, user);
    await passSeconds(server, SECONDS - 1, up);
    await server.restart();
    server.clock.nowMs += 3_600_000;
    const settledOne = new Promise<void>((resolve) => {
      const stop = server.sequencer.onCommitted(({ changes }) => {
        if (changes.options.length === 0) return;
        stop();
        resolve();
      });
    });
    const due = await startDueOptions(server.context);
    await settledOne;
    await due.stop();
    expect(await settled(server, user)).toMatchObject([
      { result: 'win', delivery_price: '100.30' },
    ]);
  });

  test('a clock that goes back settles nothing early and nothing twice', async () => {
    const { id, delivers_at } = await buy(server, user);
    await passSeconds(server, SECONDS - 1, up);
    const due = await startDueOptions(server.context);
    // Into seconds that have samples without a gap: the clock is behind, and time stands still until it has caught up.
    server.clock.nowMs -= 20_000;
    await due.settle();
    await turnedAwayOnce();
    await server.run({ kind: 'settle_due' });
    expect(await settled(server, user)).toEqual([]);
    server.clock.nowMs = delivers_at;
    await sample(server, { price: '100' });
    const before = await server.ledger();
    server.clock.nowMs -= 20_000;
    await due.settle();
    await turnedAwayOnce();
    await server.run({ kind: 'settle_due' });
    await due.stop();
    expect(await settled(server, user)).toMatchObject([{ id, result: 'win' }]);
    expect(await server.ledger()).toBe(before);
  });

  test('Q15: a clock that ran ahead and is right again leaves no later order waiting', async () => {
    await buy(server, user);
    await passSeconds(server, SECONDS - 1, up);
    const due = await startDueOptions(server.context);
    try {
      server.clock.nowMs += 3_600_000;
      await due.settle();
      expect(await settled(server, user)).toHaveLength(1);
      server.clock.nowMs -= 3_600_000;
      await turnedAwayOnce();
      const later = await buy(server, user);
      await passSeconds(server, SECONDS - 1, up);
      server.clock.nowMs = later.delivers_at + 5_000;
      await due.settle();
      const [last] = await settled(server, user);
      expect(last).toMatchObject({ id: later.id, result: 'win' });
    } finally {
      await due.stop();
    }
  });
});
