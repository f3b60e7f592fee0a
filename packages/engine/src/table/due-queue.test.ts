import { InvariantError } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDue, type Due, DueQueue } from './due-queue.ts';

describe('the queue of what is due', () => {
  test('gives out by time, then by id, whatever came and went before', () => {
    const step = fc.record({ dueAtMs: fc.nat(5), isTaken: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new DueQueue();
        let waiting: Due[] = [];
        for (const [at, { dueAtMs, isTaken }] of steps.entries()) {
          if (isTaken && waiting.length > 0) {
            const [first, ...rest] = waiting.sort(compareDue);
            expect(queue.first).toEqual(first);
            expect(queue.take()).toEqual(first);
            waiting = rest;
          } else {
            // Ids go down here, so that the order of coming is no help.
            const due = { dueAtMs, id: steps.length - at };
            queue.add(due);
            waiting.push(due);
          }
          queue.check();
          expect(queue.list().sort(compareDue)).toEqual(waiting.sort(compareDue));
          expect(queue.count).toBe(waiting.length);
        }
      }),
      { seed: 6 },
    );
  });

  test('has nothing to give when it is empty', () => {
    const queue = new DueQueue();
    expect(queue.first).toBeUndefined();
    expect(() => queue.take()).toThrow(InvariantError);
  });
});
