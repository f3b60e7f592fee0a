/** Who waits for a year beside whom. */
import { expect, test } from 'vitest';
import { OwnerTurns } from './owner-turns.ts';

test('an owner has one that runs or waits, and others wait beside it', async () => {
  const turns = new OwnerTurns(1);
  const first = Promise.withResolvers<string>();
  const runs = turns.run(1, () => first.promise);
  const waits = turns.run(2, () => Promise.resolve('second'));
  const again = () => Promise.resolve('again');
  await expect(turns.run(1, again)).rejects.toMatchObject({ code: 'in_progress' });
  await expect(turns.run(2, again)).rejects.toMatchObject({ code: 'in_progress' });
  await expect(turns.run(3, again)).rejects.toMatchObject({ code: 'overloaded' });
  first.resolve('first');
  expect(await Promise.all([runs, waits])).toEqual(['first', 'second']);
  for (const owner of [1, 2, 3]) expect(await turns.run(owner, again)).toBe('again');
});

test('what fails gives its place back', async () => {
  const turns = new OwnerTurns(1);
  await expect(turns.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run(1, () => Promise.resolve('yes'))).toBe('yes');
});
