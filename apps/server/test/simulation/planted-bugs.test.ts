/**
 * The simulator tested: each planted mistake is found within a few seeds, which without it find nothing (simulation.test.ts
 * and the runs of `npm run simulate`). Each runs in a process of its own, in which one source is changed as it is loaded.
 */
import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../src/core/http/turns.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { simulate } from './simulation.ts';

const SEEDS_MAX = 30;
/** Seconds of work each, on as many cores as there are: more processes at once would only wait for each other. */
const turns = new Turns({ atOnceMax: 2, waitingMax: PLANTED_BUGS.length });
const TIMEOUT_MS = 1_200_000;
const PLANT = fileURLToPath(new URL('plant.ts', import.meta.url));
const run = promisify(execFile);

interface Found {
  readonly seed: number;
  readonly invariant: string;
  readonly step: number;
}

describe('a planted mistake is found', () => {
  it.concurrent.each(PLANTED_BUGS.map(({ name }, place) => [name, place] as const))(
    '%s',
    async (_, place) => {
      const args = [PLANT, String(place), String(SEEDS_MAX)];
      const { stdout } = await turns.run(() => run(process.execPath, args));
      const found: Found | null = JSON.parse(stdout);
      expect(found).not.toBeNull();
    },
    TIMEOUT_MS,
  );

  it('and without it the seeds that find them find nothing', async () => {
    const seeds = PLANTED_BUGS.map(({ firstSeed: seed = 1, engines = 'one', hasPeople = false }) =>
      JSON.stringify({ seed, commands: 300, engines, hasPeople }),
    );
    for (const given of new Set(seeds))
      expect((await simulate(JSON.parse(given))).violation, given).toBeUndefined();
  });
});
