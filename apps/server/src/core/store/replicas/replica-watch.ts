/**
 * Which of the listed hosts are replicas that keep up, looked at again and again; and whether they may answer without the
 * primary, which only they can who between them have every commit that anybody was told of.
 */
import type { Database, Replication } from '../database.ts';
import { REPLICAS_WATCH_MS } from '../limits.ts';
import type { Position, ReadIndex } from './read-index.ts';
import type { HostPosition, ReplicaHost } from './replica-host.ts';

/** What a look found at one host. */
export interface ReplicaSeen {
  readonly name: string;
  /** `behind` is one that lacks what the primary had a look before, or of which nothing more is known. */
  readonly state: 'current' | 'behind' | 'primary' | 'away';
  /** Undefined where it did not answer. */
  readonly sequence: number | undefined;
}

/** Those that must agree where the primary is away. */
export interface Agreeing {
  /** The epoch that all of them must have begun. */
  readonly nonce: string;
  /** Every listed host but the primary: whoever leads next is among them, or the primary itself. */
  readonly hosts: readonly ReplicaHost[];
}

interface WatchParts {
  readonly hosts: readonly ReplicaHost[];
  readonly index: ReadIndex;
  readonly primary: Database;
}

export class ReplicaWatch {
  readonly #parts: WatchParts;
  #seen: readonly ReplicaSeen[] = [];
  #known: Position | undefined;
  #agreeing: Agreeing | undefined;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), REPLICAS_WATCH_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** As of the last look. */
  get seen(): readonly ReplicaSeen[] {
    return this.#seen;
  }

  /** Undefined where reads must wait for the primary. */
  get agreeing(): Agreeing | undefined {
    return this.#agreeing;
  }

  /** One that keeps up, another each time; undefined where there is none. */
  next(): ReplicaHost | undefined {
    const current = this.#parts.hosts.filter((_host, at) => this.#seen[at]?.state === 'current');
    this.#turn += 1;
    return current[this.#turn % current.length];
  }

  /** It failed: nobody is sent there before the next look. */
  leave(host: ReplicaHost): void {
    this.#seen = this.#seen.map((seen) =>
      seen.name === host.name ? { ...seen, state: 'away' } : seen,
    );
  }

  /** Never throws; one look at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { hosts, index, primary } = this.#parts;
    const before = this.#known;
    const known = await index.ask().catch(() => undefined);
    const replication = known && (await primary.replication?.().catch(() => undefined));
    const found = await Promise.all(hosts.map((host) => host.look().catch(() => undefined)));
    this.#seen = hosts.map(({ name }, at) => seenOf(name, found[at], known ?? before, before));
    if (known === undefined) return;
    this.#known = known;
    if (replication === undefined) return;
    const others = hosts.filter((_host, at) => this.#seen[at]?.state !== 'primary');
    const mayAgree = isCovered(replication, known, found);
    this.#agreeing = mayAgree ? { nonce: known.nonce, hosts: others } : undefined;
  }
}

function seenOf(
  name: string,
  found: HostPosition | undefined,
  known: Position | undefined,
  before: Position | undefined,
): ReplicaSeen {
  if (found === undefined) return { name, state: 'away', sequence: undefined };
  const { sequence, nonce, isStandby } = found;
  if (!isStandby) return { name, state: 'primary', sequence };
  // What the primary has this moment may be some milliseconds away; what it had a look before must be there.
  const needed = before?.nonce === known?.nonce ? before : known;
  const isCurrent = needed !== undefined && nonce === needed.nonce && sequence >= needed.sequence;
  return { name, state: isCurrent ? 'current' : 'behind', sequence };
}

/**
 * Whether each commit is on a listed replica before it is answered: commits wait for one, and as many as the primary has are
 * among the listed hosts.
 */
function isCovered(
  { commitMachines, replicas }: Replication,
  { nonce }: Position,
  found: readonly (HostPosition | undefined)[],
): boolean {
  const listed = found.filter(
    (host) => host?.isStandby === true && host.isStreaming && host.nonce === nonce,
  ).length;
  return commitMachines > 1 && listed > 0 && listed >= replicas;
}
