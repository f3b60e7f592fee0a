/**
 * Machines of a cluster on this one: each has a network of its own, joined to the others by a bridge, and its own /etc, /run and
 * /var/lib. Only within the namespaces that inside.ts makes: what is left behind there goes with them.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BRIDGE = 'chaos';
/** Nobody has it: what is sent there is lost without a word. */
const NOWHERE = '02:00:00:00:00:01';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** A supervisor's pause before it starts a process again. */
const RESTART_MS = 1_000;

/** The bridge with our own address on it, and further ones for callers. */
export async function makeBridge(addresses: readonly string[]): Promise<void> {
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('ip', ['link', 'add', BRIDGE, 'type', 'bridge', 'forward_delay', '0']);
  await run('ip', ['link', 'set', BRIDGE, 'up']);
  for (const address of addresses) await run('ip', ['addr', 'add', `${address}/24`, 'dev', BRIDGE]);
}

export class Machine {
  readonly name: string;
  readonly address: string;
  /** What its disk holds. */
  readonly folder: string;
  readonly #holder: ChildProcess;

  private constructor(given: Pick<Machine, 'name' | 'address' | 'folder'>, holder: ChildProcess) {
    this.name = given.name;
    this.address = given.address;
    this.folder = given.folder;
    this.#holder = holder;
  }

  static async boot(name: string, address: string, disks: string): Promise<Machine> {
    const folder = path.join(disks, name);
    mkdirSync(folder);
    const script = `set -e
      ip link set lo up
      mount -t tmpfs -o size=1500m tmpfs ${folder}
      cp -a /etc ${folder}/etc
      mkdir -p ${folder}/lib/postgresql ${folder}/lib/etcd ${folder}/lib/redis ${folder}/srv
      mount --bind ${folder}/etc /etc
      mount --bind ${folder}/lib /var/lib
      mount -t tmpfs tmpfs /run
      mkdir -m 0777 /run/postgresql
      chown postgres /var/lib/postgresql
      echo booted
      exec sleep infinity`;
    const holder = spawn('unshare', ['--mount', '--net', 'sh', '-c', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await Promise.race([
      once(holder.stdout, 'data'),
      once(holder, 'exit').then(() => {
        throw new Error(`${name} did not boot`);
      }),
    ]);
    const machine = new Machine({ name, address, folder }, holder);
    const [link, peer] = [`v-${name}`, `p-${name}`];
    await run('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', peer]);
    await run('ip', ['link', 'set', peer, 'netns', String(holder.pid), 'name', 'eth0']);
    await run('ip', ['link', 'set', link, 'master', BRIDGE, 'up']);
    await machine.run(['ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0']);
    await machine.run(['ip', 'link', 'set', 'eth0', 'up']);
    return machine;
  }

  /** The same, as who is not on that machine reaches it. */
  get disk(): string {
    return `/proc/${this.#holder.pid}/root${this.folder}`;
  }

  /** The command that runs this one there. */
  enter(command: readonly string[], folder = '/'): string[] {
    const inside = ['sh', '-c', 'cd "$0" && exec "$@"', folder, ...command];
    return ['nsenter', `--target=${this.#holder.pid}`, '--mount', '--net', ...inside];
  }

  async run(command: readonly string[]): Promise<string> {
    const [program = '', ...args] = this.enter(command);
    const { stdout } = await run(program, args, { env: { PATH } });
    return stdout;
  }

  /** Its cable is pulled, or put back: nobody is told. */
  async setCable(isIn: boolean): Promise<void> {
    await run('ip', [
      'link',
      'set',
      `v-${this.name}`,
      ...(isIn ? ['master', BRIDGE] : ['nomaster']),
    ]);
  }

  /** Whether what it sends to that one arrives. */
  async setWayTo(other: Machine, isOpen: boolean): Promise<void> {
    const change = isOpen
      ? ['del', other.address, 'dev', 'eth0']
      : ['replace', other.address, 'lladdr', NOWHERE, 'dev', 'eth0', 'nud', 'permanent'];
    await this.run(['ip', 'neigh', ...change]);
  }
}

export interface ServiceTerms {
  readonly machine: Machine;
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly logs: string;
}

/** A process of a machine, started again when it ends, as systemd would. */
export class Service {
  readonly machine: Machine;
  readonly name: string;
  readonly #terms: ServiceTerms;
  #child: ChildProcess | undefined;
  #isWanted = false;

  constructor(terms: ServiceTerms) {
    this.machine = terms.machine;
    this.name = terms.name;
    this.#terms = terms;
  }

  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null
      ? this.#child.pid
      : undefined;
  }

  start(): void {
    this.#isWanted = true;
    if (this.pid !== undefined) return;
    const { machine, name, command, environment = {}, folder, logs } = this.#terms;
    const log = openSync(path.join(logs, `${machine.name}-${name}.log`), 'a');
    const [program = '', ...args] = machine.enter(command, folder);
    const child = spawn(program, args, {
      env: { PATH, LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    child.once('exit', () => {
      setTimeout(() => {
        if (this.#isWanted && this.#child === child) this.start();
      }, RESTART_MS);
    });
  }

  /** Ends it by a signal; it is started again unless it is to stay away. */
  async end(signal: NodeJS.Signals, { stays = false } = {}): Promise<void> {
    this.#isWanted = !stays;
    const child = this.#child;
    if (child === undefined || this.pid === undefined) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.pid !== undefined) process.kill(this.pid, signal);
  }
}
