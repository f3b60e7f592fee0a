/** Positions through a restart: F10, and rows that cannot be. */
import type { PositionRow, Snapshot } from '@fairlead/engine';
import { amountMinor, priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { testRefusals } from '../../../test/kit/restore.ts';
import { e8, usdt } from '../../../test/kit/words.ts';
import { FuturesExchange } from './words.ts';

function prepared(): FuturesExchange {
  const exchange = FuturesExchange.begin();
  exchange.open(1, 'long', [10, 20], { stopLoss: 9_800, clientOrderId: 'held' });
  exchange.wait(2, 'short', [10, 20, 10_500]);
  return exchange;
}

const reload = (exchange: FuturesExchange): FuturesExchange =>
  FuturesExchange.reloaded(exchange.engine.takeSnapshot(), exchange.timeMs);

describe('after a restart', () => {
  test('positions, holds and names are as they were', () => {
    const exchange = prepared();
    const again = reload(exchange);
    again.engine.checkInvariants();
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    expect(again.engine.openPositions(1)).toEqual(exchange.engine.openPositions(1));
    again.tick(10_000);
    const named = { clientOrderId: 'held' };
    expect(again.askMarket(1, 'long', [1, 20], named)).toMatchObject({
      reject: 'duplicate_client_order_id',
    });
  });

  test('F10: nothing fires on the price that was stored, all that is due on the first fresh one', () => {
    const exchange = prepared();
    // The index fell to 9,700 while nobody looked; the last that was stored is 10,000.
    const again = reload(exchange);
    again.timeMs += 3_600_000;
    expect(again.close(1, again.engine.openPositions(1)[0]?.positionId ?? 0)).toMatchObject({
      reject: 'price_stale',
    });
    expect(again.engine.openPositions(1)).toHaveLength(1);
    again.tick(undefined);
    expect(again.engine.openPositions(1)).toHaveLength(1);
    again.tick(9_700);
    const [closed] = again.engine.takeChanges().positions;
    expect([closed?.closeReason, closed?.closePrice]).toEqual(['stop_loss', e8(9_700)]);
    expect(again.engine.openPositions(2)).toHaveLength(1);
    again.tick(10_600);
    expect(again.engine.openPositions(2)[0]?.status).toBe('holding');
  });

  test('nothing is opened at the market before the first sample', () => {
    const again = reload(prepared());
    expect(again.askMarket(1, 'long', [1, 20])).toMatchObject({ reject: 'price_stale' });
    again.tick(10_000);
    expect(again.askMarket(1, 'long', [1, 20]).ok).toBe(true);
  });

  test('receipts are numbered on', () => {
    const exchange = prepared();
    const again = reload(exchange);
    again.tick(9_800);
    for (const each of [exchange, again]) expect(each.engine.counters().entryId).toBeGreaterThan(0);
    const [receipt] = again.engine.takeChanges().receipts;
    expect([receipt?.receiptId, receipt?.terms['open_receipt']]).toEqual([2, 1]);
  });
});

describe('rows that contradict themselves are refused', () => {
  const good = prepared().engine.takeSnapshot();
  const [held, waiting] = good.positions;
  if (held === undefined || waiting === undefined) throw new Error('rows');
  const LEVEL = {
    levelId: good.counters.sequence,
    stop: 'stop_loss',
    price: e8(9_900),
    lots: 1,
  } as const;
  const withHeld = (change: Partial<PositionRow>): Partial<Snapshot> => ({
    positions: [{ ...held, ...change }, waiting],
  });
  const withWaiting = (change: Partial<PositionRow>): Partial<Snapshot> => ({
    positions: [held, { ...waiting, ...change }],
  });

  testRefusals(good, [
    ['a hold without its position', { positions: [held] }],
    ['a position twice', { positions: [held, held, waiting] }],
    ['a position that is closed', withHeld({ status: 'closed' })],
    ['another margin', withHeld({ margin: amountMinor(held.margin + 1n) })],
    ['margin that is not frozen', withHeld({ marginAdded: usdt(1) })],
    ['less than nothing added', withHeld({ marginAdded: usdt(-1) })],
    ['margin added to what waits', withWaiting({ marginAdded: usdt(1) })],
    ['a list without levels', withHeld({ levels: [] })],
    ['a level from the future', withHeld({ levels: [{ ...LEVEL, levelId: 1_000 }] })],
    ['a level twice', withHeld({ levels: [LEVEL, LEVEL] })],
    ['a level without lots', withHeld({ levels: [{ ...LEVEL, lots: 0 }] })],
    ['a level without a price', withHeld({ levels: [{ ...LEVEL, price: priceE8(0n) }] })],
    ['a part that is not over', withHeld({ partOf: 1 })],
    ['a change from the future', withHeld({ changeReceiptId: 2 })],
    ['another hold', withHeld({ hold: amountMinor(held.hold - 1n) })],
    ['another fee', withHeld({ openFee: usdt(0) })],
    ['another maintenance', withHeld({ maintenance: usdt(1) })],
    ['a gain that is not kept ready', withHeld({ reserved: usdt(1) })],
    ['another open price', withHeld({ openPrice: priceE8((held.openPrice ?? 0n) + 10_000n) })],
    ['more lots', withHeld({ lots: 11 })],
    ['another currency', withHeld({ currencyId: 1 })],
    ['an unknown market', withHeld({ marketId: 9 })],
    ['an unknown owner', withHeld({ owner: 9 })],
    ['an id from the future', withHeld({ positionId: 1_000 })],
    ['a receipt from the future', withHeld({ openReceiptId: 2 })],
    ['an opening without a receipt', withHeld({ openReceiptId: undefined } as object)],
    ['no open price', withHeld({ openPrice: undefined } as object)],
    ['a receipt of what has not opened', withWaiting({ openReceiptId: 1 })],
    ['a limit that is gone', withWaiting({ price: undefined } as object)],
    ['maintenance of what has not opened', withWaiting({ maintenance: usdt(1) })],
    ['positions without terms', { futuresTerms: [] }],
    [
      'terms of no market',
      { futuresTerms: good.futuresTerms.map((each) => ({ ...each, marketId: 9 })) },
    ],
  ]);
});
