/**
 * `npm start`: installs, builds what is stale, runs the server; `--build` ends there. `--dev` reloads server, app and console; `--bench`
 * measures, `--gallery` photographs every screen; `--torture` kills servers under load, `--chaos` machines of a cluster, `--fuzz` attacks the API for long,
 * `--simulate` runs the server's core from seeds; `--migrate` brings a database up to date as its owner, `--reports` that of what reads across; `--divide` makes
 * four engines of one (docs/operating/divide.md); `--doctor` looks at all that
 * a server stands on, `--operator` lets one in anew, `--brand` checks a brand's folder; `--backup`,
 * `--restore` and `--move-to-postgres` are told in docs/operating/backup.md.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { portRefusal } from './port.mjs';
import { bin, build, environment, install, LEAN_ENVIRONMENT, LEAN_FLAGS, root } from './setup.mjs';

const [mode, ...rest] = process.argv.slice(2);

/** Runs children until the last one ends; signals go to them, and the first bad exit code becomes ours. */
/** Between two looks whether npm is still there. */
const PARENT_LOOK_MS = 250;

function supervise(children) {
  let code = 0;
  let running = children.length;
  const stop = (signal) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  // npm's shell ends at a SIGTERM and passes it to nobody: whoever stopped npm meant the server.
  const parent = process.ppid;
  const orphaned = () => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  };
  const watch = process.env.npm_lifecycle_event && setInterval(orphaned, PARENT_LOOK_MS).unref();
  for (const child of children) {
    child.on('exit', (status, signal) => {
      code ||= status ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1);
      running -= 1;
      if (running === 0) process.exit(code);
      stop('SIGTERM');
    });
  }
}

const start = (...args) =>
  spawn(bin('node'), args, { cwd: root, env: environment, stdio: 'inherit' });
// Whoever set one of the variables meant it. A kill -9 of this process closes the channel, and the server ends.
const startServer = () =>
  spawn(bin('node'), [...LEAN_FLAGS, 'apps/server/src/main.ts', '--ends-with-parent'], {
    cwd: root,
    env: { ...LEAN_ENVIRONMENT, ...environment },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });

/** `--runs 500 --seed 1 --only placeOrder`: how often each route is attacked, from which seed, which alone. */
function fuzz(options) {
  const { values } = parseArgs({
    args: options,
    options: { runs: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
  });
  const { runs = '200', seed = String(Date.now() % 2 ** 31), only } = values;
  for (const number of [runs, seed])
    if (!/^\d{1,10}$/.test(number)) throw new Error(`"${number}" is no whole number`);
  environment.FUZZ_RUNS = runs;
  environment.FUZZ_SEED = seed;
  process.stdout.write(`Attacking every route ${runs} times from seed ${seed} …\n`);
  const file = 'apps/server/test/fuzz/api-fuzz.test.ts';
  const named = only === undefined ? [] : ['-t', `(^| )${only}( |$)`];
  return [bin('vitest'), 'run', '--project', 'server', '--testTimeout=3600000', file, ...named];
}

const isServer = mode === undefined;
const refusal = isServer ? await portRefusal(root) : undefined;
if (refusal !== undefined) {
  process.stderr.write(`Fairlead cannot start. ${refusal}\n`);
  process.exit(1);
}
await install();
switch (mode) {
  case '--dev':
    supervise([
      start('--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts'),
      start(bin('vite'), 'apps/web', '--clearScreen', 'false'),
      start(bin('vite'), 'apps/console', '--clearScreen', 'false'),
    ]);
    break;
  case '--bench':
    await build();
    supervise([start('bench/run.ts', ...rest)]);
    break;
  case '--simulate':
    supervise([start('apps/server/test/simulation/run.ts', ...rest)]);
    break;
  case '--gallery':
    await build();
    supervise([start('e2e/gallery.ts', ...rest)]);
    break;
  case '--torture':
    await build();
    supervise([start('e2e/torture.ts', ...rest)]);
    break;
  case '--chaos':
    await build();
    supervise([start('e2e/chaos.ts', ...rest)]);
    break;
  case '--archive':
  case '--backup':
  case '--restore':
  case '--move-to-postgres':
    supervise([start('apps/server/src/backup.ts', mode.slice(2), ...rest)]);
    break;
  case '--fuzz':
    supervise([start(...fuzz(rest))]);
    break;
  case '--build':
    await build();
    break;
  case '--doctor':
    supervise([start('apps/server/src/doctor.ts', ...rest)]);
    break;
  case '--brand':
    supervise([start('apps/server/src/brand.ts', ...rest)]);
    break;
  case '--operator':
    supervise([start('apps/server/src/operator.ts', ...rest)]);
    break;
  case '--migrate':
    supervise([start('apps/server/src/migrate.ts', ...rest)]);
    break;
  case '--reports':
    supervise([start('apps/server/src/reports.ts', ...rest)]);
    break;
  case '--divide':
    supervise([start('apps/server/src/divide.ts', ...rest)]);
    break;
  default:
    await build();
    supervise([startServer()]);
}
