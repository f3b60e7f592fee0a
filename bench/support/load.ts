/**
 * An HTTP/1.1 load generator on bare sockets, in a process of its own so that it takes as little as possible
 * from the server it measures. Closed loop: each connection has one request in flight. Open loop (`perSecond`):
 * requests start on a fixed timetable and their latency counts from then, waiting for a free connection included.
 */
import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';

export interface LoadPlan {
  readonly port: number;
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly path: string;
  /** One connection each. Its bodies are sent in turn, from the first again after the last. */
  readonly clients: readonly LoadClient[];
  readonly warmUpMs: number;
  readonly durationMs: number;
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

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly byStatus: Readonly<Record<string, number>>;
}

/** Runs the plan in a child process. */
export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('message', (result) => {
      resolve(result as LoadResult);
      child.kill();
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code !== 0 && code !== null) reject(new Error(`load generator ended with ${code}`));
    });
    child.send(plan);
  });
}

interface Counter {
  isCounting: boolean;
  readonly latenciesMs: number[];
  readonly byStatus: Record<string, number>;
}

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
  const counter: Counter = { isCounting: false, latenciesMs: [], byStatus: {} };
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
      if (counter.isCounting) {
        counter.latenciesMs.push(performance.now() - startedAt);
        counter.byStatus[status] = (counter.byStatus[status] ?? 0) + 1;
      }
      if (!isOver && status !== 'connection') next();
    });
  };

  if (plan.perSecond === undefined) {
    const loop = (index: number) => shoot(index, performance.now(), () => loop(index));
    for (const index of plan.clients.keys()) loop(index);
  } else {
    timetable(plan.perSecond, connections, shoot, () => isOver);
  }
  await delay(plan.warmUpMs);
  counter.isCounting = true;
  const startedAt = performance.now();
  await delay(plan.durationMs);
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  counter.isCounting = false;
  for (const connection of connections) connection.close();
  return summary(counter, seconds);
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

function summary(counter: Counter, seconds: number): LoadResult {
  const sorted = counter.latenciesMs.sort((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    perSecond: sorted.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    byStatus: counter.byStatus,
  };
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.once('message', async (plan) => {
    process.send?.(await generate(plan as LoadPlan));
  });
}
