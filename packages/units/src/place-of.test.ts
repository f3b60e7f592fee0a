import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOf } from './place-of.ts';

it('is where a number would be put in, of any sorted list and from any place of it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 }),
      fc.integer({ min: -1, max: 21 }),
      fc.nat({ max: 40 }),
      (values, sought, start) => {
        const rows = values.sort((left, right) => left - right);
        const from = Math.min(start, rows.length);
        const before = rows.filter((value, at) => at < from || value < sought).length;
        expect(placeOf(rows, (value) => value < sought, from)).toBe(before);
        expect(placeOf(Float64Array.from(rows), (value) => value < sought, from)).toBe(before);
      },
    ),
  );
});
