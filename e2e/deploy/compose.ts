/**
 * Runs compose files without a container engine: what each service is started with is read from them, and done in a mount
 * namespace with a root of its own. Its name is an address of the loopback that all others know, its secrets lie in
 * /run/secrets, its volumes are folders. Images: ours as the Dockerfile copies it (image.ts); PostgreSQL and Redis are
 * this machine's. Not done: networks, limits, restarts.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { type Image, makeImage, root } from './image.ts';

/** Whether this machine lets us make namespaces, as root or in a container that may: nothing that could be installed. */
export const canIsolate =
  spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true']).status === 0;

/** The user "node" of our image. */
const NODE_USER = 1000;
const READY_MAX_MS = 180_000;
const MACHINE_FOLDERS = ['usr', 'bin', 'sbin', 'lib', 'lib64', 'etc', 'dev', 'proc'];

interface Service {
  readonly image: string;
  readonly restart: string;
  readonly profiles?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Project {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly environment: Readonly<Record<string, string>>;
}

type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A later file over an earlier one: maps by key, lists behind one another, all else replaced. */
function laidOver(below: unknown, above: unknown): unknown {
  if (Array.isArray(below) && Array.isArray(above)) return [...below, ...above];
  if (!isTree(below) || !isTree(above)) return above;
  const merged: Record<string, unknown> = { ...below };
  for (const [name, value] of Object.entries(above))
    merged[name] = name in below ? laidOver(below[name], value) : value;
  return merged;
}

export class Compose {
  /** Where each service listens, by its name. */
  readonly #addresses = new Map<string, string>();
  readonly #running = new Map<string, Running>();
  readonly #logs = new Map<string, string>();
  readonly #net = `127.${randomInt(64, 250)}.${randomInt(1, 250)}`;
  readonly #folder: string;
  readonly #image: Image;

  /** `folder`: the project's, with `deploy` in it; all else is made there. */
  constructor(folder: string) {
    this.#folder = folder;
    cpSync(path.join(root, 'deploy'), path.join(folder, 'deploy'), { recursive: true });
    this.#image = makeImage(path.join(folder, 'image'));
    mkdirSync(path.join(folder, 'bin'));
    writeFileSync(
      path.join(folder, 'bin/docker'),
      `#!/bin/sh\nexec ${process.execPath} ${path.join(import.meta.dirname, 'docker.mjs')} "$@"\n`,
      { mode: 0o755 },
    );
  }

  /** Folder of programs that come first for whoever runs the documents' commands. */
  get bin(): string {
    return path.join(this.#folder, 'bin');
  }

  addressOf(service: string): string {
    const known = this.#addresses.get(service);
    if (known !== undefined) return known;
    const address = `${this.#net}.${this.#addresses.size + 1}`;
    this.#addresses.set(service, address);
    return address;
  }

  urlOf(service: string): string {
    return `http://${this.addressOf(service)}:8080`;
  }

  /** `docker compose` with these words; what it would print. */
  async docker(words: readonly string[], shell: NodeJS.ProcessEnv): Promise<string> {
    const [compose, ...rest] = words;
    if (compose === 'volume' && rest[0] === 'rm') {
      for (const name of rest.slice(1)) this.#drop(name.replace(/^fairlead_/, ''));
      return '';
    }
    if (compose !== 'compose') throw new Error(`docker ${compose} is not known here`);
    const files: string[] = [];
    while (rest[0] === '-f') {
      rest.shift();
      files.push(rest.shift() ?? '');
    }
    const project = this.#read(files, shell);
    const [act, ...given] = rest;
    switch (act) {
      case 'up': {
        for (const [name, { profiles }] of Object.entries(project.services))
          if (profiles === undefined) this.addressOf(name);
        const named = given.filter((word) => !word.startsWith('-'));
        for (const [name, { profiles }] of Object.entries(project.services))
          if (named.length > 0 ? named.includes(name) : profiles === undefined)
            await this.#up(project, name);
        return '';
      }
      case 'logs':
        return this.#logs.get(given.at(-1) ?? '') ?? '';
      case 'run': {
        const [name = '', ...args] = given.filter((word) => word !== '--rm');
        const code = await this.#start(project, name, args).ended;
        const written = this.#logs.get(name) ?? '';
        if (code !== 0) throw new Error(`${name} ended with ${code}: ${written}`);
        return written;
      }
      case 'down':
        await this.down();
        return '';
      default:
        throw new Error(`docker compose ${act} is not known here`);
    }
  }

  #read(files: readonly string[], shell: NodeJS.ProcessEnv): Project {
    const fixed = path.join(this.#folder, 'deploy/.env');
    const values = { ...(existsSync(fixed) && parseEnv(readFileSync(fixed, 'utf8'))), ...shell };
    const texts = files.map((file) =>
      readFileSync(path.join(this.#folder, file), 'utf8').replaceAll(
        /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
        (_all, name: string, kind: string | undefined, otherwise: string) => {
          const value = values[name] ?? '';
          if (value === '' && kind === '?') throw new Error(`${name}: ${otherwise}`);
          return value === '' ? (otherwise ?? '') : value;
        },
      ),
    );
    return texts.map((text) => parse(text, { merge: true })).reduce(laidOver) as Project;
  }

  async #up(project: Project, name: string): Promise<void> {
    if (this.#running.get(name)?.child.exitCode === null) return;
    const service = project.services[name];
    if (service === undefined) throw new Error(`no service is called ${name}`);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      await this.#up(project, other);
      if (condition !== 'service_completed_successfully') continue;
      const code = await this.#running.get(other)?.ended;
      if (code !== 0) throw new Error(`${other} ended with ${code}: ${this.#logs.get(other)}`);
    }
    this.#start(project, name);
    if (service.restart === 'no') return;
    await this.#healthy(project, name);
  }

  #start(project: Project, name: string, args: readonly string[] = []): Running {
    const service = project.services[name];
    if (service === undefined) throw new Error(`no service is called ${name}`);
    const isOurs = service.image === 'fairlead';
    const address = this.addressOf(name);
    const environment: Record<string, string> = {
      PATH: '/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      FAIRLEAD_ADDRESS: address,
      ...(isOurs && this.#image.env),
      ...Object.assign(
        {},
        ...(service.env_file ?? []).map((file) =>
          parseEnv(readFileSync(path.join(this.#folder, 'deploy', file), 'utf8')),
        ),
      ),
      ...Object.fromEntries(
        Object.entries(service.environment ?? {}).map(([key, value]) => [key, String(value)]),
      ),
      // Of all addresses of this machine its own: it shares them with the others.
      ...(isOurs && { HOST: address }),
    };
    const command = [
      ...(service.entrypoint ?? []),
      ...(args.length > 0 ? args : (service.command ?? (isOurs ? this.#image.command : []))),
      ...(service.image.startsWith('redis:')
        ? ['--bind', address, '--protected-mode', 'no', '--dir', '/tmp']
        : []),
    ];
    const script = this.#script(project, name, service);
    const words = isOurs
      ? ['setpriv', `--reuid=${NODE_USER}`, `--regid=${NODE_USER}`, '--clear-groups', ...command]
      : command;
    const child = spawn('unshare', ['--mount', 'sh', '-euc', script, name, ...words], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#logs.set(name, '');
    const take = (chunk: unknown) =>
      void this.#logs.set(name, `${this.#logs.get(name)}${String(chunk)}`);
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const running = { child, ended, environment };
    this.#running.set(name, running);
    return running;
  }

  /** Makes the service's root and begins its command there. */
  #script(project: Project, name: string, service: Service): string {
    const own = path.join(this.#folder, 'roots', name);
    for (const folder of [...MACHINE_FOLDERS, 'run', 'tmp', 'app', 'var/lib'])
      mkdirSync(path.join(own, folder), { recursive: true });
    chmodSync(path.join(own, 'tmp'), 0o1777);
    if (!existsSync(path.join(own, 'var/run'))) symlinkSync('../run', path.join(own, 'var/run'));
    const hosts = path.join(this.#folder, 'hosts');
    const names = [...this.#addresses].map(([each, address]) => `${address} ${each}`);
    writeFileSync(hosts, `127.0.0.1 localhost\n${names.join('\n')}\n`);
    const lines = MACHINE_FOLDERS.map((each) => `mount --rbind /${each} ${own}/${each}`);
    lines.push(`mount --bind ${hosts} ${own}/etc/hosts`, `mount -t tmpfs tmpfs ${own}/run`);
    lines.push(`mkdir ${own}/run/secrets ${own}/run/postgresql`, `chmod 755 ${own}/run`);
    const bind = (from: string, to: string) => {
      const place = path.join(own, to);
      if (to.startsWith('/run/')) lines.push(`touch ${place}`);
      else if (statSync(from).isFile()) {
        mkdirSync(path.dirname(place), { recursive: true });
        writeFileSync(place, '');
      } else mkdirSync(place, { recursive: true });
      lines.push(`mount --bind ${from} ${place}`);
    };
    const deploy = path.join(this.#folder, 'deploy');
    for (const secret of service.secrets ?? [])
      bind(path.join(deploy, project.secrets[secret]?.file ?? ''), `/run/secrets/${secret}`);
    const isOurs = service.image === 'fairlead';
    if (isOurs) {
      const { folder, workdir } = this.#image;
      bind(path.join(folder, workdir), workdir);
      lines.push(`mount --bind ${root}/node_modules ${own}${workdir}/node_modules`);
    }
    for (const volume of service.volumes ?? []) {
      const [from = '', to = ''] = volume.split(':');
      if (from.startsWith('.')) {
        bind(path.join(deploy, from), to);
        continue;
      }
      const place = path.join(this.#folder, 'volumes', from);
      mkdirSync(place, { recursive: true, mode: 0o700 });
      if (isOurs && !this.#image.volumes.includes(to))
        throw new Error(`${name}: the image has no folder ${to} for its user`);
      if (isOurs) chownSync(place, NODE_USER, NODE_USER);
      bind(place, to);
    }
    if (service.image.startsWith('postgres:')) {
      const version = readdirSync('/usr/lib/postgresql').at(-1) ?? '';
      bind(path.join(import.meta.dirname, 'entrypoint.sh'), '/entry/docker-entrypoint.sh');
      lines.push(`PATH=/usr/lib/postgresql/${version}/bin:/entry:$PATH; export PATH`);
    }
    lines.push(
      `exec chroot ${own} sh -euc 'cd ${isOurs ? this.#image.workdir : '/'}; exec "$@"' "$0" "$@"`,
    );
    return lines.join('\n');
  }

  /** Asks as the file says, until the service is content. */
  async #healthy(project: Project, name: string): Promise<void> {
    const service = project.services[name];
    const running = this.#running.get(name);
    if (running === undefined) throw new Error(`${name} does not run`);
    const [, ...given] = service?.healthcheck?.test ?? ['CMD', ...this.#image.check];
    const address = this.addressOf(name);
    const [program = '', ...args] = given.map((word) => word.replaceAll('127.0.0.1', address));
    if (program === 'redis-cli') args.unshift('-h', address);
    const node = path.join(root, 'node_modules/.bin');
    const version = readdirSync('/usr/lib/postgresql').at(-1) ?? '';
    const env = {
      ...running.environment,
      PATH: `${node}:/usr/lib/postgresql/${version}/bin:/usr/bin:/bin`,
    };
    const deadline = Date.now() + READY_MAX_MS;
    for (;;) {
      const asked = spawn(program, args, { env, stdio: 'ignore' });
      const code = await new Promise((resolve) => asked.once('close', resolve));
      if (code === 0) return;
      if (running.child.exitCode !== null || Date.now() > deadline)
        throw new Error(`${name} is not healthy:\n${this.#logs.get(name)}`);
      await wait(200);
    }
  }

  /** Stops all, as an engine does: PostgreSQL's image asks for SIGINT. */
  async down(): Promise<void> {
    for (const [name, { child, ended }] of [...this.#running].toReversed()) {
      child.kill(name === 'database' ? 'SIGINT' : 'SIGTERM');
      await ended;
    }
    this.#running.clear();
  }

  #drop(volume: string): void {
    rmSync(path.join(this.#folder, 'volumes', volume), { recursive: true });
  }
}
