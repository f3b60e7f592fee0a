/**
 * PostgreSQL servers of a test's own, a primary and a replica, each in a folder under the system's temporary one. Servers are
 * children of the test's process; all they leave is removed.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

const VERSION_MIN = 15;
const PACKAGED = '/usr/lib/postgresql';
const USER = 'postgres';

/** Where initdb and its like are; undefined where no server of a fitting version is installed. */
export const POSTGRES_BINARIES: string | undefined = binaries();

function binaries(): string | undefined {
  const packaged = existsSync(PACKAGED) ? readdirSync(PACKAGED) : [];
  const folders = packaged
    .filter((name) => Number(name) >= VERSION_MIN)
    .sort((left, right) => Number(right) - Number(left))
    .map((name) => path.join(PACKAGED, name, 'bin'));
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** The server refuses to run as root. */
export function runAs(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A folder of that user's. */
export function makeOwned(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-cluster-'));
  const { uid, gid } = runAs();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

export async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Until `problem` finds none. Without vitest: the torture runs by itself too. */
async function until(problem: () => Promise<string | undefined>): Promise<void> {
  const giveUpMs = Date.now() + 60_000;
  for (;;) {
    const found = await problem();
    if (found === undefined) return;
    if (Date.now() > giveUpMs) throw new Error(found);
    await setTimeout(50);
  }
}

export class Cluster {
  readonly port: number;
  readonly folder: string;
  readonly #owner = runAs();
  #server: ChildProcess | undefined;
  #output = '';

  private constructor(port: number, folder = makeOwned()) {
    this.port = port;
    this.folder = folder;
  }

  /** A server on a cluster that is there, running; it is removed with the others. */
  static async adopt(folder: string): Promise<Cluster> {
    const cluster = new Cluster(await freePort(), folder);
    await cluster.#startOrRemove();
    return cluster;
  }

  /** An empty server, running, with lines of its configuration. */
  static async create(settings: readonly string[] = []): Promise<Cluster> {
    const cluster = new Cluster(await freePort());
    const flags = ['--no-sync', '--no-locale', '--encoding=UTF8', '--auth=trust'];
    cluster.#run('initdb', ['-D', cluster.folder, '-U', USER, ...flags]);
    cluster.#configure([
      'wal_keep_size = 256MB',
      'hot_standby = on',
      'max_connections = 60',
      ...settings,
    ]);
    await cluster.#startOrRemove();
    return cluster;
  }

  /** A replica that streams from this one, running. */
  async replica(name: string): Promise<Cluster> {
    const replica = new Cluster(await freePort());
    const source = `host=127.0.0.1 port=${this.port} user=${USER} application_name=${name}`;
    const flags = [
      '--checkpoint=fast',
      '--write-recovery-conf',
      '--no-sync',
      '--wal-method=stream',
    ];
    replica.#run('pg_basebackup', ['-d', source, '-D', replica.folder, ...flags]);
    await replica.#startOrRemove();
    return replica;
  }

  async start(): Promise<void> {
    const { PATH } = process.env;
    const settings = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
    ];
    const flags = settings.flatMap((setting) => ['-c', setting]);
    this.#server = spawn(this.#binary('postgres'), ['-D', this.folder, ...flags], {
      cwd: this.folder,
      env: { PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.#owner,
    });
    for (const stream of [this.#server.stdout, this.#server.stderr])
      stream?.on('data', (bytes: Buffer) => {
        this.#output += bytes.toString();
      });
    await until(() =>
      this.query('SELECT 1').then(
        () => undefined,
        () => this.#output,
      ),
    );
  }

  async #startOrRemove(): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      await this.remove();
      throw error;
    }
  }

  /** Runs one statement on a connection of its own, past any proxy. */
  async query(sql: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: USER, database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** `fast` with a checkpoint, `immediate` as a crash. */
  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  /** Sets a setting of the whole server and has it read. */
  async set(name: string, value: string): Promise<void> {
    await this.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    await this.query('SELECT pg_reload_conf()');
    await until(async () => {
      const shown = (await this.query(`SHOW ${name}`))[0]?.[name];
      return shown === value ? undefined : `${name} is ${shown}`;
    });
  }

  async remove(): Promise<void> {
    await this.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #configure(lines: readonly string[]): void {
    appendFileSync(path.join(this.folder, 'postgresql.conf'), `${lines.join('\n')}\n`);
  }

  #binary(name: string): string {
    return path.join(POSTGRES_BINARIES ?? '', name);
  }

  #run(name: string, args: readonly string[]): void {
    execFileSync(this.#binary(name), args, {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...this.#owner,
    });
  }
}

/** One address behind which servers are exchanged, as a virtual address or a name does it. */
export class Address {
  readonly port: number;
  #target: number;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();

  private constructor(port: number, target: number) {
    this.port = port;
    this.#target = target;
    this.#server = net.createServer((client) => this.#join(client));
  }

  static async open(target: number): Promise<Address> {
    const address = new Address(await freePort(), target);
    await new Promise<void>((resolve) =>
      address.#server.listen(address.port, '127.0.0.1', resolve),
    );
    return address;
  }

  urlOf(database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`;
  }

  /** New connections go there; the old ones are cut. */
  moveTo(target: number): void {
    this.#target = target;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: net.Socket): void {
    const server = net.connect({ host: '127.0.0.1', port: this.#target });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
