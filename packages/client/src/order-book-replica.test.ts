import type { DepthMessage } from '@fairlead/contract';
import { DEPTH_LEVELS_MAX } from '@fairlead/contract/constants';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BookLevel, compareDecimals } from './book-side.ts';
import { OrderBookReplica } from './order-book-replica.ts';

type Side = 'bids' | 'asks';
interface Change {
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
}

/** The server's book, as naive as can be. */
class ServerBook {
  sequence = 7;
  readonly sides = { bids: new Map<number, number>(), asks: new Map<number, number>() };

  change(changes: readonly Change[]): DepthMessage {
    const previous = this.sequence;
    this.sequence += 3;
    for (const { side, price, quantity } of changes) {
      if (quantity === 0) this.sides[side].delete(price);
      else this.sides[side].set(price, quantity);
    }
    return { symbol: 'A/B', is_snapshot: false, previous, sequence: this.sequence, ...of(changes) };
  }

  levels(side: Side, count = Number.POSITIVE_INFINITY): BookLevel[] {
    const ordered = [...this.sides[side]].sort(([left], [right]) =>
      side === 'bids' ? right - left : left - right,
    );
    return ordered.slice(0, count).map(text);
  }

  snapshot(): DepthMessage {
    const bids = this.levels('bids', DEPTH_LEVELS_MAX);
    const asks = this.levels('asks', DEPTH_LEVELS_MAX);
    return { symbol: 'A/B', is_snapshot: true, sequence: this.sequence, bids, asks };
  }
}
const text = ([price, quantity]: readonly [number, number]): BookLevel => [
  `${price}.50`,
  quantity === 0 ? '0' : `${quantity}.0`,
];
const of = (changes: readonly Change[]) => ({
  bids: changes.filter(({ side }) => side === 'bids').map((c) => text([c.price, c.quantity])),
  asks: changes.filter(({ side }) => side === 'asks').map((c) => text([c.price, c.quantity])),
});

/** Two neighbours as the server would merge them. */
function merge(first: DepthMessage, second: DepthMessage): DepthMessage {
  const join = (left: readonly BookLevel[], right: readonly BookLevel[]) => [
    ...new Map([...left, ...right]),
  ];
  return {
    ...second,
    ...(first.previous !== undefined && { previous: first.previous }),
    bids: join(first.bids as BookLevel[], second.bids as BookLevel[]),
    asks: join(first.asks as BookLevel[], second.asks as BookLevel[]),
  };
}

function expectEqual(replica: OrderBookReplica, book: ServerBook): void {
  expect(replica.view).toEqual({
    sequence: book.sequence,
    bids: book.levels('bids'),
    asks: book.levels('asks'),
    isCurrent: true,
  });
}

const change = fc.record({
  side: fc.constantFrom<Side>('bids', 'asks'),
  price: fc.integer({ min: 1, max: 12 }),
  quantity: fc.integer({ min: 0, max: 3 }),
});
const batches = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 20 });

describe('a replica', () => {
  test('follows snapshot and differences, best price first', () => {
    const book = new ServerBook();
    const replica = new OrderBookReplica();
    expect([replica.view, replica.needsSnapshot]).toEqual([undefined, true]);
    book.change([
      { side: 'bids', price: 9, quantity: 1 },
      { side: 'bids', price: 10, quantity: 2 },
      { side: 'asks', price: 11, quantity: 3 },
    ]);
    replica.apply(book.snapshot());
    replica.apply(book.change([{ side: 'asks', price: 8, quantity: 1 }]));
    replica.apply(book.change([{ side: 'bids', price: 10, quantity: 0 }]));
    expectEqual(replica, book);
    expect(replica.needsSnapshot).toBe(false);
  });

  test('G11: a gap asks for a snapshot, and what came meanwhile is not lost', () => {
    const book = new ServerBook();
    const replica = new OrderBookReplica();
    replica.apply(book.snapshot());
    book.change([{ side: 'bids', price: 3, quantity: 1 }]);
    replica.apply(book.change([{ side: 'bids', price: 4, quantity: 1 }]));
    expect([replica.needsSnapshot, replica.view?.isCurrent]).toEqual([true, false]);
    const snapshot = book.snapshot();
    replica.apply(book.change([{ side: 'bids', price: 5, quantity: 1 }]));
    replica.load(snapshot);
    expectEqual(replica, book);
  });

  test('a difference merged across the snapshot is right for every level it names', () => {
    const book = new ServerBook();
    const replica = new OrderBookReplica();
    const first = book.change([{ side: 'bids', price: 3, quantity: 1 }]);
    const snapshot = book.snapshot();
    const second = book.change([{ side: 'bids', price: 3, quantity: 0 }]);
    replica.apply(merge(first, second));
    replica.load(snapshot);
    expectEqual(replica, book);
  });

  test('an older snapshot changes nothing, unless the connection was lost', () => {
    const book = new ServerBook();
    const replica = new OrderBookReplica();
    const old = book.snapshot();
    book.change([{ side: 'asks', price: 3, quantity: 1 }]);
    replica.apply(book.snapshot());
    replica.apply(old);
    expectEqual(replica, book);
    replica.disconnect();
    replica.apply(old);
    expect(replica.view).toMatchObject({ sequence: old.sequence, isCurrent: true });
  });

  test('a side cut off at the greatest depth asks for more before it runs out', () => {
    const book = new ServerBook();
    const replica = new OrderBookReplica();
    const prices = Array.from({ length: DEPTH_LEVELS_MAX + 30 }, (_, index) => index + 1);
    book.change(prices.map((price) => ({ side: 'asks', price, quantity: 1 })));
    replica.apply(book.snapshot());
    // Beyond what is known: ignored, since the levels in between are unknown too.
    replica.apply(book.change([{ side: 'asks', price: 230, quantity: 9 }]));
    expect(replica.view?.asks).toHaveLength(DEPTH_LEVELS_MAX);
    replica.apply(
      book.change(prices.slice(0, 151).map((price) => ({ side: 'asks', price, quantity: 0 }))),
    );
    expect(replica.needsSnapshot).toBe(true);
    expect(replica.view?.asks).toEqual(book.levels('asks', 49));
    replica.load(book.snapshot());
    expectEqual(replica, book);
    expect(replica.needsSnapshot).toBe(false);
  });

  test('whatever is dropped, repeated, merged or comes in another order, it equals the server or asks', () => {
    fc.assert(
      fc.property(
        batches,
        fc.array(fc.nat(), { minLength: 1, maxLength: 60 }),
        fc.nat(20),
        (changes, picks, snapshotAt) => {
          const book = new ServerBook();
          const replica = new OrderBookReplica();
          const messages = [book.snapshot()];
          let rest = book.snapshot();
          for (const [index, batch] of changes.entries()) {
            if (index === snapshotAt) rest = book.snapshot();
            const next = book.change(batch);
            const last = messages.at(-1);
            if (last && !last.is_snapshot && index % 5 === 4) messages.push(merge(last, next));
            messages.push(next);
          }
          // Every copy that says it is current must be the server's book of that sequence.
          const history = new ServerBook();
          const bySequence = new Map([[history.sequence, snapshotOf(history)]]);
          for (const batch of changes) {
            history.change(batch);
            bySequence.set(history.sequence, snapshotOf(history));
          }
          const check = () => {
            if (!replica.view?.isCurrent) return expect(replica.needsSnapshot).toBe(true);
            const { sequence, bids, asks } = replica.view;
            expect({ bids, asks }).toEqual(bySequence.get(sequence));
          };
          for (const pick of picks) {
            replica.apply(messages[pick % messages.length] as DepthMessage);
            check();
          }
          replica.load(rest);
          check();
          // A fresh snapshot always ends it.
          replica.load(book.snapshot());
          expectEqual(replica, book);
        },
      ),
      { numRuns: 1_000, seed: 20_261_121 },
    );
  });
});
const snapshotOf = (book: ServerBook) => ({ bids: book.levels('bids'), asks: book.levels('asks') });

describe('decimal strings compare by value', () => {
  test.each([
    ['9', '10', -1],
    ['10', '9.99', 1],
    ['0.5', '0.50', 0],
    ['0.05', '0.5', -1],
    ['100.01', '100.009', 1],
  ])('%s and %s: %i', (left, right, sign) => {
    expect(Math.sign(compareDecimals(left, right))).toBe(sign);
    expect(Math.sign(compareDecimals(right, left))).toBe(sign === 0 ? 0 : -sign);
  });
});
