/**
 * `npm run simulate -- --seeds 2000 [--commands 300] [--seed 1] [--workers 2] [--engines one|several]`: runs so many seeds from the first one on,
 * two at a time, and says what they came to. A seed that finds something is printed with the command that runs it again;
 * the exit code is then 1.
 */
import { execFileSync, fork } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Figures } from './figures.ts';
import type { RunOutcome } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    commands: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    engines: { type: 'string' },
  },
});
const seeds = wholeNumber('seeds', 1);
const commands = wholeNumber('commands', 1);
const firstSeed = wholeNumber('seed', 0);
const workers = Math.min(wholeNumber('workers', 1), seeds);
const PROGRESS_MS = 5_000;
const { engines } = values;
if (engines !== undefined && engines !== 'one' && engines !== 'several') {
  process.stderr.write('--engines: one or several; without it each seed draws\n');
  process.exit(2);
}
const given = engines === undefined ? {} : { engines };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const begunAt = performance.now();
const figures = new Figures();
let done = 0;
let failed = 0;
let next = firstSeed;

const commit = headCommit();
say(
  `${seeds} seeds from ${firstSeed} on, ${commands} commands each, ${workers} processes, ${commit}`,
);
const timer = setInterval(() => say(progress()), PROGRESS_MS);
await Promise.all(Array.from({ length: workers }, runWorker));
clearInterval(timer);
report();
process.exitCode = failed > 0 ? 1 : 0;

function wholeNumber(name: keyof typeof values, least: number): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= least) return value;
  process.stderr.write(`--${name}: a whole number from ${least} on\n`);
  process.exit(2);
}

function headCommit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `commit ${git('rev-parse', 'HEAD')}${isChanged ? ' with changes' : ''}`;
  } catch {
    return 'not in a git checkout';
  }
}

function runWorker(): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = fork(new URL('worker.ts', import.meta.url));
    const give = (): void => {
      if (next >= firstSeed + seeds) {
        worker.disconnect();
        return;
      }
      worker.send({ seed: next, commands, ...given });
      next += 1;
    };
    worker.on('message', (outcome: RunOutcome) => {
      take(outcome);
      give();
    });
    worker.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`a worker ended with ${signal ?? code}`));
    });
    give();
  });
}

function take({ seed, violation, figures: counts }: RunOutcome): void {
  done += 1;
  figures.addAll(counts);
  if (violation === undefined) return;
  failed += 1;
  say(`\nseed ${seed} fails at command ${violation.step}: ${violation.message}`);
  say(
    `  ${commit}; again: npm run simulate -- --seeds 1 --seed ${seed} --commands ${commands}${engines === undefined ? '' : ` --engines ${engines}`}\n`,
  );
}

function progress(): string {
  const seconds = (performance.now() - begunAt) / 1_000;
  return `${done} of ${seeds} seeds, ${(done / seconds).toFixed(1)} a second, ${failed} failed`;
}

function report(): void {
  const sum = (prefix: string): number =>
    figures.of(prefix).reduce((total, [, count]) => total + count, 0);
  say(`\n${progress()}`);
  say(
    `${sum('command ')} commands of clients and operators, ${figures.counts.get('executed') ?? 0} executed in ` +
      `${figures.counts.get('commits') ?? 0} commits; ${sum('answer ')} answers, ${sum('fault ')} faults, ` +
      `${figures.counts.get('recoveries') ?? 0} recoveries`,
  );
  for (const title of ['command', 'fault', 'submit', 'process']) {
    const counts = figures.of(`${title} `).map(([name, count]) => `${name} ${count}`);
    say(`${title}: ${counts.join(' · ')}`);
  }
}
