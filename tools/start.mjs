/** `npm start`: installs, builds what is stale, runs the server. `--dev` reloads server and app. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { bin, build, environment, install, root } from './setup.mjs';

const isDev = process.argv.includes('--dev');

/** Runs a child until it ends; signals go to it and its exit code becomes ours. */
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

const start = (args, env = {}) =>
  spawn(bin('node'), args, { cwd: root, env: { ...environment, ...env }, stdio: 'inherit' });

install();
if (isDev) {
  supervise([
    start(['--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts']),
    start([bin('vite'), 'apps/web', '--clearScreen', 'false']),
  ]);
} else {
  build();
  supervise([start(['apps/server/src/main.ts'])]);
}
