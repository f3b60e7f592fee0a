/** A local HTTP server for the APIs of chains: real sockets, and faults on demand. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer: text as it is, everything else as JSON; undefined is 404. */
export type Answer = unknown;

export abstract class HttpNode {
  readonly #server: Server;
  /** What every call is answered instead, until it is cleared. */
  fault: { readonly status: number; readonly body: string } | undefined;
  /** Requests so far, and their headers. */
  readonly seen: IncomingMessage[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      this.seen.push(request);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (this.fault !== undefined) {
          response.writeHead(this.fault.status, { location: '/' }).end(this.fault.body);
          return;
        }
        const text = Buffer.concat(chunks).toString('utf8');
        const answer = this.answer(request.url ?? '', text === '' ? {} : JSON.parse(text));
        if (answer === undefined) response.writeHead(404).end('not found');
        else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      });
    });
  }

  protected abstract answer(path: string, body: Readonly<Record<string, unknown>>): Answer;

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
