import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { messageFiles } from './apps/web/message-files.ts';
import seconds from './tools/test-times.json' with { type: 'json' };

const root = import.meta.dirname;
/** Of the files that take longest, by path. */
const times: Readonly<Record<string, number>> = seconds;

/**
 * A project's longest files first, so that no lane waits for one that began last. Without times of an earlier run
 * vitest goes by size; test-times.json knows better. Files in jsdom come one after the other: a worker that has it,
 * and what it has loaded, is kept for as long as the next file wants the same.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const seconds = ({ moduleId }: TestSpecification): number =>
      times[path.relative(root, moduleId)] ?? 0;
    rest.sort((a, b) => seconds(b) - seconds(a));
    const groups = Map.groupBy(rest, (file) => `${file.project.name} ${isInPage(file)}`);
    return [...groups.values()].flat();
  }
}

const isInPage = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom');

/**
 * Files that run one after the other in a process share its modules, which are loaded once. What a test changes
 * of the process (globals, clocks, a page) it puts back, and its project's set-up file does where all do the same.
 */
const SHARED = { isolate: false };

/** Machines are shared: what takes a second here took half a minute where six others ran. */
const PATIENT = { poll: { timeout: 90_000 } };

// Five projects, so that the lanes of `npm test` run side by side; seeds are fixed in the tests themselves.
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...SHARED,
          name: 'packages',
          include: ['packages/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          // The longest work for seconds; on a busy machine each of them is many.
          testTimeout: 120_000,
        },
      },
      {
        plugins: [messageFiles()],
        test: {
          ...SHARED,
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          setupFiles: 'apps/web/test/setup.ts',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...SHARED,
          name: 'console',
          include: ['apps/console/**/*.test.{ts,tsx}'],
          setupFiles: 'apps/console/test/setup.ts',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...SHARED,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'apps/bots/**/*.test.ts'],
          globalSetup: 'apps/server/test/prepare.ts',
          expect: PATIENT,
          // The longest work for a quarter of a minute where nobody else does.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...SHARED,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/support/prepare.ts',
          expect: PATIENT,
          // One more than there are cores: some tests wait half a minute for an option's end.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
