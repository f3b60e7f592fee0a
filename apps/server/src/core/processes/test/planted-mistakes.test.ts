/** The tests of Q14 tested: each planted mistake is found by its rule, which without it finds nothing (lead-rules.test.ts). */
import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { canDeploy } from '../../../../test/support/deployment-fixture.ts';
import { Turns } from '../../http/turns.ts';
import { PLANTED_MISTAKES } from './planted-mistakes.ts';

const PLANT = fileURLToPath(new URL('plant.ts', import.meta.url));
const TIMEOUT_MS = 240_000;
const turns = new Turns({ atOnceMax: 2, waitingMax: PLANTED_MISTAKES.length });
const run = promisify(execFile);

describe.skipIf(!canDeploy)('Q14: a planted mistake is found (PostgreSQL, Redis)', () => {
  it.concurrent.each(
    PLANTED_MISTAKES.map(({ name, finding }, place) => [name, finding, place] as const),
  )(
    '%s',
    async (_, finding, place) => {
      const { stdout } = await turns.run(() => run(process.execPath, [PLANT, String(place)]));
      expect(JSON.parse(stdout)).toContain(finding);
    },
    TIMEOUT_MS,
  );
});
