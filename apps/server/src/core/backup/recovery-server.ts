/**
 * A PostgreSQL server of this process's own that recovers a cluster's folder to a moment. It is configured by nothing but what
 * is here, answers at a socket in a private folder alone, archives nothing, and ends with this process.
 */
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Temporal } from 'temporal-polyfill';
import { parseDatabaseUrl } from '../config/database-url.ts';
import { BackupError } from './records.ts';
import { makeScratch, type Scratch } from './scratch.ts';
import { type BaseBackup, segmentsIn, type WalArchive } from './wal-archive.ts';

const USER = 'postgres';
/** Lines of its log that a fault is told with. */
const LINES_KEPT = 20;

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root. */
function clusterOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Makes a file or folder that user's. */
export async function giveToOwner(place: string): Promise<void> {
  const { uid, gid } = clusterOwner();
  if (uid !== undefined && gid !== undefined) await chown(place, uid, gid);
}

/** Whom folders are given to, beside who runs this. */
export const otherOwners = (): number[] => {
  const { uid } = clusterOwner();
  return uid === undefined ? [] : [uid];
};

/** What that user may read, whatever the umask. */
async function writeOwned(place: string, text: string): Promise<void> {
  await writeFile(place, text);
  await giveToOwner(place);
}

/** Runs a program to its end; gives what it complained of, undefined where it ended well. */
async function complaintOf(
  program: string,
  args: readonly string[],
  { cwd, stdin = 'ignore' }: { readonly cwd: string; readonly stdin?: number | 'ignore' },
): Promise<string | undefined> {
  const stdio: StdioOptions = [stdin, 'ignore', 'pipe'];
  const child = spawn(program, args, { cwd, stdio, ...clusterOwner() });
  const ended = once(child, 'close') as Promise<[number | null]>;
  let said = '';
  child.stderr?.on('data', (bytes) => (said += String(bytes)));
  const [code] = await ended;
  return code === 0 ? undefined : (said.trim().split('\n').at(0) ?? '');
}

/** As Debian packages PostgreSQL. */
const programOf = (version: number, name: string): string =>
  `/usr/lib/postgresql/${version}/bin/${name}`;

/** A cluster is its major version's alone. Throws BackupError. */
export function refuseWithoutPostgres({ name, version }: BaseBackup): void {
  const program = programOf(version, 'postgres');
  if (!existsSync(program))
    throw new BackupError(
      `--base: ${name} is of PostgreSQL ${version}, and ${program} is not here`,
    );
}

/** Unpacks a base backup into an empty folder and compares every file with its manifest. Throws BackupError. */
export async function unpackBase(
  { file, name, version }: BaseBackup,
  unpack: string,
  folder: string,
): Promise<void> {
  const packed = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`--base: ${file} cannot be read (${error.code})`);
  });
  try {
    const line = `${unpack} | tar --extract`;
    const options = { cwd: folder, stdin: packed.fd };
    const complaint = await complaintOf('bash', ['-o', 'pipefail', '-c', line], options);
    if (complaint !== undefined)
      throw new BackupError(`--base: ${name} cannot be unpacked: ${complaint}`);
  } finally {
    await packed.close();
  }
  const args = ['--no-parse-wal', '--exit-on-error', '.'];
  const complaint = await complaintOf(programOf(version, 'pg_verifybackup'), args, { cwd: folder });
  if (complaint !== undefined) throw new BackupError(`--base: ${name} is damaged: ${complaint}`);
}

export interface Recovery {
  readonly archive: WalArchive;
  readonly base: BaseBackup;
  /** The last moment whose commits count. */
  readonly at: Temporal.Instant;
  /** The unpacked base backup. */
  readonly cluster: string;
}

export class RecoveryServer {
  readonly #recovery: Recovery;
  /** Of its socket and configuration. */
  readonly #scratch: Scratch;
  readonly #lines: string[] = [];
  #server: ChildProcess | undefined;
  #reached: string | undefined;
  /** The first segment that was asked for and is not there, after the last that was. */
  #absent: string | undefined;

  private constructor(recovery: Recovery, scratch: Scratch) {
    this.#recovery = recovery;
    this.#scratch = scratch;
  }

  /** Recovers, and resolves when the server takes writes. Throws BackupError where the archive does not reach. */
  static async start(recovery: Recovery): Promise<RecoveryServer> {
    const scratch = await makeScratch('recovery', otherOwners());
    const server = new RecoveryServer(recovery, scratch);
    try {
      await server.#recover();
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** When the last transaction was committed that it has, as PostgreSQL logs it; undefined where none is after the base. */
  get reached(): string | undefined {
    return this.#reached;
  }

  /** The same database and role as in a PostgreSQL URL, on this server. */
  urlLike(databaseUrl: string): string {
    const parsed = parseDatabaseUrl(databaseUrl);
    const [first] = 'why' in parsed ? [] : parsed.hosts;
    if (first === undefined) throw new BackupError('DATABASE_URL: is no URL of a database');
    const { username, pathname } = first;
    return `postgres://${username}@localhost:5432${pathname}?host=${encodeURIComponent(this.#scratch.folder)}`;
  }

  /** Ends it with all that it wrote on the disk. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server !== undefined && server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    }
    await this.#scratch.remove();
  }

  async #recover(): Promise<void> {
    const { base, cluster, archive } = this.#recovery;
    await giveToOwner(this.#scratch.folder);
    const fetch = await readFile(path.join(import.meta.dirname, 'fetch-wal.sh'), 'utf8');
    const files = { hba: 'local all all trust\n', empty: '', 'fetch-wal.sh': fetch };
    for (const [name, text] of Object.entries(files)) await writeOwned(this.#own(name), text);
    // Of a base that was made on a standby: it would go on waiting at the end of the archive.
    await rm(path.join(cluster, 'standby.signal'), { force: true });
    await writeOwned(path.join(cluster, 'recovery.signal'), '');
    // Its death is that of its parent, by whatever way.
    const args = ['--pdeathsig', 'QUIT', programOf(base.version, 'postgres'), '-D', cluster];
    const server = spawn('setpriv', [...args, ...this.#settings()], {
      cwd: cluster,
      env: { PATH: process.env['PATH'], WAL: path.resolve(archive.wal), UNPACK: archive.unpack },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...clusterOwner(),
    });
    this.#server = server;
    const ended = once(server, 'close').then(() => false);
    if (!(await Promise.race([this.#read(server.stderr), ended]))) throw await this.#refusal();
  }

  #own(name: string): string {
    return path.join(this.#scratch.folder, name);
  }

  /** Over the settings that came with the base backup, which are left as they were. */
  #settings(): string[] {
    const settings = {
      config_file: this.#own('empty'),
      hba_file: this.#own('hba'),
      ident_file: this.#own('empty'),
      listen_addresses: '',
      port: '5432',
      unix_socket_directories: this.#scratch.folder,
      external_pid_file: '',
      ssl: 'off',
      shared_preload_libraries: '',
      fsync: 'on',
      full_page_writes: 'on',
      archive_mode: 'off',
      hot_standby: 'off',
      synchronous_standby_names: '',
      primary_conninfo: '',
      restore_command: `bash "${this.#own('fetch-wal.sh')}" %f %p`,
      archive_cleanup_command: '',
      recovery_end_command: '',
      recovery_target: '',
      recovery_target_lsn: '',
      recovery_target_name: '',
      recovery_target_xid: '',
      // It is read before names of zones are known, Z among them.
      recovery_target_time: this.#recovery.at.toString().replace('Z', '+00'),
      recovery_target_inclusive: 'on',
      recovery_target_timeline: 'latest',
      recovery_target_action: 'promote',
      // What it says is read below.
      logging_collector: 'off',
      log_destination: 'stderr',
      log_line_prefix: '',
      log_min_messages: 'warning',
      log_error_verbosity: 'default',
      lc_messages: 'C',
      log_timezone: 'UTC',
      timezone: 'UTC',
    };
    return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  }

  /** Resolves with true once it is ready; never where it ends before. */
  #read(log: Readable | null): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    if (log !== null)
      createInterface({ input: log }).on('line', (line) => {
        this.#lines.push(line);
        if (this.#lines.length > LINES_KEPT) this.#lines.shift();
        if (/restored log file "[0-9A-F]{24}"/.test(line)) this.#absent = undefined;
        this.#absent ??= /^archive: ([0-9A-F]{24}) is missing$/.exec(line)?.[1];
        this.#reached =
          /^LOG: +last completed transaction was at log time (.+)$/.exec(line)?.[1] ??
          this.#reached;
        if (line.includes('database system is ready to accept connections')) resolve(true);
      });
    return promise;
  }

  /** Why it ended before it was ready. */
  async #refusal(): Promise<Error> {
    const { archive, at } = this.#recovery;
    const log = this.#lines.join('\n');
    const fault = /^archive: (\S+ (?:cannot be|is not) .+)$/m.exec(log)?.[1];
    if (fault !== undefined) return new BackupError(`--wal: ${fault}`);
    const absent = this.#absent;
    if (absent !== undefined) {
      // Timelines apart: the part behind them goes on over a failover.
      const isLater = (name: string): boolean => name.slice(8) > absent.slice(8);
      if ((await segmentsIn(archive)).some(isLater))
        return new BackupError(`--wal: ${absent} is missing, though later ones are there`);
      if (this.#reached !== undefined)
        return new BackupError(
          `--at: ${at} is after the end of the archive, whose last commit is of ${this.#reached}`,
        );
      return new BackupError(`--wal: ${absent} is missing, which the base backup needs`);
    }
    return new Error(`PostgreSQL did not recover:\n${log}`);
  }
}
