/**
 * Goal: the house stands the crash of 12 March 2020 with a hundred positions at every multiple, both sides, and every
 * unit is where it must be (F7). Method: the recorded day at speed, four samples a minute; positions of every kind open at
 * drawn minutes; the sums are recomputed from the closed rows by fractions, without the engine's formulas.
 */
import type { FuturesTerms, PositionRow } from '@fairlead/engine';
import { crashDay, Seeded, USDT } from '@fairlead/testkit';
import { type PriceE8, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { Tables } from '../../../test/kit/tables.ts';
import { usdt } from '../../../test/kit/words.ts';
import { BTC_FUTURES, FuturesExchange, priceWord } from './words.ts';

const COUNT = 100;
const SIDES = ['long', 'short'] as const;
const MULTIPLES = BTC_FUTURES.multiples.map(({ multiple }) => multiple);
const OWNERS = MULTIPLES.length * SIDES.length;
const HOUSE = 20_000_000n;
const EACH = 200_000n;
/** A quarter of the day's samples is before the first fall, and the last hour opens nothing. */
const PATH = crashDay();
const OPENINGS = Math.floor(PATH.length * 0.95);

interface Plan {
  readonly owner: number;
  readonly side: (typeof SIDES)[number];
  readonly multiple: number;
  readonly lots: number;
  /** A percentage of the price: how far away limit and stops are; none at 0. */
  readonly limit: number;
  readonly stop: number;
  readonly profit: number;
}

/** What opens at which sample. One owner for each multiple and side. */
function plans(): Map<number, Plan[]> {
  const random = new Seeded(20_200_312);
  const byTick = new Map<number, Plan[]>();
  for (const [at, multiple] of MULTIPLES.entries()) {
    for (const [second, side] of SIDES.entries()) {
      for (let count = 0; count < COUNT; count += 1) {
        const tick = count === 0 ? 0 : random.below(OPENINGS);
        const plan: Plan = {
          owner: 1 + SIDES.length * at + second,
          side,
          multiple,
          lots: 1 + random.below(40),
          limit: random.chance(20) ? 1 + random.below(10) : 0,
          stop: random.chance(20) ? 1 + random.below(20) : 0,
          profit: random.chance(20) ? 1 + random.below(20) : 0,
        };
        byTick.set(tick, [...(byTick.get(tick) ?? []), plan]);
      }
    }
  }
  return byTick;
}

/** A price so many percent away, in whole ticks. */
function away(price: PriceE8, percent: number): string {
  const ticks = (price * BigInt(100 + percent)) / 100n / 1_000_000n;
  return priceWord(ticks * 1_000_000n);
}

function open(exchange: FuturesExchange, plan: Plan, price: PriceE8): void {
  const { owner, side, lots, multiple, limit, stop, profit } = plan;
  const sign = side === 'long' ? 1 : -1;
  const base = away(price, -sign * limit);
  const reference = limit === 0 ? price : (price * BigInt(100 - sign * limit)) / 100n;
  const extras = {
    ...(stop === 0 ? {} : { stopLoss: away(reference as PriceE8, -sign * stop) }),
    ...(profit === 0 ? {} : { takeProfit: away(reference as PriceE8, sign * profit) }),
  };
  if (limit > 0) exchange.wait(owner, side, [lots, multiple, base], extras);
  else exchange.open(owner, side, [lots, multiple], extras);
}

interface Day {
  readonly exchange: FuturesExchange;
  readonly tables: Tables;
}

function runDay(insurance: bigint, terms: FuturesTerms, reloadAt = -1): Day {
  const users = Array.from({ length: OWNERS }, () => String(EACH));
  let exchange = FuturesExchange.begin({
    terms,
    house: String(HOUSE),
    insurance: String(insurance),
    users,
  });
  const tables = new Tables();
  const planned = plans();
  for (const [at, price] of PATH.entries()) {
    exchange.tick(priceWord(price));
    for (const plan of planned.get(at) ?? []) open(exchange, plan, price);
    if (at % 500 === 0) exchange.engine.checkInvariants();
    if (at % 50 === 0 || at === reloadAt) tables.commit(exchange.engine.takeChanges());
    if (at === reloadAt) {
      exchange = FuturesExchange.reloaded(tables.snapshot(), exchange.timeMs);
    }
  }
  for (let owner = 1; owner <= OWNERS; owner += 1) exchange.run({ kind: 'close_positions', owner });
  exchange.run({ kind: 'set_market_state', marketId: terms.marketId, state: 'closed' });
  tables.commit(exchange.engine.takeChanges());
  exchange.engine.checkInvariants();
  return { exchange, tables };
}

/** The loss beyond the margin, in minor units rounded up: lots × 0.01 BTC × the fall, at 10^-8 a price and 10^-6 a USDT. */
function deficitOf({ side, lots, margin, openPrice, closePrice }: PositionRow): bigint {
  if (openPrice === undefined || closePrice === undefined) throw new Error('it was closed');
  const fall = side === 'long' ? openPrice - closePrice : closePrice - openPrice;
  const loss = (BigInt(lots) * 1_000_000n * fall + 9_999_999_999n) / 10_000_000_000n;
  return loss > margin ? loss - margin : 0n;
}

const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);

function total({ exchange }: Day, account: 'contract_house' | 'insurance_fund' | 'fees'): bigint {
  return exchange.engine.houseBalance(account, USDT.currencyId).total;
}

function usersTotal({ exchange }: Day): bigint {
  const owners = Array.from({ length: OWNERS }, (_, at) => at + 1);
  return sum(
    owners.map((owner) => {
      const { total: has, frozen } = exchange.engine.balance(owner, 'contract', USDT.currencyId);
      expect(has >= 0n && frozen === 0n).toBe(true);
      return has;
    }),
  );
}

/** Checks what must hold whoever pays, and returns the closed positions. */
function expectExact(day: Day, insurance: bigint): PositionRow[] {
  const rows = day.tables.futures.positions();
  expect(rows).toHaveLength(COUNT * OWNERS);
  for (const { status, hold, reserved } of rows) {
    expect(['closed', 'cancelled']).toContain(status);
    expect([hold, reserved]).toEqual([0n, 0n]);
  }
  const closed = rows.filter(({ status }) => status === 'closed');
  const won = sum(closed.map(({ realisedPnl = 0n }) => realisedPnl));
  const fees = sum(closed.map(({ openFee, closeFee }) => openFee + closeFee));
  const paid = sum(closed.map(({ insurancePaid }) => insurancePaid));
  const fed = total(day, 'insurance_fund') + paid - usdt(String(insurance));
  expect(usersTotal(day)).toBe(usdt(String(EACH)) * BigInt(OWNERS) + won - fees);
  expect(total(day, 'contract_house')).toBe(usdt(String(HOUSE)) - won + paid);
  expect(total(day, 'fees') + fed).toBe(fees);
  expect(day.exchange.house('contract_house')).toMatch(/ \(0\)$/);
  for (const { kind, subjectId, receiptId } of day.tables.receipts()) {
    const row = rows.find(({ positionId }) => positionId === subjectId);
    expect(kind === 'open' ? row?.openReceiptId : row?.closeReceiptId).toBe(receiptId);
  }
  return closed;
}

const RICH = 1_000_000n;
/** Feeds the insurance fund from nothing. */
const UNFED: FuturesTerms = { ...BTC_FUTURES, insuranceSharePpm: ratePpm(0n) };

describe('F7: the crash of 12 March 2020, a hundred positions at every multiple, both sides', () => {
  const day = runDay(RICH, BTC_FUTURES);
  const closed = expectExact(day, RICH);

  test('every reason to close came about, at every multiple', () => {
    const reasons = new Set(closed.map(({ closeReason }) => closeReason));
    expect([...reasons].sort()).toEqual([
      'liquidation',
      'profit_cap',
      'stop_loss',
      'take_profit',
      'user',
    ]);
    const liquidated = closed.filter(({ closeReason }) => closeReason === 'liquidation');
    expect([...new Set(liquidated.map(({ multiple }) => multiple))].sort(byNumber)).toEqual(
      MULTIPLES.filter((multiple) => multiple > 2),
    );
  });

  test('the insurance fund pays exactly the losses beyond the margins', () => {
    for (const row of closed) expect(row.insurancePaid).toBe(deficitOf(row));
    expect(sum(closed.map(deficitOf))).toBeGreaterThan(usdt(1_000));
  });

  test('an empty fund pays nothing: the house bears the losses, and nobody else', () => {
    const unfed = runDay(0n, UNFED);
    const rows = expectExact(unfed, 0n);
    expect(sum(rows.map(deficitOf))).toBeGreaterThan(usdt(1_000));
    expect(rows.every(({ insurancePaid }) => insurancePaid === 0n)).toBe(true);
    expect(total(unfed, 'insurance_fund')).toBe(0n);
  });

  test('a fund that runs out pays what it has, and is never below zero', () => {
    const little = 700n;
    const poor = runDay(little, UNFED);
    const rows = expectExact(poor, little);
    const paid = rows.map(({ insurancePaid }) => insurancePaid);
    expect(sum(paid)).toBe(usdt(String(little)));
    expect(total(poor, 'insurance_fund')).toBe(0n);
    const short = rows.filter((row) => row.insurancePaid < deficitOf(row));
    // One got what was left of it, those after it nothing.
    expect(short.filter(({ insurancePaid }) => insurancePaid > 0n).length).toBeLessThanOrEqual(1);
    expect(short.length).toBeGreaterThan(0);
  });

  test('a restart in the middle of the fall changes nothing', () => {
    const fall = PATH.findIndex((price) => price < 600_000_000_000n);
    const restarted = runDay(RICH, BTC_FUTURES, fall);
    expect(restarted.exchange.engine.stateHash()).toBe(day.exchange.engine.stateHash());
    expect(restarted.tables.futures.positions()).toEqual(day.tables.futures.positions());
  });
});

const byNumber = (left: number, right: number): number => left - right;
