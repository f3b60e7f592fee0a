import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Without times of an earlier run vitest begins with the largest files; these wait for the clock and come first. */
const WAITING = /[/\\]e2e[/\\](kill-derivatives|options|routes)\.test\.ts$/;

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = sorted.filter(({ moduleId }) => WAITING.test(moduleId));
    return [...waiting, ...sorted.filter((file) => !waiting.includes(file))];
  }
}

/** Machines are shared: what takes a second here took half a minute where six others ran. */
const PATIENT = { poll: { timeout: 30_000 } };

// Five projects, so that the lanes of `npm test` run side by side; seeds are fixed in the tests themselves.
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'], testTimeout: 30_000 } },
      {
        test: {
          name: 'console',
          include: ['apps/console/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'apps/bots/**/*.test.ts'],
          globalSetup: 'apps/server/test/prepare.ts',
          expect: PATIENT,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/support/prepare.ts',
          expect: PATIENT,
          // One more than there are cores: some tests wait half a minute for an option's end.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
