/**
 * A venue on loopback: answers over HTTP and WebSocket what the pinned ccxt asks of it today, in the venue's own
 * form. The test says what the venue quotes and when by the venue's clock.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  DIALECTS,
  type Dialect,
  type Json,
  type SaidQuote,
  type VenueName,
} from './venue-dialects.ts';

// Comes with ccxt and socket.io; only tests need its server.
const { WebSocketServer } = createRequire(import.meta.url)('ws') as {
  WebSocketServer: new (options: {
    noServer: true;
  }) => {
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (socket: Socket) => void,
    ): void;
  };
};
interface Socket {
  on(event: 'message', listener: (data: unknown) => void): void;
  on(event: 'close', listener: () => void): void;
  send(text: string): void;
  terminate(): void;
}

export class VenueServer {
  readonly name: VenueName;
  readonly symbols: readonly string[];
  /** While true, connections and requests are cut at once. */
  isDown = false;
  /** What was asked over HTTP. */
  readonly requests: string[] = [];
  readonly #dialect: Dialect;
  readonly #sockets = new Map<Socket, Set<string>>();
  readonly #last = new Map<string, SaidQuote>();
  readonly #upgrades = new WebSocketServer({ noServer: true });
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://venue');
    this.requests.push(url.pathname);
    const answer = this.isDown ? undefined : this.#dialect.http(url, this);
    if (this.isDown) response.destroy();
    else
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });

  constructor(name: VenueName, symbols: readonly string[]) {
    this.name = name;
    this.symbols = symbols;
    this.#dialect = DIALECTS[name];
    this.#server.on('upgrade', (request, socket, head) => {
      if (this.isDown) socket.destroy();
      else this.#upgrades.handleUpgrade(request, socket, head, (client) => this.#serve(client));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  hasSubscriber(symbol: string): boolean {
    return [...this.#sockets.values()].some((symbols) => symbols.has(symbol));
  }

  get socketCount(): number {
    return this.#sockets.size;
  }

  say(symbol: string, quote: SaidQuote): void {
    const messages = this.#dialect.quote(symbol, quote, this.#last.get(symbol));
    this.#last.set(symbol, quote);
    for (const [socket, symbols] of this.#sockets) {
      if (symbols.has(symbol)) for (const message of messages) socket.send(JSON.stringify(message));
    }
  }

  /** A message as recorded, to all who listen. */
  sayRaw(message: object): void {
    for (const socket of this.#sockets.keys()) socket.send(JSON.stringify(message));
  }

  /** Breaks every connection without a word. */
  cut(): void {
    for (const socket of this.#sockets.keys()) socket.terminate();
    this.#last.clear();
  }

  #serve(socket: Socket): void {
    this.#sockets.set(socket, new Set());
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('message', (data) => {
      const { symbols, answers } = this.#dialect.subscribe(JSON.parse(String(data)) as Json);
      for (const symbol of symbols) this.#sockets.get(socket)?.add(symbol);
      for (const answer of answers) socket.send(JSON.stringify(answer));
    });
  }
}
