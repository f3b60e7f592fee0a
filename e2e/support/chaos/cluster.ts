/** The cluster of docs/operating/cluster.md, from deploy/cluster as it is shipped, on machines of machines.ts. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { inherited } from '../../../apps/server/test/support/spawned.ts';
import { FIRST_OPERATOR } from '../people.ts';
import { TortureError } from '../torture/post-mortem.ts';
import type { Replica } from './failover.ts';
import { Machine, makeBridge, Service, type ServiceTerms } from './machines.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const SHIPPED = path.join(root, 'deploy/cluster');
const OWN_ADDRESS = '10.0.0.1';
const LOOK_MS = 200;
const ANSWER_MS = 3_000;
/** Of a machine that is cut off or stands still nothing comes. */
const LEADS_MS = 1_000;
const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
/** Writes to the log within a transaction, so that the answer waits for a replica (SyncRepWaitForLSN), and into no table. */
const COMMIT = `SELECT pg_logical_emit_message(true, 'chaos', '')`;
/** In which a balancer has looked at every server. */
const BALANCER_MS = 5_000;
/** Lines of servers that stopped taking orders for what they found. */
const STOPS = /^.*"msg":"the (?:books do not add up|database lost commits).*$/m;
const DATABASES = ['db1', 'db2', 'db3'] as const;
const ENGINES = ['engine1', 'engine2'] as const;
const GATEWAYS = ['gateway1', 'gateway2'] as const;

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

export class ChaosCluster {
  readonly #machines = new Map<string, Machine>();
  readonly #services = new Map<string, Service>();
  readonly #settings: NodeJS.Dict<string>;
  /** `folder`: machines' disks and all secrets; `logs`: what each process writes. */
  readonly #folder: string;
  readonly #logs: string;

  constructor(folder: string, logs: string) {
    this.#folder = folder;
    this.#logs = logs;
    execFileSync(path.join(SHIPPED, 'make-secrets.sh'), [this.#secrets]);
    this.#settings = parseEnv(
      readFileSync(path.join(this.#secretsOf('db1'), 'cluster.env'), 'utf8'),
    );
  }

  get #secrets(): string {
    return path.join(this.#folder, 'secrets');
  }

  /** What a machine is given a copy of. */
  #secretsOf(name: string): string {
    return path.join(this.#secrets, name.startsWith('db') ? 'databases' : 'servers');
  }

  /** Where people reach the exchange: the balancers of the gateways' machines. */
  get urls(): string[] {
    return GATEWAYS.map((name) => `http://${this.machine(name).address}:8080`);
  }

  /** The gateways themselves, past the balancers. */
  get gatewayUrls(): string[] {
    return GATEWAYS.map((name) => `http://${this.machine(name).address}:8081`);
  }

  get machines(): Machine[] {
    return [...this.#machines.values()];
  }

  machine(name: string): Machine {
    const machine = this.#machines.get(name);
    if (machine === undefined) throw new Error(`no machine is called ${name}`);
    return machine;
  }

  service(machine: string, name: string): Service {
    const service = this.#services.get(`${machine} ${name}`);
    if (service === undefined) throw new Error(`${machine} has no ${name}`);
    return service;
  }

  async up(callers: readonly string[]): Promise<void> {
    await makeBridge([OWN_ADDRESS, ...callers]);
    for (const name of [...DATABASES, ...ENGINES, ...GATEWAYS]) {
      const address = this.#settings[name.toUpperCase()] ?? '';
      const machine = await Machine.boot(name, address, this.#folder);
      this.#machines.set(name, machine);
      await machine.run([path.join(SHIPPED, 'install.sh'), name, this.#secretsOf(name)]);
    }
    for (const name of DATABASES) this.#setUpDatabase(this.machine(name));
    await this.until('a primary and two replicas', () => this.#databaseProblems());
    await this.#makeDatabase();
    for (const name of [...ENGINES, ...GATEWAYS]) this.#balance(this.machine(name));
    await this.#migrate();
    for (const name of [...ENGINES, ...GATEWAYS]) this.#serve(this.machine(name));
    await this.whole(400_000);
  }

  #add(
    machine: Machine,
    name: string,
    terms: Pick<ServiceTerms, 'command' | 'environment' | 'folder'>,
  ): void {
    const service = new Service({ machine, name, logs: this.#logs, ...terms });
    this.#services.set(`${machine.name} ${name}`, service);
    service.start();
  }

  #setUpDatabase(machine: Machine): void {
    const settings = parseEnv(readFileSync(path.join(machine.disk, 'etc/default/etcd'), 'utf8'));
    this.#add(machine, 'etcd', {
      // As Debian's unit starts it.
      command: ['sh', '-c', 'exec etcd $DAEMON_ARGS'],
      environment: settings as Record<string, string>,
    });
    const environment = { HOME: '/var/lib/postgresql' };
    const command = [...AS_POSTGRES, 'patroni', '/etc/patroni/config.yml'];
    this.#add(machine, 'patroni', { command, environment });
    this.#add(machine, 'redis', { command: ['redis-server', '/etc/redis/redis.conf'] });
    this.#add(machine, 'sentinel', { command: ['redis-sentinel', '/etc/redis/sentinel.conf'] });
  }

  async #makeDatabase(): Promise<void> {
    const primary = this.machine(await this.primary());
    const roles = `'${path.join(SHIPPED, 'make-roles.sh')}' '${this.#secretsOf('db1')}'`;
    const psql = `${AS_POSTGRES.join(' ')} psql -v ON_ERROR_STOP=1`;
    await primary.run(['sh', '-c', `${roles} | ${psql}`]);
  }

  /** Through a balancer, as an operator does it. */
  async #migrate(): Promise<void> {
    const password = this.#settings['OWNER_PASSWORD'];
    const way = 'sslmode=verify-full&sslrootcert=/etc/ssl/certs/fairlead-cluster.pem';
    const url = `postgres://fairlead_owner:${password}@127.0.0.1:5432/fairlead?${way}`;
    const migrate = path.join(root, 'apps/server/src/migrate.ts');
    const command = ['env', `DATABASE_MIGRATE_URL=${url}`, process.execPath, migrate];
    const once = () => this.machine(ENGINES[0]).run(command);
    // The balancer is just looking who the primary is.
    await once().catch(() => wait(BALANCER_MS).then(once));
  }

  /** Of the primary's machine itself, for who looks from outside. */
  async ownerUrl(): Promise<string> {
    const { address } = this.machine(await this.primary());
    return `postgres://fairlead_owner:${this.#settings['OWNER_PASSWORD']}@${address}:5432/fairlead?sslmode=no-verify`;
  }

  #balance(machine: Machine): void {
    this.#add(machine, 'haproxy', {
      command: ['haproxy', '-db', '-f', '/etc/haproxy/haproxy.cfg'],
    });
  }

  #serve(machine: Machine): void {
    const settings = path.join(machine.disk, 'etc/fairlead');
    const uploads = path.join(this.#folder, 'uploads');
    mkdirSync(uploads, { recursive: true, mode: 0o700 });
    const environment = {
      ...(inherited as Record<string, string>),
      ...(parseEnv(readFileSync(path.join(settings, 'env'), 'utf8')) as Record<string, string>),
      ...environmentOfUnit(settings),
      DATABASE_READ_URL_FILE: path.join(settings, 'database_read_url'),
      ...FIRST_OPERATOR,
      UPLOADS_DIR: uploads,
      DATA_DIR: path.join(machine.folder, 'srv'),
      DEMO: 'true',
      FEED: 'simulated',
      PUBLIC_URL: `http://${machine.address}:8080`,
      RATE_LIMIT_FACTOR: '1000',
      BOTS: 'false',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'clock.mjs')}`,
      FAIRLEAD_CHAOS_CLOCK: this.#clockOf(machine),
    };
    const command = [process.execPath, 'apps/server/src/main.ts'];
    this.#add(machine, 'server', { command, environment, folder: root });
  }

  #clockOf(machine: Machine): string {
    return path.join(machine.folder, 'clock');
  }

  /** Sets the time of day of a machine's servers, as so much off; 0 puts it right. */
  async setClock(name: string, offMs: number): Promise<void> {
    const machine = this.machine(name);
    await machine.run(['sh', '-c', `echo ${offMs} > ${this.#clockOf(machine)}`]);
  }

  /** The primary gives the lead to its synchronous replica, as for a planned restart. */
  async switchover(): Promise<void> {
    const from = await this.primary();
    const to = (await this.members()).find(({ role }) => role === 'sync_standby')?.name;
    if (to === undefined) throw new Error('no synchronous replica');
    const words = ['switchover', '--leader', from, '--candidate', to, '--force'];
    await this.machine(from).run(['patronictl', '-c', '/etc/patroni/config.yml', ...words]);
  }

  /** Ends a machine's database with its Patroni, as an upgrade of its packages does; they are started again. */
  async restartDatabase(name: string): Promise<void> {
    await this.service(name, 'patroni').end('SIGTERM');
    await this.until(`${name} back`, () => this.#databaseProblems(), 300_000);
  }

  /** The machine that leads by Patroni. */
  async primary(): Promise<string> {
    const leader = (await this.members()).find(({ role }) => role === 'leader');
    if (leader === undefined) throw new Error('no primary');
    return leader.name;
  }

  /** The machines that may lead instead of the one that does. */
  async replicas(): Promise<readonly Replica[]> {
    const leader = await this.primary();
    return DATABASES.filter((name) => name !== leader).map((name) => ({
      leads: async (signal) => {
        const url = `http://${this.machine(name).address}:8008/primary`;
        const within = AbortSignal.any([signal, AbortSignal.timeout(LEADS_MS)]);
        return fetch(url, { signal: within }).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      commits: () =>
        this.machine(name)
          .run(['timeout', '60', ...AS_POSTGRES, 'psql', '-qAtc', COMMIT])
          .then(
            () => true,
            () => false,
          ),
    }));
  }

  async members(): Promise<readonly Member[]> {
    for (const name of DATABASES) {
      const answer = await this.#ask(`http://${this.machine(name).address}:8008/cluster`);
      if (answer === undefined) continue;
      const { members } = JSON.parse(answer.body) as { readonly members?: readonly Member[] };
      if (members?.some(({ role }) => role === 'leader')) return members;
    }
    return [];
  }

  /** The machine whose engine leads. */
  async leadingEngine(): Promise<string> {
    for (const name of ENGINES)
      if ((await this.#ask(`http://${this.machine(name).address}:8090/health/ready`))?.ok)
        return name;
    throw new Error('no engine leads');
  }

  /** The machine whose Redis is the primary. */
  async redisPrimary(): Promise<string> {
    for (const name of DATABASES)
      if (/role:master[^a-z]+connected_slaves:[12]/.test(await this.#redisSays(name))) return name;
    throw new Error('Redis has no primary');
  }

  async #redisSays(name: string): Promise<string> {
    const { address } = this.machine(name);
    const auth = ['--no-auth-warning', '-a', this.#settings['REDIS_PASSWORD'] ?? ''];
    const command = ['timeout', '2', 'redis-cli', '-h', address, ...auth, 'INFO', 'replication'];
    return this.machine(name)
      .run(command)
      .catch(() => '');
  }

  /** Until everything is as at the beginning. */
  whole(timeoutMs: number): Promise<void> {
    const problems = async () => [
      ...this.#stops(),
      ...(await this.#databaseProblems()),
      ...(await this.#processProblems()),
    ];
    return this.until('a whole cluster', problems, timeoutMs);
  }

  /** Throws where a server found something that must never be: it takes no orders any more, so nobody need wait. */
  #stops(): never[] {
    for (const name of readdirSync(this.#logs).filter((file) => file.endsWith('-server.log'))) {
      const found = STOPS.exec(readFileSync(path.join(this.#logs, name), 'utf8'));
      if (found !== null) throw new TortureError(`${name}: ${found[0]}`);
    }
    return [];
  }

  async until(
    what: string,
    problems: () => Promise<readonly string[]>,
    timeoutMs = 300_000,
  ): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    let last: readonly string[] = [];
    while (Date.now() < deadline) {
      last = await problems();
      if (last.length === 0) return;
      await wait(LOOK_MS);
    }
    throw new Error(`waited for ${what}: ${last.join('; ')}`);
  }

  async #databaseProblems(): Promise<string[]> {
    const members = await this.members();
    const found = members
      .filter(({ state }) => !['running', 'streaming'].includes(state))
      .map(({ name, state }) => `${name} is ${state}`);
    if (members.length < DATABASES.length) found.push(`${members.length} databases`);
    if (!members.some(({ role }) => role === 'sync_standby')) found.push('no synchronous replica');
    for (const { name, lag } of members)
      if (typeof lag === 'string' || (lag ?? 0) > 1_000_000) found.push(`${name} is behind`);
    for (const name of DATABASES) {
      const health = await this.#ask(`http://${this.machine(name).address}:2379/health`);
      if (!health?.body.includes('"true"')) found.push(`etcd of ${name}`);
    }
    return found;
  }

  async #processProblems(): Promise<string[]> {
    const found: string[] = [];
    const states = await Promise.all(
      ENGINES.map(async (name) => {
        const answer = await this.#ask(`http://${this.machine(name).address}:8090/health/ready`);
        return answer?.ok ? 'leads' : answer?.body.includes('standby') ? 'waits' : 'is away';
      }),
    );
    if (states.toSorted().join() !== 'leads,waits') found.push(`engines: ${states.join(', ')}`);
    for (const url of this.gatewayUrls) {
      const answer = await this.#ask(`${url}/health/ready`);
      if (!answer?.body.includes('"present"')) found.push(`${url}: ${answer?.body}`);
    }
    for (const url of this.urls)
      if (!(await this.#ask(`${url}/health/ready`))?.ok) found.push(`${url} is away`);
    const redis = await Promise.all(DATABASES.map((name) => this.#redisSays(name)));
    const leading = redis.filter((text) => /role:master[^a-z]+connected_slaves:2/.test(text));
    const following = redis.filter((text) => text.includes('master_link_status:up'));
    if (leading.length !== 1 || following.length !== 2)
      found.push(`Redis: ${leading.length} with two replicas, ${following.length} follow`);
    return found;
  }

  async #ask(url: string): Promise<{ readonly ok: boolean; readonly body: string } | undefined> {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
      return { ok: response.ok, body: await response.text() };
    } catch {
      return undefined;
    }
  }

  /** Every process of the database server of a machine: the first is the parent of the others. */
  postgresPids(name: string): number[] {
    const versions = path.join(this.machine(name).disk, 'lib/postgresql');
    for (const version of existsSync(versions) ? readdirSync(versions) : []) {
      const file = path.join(versions, version, 'fairlead/postmaster.pid');
      if (!existsSync(file)) continue;
      const parent = Number(readFileSync(file, 'utf8').split('\n')[0]);
      return [parent, ...childrenOf(parent)];
    }
    return [];
  }

  note(text: string): void {
    appendFileSync(path.join(this.#logs, 'chaos.log'), `${new Date().toISOString()} ${text}\n`);
  }
}

function childrenOf(parent: number): number[] {
  const file = `/proc/${parent}/task/${parent}/children`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.trim().split(' ').filter(Boolean).map(Number);
}

/** What the shipped unit sets, its credentials read where it loads them from. */
function environmentOfUnit(credentials: string): Record<string, string> {
  const unit = readFileSync(path.join(root, 'deploy/systemd/fairlead.service'), 'utf8');
  const words = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' '),
  );
  return parseEnv(words.join('\n').replaceAll('%d', credentials)) as Record<string, string>;
}
