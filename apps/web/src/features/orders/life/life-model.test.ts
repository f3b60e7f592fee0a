/** An order's life from its parts: what comes when, fills in a row as one, and what is no longer listed. */
import type { Fill } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { order } from '../../../../test/order.ts';
import { triggerOrder } from '../../../../test/trigger-order.ts';
import { addDecimals, isCut, type LifeParts, lifeOf } from './life-model.ts';

const T = 1_000;
const fill = (id: number, time: number, quantity: string): Fill => ({
  ...{ id, time, quantity, price: '63500.0', amount: '1' },
  ...{ fee: '0', fee_currency: 'BTC', role: 'maker' },
});
const amendment = (at: number) => ({
  ...{ order_id: 7, price_before: '63000.0', quantity_before: '0.05', price: '63500.0' },
  ...{ quantity: '0.04', kept_place: false, at },
});
const parts = (own: Partial<LifeParts> = {}): LifeParts => ({
  order: order({ id: 7, created_at: T, updated_at: T }),
  trigger: undefined,
  amendments: [],
  fills: [],
  unread: 0,
  ...own,
});
const kinds = (own: Partial<LifeParts>) => lifeOf(parts(own)).map(({ kind }) => kind);

test('sums keep every decimal', () => {
  expect(addDecimals(['0.1', '0.02', '1'])).toBe('1.12');
  expect(addDecimals([])).toBe('0');
});

describe('the line', () => {
  test('of one that waits says until when', () => {
    const waits = order({ expires_at: 9 * T, created_at: T });
    expect(lifeOf(parts({ order: waits }))).toEqual([
      { kind: 'placed', at: T },
      { kind: 'waits', until: 9 * T },
    ]);
  });

  test('goes from change to fills to change, fills in a row as one with their sum', () => {
    const fills = [fill(1, 2 * T, '0.01'), fill(2, 3 * T, '0.01'), fill(3, 6 * T, '0.02')];
    const done = order({ status: 'completed', created_at: T, updated_at: 6 * T });
    expect(
      lifeOf(parts({ order: done, fills, amendments: [amendment(1_500), amendment(4 * T)] })),
    ).toMatchObject([
      { kind: 'placed' },
      { kind: 'amended', at: 1_500 },
      { kind: 'filled', at: 3 * T, count: 2, sum: '0.02' },
      { kind: 'amended', at: 4 * T },
      { kind: 'filled', at: 6 * T, count: 1, sum: '0.04' },
      { kind: 'completed', at: 6 * T },
    ]);
  });

  test('begins with what waited for a price, and its receipt', () => {
    const trigger = triggerOrder({
      created_at: 1,
      updated_at: T,
      receipt_id: 5,
      status: 'triggered',
    });
    expect(kinds({ trigger })).toEqual(['waited', 'reached', 'placed', 'waits']);
    const behind = triggerOrder({ trigger: 'fill', status: 'triggered' });
    expect(kinds({ trigger: behind })).toEqual(['behind', 'placed', 'waits']);
    expect(lifeOf(parts({ trigger }))[1]).toMatchObject({ at: T, receiptId: 5 });
  });

  test.each([
    ['user', 'cancelled'],
    ['expired', 'expired'],
  ])('ends cancelled for %s as %s', (cancel_reason, kind) => {
    const over = order({ status: 'cancelled', cancel_reason });
    expect(kinds({ order: over }).at(-1)).toBe(kind);
  });

  test('says how many fills were not read', () => {
    expect(kinds({ fills: [fill(1, 2 * T, '0.01')], unread: 30 })).toEqual([
      ...['placed', 'filled', 'unread', 'waits'],
    ]);
  });
});

test('what is filled and not listed is beyond what is kept, unless it was not read', () => {
  const part = order({ filled_quantity: '0.02000' });
  const own = { order: part, fills: [fill(1, T, '0.01')] };
  expect(isCut({ ...own, unread: 0 })).toBe(true);
  expect(isCut({ ...own, unread: 1 })).toBe(false);
  expect(isCut({ ...own, fills: [fill(1, T, '0.02')], unread: 0 })).toBe(false);
});
