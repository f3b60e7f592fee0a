/**
 * `npm test`: installs, builds, runs every check, and ends with the sum over all runners:
 * `N passed, N failed` alone on a line. Each static check counts as one. `npm test -- futures options` runs the tests
 * of these capabilities alone, `npm run check` the static checks and the tests that need neither server nor browser.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { testsOf } from './capabilities.mjs';
import { bin, build, environment, install, root } from './setup.mjs';

const reports = mkdtempSync(path.join(os.tmpdir(), 'fairlead-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

// Each test file is a process that loads the whole server: from the second on, without compiling it.
const compiled = path.join(root, 'node_modules', '.cache', 'fairlead', 'compiled');

/** Runs a command; its output is shown when it ends, so that parallel runs stay readable. */
function run(name, args) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const child = spawn(bin('node'), args, {
      cwd: root,
      env: { ...environment, NODE_COMPILE_CACHE: compiled },
      // What cannot wait for the end (progress.mjs) has a descriptor of its own.
      stdio: ['ignore', 'pipe', 'pipe', process.stdout],
    });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('close', (status) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      const isGreen = status === 0;
      process.stdout.write(`${isGreen ? '✓' : '✗'} ${name} (${seconds} s)\n`);
      if (!isGreen || process.env.VERBOSE) process.stdout.write(Buffer.concat(output));
      resolve(isGreen);
    });
  });
}

/** One check, counted as one test. */
async function check(name, args) {
  const isGreen = await run(name, args);
  return { passed: isGreen ? 1 : 0, failed: isGreen ? 0 : 1, skipped: 0 };
}

/** A vitest project, or some files of it, counted by its own report. A run that ends without one is one failure. */
async function vitest(project, files = []) {
  const report = path.join(reports, `${project}.json`);
  const isGreen = await run(`tests: ${project}`, [
    bin('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=./tools/progress.mjs',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]);
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    for (const file of testResults)
      for (const test of file.assertionResults)
        if (test.status === 'pending' || test.status === 'skipped')
          process.stdout.write(`  skipped: ${path.relative(root, file.name)}: ${test.fullName}\n`);
    const failed = Math.max(numFailedTests, isGreen ? 0 : 1);
    return { passed: numPassedTests, failed, skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function inTurn(steps) {
  const results = [];
  for (const step of steps) results.push(await step());
  return results;
}

const STATIC_CHECKS = [
  () => check('types', [bin('tsc'), '--noEmit', '-p', '.']),
  () => check('lint and format', [bin('biome'), 'ci', '--colors=off', '.']),
  () =>
    check('dependency rules', [
      bin('depcruise'),
      '--config',
      'tools/dependency-cruiser.cjs',
      'packages',
      'apps',
    ]),
  () => check('unused code', [bin('knip')]),
];

/**
 * Two lanes for two cores: the server's tests, and all that is quick, then the browser's. Each lane waits often for
 * disks, processes and pages, so that the other has the cores meanwhile.
 */
async function everything() {
  const lanes = await Promise.all([
    inTurn([
      ...STATIC_CHECKS,
      () => vitest('packages'),
      () => vitest('web'),
      () => vitest('console'),
      () => vitest('e2e'),
    ]),
    vitest('server'),
  ]);
  return lanes.flat();
}

async function quick() {
  const lanes = await Promise.all([inTurn(STATIC_CHECKS), vitest('packages')]);
  return lanes.flat();
}

/** Only projects that have tests of what was asked for. */
async function someOf(files) {
  const steps = (projects) =>
    projects
      .filter((project) => files.get(project).length > 0)
      .map((project) => () => vitest(project, files.get(project)));
  const lanes = await Promise.all([
    inTurn(steps(['packages', 'web', 'console'])),
    inTurn(steps(['server'])),
  ]);
  return [...lanes.flat(), ...(await inTurn(steps(['e2e'])))];
}

/** What the command line asks for; throws where it names nothing that there is. */
function asked([first, ...others]) {
  if (first === undefined) return everything;
  if (first === '--check' && others.length === 0) return quick;
  const files = testsOf([first, ...others]);
  return () => someOf(files);
}

let runs;
try {
  runs = asked(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
await install();
await build();

const total = { passed: 0, failed: 0, skipped: 0 };
for (const result of await runs()) for (const key of Object.keys(total)) total[key] += result[key];
if (total.skipped > 0) process.stdout.write(`${total.skipped} skipped\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
