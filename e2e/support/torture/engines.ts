/** An engine for each product, each a process of its own with a database of its own, and the gateway that clients talk to. */

import process from 'node:process';
import { askForChecks } from '../../../apps/server/src/core/backup/control.ts';
import {
  ENGINE_NAMES,
  type EngineName,
  folderOf,
} from '../../../apps/server/src/core/config/engines.ts';
import { Cluster } from '../../../apps/server/src/core/processes/test/cluster/clusters.ts';
import type { Database } from '../../../apps/server/src/core/store/database.ts';
import { openPostgres } from '../../../apps/server/src/core/store/postgres/database.ts';
import { Exchange } from '../../../apps/server/src/engines/exchange/exchange.ts';
import { accountsOf } from '../../../apps/server/src/engines/shares.ts';
import { Deployment, onCluster } from '../../../apps/server/test/support/deployment-fixture.ts';
import { freePort, type Spawned, spawnServer } from '../../../apps/server/test/support/spawned.ts';
import { sendMoney } from '../api.ts';
import type { TestServer } from '../server.ts';
import { examine, type Findings, TortureError, type Witness } from './post-mortem.ts';

const READY = 'is ready';
/** Carriers look each second; on a machine that others use as well a second is many. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/** Five processes have up to eight in each of five databases, and some that were killed are not gone yet. */
const SESSIONS_MAX = 300;
const USER_ACCOUNTS = ENGINE_NAMES.flatMap(accountsOf);

type Books = { readonly name: EngineName; readonly books: Database };

export class DividedServer implements TestServer {
  readonly url: string;
  readonly folder: string;
  readonly #deployment: Deployment;
  readonly #cluster: Cluster;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #port: string;
  readonly #running = new Map<EngineName | 'gateway', Spawned>();
  #written = '';

  private constructor(
    { deployment, cluster }: { readonly deployment: Deployment; readonly cluster: Cluster },
    port: number,
    given: Readonly<Record<string, string>>,
  ) {
    const { FEED: _recorded, ...environment } = deployment.environment;
    this.#deployment = deployment;
    this.#cluster = cluster;
    this.#environment = { ...environment, LOG_LEVEL: 'warn', ...given };
    this.#port = String(port);
    this.url = `http://127.0.0.1:${port}`;
    this.folder = environment['DATA_DIR'] ?? '';
  }

  /** On a PostgreSQL of its own, which is killed too. */
  static async open(given: Readonly<Record<string, string>>): Promise<DividedServer> {
    const cluster = await Cluster.create([`max_connections = ${SESSIONS_MAX}`]);
    const deployment = await Deployment.openDivided(onCluster(cluster));
    const server = new DividedServer({ deployment, cluster }, await freePort(), given);
    // Whatever ends this process ends those.
    process.once('exit', () => void server.abandon());
    await server.start();
    return server;
  }

  output(): string {
    return [this.#written, ...[...this.#running.values()].map((each) => each.output())].join('');
  }

  /** Ends everything and leaves what it wrote. */
  async abandon(): Promise<void> {
    await Promise.all([this.kill(), this.#cluster.stop('immediate')]);
  }

  /** Everything at once, PostgreSQL too, which recovers from its log. */
  async crash(): Promise<void> {
    await this.abandon();
    await this.#cluster.start();
  }

  /** What is left to look at. */
  get kept(): string {
    return this.#cluster.folder;
  }

  /** Where each engine keeps its books. */
  get books(): readonly { readonly name: EngineName; readonly url: string }[] {
    return ENGINE_NAMES.map((name) => ({ name, url: this.#deployment.booksUrl(name) }));
  }

  /** Every check of every engine, its hash against that of its tables too. */
  async checks(): Promise<void> {
    for (const name of ENGINE_NAMES) {
      const found = await askForChecks(name === 'spot' ? this.folder : folderOf(this.folder, name));
      if (found === undefined) throw new TortureError(`${name} does not answer on its socket`);
      if (found.drifts.length > 0) throw new TortureError(`${name}: ${found.drifts.join('; ')}`);
    }
  }

  /** Transfers that have left one engine and of which it does not know yet what became. */
  onTheWay(): Promise<ReadonlySet<number>> {
    return this.#look(async (opened) => new Set(await openTransfers(opened)));
  }

  /** Waits until so many are on their way to an engine that is dead; gives all that are on their way then. */
  waitingFor(name: EngineName, count: number): Promise<ReadonlySet<number>> {
    return this.#look(async (opened) => {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const waiting = await openTransfers(opened, accountsOf(name));
        if (waiting.length >= count) return new Set(await openTransfers(opened));
        if (Date.now() > deadline)
          throw new TortureError(`nothing is sent to ${name} while it is dead`);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    });
  }

  /** Waits until these are over, and something has become of each. */
  arrived(transfers: ReadonlySet<number>): Promise<void> {
    return this.#look(async (opened) => {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const open = await openTransfers(opened);
        const late = open.filter((each) => transfers.has(each));
        if (late.length === 0) return;
        if (Date.now() > deadline) throw new TortureError(`on their way for ever: ${late.join()}`);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    });
  }

  /** Each engine's books, all of them together, and what they say of the transfers between them. Nothing may run. */
  postMortem(witness: Witness): Promise<Findings> {
    return this.#look(async (opened) => {
      for (const { books } of opened) await withoutOthers(books);
      const findings = await examine(
        opened.map(({ books }) => books),
        witness,
      );
      const exchange = new Exchange({
        sides: opened,
        audit: { add: async () => undefined },
        log: { fatal: () => undefined },
        // Whosever fault it is, it is one.
        words: { isHeard: () => false },
      });
      for (const { name } of opened)
        for (const { subject } of await exchange.all(name)) throw new TortureError(subject);
      return findings;
    });
  }

  async #look<Seen>(see: (opened: readonly Books[]) => Promise<Seen>): Promise<Seen> {
    const opened: Books[] = [];
    try {
      for (const { name, url } of this.books)
        opened.push({ name, books: await openPostgres({ url }) });
      return await see(opened);
    } finally {
      for (const { books } of opened) await books.close();
    }
  }

  async start(): Promise<void> {
    // At once: the home's first start waits for the others, and they for the home.
    await Promise.all(ENGINE_NAMES.map((name) => this.startOne(name)));
    await this.#spawn('gateway', { ROLE: 'gateway', PORT: this.#port });
  }

  startOne(name: EngineName): Promise<void> {
    return this.#spawn(name, { ROLE: 'engine', ENGINE: name });
  }

  /** SIGKILL; the others go on. */
  async killOne(name: EngineName | 'gateway'): Promise<void> {
    const server = this.#running.get(name);
    if (server === undefined) return;
    server.child.kill('SIGKILL');
    await server.ended;
    this.#forget(name, server);
  }

  async kill(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.killOne(name)));
  }

  /** The gateway first, so that nothing is asked for any more. */
  async end(): Promise<number | null> {
    let code: number | null = 0;
    for (const [name, server] of [...this.#running].toReversed()) {
      server.child.kill('SIGTERM');
      code = (await server.ended) || code;
      this.#forget(name, server);
    }
    return code;
  }

  async stop(): Promise<number | null> {
    const code = await this.end();
    await this.#deployment.remove();
    await this.#cluster.remove();
    return code;
  }

  #forget(name: EngineName | 'gateway', server: Spawned): void {
    this.#running.delete(name);
    this.#written = `${this.#written}${server.output()}`.slice(-4_000);
  }

  async #spawn(
    name: EngineName | 'gateway',
    given: Readonly<Record<string, string>>,
  ): Promise<void> {
    const server = await spawnServer({ ...this.#environment, ...given });
    this.#running.set(name, server);
    await server.said(READY);
  }
}

async function openTransfers(
  opened: readonly Books[],
  targets: readonly string[] = USER_ACCOUNTS,
): Promise<number[]> {
  const found: number[] = [];
  for (const { books } of opened) {
    const rows = await books.query<{ id: bigint }>(
      "SELECT transfer_id AS id FROM sent_transfers WHERE status = 'sent' AND target = ANY($1)",
      [targets],
    );
    found.push(...rows.map(({ id }) => Number(id)));
  }
  return found;
}

/** Again under its key while there is no answer that is final: one engine is heard of later than another. */
export async function patiently(
  ...asked: Parameters<typeof sendMoney>
): ReturnType<typeof sendMoney> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await sendMoney(...asked).catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
    });
    const isFinal = answer !== undefined && !answer.body.includes('"error":"in_progress"');
    if (answer !== undefined && (isFinal || Date.now() > deadline)) return answer;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** PostgreSQL may still be at the dead server's last statement: it is over when its sessions are. */
export async function withoutOthers(database: Database): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const others = await database.query(
      `SELECT 1 AS one FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    if (others.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new TortureError('the sessions of the killed server do not end');
}
