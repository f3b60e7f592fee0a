/**
 * A load generator of orders over sockets, in a process of its own: the app's live socket (Engine.IO and Socket.IO by hand) or
 * the programs' WebSocket API, on Node's own WebSocket. Closed loop: each socket has so many calls under way.
 */
import { createHmac } from 'node:crypto';
import {
  Counter,
  type LoadResult,
  runGenerator,
  serveGenerator,
  type Timing,
} from './generator.ts';

export interface SocketPlan extends Timing {
  /** `ws://…` of the server. */
  readonly url: string;
  /** One socket each. */
  readonly clients: readonly SocketClient[];
  readonly underWay: number;
}

export type SocketClient =
  | {
      readonly kind: 'live';
      readonly token: string;
      readonly event: string;
      /** JSON texts of requests, sent in turn. */
      readonly requests: readonly string[];
    }
  | {
      readonly kind: 'program';
      readonly key: string;
      readonly secret: string;
      /** Parameters of orders, placed in turn. */
      readonly orders: readonly Readonly<Record<string, string>>[];
    };

/** Runs the plan in a child process. */
export const runSocketLoad = (plan: SocketPlan): Promise<LoadResult> =>
  runGenerator(import.meta.filename, plan);

/** A way of calling over a socket that is open. */
interface Caller {
  /** `turn` counts the calls of its socket. */
  send(number: number, turn: number): string;
  /** Which call a message answers, and its status; undefined for what is no answer. */
  read(text: string): { readonly number: number; readonly status: string } | undefined;
}

const RUN = process.pid.toString(36) + process.hrtime.bigint().toString(36);
const LIVE_ANSWER = /^43(\d+)\[\{"status":(\d+)/;
const PROGRAM_ANSWER = /^\{"id":(\d+),"status":(\d+)(?:,"error":\{"code":(-\d+))?/;
/** Within the text that an envelope is in its acknowledgement. */
const REFUSED = '\\"error\\":\\"';

function liveCaller({ event, requests }: SocketClient & { readonly kind: 'live' }): Caller {
  return {
    send: (number, turn) =>
      `42${number}["${event}",{"key":"${RUN}${number}","request":${requests[turn % requests.length]}}]`,
    read: (text) => {
      const [, number, status = ''] = LIVE_ANSWER.exec(text) ?? [];
      if (number === undefined) return undefined;
      // A call in bulk is answered with 200 whatever becomes of its orders.
      const refused = text.indexOf(REFUSED);
      const code = refused < 0 ? status : text.slice(refused + REFUSED.length).split('\\', 1)[0];
      return { number: Number(number), status: code ?? status };
    },
  };
}

function programCaller({
  key,
  secret,
  orders,
}: SocketClient & { readonly kind: 'program' }): Caller {
  const sorted = orders.map((order) =>
    Object.entries({ ...order, apiKey: key, newOrderRespType: 'RESULT' }),
  );
  return {
    send: (number, turn) => {
      const params = [
        ...(sorted[turn % sorted.length] ?? []),
        ['newClientOrderId', `${RUN}${number}`],
        ['timestamp', String(Date.now())],
      ].sort(([left = ''], [right = '']) => (left < right ? -1 : 1));
      const text = params.map(([name, value]) => `${name}=${value}`).join('&');
      const signature = createHmac('sha256', secret).update(text).digest('hex');
      const all = Object.fromEntries([...params, ['signature', signature]]);
      return JSON.stringify({ id: number, method: 'order.place', params: all });
    },
    read: (text) => {
      const [, number, status = '', code] = PROGRAM_ANSWER.exec(text) ?? [];
      return number === undefined ? undefined : { number: Number(number), status: code ?? status };
    },
  };
}

/** Opens a socket and gives it once calls can be made. */
function open(url: string, client: SocketClient): Promise<WebSocket> {
  const isLive = client.kind === 'live';
  const path = isLive
    ? '/socket.io/?EIO=4&transport=websocket'
    : '/binance/ws-api/v3?returnRateLimits=false';
  const socket = new WebSocket(`${url}${path}`);
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('a socket did not open')));
    if (!isLive) {
      socket.addEventListener('open', () => resolve(socket));
      return;
    }
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40'))
        socket.send(
          `42999999999["login",${JSON.stringify({ token: client.token, events: false })}]`,
        );
      else if (text.startsWith('43999999999')) resolve(socket);
      else if (text === '2') socket.send('3');
    });
  });
}

async function generate(plan: SocketPlan): Promise<LoadResult> {
  const counter = new Counter();
  let isOver = false;
  let sent = 0;
  const sockets = await Promise.all(plan.clients.map((client) => open(plan.url, client)));
  for (const [at, client] of plan.clients.entries()) {
    const socket = sockets[at];
    if (socket === undefined) continue;
    const caller = client.kind === 'live' ? liveCaller(client) : programCaller(client);
    const startedAt = new Map<number, number>();
    let turn = 0;
    const shoot = () => {
      sent += 1;
      startedAt.set(sent, performance.now());
      socket.send(caller.send(sent, turn++));
    };
    socket.addEventListener('message', ({ data }) => {
      const answer = caller.read(data as string);
      const began = answer && startedAt.get(answer.number);
      if (answer === undefined || began === undefined) return;
      startedAt.delete(answer.number);
      counter.take(answer.status, performance.now() - began);
      if (!isOver) shoot();
    });
    for (let count = 0; count < plan.underWay; count += 1) shoot();
  }
  const result = await counter.count(plan);
  isOver = true;
  for (const socket of sockets) socket.close();
  return result;
}

serveGenerator(import.meta.filename, generate);
