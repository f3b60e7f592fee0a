/**
 * An HTTP/1.1 load generator on bare sockets, in a process of its own so that it takes as little as possible
 * from the server it measures. Closed loop: each connection has one request in flight. Open loop (`perSecond`):
 * requests start on a fixed timetable and their latency counts from then, waiting for a free connection included.
 */
import { connect, type Socket } from 'node:net';
import {
  Counter,
  type LoadResult,
  runGenerator,
  serveGenerator,
  type Timing,
} from './generator.ts';

export interface LoadPlan extends Timing {
  readonly port: number;
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly path: string;
  /** One connection each. Its bodies are sent in turn, from the first again after the last. */
  readonly clients: readonly LoadClient[];
  readonly perSecond?: number;
  /** Gives every request a fresh idempotency-key. */
  readonly hasKeys: boolean;
}

export interface LoadClient {
  readonly headers: string;
  readonly bodies: readonly string[];
  /** Instead of the plan's: of another process of the same deployment. */
  readonly port?: number;
}

/** Runs the plan in a child process. */
export const runLoad = (plan: LoadPlan): Promise<LoadResult> =>
  runGenerator(import.meta.filename, plan);

class Connection {
  readonly #socket: Socket;
  #buffer = '';
  #done: ((status: string) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk) => this.#read(String(chunk)));
    this.#socket.on('error', () => this.#done?.('connection'));
  }

  get isIdle(): boolean {
    return this.#done === undefined;
  }

  send(request: string, done: (status: string) => void): void {
    this.#done = done;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#buffer += chunk;
    const head = this.#buffer.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /content-length: (\d+)/i.exec(this.#buffer.slice(0, head))?.[1] ?? '0';
    if (this.#buffer.length < head + 4 + Number(length)) return;
    const status = this.#buffer.slice(9, 12);
    this.#buffer = '';
    const done = this.#done;
    this.#done = undefined;
    done?.(status);
  }
}

async function generate(plan: LoadPlan): Promise<LoadResult> {
  const counter = new Counter();
  const connections = plan.clients.map(({ port = plan.port }) => new Connection(port));
  const sent = plan.clients.map(() => 0);
  let keys = 0;
  let isOver = false;
  const run = process.pid.toString(36) + process.hrtime.bigint().toString(36);

  const shoot = (index: number, startedAt: number, next: () => void) => {
    const client = plan.clients[index];
    const connection = connections[index];
    if (client === undefined || connection === undefined) return;
    const turn = sent[index] ?? 0;
    sent[index] = turn + 1;
    const body = client.bodies[turn % client.bodies.length] ?? '';
    const key = plan.hasKeys ? `idempotency-key: ${run}${keys++}\r\n` : '';
    const request = `${plan.method} ${plan.path} HTTP/1.1\r\nhost: 127.0.0.1:${plan.port}\r\n${client.headers}${key}content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    connection.send(request, (status) => {
      counter.take(status, performance.now() - startedAt);
      if (!isOver && status !== 'connection') next();
    });
  };

  if (plan.perSecond === undefined) {
    const loop = (index: number) => shoot(index, performance.now(), () => loop(index));
    for (const index of plan.clients.keys()) loop(index);
  } else {
    timetable(plan.perSecond, connections, shoot, () => isOver);
  }
  const result = await counter.count(plan);
  isOver = true;
  for (const connection of connections) connection.close();
  return result;
}

/** Starts requests at fixed times on whichever connection is free, oldest waiting first. */
function timetable(
  perSecond: number,
  connections: readonly Connection[],
  shoot: (index: number, startedAt: number, next: () => void) => void,
  isOver: () => boolean,
): void {
  const waiting: number[] = [];
  let dueAt = performance.now();
  let turnOf = 0;
  // In rotation: a client that is always first would mostly meet its own orders.
  const serve = () => {
    for (let looked = 0; looked < connections.length && waiting.length > 0; looked += 1) {
      turnOf = (turnOf + 1) % connections.length;
      if (connections[turnOf]?.isIdle) shoot(turnOf, waiting.shift() ?? performance.now(), serve);
    }
  };
  const turn = () => {
    while (dueAt <= performance.now()) {
      waiting.push(dueAt);
      dueAt += 1000 / perSecond;
    }
    serve();
    if (!isOver()) setTimeout(turn, 1);
  };
  turn();
}

serveGenerator(import.meta.filename, generate);
