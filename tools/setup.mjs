/**
 * What a fresh clone needs before anything runs: the locked dependencies (Node 24 among them) and the
 * built app. Runs on the machine's own Node (20.19 or later), so it uses nothing but node: modules.
 */
import { spawnSync } from 'node:child_process';
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

function run(command, args, what) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\n${what} failed\n`);
  process.exit(1);
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * Packages whose install scripts run, because they bring a program for this machine; no other package runs anything
 * while it is installed (security.md O10). tools/supply-chain.test.ts knows those that would.
 */
export const INSTALL_SCRIPTS = ['node', '@foundry-rs/anvil'];

/** Installs exactly what the lock file names, unless that is installed already. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(
      `Fairlead needs Node 20.19 or later to install; this is ${process.version}\n`,
    );
    process.exit(1);
  }
  const lock = digest([path.join(root, 'package-lock.json')]);
  if (isCurrent('install', lock) && existsSync(bin('node'))) return;
  process.stderr.write('Installing dependencies …\n');
  // Not `npm ci`: it stops where a registry lacks an optional package of some other platform. This installs the
  // locked versions just the same, and writes nothing.
  run(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'],
    'npm install',
  );
  run('npm', ['rebuild', ...INSTALL_SCRIPTS, '--loglevel=error'], 'npm rebuild');
  remember('install', lock);
}

/** Builds the app and the console where its sources, or those of the packages it uses, have changed. */
export function build() {
  buildOne('web', 'the app');
  buildOne('console', 'the console');
}

function buildOne(name, what) {
  const sources = [
    `apps/${name}`,
    'packages/ui',
    'packages/client',
    'packages/contract',
    'packages/receipt',
    'packages/formula',
    'packages/units',
  ]
    .flatMap((folder) => filesBelow(path.join(root, folder)))
    .filter((file) => !/[\\/](dist|node_modules)[\\/]|\.test\.tsx?$/.test(file));
  const current = digest([
    path.join(root, 'package-lock.json'),
    ...sources.filter((file) => statSync(file).isFile()),
  ]);
  const page = path.join(root, `apps/${name}/dist/index.html`);
  if (isCurrent(name, current) && existsSync(page)) return;
  process.stderr.write(`Building ${what} …\n`);
  run(bin('node'), [bin('vite'), 'build', `apps/${name}`, '--logLevel', 'error'], 'vite build');
  remember(name, current);
}
