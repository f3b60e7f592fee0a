/**
 * `npm start`: installs, builds what is stale, runs the server. `--dev` reloads server, app and console; `--bench`
 * measures, `--gallery` photographs every screen, `--simulate` runs the server's core from seeds.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { bin, build, environment, install, root } from './setup.mjs';

const [mode, ...rest] = process.argv.slice(2);

/** Runs children until the last one ends; signals go to them, and the first bad exit code becomes ours. */
function supervise(children) {
  let code = 0;
  let running = children.length;
  const stop = (signal) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
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

install();
switch (mode) {
  case '--dev':
    supervise([
      start('--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts'),
      start(bin('vite'), 'apps/web', '--clearScreen', 'false'),
      start(bin('vite'), 'apps/console', '--clearScreen', 'false'),
    ]);
    break;
  case '--bench':
    build();
    supervise([start('bench/run.ts', ...rest)]);
    break;
  case '--simulate':
    supervise([start('apps/server/test/simulation/run.ts', ...rest)]);
    break;
  case '--gallery':
    build();
    supervise([start('e2e/gallery.ts', ...rest)]);
    break;
  default:
    build();
    supervise([start('apps/server/src/main.ts')]);
}
