/**
 * Tries the Dockerfile without a container engine: each stage is a folder of its own, each COPY and RUN is done in it by
 * somebody who is not root, then the command is started on a tree without write permission, asked by the HEALTHCHECK, and
 * stopped by the STOPSIGNAL. `node tools/check-image.ts [--keep]`, about three minutes; it installs from the registry.
 * Not tried: the base images, `chown` to their user, capabilities, networks and volumes.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { type Instruction, readDockerfile, readIgnored } from './dockerfile.ts';

const root = path.resolve(import.meta.dirname, '..');
/** "nobody": who runs the steps when this is run by root. */
const NOBODY = 65_534;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const scratch = mkdtempSync(path.join(os.tmpdir(), 'fairlead-image-'));
const isRoot = process.getuid?.() === 0;
const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const environment: Record<string, string> = {
  PATH: `${path.join(scratch, 'bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
  HOME: scratch,
  TMPDIR: path.join(scratch, 'tmp'),
  npm_config_registry: registry,
  npm_config_cache: path.join(scratch, 'npm'),
  ...(process.env['NODE_EXTRA_CA_CERTS'] && {
    NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
  }),
};

interface Stage {
  readonly folder: string;
  workdir: string;
  readonly env: Record<string, string>;
}

/** What a build would be sent: what git holds, without what is ignored. */
function makeContext(): string {
  const context = path.join(scratch, 'context');
  const isIgnored = readIgnored(path.join(root, '.dockerignore'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.trim().split('\n'))
    if (!isIgnored(file) && existsSync(path.join(root, file)))
      cpSync(path.join(root, file), path.join(context, file));
  return context;
}

/** A path of the image in a stage's folder. */
const within = (stage: Stage, name: string): string =>
  path.join(stage.folder, path.isAbsolute(name) ? name : path.join(stage.workdir, name));

function copy(
  stage: Stage,
  { words, from }: Instruction,
  stages: ReadonlyMap<string, Stage>,
): void {
  const target = within(stage, words.at(-1) ?? '.');
  const sources = words.slice(0, -1);
  const source = from === undefined ? undefined : stages.get(from);
  for (const name of sources) {
    const file = source === undefined ? path.join(scratch, 'context', name) : within(source, name);
    const isInto = sources.length > 1 || words.at(-1)?.endsWith('/') || words.at(-1) === '.';
    const to = isInto && !isFolder(file) ? path.join(target, path.basename(name)) : target;
    cpSync(file, to, { recursive: true, verbatimSymlinks: true });
  }
}

const isFolder = (file: string): boolean => spawnSync('test', ['-d', file]).status === 0;

function own(folder: string): void {
  if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
}

function run(stage: Stage, command: string): void {
  own(stage.folder);
  // The image's root is this folder, and its user is whoever runs this.
  const local = command
    .replaceAll(/(?<= )\/(data|backups)\b/g, path.join(stage.folder, '$1'))
    .replaceAll(/ && chown node:node .*/g, '');
  const { status } = spawnSync('sh', ['-ec', local], {
    cwd: path.join(stage.folder, stage.workdir),
    env: { ...environment, ...stage.env },
    stdio: ['ignore', 'inherit', 'inherit'],
    ...who,
  });
  if (status !== 0) throw new Error(`RUN ended with ${status}: ${command}`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', resolve));

/** Starts the image's command, waits until its own check is content, looks, and stops it. */
async function tryCommand(stage: Stage, command: readonly string[], check: readonly string[]) {
  own(stage.folder);
  execFileSync('chmod', ['-R', 'a-w', path.join(stage.folder, stage.workdir)]);
  const port = String(await freePort());
  const data = path.join(stage.folder, 'data');
  const env = { ...environment, ...stage.env, PORT: port, HOST: '127.0.0.1', DATA_DIR: data };
  const options = { cwd: path.join(stage.folder, stage.workdir), env, ...who };
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  const end = ended(child);
  const [checker = '', ...checkArgs] = check;
  const deadline = Date.now() + 120_000;
  while (spawnSync(checker, checkArgs, options).status !== 0) {
    if (child.exitCode !== null) throw new Error(`CMD ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error('HEALTHCHECK was never content');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  say('HEALTHCHECK is content');
  for (const page of ['/', '/console/', '/health/ready', '/api/config']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${page}`);
    if (status !== 200) throw new Error(`${page} answers ${status}`);
  }
  child.kill('SIGTERM');
  const code = await end;
  if (code !== 0) throw new Error(`after SIGTERM it ended with ${code}`);
  say('pages answer, and SIGTERM ends it with 0');
}

async function main(): Promise<void> {
  for (const name of ['bin', 'tmp', 'npm']) mkdirSync(path.join(scratch, name));
  // The Node of the base image, by the tag that the image asks for.
  cpSync(process.execPath, path.join(scratch, 'bin', 'node'));
  chmodSync(scratch, 0o755);
  makeContext();
  if (isRoot)
    for (const name of ['bin', 'tmp', 'npm', '.'])
      chownSync(path.join(scratch, name), NOBODY, NOBODY);
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  let check: readonly string[] = [];
  for (const step of readDockerfile(path.join(root, 'Dockerfile'))) {
    say(`${step.name} ${step.text}`);
    if (step.name === 'FROM') {
      const version = /^node:([\d.]+)-/.exec(step.words[0] ?? '')?.[1];
      if (`v${version}` !== process.version)
        throw new Error(`the image has Node ${version}, this is ${process.version}`);
      const name = step.words[2] ?? 'final';
      stage = { folder: path.join(scratch, 'stages', name), workdir: '/', env: {} };
      mkdirSync(stage.folder, { recursive: true });
      stages.set(name, stage);
    }
    if (stage === undefined) throw new Error('a Dockerfile begins with FROM');
    if (step.name === 'WORKDIR') {
      stage.workdir = step.words[0] ?? '/';
      mkdirSync(path.join(stage.folder, stage.workdir), { recursive: true });
    }
    if (step.name === 'COPY') copy(stage, step, stages);
    if (step.name === 'RUN') run(stage, step.text);
    if (step.name === 'ENV')
      for (const pair of step.words) stage.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    if (step.name === 'HEALTHCHECK') check = step.list;
    if (step.name === 'CMD') await tryCommand(stage, step.list, check);
  }
}

try {
  await main();
} finally {
  if (process.argv.includes('--keep')) say(scratch);
  else {
    spawnSync('chmod', ['-R', 'u+w', scratch]);
    rmSync(scratch, { recursive: true, force: true });
  }
}
