/** An engine for each product, each a process of its own with a database of its own, and the gateway that clients talk to. */

import { ENGINE_NAMES, type EngineName } from '../../../apps/server/src/core/config/engines.ts';
import { Deployment } from '../../../apps/server/test/support/deployment-fixture.ts';
import { freePort, type Spawned, spawnServer } from '../../../apps/server/test/support/spawned.ts';
import type { TestServer } from '../server.ts';

const READY = 'is ready';

export class DividedServer implements TestServer {
  readonly url: string;
  readonly folder: string;
  readonly #deployment: Deployment;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #port: string;
  readonly #running = new Map<EngineName | 'gateway', Spawned>();
  #written = '';

  constructor(deployment: Deployment, port: number, given: Readonly<Record<string, string>>) {
    const { FEED: _recorded, ...environment } = deployment.environment;
    this.#deployment = deployment;
    this.#environment = { ...environment, LOG_LEVEL: 'warn', ...given };
    this.#port = String(port);
    this.url = `http://127.0.0.1:${port}`;
    this.folder = environment['DATA_DIR'] ?? '';
  }

  static async open(given: Readonly<Record<string, string>>): Promise<DividedServer> {
    const server = new DividedServer(await Deployment.openDivided(), await freePort(), given);
    await server.start();
    return server;
  }

  output(): string {
    return [this.#written, ...[...this.#running.values()].map((each) => each.output())].join('');
  }

  /** Where each engine keeps its books. */
  get books(): readonly { readonly name: EngineName; readonly url: string }[] {
    return ENGINE_NAMES.map((name) => ({ name, url: this.#deployment.booksUrl(name) }));
  }

  async start(): Promise<void> {
    // The first one makes what is the whole deployment's.
    await this.startOne(ENGINE_NAMES[0]);
    await Promise.all(ENGINE_NAMES.slice(1).map((name) => this.startOne(name)));
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
