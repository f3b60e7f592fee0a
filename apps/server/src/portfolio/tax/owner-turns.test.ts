/** Who waits for a year beside whom. */
import { expect, test } from 'vitest';
import { OwnerTurns } from './owner-turns.ts';

test('an owner takes one place among all, whatever else of theirs waits behind it', async () => {
  const turns = new OwnerTurns(1);
  const first = Promise.withResolvers<string>();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    return name;
  };
  const runs = turns.run(1, () => first.promise);
  const behind = ['a', 'b', 'c'].map((name) => turns.run(1, work(name)));
  // The one place to wait in is still there for another.
  const other = turns.run(2, work('other'));
  await expect(turns.run(1, work('too many'))).rejects.toMatchObject({ code: 'in_progress' });
  await expect(turns.run(3, work('full'))).rejects.toMatchObject({ code: 'overloaded' });
  first.resolve('first');
  expect(await Promise.all([runs, ...behind, other])).toEqual(['first', 'a', 'b', 'c', 'other']);
  // Who waited longest among all came first, then those of the same owner in their order.
  expect(order).toEqual(['other', 'a', 'b', 'c']);
  for (const owner of [1, 2, 3]) expect(await turns.run(owner, work('again'))).toBe('again');
});

test('what fails gives its place back', async () => {
  const turns = new OwnerTurns(1);
  await expect(turns.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run(1, () => Promise.resolve('yes'))).toBe('yes');
});
