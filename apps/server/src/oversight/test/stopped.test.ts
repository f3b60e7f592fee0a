/** What a start says of a stop. Goal: it names who ends it, as modes.md has it. */
import { expect, test } from 'vitest';
import { stoppedWords } from '../stopped.ts';

type Needs = Parameters<typeof stoppedWords>[0];

function saidOf(isDemo: boolean, operators: number, view: object): Promise<string | undefined> {
  return stoppedWords({
    config: { isDemo },
    // Whoever is active, as the table of operators would say.
    database: { query: async () => Array.from({ length: operators }, () => ({ one: 1 })) },
    trading: { view: () => view },
    reconciler: {},
  } as unknown as Needs);
}
const after = (cause: string) => ({ mode: 'cancel_only', cause });

test('what trades says nothing, and a full disk waits for nobody', async () => {
  expect(await saidOf(true, 1, { mode: 'open' })).toBeUndefined();
  expect(await saidOf(false, 2, after('disk'))).toMatch(/goes on by itself/);
});

test('a stop says why, and who ends it: two, or the one that a demo has', async () => {
  expect(await saidOf(false, 2, after('loss'))).toBe(
    'Nothing opens (the database lost what was committed last, or was restored) until two operators resume: in the console, System, Resume.',
  );
  expect(await saidOf(true, 2, after('drift'))).toMatch(/add up\) until two operators resume/);
  expect(await saidOf(true, 1, after('loss'))).toMatch(/until the operator resumes: /);
  expect(await saidOf(false, 1, after('operator'))).toMatch(/until two operators resume/);
});
