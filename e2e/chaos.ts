/** `npm run chaos [-- --minutes 30 --seed 1 --faults killPrimary,killEngine]` (docs/operating/cluster.md). */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chaos, type Round } from './support/chaos/chaos.ts';

/** Set within the namespaces: where the run keeps what is to be seen afterwards. */
const INSIDE = 'FAIRLEAD_CHAOS_FOLDER';
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string' },
  },
});
const count = (text: string, name: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name}: a whole number`);
  return number;
};
const seed = count(values.seed, 'seed');
const minutes = count(values.minutes, 'minutes');
const folder = process.env[INSIDE];
if (folder === undefined) isolate();
else await inside(folder);

/** In namespaces of its own: whatever it starts, mounts and links is gone when it ends, however it ends. */
function isolate(): void {
  const kept = mkdtempSync(path.join(os.tmpdir(), 'fairlead-chaos-'));
  // The first process of the namespace takes in those whose parents were killed.
  const reaper = 'exec 3<&0; "$@" <&3 & wait $!';
  const command = [process.execPath, import.meta.filename, ...process.argv.slice(2)];
  const isolated = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn(
    'unshare',
    [...isolated, 'bash', '--norc', '-c', reaper, 'bash', ...command],
    {
      env: { ...process.env, [INSIDE]: kept },
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill('SIGKILL'));
  process.once('exit', () => child.kill('SIGKILL'));
  child.once('exit', (code) => {
    if (code === 0 || code === null) rmSync(kept, { recursive: true, force: true });
    else process.stderr.write(`What each process wrote: ${kept}\n`);
    process.exitCode = code ?? 1;
  });
}

async function inside(kept: string): Promise<void> {
  // Whoever started us is gone when this ends, and nobody waits any more.
  process.stdin.on('end', () => process.exit(1)).resume();
  const logs = path.join(kept, 'logs');
  mkdirSync(logs);
  process.stdout.write(`Seed ${seed}.\n`);
  const startedAtMs = Date.now();
  try {
    const { rounds, acknowledged, reads, blocks } = await chaos({
      seed,
      ...(values.faults !== undefined && { faults: values.faults.split(',') }),
      untilMs: startedAtMs + minutes * 60_000,
      folder: kept,
      logs,
      onRound: (round) => process.stdout.write(`${lineOf(round)}\n`),
    });
    process.stdout.write(
      `\nWhat callers waited, by fault:\n${worst(rounds).map(lineOfFault).join('\n')}\n\n`,
    );
    const seconds = Math.round((Date.now() - startedAtMs) / 1_000);
    process.stdout.write(
      `${rounds.length} faults in ${seconds} s: ${acknowledged} acknowledged, ${reads} reads, 0 lost, 0 doubled, 0 withdrawn\n`,
    );
    process.stdout.write(`${blocks} blocks of docs/operating/cluster were run\n`);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`seed ${seed} failed: ${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  }
}

function inSeconds(ms: number | undefined): string {
  if (ms === undefined) return '–'.padStart(7);
  return `${(ms / 1_000).toFixed(1)} s`.padStart(7);
}

function lineOf({ seed: of, fault, acknowledged, slowness, ...times }: Round): string {
  return `seed ${of}: ${fault.padEnd(42)} ${timesOf(times)}, ${String(acknowledged).padStart(4)} acknowledged, processors ${slowness?.toFixed(1) ?? '–'} × slower`;
}

function timesOf({ silenceMs, longestMs, goalMs, wholeMs, failover }: Times): string {
  const leads = inSeconds(failover.leadsMs);
  const commits = inSeconds(failover.commitsMs);
  return `nobody answered ${inSeconds(silenceMs)} (goal ${inSeconds(goalMs)}; another primary leads after ${leads}, commits after ${commits}), longest wait ${inSeconds(longestMs)}, whole after ${inSeconds(wholeMs)}`;
}

type Times = Pick<Round, 'goalMs' | 'silenceMs' | 'failover' | 'longestMs' | 'wholeMs'>;

interface Worst extends Times {
  readonly fault: string;
  readonly times: number;
}

/** Each fault with the longest of its rounds. */
function worst(rounds: readonly Round[]): Worst[] {
  return [...Map.groupBy(rounds, ({ fault }) => fault)].map(([fault, of]) => {
    const most = (pick: (round: Round) => number) => Math.max(...of.map(pick));
    // Those of one round: how long Patroni took says nothing of another.
    const slowest = of.toSorted((a, b) => b.silenceMs - a.silenceMs)[0];
    return {
      fault,
      times: of.length,
      goalMs: most(({ goalMs }) => goalMs),
      silenceMs: most(({ silenceMs }) => silenceMs),
      failover: slowest?.failover ?? { leadsMs: undefined, commitsMs: undefined },
      longestMs: most(({ longestMs }) => longestMs),
      wholeMs: most(({ wholeMs }) => wholeMs),
    };
  });
}

function lineOfFault({ fault, times, ...most }: Worst): string {
  return `${fault.padEnd(42)} ${String(times).padStart(2)} × ${timesOf(most)}`;
}
