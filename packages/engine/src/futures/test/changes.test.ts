/**
 * What is done to a position that holds: a part of it closed, margin added, reversed. Balances as total (frozen) in USDT, as
 * in futures.test.ts: BTC/USDT at 10,000, lots of 0.01 BTC.
 */
import type { PositionRow, Result } from '@fairlead/engine';
import { describe, expect, test } from 'vitest';
import { text, usdt } from '../../../test/kit/words.ts';
import { BTC_FUTURES, FREE_FUTURES, FuturesExchange, positionOf, priceWord } from './words.ts';

const ADA = 1;
const BOB = 2;

const board = (exchange: FuturesExchange) => ({
  ada: exchange.contract(ADA),
  house: exchange.house('contract_house'),
});

const restOf = (result: Result): PositionRow | undefined =>
  result.ok && result.value.kind === 'position' ? result.value.rest : undefined;

const held = (exchange: FuturesExchange, owner = ADA) => exchange.engine.openPositions(owner);

describe('a part', () => {
  test('is closed at the sample as a position of its own, and the rest goes on as if it alone had been opened', () => {
    const exchange = FuturesExchange.begin();
    const whole = exchange.open(ADA, 'long', [10, 20], { stopLoss: 9_700, clientOrderId: 'mine' });
    exchange.tick(10_101);
    const result = exchange.close(ADA, whole.positionId, 4);
    const part = positionOf(result);
    // 0.04 × 100 is won; margin and opening fee are what ten lots had less what six have.
    expect(part).toMatchObject({
      partOf: whole.positionId,
      lots: 4,
      status: 'closed',
      closeReason: 'user',
      openReceiptId: 1,
      closeReceiptId: 2,
    });
    expect(part.positionId).toBeGreaterThan(whole.positionId);
    expect(part.clientOrderId).toBeUndefined();
    expect(part.stopLoss).toBeUndefined();
    expect([text(part.margin), text(part.openFee), text(part.realisedPnl)]).toEqual([
      '20.002',
      '0.20002',
      '4',
    ]);
    // 0.05 % of 404.04.
    expect(text(part.closeFee)).toBe('0.20202');
    const rest = restOf(result);
    expect(rest).toMatchObject({
      positionId: whole.positionId,
      lots: 6,
      clientOrderId: 'mine',
      stopLoss: whole.stopLoss,
      changeReceiptId: 2,
      status: 'holding',
    });
    expect([text(rest?.margin), text(rest?.maintenance), text(rest?.openFee)]).toEqual([
      '30.003',
      '3.0003',
      '0.30003',
    ]);
    expect(board(exchange)).toEqual({
      ada: '1003.29793 (30.003)',
      house: '999996 (300.03)',
    });
    expect(held(exchange)).toEqual([rest]);
    exchange.engine.checkInvariants();
  });

  test('the rest is liquidated where it was to be, and its cap is its own', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    const other = exchange.open(BOB, 'long', [10, 20]);
    exchange.close(ADA, positionId, 7);
    exchange.tick('9550.0001');
    expect(held(exchange)).toHaveLength(1);
    exchange.tick('9550');
    const closed = exchange.engine.takeChanges().positions.filter((row) => row.status === 'closed');
    expect(closed.map((row) => [row.positionId, row.lots, row.closeReason])).toEqual([
      [positionId, 3, 'liquidation'],
      [other.positionId, 10, 'liquidation'],
      [expect.any(Number), 7, 'user'],
    ]);
    const again = exchange.open(ADA, 'long', [10, 20]);
    exchange.close(ADA, again.positionId, 9);
    // 3 lots of ten had 15 to lose; one has 4.775 of margin at 9,550, ten times that to win.
    exchange.tick('14324.99999999');
    expect(held(exchange)).toHaveLength(1);
    exchange.tick(14_325);
    const changed = exchange.engine.takeChanges().positions;
    expect(changed.find((row) => row.positionId === again.positionId)).toMatchObject({
      closeReason: 'profit_cap',
      realisedPnl: usdt('47.75'),
    });
    exchange.engine.checkInvariants();
  });

  test('part after part comes to the whole: no unit of margin or fee is lost or made', () => {
    const exchange = FuturesExchange.begin({ terms: { ...BTC_FUTURES, priceStepE8: 1n } });
    exchange.tick('9999.98765432');
    const whole = exchange.open(ADA, 'short', [7, 50]);
    exchange.addMargin(ADA, whole.positionId, '0.000011');
    const parts: PositionRow[] = [];
    for (const lots of [1, 2, 1, 3]) {
      exchange.tick('9998.11111111');
      parts.push(positionOf(exchange.close(ADA, whole.positionId, lots)));
    }
    const sum = (name: 'margin' | 'openFee' | 'maintenance') =>
      parts.reduce((total, row) => total + row[name], 0n);
    expect(sum('margin')).toBe(whole.margin + 11n);
    expect(sum('openFee')).toBe(whole.openFee);
    expect(sum('maintenance')).toBe(whole.maintenance);
    expect(parts.reduce((total, row) => total + (row.marginAdded ?? 0n), 0n)).toBe(11n);
    expect(parts.at(-1)).toMatchObject({ positionId: whole.positionId, lots: 3 });
    expect(exchange.contract(ADA)).toMatch(/\(0\)$/);
    exchange.engine.checkInvariants();
  });

  test('all lots by number are the whole, under its own id', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    const result = exchange.close(ADA, positionId, 10);
    expect([positionOf(result).positionId, restOf(result)]).toEqual([positionId, undefined]);
    expect(held(exchange)).toEqual([]);
  });

  test('its receipt says what the position was and what is left', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    const part = positionOf(exchange.close(ADA, positionId, 4));
    exchange.close(ADA, positionId);
    const [, first, second] = exchange.engine.takeChanges().receipts;
    expect(first).toMatchObject({ kind: 'close', subjectId: part.positionId });
    expect(first?.terms['changed_receipt']).toBeUndefined();
    expect(first?.details).toMatchObject({
      position: part.positionId,
      part_of: positionId,
      lots: 4,
      lots_before: 10,
      margin: '20.002000',
      margin_before: '50.005000',
      margin_added_before: '0.000000',
      open_fee_before: '0.500050',
      rest_lots: 6,
      rest_margin: '30.003000',
      rest_margin_added: '0.000000',
      rest_open_fee: '0.300030',
    });
    expect(second).toMatchObject({
      subjectId: positionId,
      terms: { open_receipt: 1, changed_receipt: 2 },
      details: { lots: 6, margin: '30.003000' },
    });
    expect(second?.details['rest_lots']).toBeUndefined();
  });
});

describe('added margin', () => {
  test('is frozen, moves the liquidation and not the cap, and comes back with the rest', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    const row = positionOf(exchange.addMargin(ADA, positionId, 20));
    expect([text(row.margin), text(row.marginAdded), text(row.hold), text(row.reserved)]).toEqual([
      '70',
      '20',
      '70',
      '500',
    ]);
    expect(board(exchange)).toEqual({ ada: '1000 (70)', house: '1000000 (500)' });
    // 20 ÷ 0.1 = 200 lower than 9,550.
    exchange.tick('9350.00001');
    expect(held(exchange)).toHaveLength(1);
    exchange.tick(9_350);
    expect(exchange.engine.takeChanges().positions.at(-1)).toMatchObject({
      closeReason: 'liquidation',
      realisedPnl: usdt(-65),
    });
    expect(exchange.contract(ADA)).toBe('935 (0)');
    const again = exchange.open(ADA, 'long', [10, 20]);
    exchange.addMargin(ADA, again.positionId, 50);
    exchange.tick(14_025);
    expect(exchange.engine.takeChanges().positions.at(-1)).toMatchObject({
      closeReason: 'profit_cap',
      realisedPnl: usdt('467.5'),
    });
    exchange.engine.checkInvariants();
  });

  test('goes up to what the position was worth, and not beyond what is available', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES, users: [1_000, 60] });
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    expect(exchange.addMargin(ADA, positionId, '950.000001')).toMatchObject({
      reject: 'quantity_out_of_range',
    });
    expect(exchange.addMargin(ADA, positionId, 950).ok).toBe(true);
    const bobs = exchange.open(BOB, 'short', [10, 20]);
    expect(exchange.addMargin(BOB, bobs.positionId, '10.000001')).toMatchObject({
      reject: 'insufficient_balance',
    });
    expect(exchange.addMargin(BOB, bobs.positionId, 10).ok).toBe(true);
    // All of its worth for margin: only the maintenance of 5 is left to lose at 50.
    exchange.tick('50.00001');
    expect(held(exchange)).toHaveLength(1);
    exchange.tick(50);
    expect(held(exchange)).toHaveLength(0);
    exchange.engine.checkInvariants();
  });

  test('needs no fresh price, and its receipt no sample', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    exchange.timeMs += 60_000;
    expect(exchange.addMargin(ADA, positionId, 20).ok).toBe(true);
    expect(exchange.addMargin(ADA, positionId, 5).ok).toBe(true);
    const [, first, second] = exchange.engine.takeChanges().receipts;
    expect(first).toMatchObject({
      kind: 'margin',
      subjectId: positionId,
      sampleTimesMs: [],
      strike: 1_000_100_000_000n,
      terms: { open_receipt: 1 },
      result: {},
      details: {
        added: '20.000000',
        margin_before: '50.005000',
        margin: '70.005000',
        margin_added: '20.000000',
      },
    });
    expect(second?.terms['changed_receipt']).toBe(2);
    expect(second?.details).toMatchObject({ margin_before: '70.005000', margin: '75.005000' });
  });

  test('holds through a restart', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    exchange.addMargin(ADA, positionId, 20);
    exchange.close(ADA, positionId, 3);
    const again = FuturesExchange.reloaded(exchange.engine.takeSnapshot(), exchange.timeMs);
    again.engine.checkInvariants();
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    expect(again.engine.openPositions(ADA)).toEqual(held(exchange));
  });
});

describe('a reversal', () => {
  test('closes and opens as many lots the other way at one sample', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20], { takeProfit: 11_000 });
    exchange.tick(10_101);
    const result = exchange.reverse(ADA, positionId, { stopLoss: 10_500 });
    const opened = positionOf(result);
    expect(opened).toMatchObject({ side: 'short', lots: 10, multiple: 20, status: 'holding' });
    expect([priceWord(opened.openPrice), priceWord(opened.stopLoss)]).toEqual([
      '10099.98',
      '10500',
    ]);
    expect(opened.takeProfit).toBeUndefined();
    const closed = result.ok && result.value.kind === 'position' ? result.value.closed : undefined;
    expect(closed).toMatchObject({ positionId, closeReason: 'user', realisedPnl: usdt(10) });
    const receipts = exchange.engine.takeChanges().receipts.slice(-2);
    expect(receipts.map(({ kind, terms }) => [kind, terms['reverses_receipt']])).toEqual([
      ['close', undefined],
      ['open', receipts[0]?.receiptId],
    ]);
    expect(receipts[0]?.sampleTimesMs).toEqual(receipts[1]?.sampleTimesMs);
    exchange.engine.checkInvariants();
  });

  test('what the close gives back counts for the opening, to the unit', () => {
    // Two lots at 10,000 five times: 40 is the margin, all that Bob has. At 9,900 he has lost 2, and needs 39.6.
    const lost = FuturesExchange.begin({ terms: FREE_FUTURES, users: [1_000, 40] });
    const opened = lost.open(BOB, 'long', [2, 5]);
    lost.tick(9_900);
    expect(lost.reverse(BOB, opened.positionId)).toMatchObject({ reject: 'insufficient_balance' });
    expect(held(lost, BOB)).toEqual([opened]);
    expect(lost.contract(BOB)).toBe('40 (40)');
    lost.pay(BOB, '1.599999');
    expect(lost.reverse(BOB, opened.positionId)).toMatchObject({ reject: 'insufficient_balance' });
    lost.pay(BOB, '0.000001');
    expect(lost.reverse(BOB, opened.positionId).ok).toBe(true);
    expect(lost.contract(BOB)).toBe('39.6 (39.6)');
    lost.engine.checkInvariants();
  });

  test('the house must have the new cap ready with what the old one frees', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES, house: '500' });
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    // At 10,100 it pays 10, and ten times the new margin of 50.5 is 505.
    exchange.tick(10_100);
    expect(exchange.reverse(ADA, positionId)).toMatchObject({ reject: 'house_limit' });
    exchange.capital('contract_house', '14.999999');
    expect(exchange.reverse(ADA, positionId)).toMatchObject({ reject: 'house_limit' });
    exchange.capital('contract_house', '0.000001');
    expect(exchange.reverse(ADA, positionId).ok).toBe(true);
    expect(exchange.house('contract_house')).toBe('505 (505)');
    exchange.engine.checkInvariants();
  });

  test('is possible at the most positions and the greatest share that one may have', () => {
    const terms = { ...FREE_FUTURES, positionsMax: 1, openInterestMaxMinor: usdt(4_000) };
    const exchange = FuturesExchange.begin({ terms });
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    expect(exchange.askMarket(ADA, 'short', [1, 20])).toMatchObject({ reject: 'too_many_orders' });
    expect(exchange.reverse(ADA, positionId).ok).toBe(true);
    expect(held(exchange)).toHaveLength(1);
  });

  test('goes by the terms of now: a multiple that is gone, a lot that is another, a worse price than shown', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    expect(exchange.reverse(ADA, positionId, { shown: 10_010 })).toMatchObject({
      reject: 'price_moved',
    });
    const multiples = BTC_FUTURES.multiples.filter(({ multiple }) => multiple !== 20);
    exchange.run({ kind: 'configure_futures', terms: { ...BTC_FUTURES, multiples } });
    expect(exchange.reverse(ADA, positionId)).toMatchObject({ reject: 'not_offered' });
    const lotBaseMinor = usdt(2);
    exchange.run({ kind: 'configure_futures', terms: { ...BTC_FUTURES, lotBaseMinor } });
    expect(exchange.reverse(ADA, positionId)).toMatchObject({ reject: 'terms_changed' });
    exchange.run({ kind: 'configure_futures', terms: BTC_FUTURES });
    expect(exchange.reverse(ADA, positionId, { multiple: 10 }).ok).toBe(true);
  });
});
