/** Value by day, profit and loss by product, statements: over the ledger of a running server, on both databases. */
import type { Portfolio } from '@fairlead/contract';
import { BTC, USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, parseDecimal, ratePpm } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { describeDatabases } from '../../../test/support/test-database.ts';
import type { Database, SqlValue } from '../../core/store/database.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { verify } from '../../custody/test/fixture.ts';
import { atIndex, fundContract, open, startFuturesServer } from '../../futures/test/fixture.ts';
import {
  addTreasury,
  FIFTEEN,
  fundTrust,
  host,
  loginAgain,
  runDue,
} from '../../hosting/test/fixture.ts';
import {
  addHouseCapital,
  buy,
  fundOptions,
  HOUSE_CAPITAL,
  OPTION_TERMS,
  passSeconds,
  sample,
} from '../../options/test/fixture.ts';
import { timeZone } from '../calendar-days.ts';
import { PastSums } from '../past-sums.ts';

const ZONE = { time_zone: 'UTC' };
const PARTS = ['spot', 'futures', 'options', 'hosting', 'offerings', 'referral', 'other'] as const;

const micro = (text: string): bigint => parseDecimal(text, 6) ?? -1n;
const sumOf = (row: Portfolio['total']): bigint =>
  PARTS.reduce((sum, part) => sum + micro(row[part]), 0n);

describeDatabases('portfolio', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startFuturesServer({ kind });
    await server.run({ kind: 'configure_options', terms: OPTION_TERMS });
    await server.run({
      kind: 'configure_option_currency',
      currency: {
        currencyId: USDT.currencyId,
        feePpm: ratePpm(10_000n),
        presets: [],
        isOpen: true,
      },
    });
    await addHouseCapital(server, HOUSE_CAPITAL);
    await server.run({ kind: 'configure_hosting', product: FIFTEEN });
    await addTreasury(server, 1_000);
  });
  afterAll(() => server.stop());

  /** The portfolio; its sums hold whatever is in it, and its last value is that of the balances. */
  async function shown(user: TestUser, days = 7, zone = ZONE): Promise<Portfolio> {
    await server.context.candles.save();
    const portfolio = await server.data('portfolio', { days, ...zone }, user);
    const { total } = await server.data('wallet', {}, user);
    if (portfolio.days.length > 0) expect(portfolio.days.at(-1)?.closing_value).toBe(total);
    for (const [at, day] of portfolio.days.entries()) {
      expect(sumOf(day)).toBe(micro(day.pnl));
      const grown = micro(day.closing_value) - micro(day.opening_value);
      expect(micro(day.pnl)).toBe(grown - micro(day.deposits) + micro(day.withdrawals));
      expect(portfolio.days[at + 1]?.opening_value ?? day.closing_value).toBe(day.closing_value);
    }
    expect(sumOf(portfolio.total)).toBe(micro(portfolio.total.pnl));
    return portfolio;
  }

  /** A minute of its own for each test, at the prices of the start. */
  beforeEach(async () => {
    server.clock.nowMs += 60_000;
    await server.tick();
  });

  /** Goes to eight o'clock of the next day, at a price. */
  async function nextDay(price = '100'): Promise<void> {
    server.clock.nowMs += DAY_MS;
    await server.tick();
    if (price !== '100') {
      server.clock.nowMs += 1_000;
      await sample(server, { price });
    }
  }

  /** Users' sessions end while days pass. */
  const again = (user: TestUser): Promise<TestUser> => loginAgain(server, user);

  const ZERO = '0.000000';
  const QUIET = {
    deposits: ZERO,
    withdrawals: ZERO,
    pnl: ZERO,
    spot: ZERO,
    futures: ZERO,
    options: ZERO,
    hosting: ZERO,
    offerings: ZERO,
    referral: ZERO,
    other: ZERO,
  };

  test('a new user has no days, and no return', async () => {
    const user = await server.register();
    expect(await shown(user)).toEqual({
      convert_currency: 'USDT',
      as_of: server.clock.nowMs,
      days: [],
      total: QUIET,
      unpriced: [],
    });
  });

  test('what is brought in is no profit; what its price does is spot', async () => {
    const user = await server.trader();
    await nextDay('110');
    const { days, total, return_rate } = await shown(user);
    expect(days).toMatchObject([
      { ...QUIET, opening_value: ZERO, closing_value: '2000.000000', deposits: '2000.000000' },
      {
        ...QUIET,
        opening_value: '2000.000000',
        closing_value: '2100.000000',
        pnl: '100.000000',
        spot: '100.000000',
      },
    ]);
    expect(total).toEqual({
      ...QUIET,
      deposits: '2000.000000',
      pnl: '100.000000',
      spot: '100.000000',
    });
    expect(return_rate).toBe('0.05');
  });

  test('a trade and its fee are spot, transfers nothing', async () => {
    const [maker, user] = [await server.trader(), await server.trader()];
    const order = { symbol: 'BTC/USDT', type: 'limit', price: '101.00', quantity: '1' };
    await server.data('placeOrder', { ...order, side: 'sell' }, maker);
    await server.data('placeOrder', { ...order, side: 'buy' }, user);
    const move = { from_account: 'coin', to_account: 'trust', currency_id: 1, amount: '2' };
    await server.data('transfer', move, user);
    const { total } = await shown(user);
    // 0.998 BTC at 100 for 101 USDT.
    expect(total).toMatchObject({ pnl: '-1.200000', spot: '-1.200000', deposits: '2000.000000' });
  });

  test('a withdrawal is no loss, a refund of it no profit; a correction is other', async () => {
    const user = await server.trader();
    const post = (
      reason: 'withdrawal' | 'correction',
      [amount, isIn]: readonly [bigint, boolean],
      currencyId = BTC.currencyId,
    ) => {
      const [own, external] = [
        { owner: user.userId, account: 'coin' as const },
        { house: 'external' as const },
      ];
      return server.run({
        kind: 'post_entry',
        reason,
        reference: `${reason} ${user.userId} ${amount}`,
        currencyId,
        amount: amountMinor(amount),
        source: isIn ? external : own,
        target: isIn ? own : external,
      });
    };
    await post('withdrawal', [3_00000000n, false]);
    await post('withdrawal', [1_00000000n, true]);
    await post('correction', [5_000000n, false], USDT.currencyId);
    const { total } = await shown(user);
    expect(total).toEqual({
      ...QUIET,
      deposits: '2100.000000',
      withdrawals: '300.000000',
      pnl: '-5.000000',
      other: '-5.000000',
    });
  });

  test('a position counts at the index at each day’s end, and its whole result is futures', async () => {
    const user = await server.register();
    await fundContract(server, user, 1_000);
    const position = await open(server, user);
    await passSeconds(server, 1, () => '104');
    const first = await shown(user);
    const unrealised = micro(first.total.futures);
    expect(unrealised).toBeGreaterThan(0n);
    await nextDay('108');
    const second = await shown(user);
    expect(second.days[0]?.futures).toBe(first.total.futures);
    expect(second.days[1]?.opening_value).toBe(second.days[0]?.closing_value);
    const request = { position_id: position.id };
    const closed = await atIndex(server, 'closePosition', request, { ...user, price: '102' });
    expect(closed.status).toBe(200);
    const third = await shown(user);
    expect(third.days[0]).toEqual(second.days[0]);
    const { total } = await server.data('wallet', {}, user);
    expect(micro(third.total.futures)).toBe(micro(total) - 1_000_000_000n);
    expect(third.total.pnl).toBe(third.total.futures);
  });

  test('a stake is the owner’s until it is settled', async () => {
    const user = await server.register();
    await verify(server, user.userId);
    await fundOptions(server, user, 500);
    await buy(server, user);
    const open = await shown(user);
    expect(open.days.at(-1)).toMatchObject({ closing_value: '500.000000', pnl: ZERO });
    const wallet = await server.data('wallet', {}, user);
    expect(wallet.accounts[1]).toMatchObject({ total: '500.000000', open_stakes: '101.000000' });
    await passSeconds(server, 31, () => '101');
    const settled = await shown(user);
    expect(settled.total).toMatchObject({ options: '74.000000', pnl: '74.000000' });
  });

  test('interest is hosting, on the day it is posted', async () => {
    const user = await server.register();
    await fundTrust(server, user, { currencyId: USDT.currencyId, amount: 1_000_000000n });
    await host(server, user);
    await nextDay();
    await runDue(server);
    await nextDay();
    await runDue(server);
    const { days, total } = await shown(user);
    expect(days.map(({ hosting }) => hosting)).toEqual([ZERO, '4.000000', '4.000000']);
    expect(total.pnl).toBe('8.000000');
  });

  test('days are those of the zone', async () => {
    const user = await server.trader();
    const dates = async (time_zone: string) =>
      (await shown(user, 7, { time_zone })).days.map(({ date }) => date);
    const [utc] = await dates('UTC');
    server.clock.nowMs += 9 * 3_600_000;
    await server.tick();
    expect(await dates('UTC')).toEqual([utc]);
    const tokyo = await dates('Asia/Tokyo');
    expect(tokyo).toHaveLength(2);
    expect(tokyo[0]).toBe(utc);
    server.clock.nowMs += 15 * 3_600_000;
    await server.tick();
  });

  test('without a fresh index the last price stands in', async () => {
    const user = await server.trader();
    await server.context.candles.save();
    server.clock.nowMs += 120_000;
    const { days } = await server.data('portfolio', { days: 7, ...ZONE }, user);
    expect(days.at(-1)?.closing_value).toBe('2000.000000');
    await server.tick();
  });

  test('days that are over are read once, and forgotten first by whom asks least', async () => {
    const [one, other] = [await server.trader(), await server.trader()];
    await nextDay();
    await nextDay();
    let reads = 0;
    const { database } = server.context;
    const counted: Database = Object.assign(Object.create(database), {
      query: (sql: string, parameters?: readonly SqlValue[]) => {
        reads += 1;
        return database.query(sql, parameters);
      },
    });
    const days = timeZone('UTC', textsOf('en')).daysUntil(server.clock.nowMs, 3);
    const past = new PastSums(counted, 5);
    const read = (owner: number) =>
      past.read({ owner, zone: 'UTC', days, priced: [], nowMs: server.clock.nowMs });
    const first = await read(one.userId);
    expect(first).toMatchObject({ count: 2, sums: [{ span: 0 }, { span: 0 }] });
    expect(await read(one.userId)).toEqual(first);
    expect(reads).toBe(1);
    await read(other.userId);
    await read(other.userId);
    expect(reads).toBe(2);
    expect(await read(one.userId)).toEqual(first);
    expect(reads).toBe(3);
  });

  describe('a statement', () => {
    const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

    test('adds up, and the next one goes on where it ends', async () => {
      const [maker, user] = [await server.trader(), await server.trader()];
      const first = dateOf(server.clock.nowMs);
      await nextDay();
      const order = { symbol: 'BTC/USDT', type: 'limit', price: '100.00', quantity: '2.5' };
      await server.data('placeOrder', { ...order, side: 'sell' }, maker);
      await server.data('placeOrder', { ...order, side: 'buy' }, user);
      const second = dateOf(server.clock.nowMs);
      const headers = { 'language-mark': 'esp' };
      const of = (from: string, to: string) =>
        server.data('statement', { from, to, ...ZONE }, { ...user, headers });
      const [before, after, both] = [
        await of(first, first),
        await of(second, second),
        await of(first, second),
      ];
      expect(before.currencies[0]).toMatchObject({ opening: '0.00000000', closing: '10.00000000' });
      expect(after.currencies).toEqual([
        {
          currency_id: 1,
          name: 'BTC',
          opening: '10.00000000',
          closing: '12.49500000',
          movements: [{ kind: 'trade', label: 'Operaciones', amount: '2.49500000', count: 1 }],
        },
        {
          currency_id: 3,
          name: 'USDT',
          opening: '1000.000000',
          closing: '750.000000',
          movements: [{ kind: 'trade', label: 'Operaciones', amount: '-250.000000', count: 1 }],
        },
      ]);
      expect(both).toMatchObject({ from: before.from, to: after.to });
      for (const { opening, closing, movements } of both.currencies) {
        const moved = movements.reduce(
          (sum, { amount }) => sum + (parseDecimal(amount, 8) ?? 0n),
          0n,
        );
        expect((parseDecimal(opening, 8) ?? 0n) + moved).toBe(parseDecimal(closing, 8));
      }
    });

    test('of a time before anything is empty', async () => {
      const user = await server.trader();
      const past = { from: '2020-01-01', to: '2020-12-31', ...ZONE };
      expect((await server.data('statement', past, user)).currencies).toEqual([]);
    });

    test('shows nothing of anybody else', async () => {
      const stranger = await server.register();
      const today = dateOf(server.clock.nowMs);
      const period = { from: today, to: today, ...ZONE };
      expect((await server.data('statement', period, stranger)).currencies).toEqual([]);
    });

    test.each([
      [{ from: '2026-02-30' }, 'from'],
      [{ to: '2026-13-01' }, 'to'],
      [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
      [{ from: '2024-01-01', to: '2025-01-01' }, 'to'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ time_zone: '../etc' }, 'time_zone'],
    ])('refuses %j', async (change, field) => {
      const user = await again(await server.register());
      const request = { from: '2026-03-01', to: '2026-03-31', ...ZONE, ...change };
      const reply = await server.call('statement', request, user);
      expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
      expect(Object.keys(reply.fields ?? {})).toEqual([field]);
    });
  });

  test('only the four lengths are answered', async () => {
    const user = await server.register();
    for (const days of [0, 8, 366, 1e9]) {
      const reply = await server.call('portfolio', { days, ...ZONE }, user);
      expect(reply.status).toBe(422);
    }
  });
});
