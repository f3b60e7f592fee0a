/**
 * The hosts of a database, and which of them is the primary. Every new connection goes to the one found last and is proved there:
 * a standby, a server that is set read-only and an old primary that came back are refused. Where that fails all
 * hosts are looked at anew, at the same time, so that a dead machine costs one time limit.
 */
import pg from 'pg';
import { type DatabaseUrl, nameOf, parseDatabaseUrl } from '../../config/database-url.ts';
import { StartRefusedError } from '../database.ts';
import { CONNECT_TIMEOUT_MS, HOST_LOOK_MS, HOSTS_WATCH_MS } from '../limits.ts';
import { mayCome } from './database-away.ts';
import {
  type HostSeen,
  inWords,
  NoPrimaryError,
  readServerRole,
  type ServerRole,
} from './host-look.ts';
import type { Timelines } from './timelines.ts';

type Primary = { readonly name: string } & ServerRole;

export class Hosts {
  readonly #hosts: ReadonlyMap<string, URL>;
  readonly #config: pg.ClientConfig;
  readonly #timelines: Timelines;
  readonly #clients = new Map<pg.Client, string>();
  /** The name of the primary. With one host there is nothing to find. */
  #present: string | undefined;
  /** Of which cluster it was: hosts of another are none of ours, whatever they say. */
  #system: string | undefined;
  #looking: Promise<void> | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(url: string, config: pg.ClientConfig, timelines: Timelines) {
    this.#hosts = new Map(hostsOf(url).map((host) => [nameOf(host), host]));
    this.#config = config;
    this.#timelines = timelines;
    const [only] = this.#hosts.keys();
    if (!this.areSeveral) this.#present = only;
  }

  get areSeveral(): boolean {
    return this.#hosts.size > 1;
  }

  /** The primary that was found last. */
  get present(): string | undefined {
    return this.#present;
  }

  /** Makes clients of the primary; `prove` is to follow once one is connected. */
  get Client(): new (
    options?: pg.ClientConfig,
  ) => pg.Client {
    const made = this.#clients;
    const next = (): { name: string; config: pg.ClientConfig } => {
      const [first = ''] = this.#hosts.keys();
      const name = this.#present ?? first;
      const limitMs = this.areSeveral ? HOST_LOOK_MS : CONNECT_TIMEOUT_MS;
      return { name, config: this.#configOf(name, limitMs) };
    };
    return class extends pg.Client {
      constructor(options: pg.ClientConfig = {}) {
        const { name, config } = next();
        super({ ...options, ...config });
        made.set(this, name);
        this.once('end', () => made.delete(this));
      }
    };
  }

  /** A connection of its own to the primary as it is now; the caller ends it. Throws as `ready` and as a client does. */
  async connect(onError: (error: Error) => void): Promise<pg.Client> {
    await this.ready();
    const { present } = this;
    const client = new this.Client();
    client.on('error', onError);
    try {
      await client.connect();
      await this.prove(client);
      return client;
    } catch (error) {
      this.forget(present);
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  #configOf(name: string, connectionTimeoutMillis: number): pg.ClientConfig {
    const connectionString = this.#hosts.get(name)?.href;
    return {
      ...this.#config,
      connectionTimeoutMillis,
      ...(connectionString !== undefined && { connectionString }),
    };
  }

  /** Throws NoPrimaryError where a client is connected to what nobody may use as the primary. */
  async prove(client: pg.ClientBase): Promise<void> {
    const [first = ''] = this.#hosts.keys();
    const name = this.#clients.get(client as pg.Client) ?? first;
    const seen = { name, ...(await readServerRole(client)) };
    this.#timelines.note(seen.system, seen.timeline);
    const problem = this.#problemOf(seen);
    if (problem !== undefined) throw new NoPrimaryError(problem);
    this.#system ??= seen.system;
  }

  #problemOf(seen: HostSeen): string | undefined {
    if ('reason' in seen || seen.state !== 'primary') return inWords(seen);
    const { name, system, timeline } = seen;
    const highest = this.#timelines.of(system);
    if (timeline < highest)
      return `${name} is an old primary: it is on timeline ${timeline}, and the database went on on ${highest}`;
    if (this.areSeveral && this.#system !== undefined && system !== this.#system)
      return `${name} is of another database cluster`;
    return undefined;
  }

  /** Resolves once a primary is known. Throws NoPrimaryError with what each host said. */
  async ready(): Promise<void> {
    if (this.#present !== undefined) return;
    this.#looking ??= this.#find().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
    this.#watch ??= setInterval(() => void this.#lookAgain(), HOSTS_WATCH_MS).unref();
  }

  /** That one did not answer: the next who asks has all looked at. Nothing where another was found meanwhile. */
  forget(failed: string | undefined): void {
    if (this.areSeveral && failed === this.#present) this.#present = undefined;
  }

  /** Whether another try may find another host. */
  async findAnew(failed: string | undefined): Promise<boolean> {
    if (!this.areSeveral) return false;
    this.forget(failed);
    await this.ready();
    return true;
  }

  async #find(): Promise<void> {
    this.#moveTo(this.#choose(await this.look()));
  }

  /** A failover is also found where no connection breaks: the old primary still runs, or its machine has gone without a word. */
  async #lookAgain(): Promise<void> {
    if (this.#present === undefined) return;
    await this.#find().catch(() => undefined);
  }

  #moveTo({ name, system }: Primary): void {
    this.#system ??= system;
    this.#present = name;
    for (const [client, host] of this.#clients)
      if (host !== name) client.connection.stream.destroy();
  }

  /** Of several primaries the one of the highest timeline; two of the same are nobody's to choose from. */
  #choose(seen: readonly HostSeen[]): Primary {
    const fitting = seen.filter(
      (host): host is Primary => host.state === 'primary' && this.#problemOf(host) === undefined,
    );
    const highest = Math.max(...fitting.map(({ timeline }) => timeline));
    const primaries = fitting.filter(({ timeline }) => timeline === highest);
    const [first] = primaries;
    if (first === undefined) {
      const words = seen.map((host) => this.#problemOf(host)).join('; ');
      throw new NoPrimaryError(
        `no primary among the hosts: ${words}`,
        !seen.every(({ state }) => state === 'refused'),
      );
    }
    const servers = new Set(primaries.map(({ system, startedAt }) => `${system} ${startedAt}`));
    if (servers.size === 1) return first;
    const kept = primaries.find(({ name }) => name === this.#present);
    if (kept !== undefined) return kept;
    const names = primaries.map(({ name }) => name).join(' and ');
    throw new NoPrimaryError(
      `${names} both say that they are the primary: stop the one that is not`,
    );
  }

  /** All hosts, each within the time limit. */
  async look(): Promise<HostSeen[]> {
    const seen = await Promise.all([...this.#hosts.keys()].map((name) => this.#lookAt(name)));
    for (const host of seen)
      if ('timeline' in host) this.#timelines.note(host.system, host.timeline);
    return seen;
  }

  async #lookAt(name: string): Promise<HostSeen> {
    try {
      const client = new pg.Client(this.#configOf(name, HOST_LOOK_MS));
      client.on('error', () => undefined);
      try {
        await client.connect();
        return { name, ...(await readServerRole(client)) };
      } finally {
        void client.end().catch(() => undefined);
      }
    } catch (error) {
      return { name, state: mayCome(error) ? 'away' : 'refused', reason: reasonOf(error) };
    }
  }

  stop(): void {
    clearInterval(this.#watch);
  }
}

/** An error that stands for several, one for each address of a name, has a code and no words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

function hostsOf(url: string): DatabaseUrl['hosts'] {
  const parsed = parseDatabaseUrl(url);
  if ('why' in parsed) throw new StartRefusedError(`DATABASE_URL: ${parsed.why}`);
  return parsed.hosts;
}
