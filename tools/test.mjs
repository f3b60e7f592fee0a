/**
 * `npm test`: installs, builds, runs every check, and ends with the sum over all runners:
 * `N passed, N failed` alone on a line. Each static check counts as one.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
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
      stdio: ['ignore', 'pipe', 'pipe'],
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

/** A vitest project, counted by its own report. A run that ends without one is one failure. */
async function vitest(project) {
  const report = path.join(reports, `${project}.json`);
  const isGreen = await run(`tests: ${project}`, [
    bin('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
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

install();
build();
// Two lanes for two cores: static checks and the fast tests beside the server's; the browser comes alone.
const lanes = await Promise.all([
  inTurn([
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
    () => vitest('packages'),
    () => vitest('web'),
    () => vitest('console'),
  ]),
  inTurn([() => vitest('server')]),
]);
const browser = await inTurn([() => vitest('e2e')]);

const total = { passed: 0, failed: 0, skipped: 0 };
for (const result of [...lanes.flat(), ...browser])
  for (const key of Object.keys(total)) total[key] += result[key];
if (total.skipped > 0) process.stdout.write(`${total.skipped} skipped\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
