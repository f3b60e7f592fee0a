/**
 * How rows lie in steps. Goal: every row that a batch can have comes back as it was, also from steps that were written before a
 * field was added; and what was written once is read so for ever.
 */
import { amountMinor } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { Unpacker } from '../processes/calls/packing.ts';
import { int8, tableOf, text } from '../store/table.ts';
import * as columns from '../store/test/column-rows.ts';
import { stepsPart, type ToldLayouts } from './batch.ts';
import { layoutOf, type RowLayout } from './layouts.ts';
import { RowBytes } from './row-bytes.ts';
import { WORDS } from './words.ts';

const TIME_MS = Date.UTC(2027, 0, 15, 8);
const layouts = EXCHANGE_TABLES.told;

function packed<Row>(pack: RowLayout<Row>['pack'], row: Row): Buffer {
  const bytes = new RowBytes();
  bytes.begin();
  pack(bytes, row, TIME_MS);
  return Buffer.from(bytes.take());
}

function read<Row>(layout: RowLayout<Row>, bytes: Buffer, owner: number): Row {
  const unpacker = new Unpacker(bytes);
  const row = layout.unpack(unpacker, { owner, timeMs: TIME_MS });
  expect(unpacker.isAtEnd).toBe(true);
  return row;
}

const amounts = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map(amountMinor);
const numbers = fc.oneof(fc.nat(), fc.maxSafeNat());
const times = fc.integer({ min: 0, max: 2 * TIME_MS });
const names = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ maxLength: 40 }),
  numbers.map(String),
);

/** Each field absent or there, where it may be absent. */
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined });
const without = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;

const orders = fc
  .record({
    orderId: numbers,
    owner: fc.constant(7),
    marketId: fc.nat(),
    side: fc.constantFrom('buy', 'sell'),
    type: fc.constantFrom('limit', 'market'),
    timeInForce: fc.constantFrom('gtc', 'ioc', 'fok', 'post_only'),
    clientOrderId: maybe(names),
    price: maybe(numbers.map((number) => Math.max(1, number))),
    quantity: maybe(numbers),
    amount: maybe(amounts),
    makerFeePpm: maybe(amounts),
    takerFeePpm: maybe(amounts),
    createdAtMs: times,
    priority: maybe(numbers),
    expiresAtMs: maybe(times),
    selfTrade: maybe(fc.constantFrom('expire_maker', 'expire_both')),
    listId: maybe(numbers),
    display: maybe(numbers),
    hidden: maybe(numbers),
    filledQuantity: numbers,
    filledAmount: amounts,
    fee: amounts,
    hold: amounts,
    status: fc.constantFrom('waiting', 'completed', 'cancelled'),
    cancelReason: maybe(names),
    updatedAtMs: times,
  })
  .map(without);
const balances = fc.record({
  owner: fc.constant(7),
  account: fc.constantFrom('coin', 'option', 'contract', 'trust'),
  currencyId: fc.nat(),
  total: amounts,
  frozen: amounts,
});
const records = fc.record({
  owner: fc.constant(7),
  postingId: numbers,
  account: fc.constantFrom('coin', 'option', 'contract', 'trust'),
  currencyId: fc.nat(),
  reason: names,
  reference: names,
  amount: amounts,
  balance: amounts,
  timeMs: times,
});

describe('what is written out by hand', () => {
  test.each([
    ['orders', orders],
    ['balances', balances],
    ['records', records],
  ] as const)('of %s is what the fields say, and comes back', (kind, drawn) => {
    const layout = layouts[kind] as RowLayout<object>;
    fc.assert(
      fc.property(drawn as fc.Arbitrary<object>, (row) => {
        const bytes = packed(layout.pack, row);
        expect(bytes).toEqual(packed(layout.packByFields, row));
        expect(read(layout, bytes, 7)).toEqual(row);
      }),
    );
  });
});

test.each([
  ['orders', columns.order],
  ['triggers', columns.trigger],
  ['orderLists', columns.orderList],
  ['positions', columns.position],
  ['options', columns.option],
] as const)('a row of %s with all its fields comes back', (kind, { first, next }) => {
  const layout = layouts[kind] as unknown as RowLayout<{ readonly owner: number }>;
  for (const row of [first, next])
    expect(read(layout, packed(layout.pack, row), row.owner)).toEqual(row);
});

test('a field that was added later is absent of what was written before', () => {
  interface Before {
    readonly owner: number;
    readonly name: string;
  }
  type After = Before & { readonly count?: number };
  const own = { owner: int8('owner_id') };
  const before = layoutOf(
    tableOf<Before>()({ name: 'x', keys: own, fixed: { name: text('name') } }),
    ['name'],
  );
  const after = layoutOf(
    tableOf<After>()({ name: 'x', keys: own, fixed: { name: text('name'), count: int8('count') } }),
    ['name', 'count'],
  );
  const row = { owner: 1, name: 'early' };
  expect(read(after, packed(before.pack, row), 1)).toEqual(row);
  const later = { ...row, count: 3 };
  expect(read(after, packed(after.pack, later), 1)).toEqual(later);
  // Read by the program of before it would be another row: what follows would begin with its value.
  expect(() => read(before, packed(after.pack, later), 1)).toThrow(RangeError);
  expect(read(before, packed(after.pack, row), 1)).toEqual(row);
});

test.each([27, 28, 29, 55, 56])('of %i fields none beyond them is read over', (count) => {
  const layout = layoutOf(
    tableOf<{ readonly owner: number }>()({ name: 'x', keys: { owner: int8('owner_id') } }),
    [],
  );
  const bytes = new RowBytes();
  bytes.begin();
  const words = Math.floor(count / 28) + 1;
  bytes.integer(words);
  for (let word = 0; word < words; word += 1)
    bytes.integer(word === words - 1 ? 2 ** (count % 28) : 0);
  expect(() => read(layout, Buffer.from(bytes.take()), 1)).toThrow(RangeError);
});

test('a batch that could not be written leaves nothing for the next one', () => {
  let isBroken = false;
  const balance = layouts.balances;
  const part = stepsPart({
    ...layouts,
    balances: {
      ...balance,
      pack: (bytes, row, timeMs) => {
        balance.pack(bytes, row, timeMs);
        if (isBroken) throw new Error('it cannot be written');
      },
    },
  });
  const none = { orders: [], triggers: [], orderLists: [], positions: [], options: [] };
  const written = (owner: number): string => {
    let found = '';
    const row = { owner, account: 'coin', currencyId: 3, total: 5n, frozen: 0n };
    const changes = {
      ...{ ...none, balances: [row], entries: [], postings: [] },
      counters: { sequence: 1, timeMs: TIME_MS },
    };
    const encoder = {
      copy: (_statement: string, parts: readonly Uint8Array[]) => {
        found = Buffer.concat(parts).toString('hex');
      },
    };
    part(encoder as never, { changes } as never);
    return found;
  };
  const before = written(8);
  isBroken = true;
  expect(() => written(7)).toThrow('it cannot be written');
  isBroken = false;
  expect(written(8)).toBe(before);
});

const ORDER_AS_WRITTEN = '01ff9df00b300403040600046d696e65a099029003a01fc03e14c801b40100c8010a00';

test('what was written by this version is read so for ever', () => {
  const kinds = Object.keys(layouts) as (keyof ToldLayouts)[];
  expect(kinds.sort()).toEqual(
    ['balances', 'options', 'orderLists', 'orders', 'positions', 'records', 'triggers'].sort(),
  );
  const order = {
    ...{ orderId: 12, owner: 7, marketId: 1, side: 'sell', type: 'limit', timeInForce: 'gtc' },
    ...{ clientOrderId: 'mine', price: 9_000, quantity: 100, makerFeePpm: 1_000n },
    ...{ takerFeePpm: 2_000n, createdAtMs: TIME_MS - 5, filledQuantity: 50, filledAmount: 45n },
    ...{ fee: 0n, hold: 50n, status: 'waiting', updatedAtMs: TIME_MS },
  };
  expect(packed(layouts.orders.pack as RowLayout<object>['pack'], order).toString('hex')).toBe(
    ORDER_AS_WRITTEN,
  );
  expect(read(layouts.orders, Buffer.from(ORDER_AS_WRITTEN, 'hex'), 7)).toEqual(order);
});

test('a step that is cut off or of an unknown word is refused', () => {
  const bytes = packed(layouts.balances.pack, columns.balance.first as never);
  expect(() => read(layouts.balances, bytes.subarray(0, -1), 11)).toThrow(RangeError);
});
