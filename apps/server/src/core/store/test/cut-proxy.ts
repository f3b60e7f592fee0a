/** A TCP proxy in front of a PostgreSQL server that can be cut: to whoever is behind it the server is gone. */
import net, { type AddressInfo } from 'node:net';

export class CutProxy {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<net.Socket>();
  #server: net.Server | undefined;
  #port = 0;

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
  }

  static async open(target: { readonly host: string; readonly port: number }): Promise<CutProxy> {
    const proxy = new CutProxy(target);
    await proxy.mend();
    return proxy;
  }

  get port(): number {
    return this.#port;
  }

  /** Listens where it listened before. */
  async mend(): Promise<void> {
    const server = net.createServer((client) => {
      const upstream = net.connect(this.#target);
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends every connection and takes no more. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
