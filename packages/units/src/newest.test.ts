import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NewestMap, NewestSet } from './newest.ts';

/** What is done to it, by key. */
const step = fc.tuple(
  fc.constantFrom('set', 'set', 'set', 'again', 'delete', 'clear'),
  fc.nat({ max: 12 }),
);

describe('the newest entries', () => {
  it('are those that a list with its oldest cut off would hold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(step, { maxLength: 200 }),
        (max, steps) => {
          const forgotten: number[] = [];
          const map = new NewestMap<number, number>(max, (key) => forgotten.push(key));
          const set = new NewestSet<number>(max);
          let expected: number[] = [];
          for (const [what, key] of steps) {
            if (what === 'clear') {
              map.clear();
              set.clear();
              expected = [];
            } else if (what === 'delete') {
              expect(map.delete(key)).toBe(set.delete(key));
              expected = expected.filter((each) => each !== key);
            } else {
              // As who keeps what was used last does.
              if (what === 'again') {
                map.delete(key);
                set.delete(key);
                expected = expected.filter((each) => each !== key);
              }
              map.set(key, -key);
              set.add(key);
              if (!expected.includes(key)) expected.push(key);
              const gone = expected.slice(0, -max);
              expect(forgotten.splice(0)).toEqual(gone);
              expected = expected.slice(-max);
            }
            expect([...map]).toEqual(expected.map((each) => [each, -each]));
            expect([...set]).toEqual(expected);
          }
        },
      ),
    );
  });
});
