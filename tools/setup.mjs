/**
 * What a fresh clone needs before anything runs: the locked dependencies (Node 24 among them) and the
 * built app. Runs on the machine's own Node (20.19 or later), so it uses nothing but node: modules.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/** Environment of everything but this bootstrap: the pinned Node comes first. */
export const environment = {
  ...process.env,
  PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
};

/**
 * What keeps a demo small: V8 would let its young generation grow to 128 MiB. It costs an order 3 to 11 % more processor time,
 * so the image and the unit, which are for real money, do without.
 */
export const LEAN_FLAGS = ['--max-semi-space-size=8', '--v8-pool-size=2'];
/**
 * Here, in the image and in the unit (tools/operations.test.ts): glibc would keep what compiling the embedded database took, in
 * an arena for each thread.
 */
export const LEAN_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const stamp = (name) => path.join(root, 'node_modules', '.cache', 'fairlead', name);

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function isCurrent(name, value) {
  return existsSync(stamp(name)) && readFileSync(stamp(name), 'utf8') === value;
}

function remember(name, value) {
  mkdirSync(path.dirname(stamp(name)), { recursive: true });
  writeFileSync(stamp(name), value);
}

const SECOND_MS = 1_000;
const CLEAR_LINE = '\r\u001b[K';

/** Says what is done while it is, at a terminal with the seconds so far; gives how to say that it is over. */
function progress(doing) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / SECOND_MS);
  if (!process.stderr.isTTY) {
    process.stderr.write(`${doing} …\n`);
    return () => undefined;
  }
  const show = () => process.stderr.write(`${CLEAR_LINE}${doing} … ${seconds()} s`);
  show();
  const timer = setInterval(show, SECOND_MS);
  return () => {
    clearInterval(timer);
    process.stderr.write(`${CLEAR_LINE}${doing}: done in ${seconds()} s\n`);
  };
}

/** Runs a command; what it says is shown only where it fails, which ends this process. */
function run(command, args, what) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const end = (words) => {
      process.stderr.write(`\n${Buffer.concat(output)}${words}\n${what} failed\n`);
      process.exit(1);
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (status) => (status === 0 ? resolve() : end('')));
  });
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * Packages whose install scripts run, because they bring a program for this machine; no other package runs anything
 * while it is installed (cases.md O10). tools/supply-chain.test.ts knows those that would.
 */
export const INSTALL_SCRIPTS = ['node', '@foundry-rs/anvil'];

/** Installs exactly what the lock file names, unless that is installed already. */
export async function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(
      `Fairlead needs Node 20.19 or later to install; this is ${process.version}\n`,
    );
    process.exit(1);
  }
  const lock = digest([path.join(root, 'package-lock.json')]);
  if (isCurrent('install', lock) && existsSync(bin('node'))) return;
  const done = progress('Installing dependencies');
  // Not `npm ci`: it stops where a registry lacks an optional package of some other platform. This installs the
  // locked versions just the same, and writes nothing.
  await run(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'],
    'npm install',
  );
  await run('npm', ['rebuild', ...INSTALL_SCRIPTS, '--loglevel=error'], 'npm rebuild');
  remember('install', lock);
  done();
}

/** Builds the app and the console where its sources, or those of the packages it uses, have changed. */
export async function build() {
  await buildOne('web', 'the app');
  await buildOne('console', 'the console');
}

async function buildOne(name, what) {
  const sources = [
    `apps/${name}`,
    'packages/ui',
    'packages/calls',
    'packages/client',
    'packages/contract',
    'packages/receipt',
    'packages/formula',
    'packages/units',
  ]
    .flatMap((folder) => filesBelow(path.join(root, folder)))
    // Both are compressed by it.
    .concat(filesBelow(path.join(root, 'apps/web')).filter((file) => file.endsWith('compress.ts')))
    .filter((file) => !/[\\/](dist|node_modules)[\\/]|\.test\.tsx?$/.test(file));
  const current = digest([
    path.join(root, 'package-lock.json'),
    ...sources.filter((file) => statSync(file).isFile()),
  ]);
  const page = path.join(root, `apps/${name}/dist/index.html`);
  if (isCurrent(name, current) && existsSync(page)) return;
  const done = progress(`Building ${what}`);
  const args = [bin('vite'), 'build', `apps/${name}`, '--logLevel', 'error'];
  await run(bin('node'), args, 'vite build');
  remember(name, current);
  done();
}
