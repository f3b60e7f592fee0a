/**
 * Many listeners of one depth channel, in a process of its own. They speak Engine.IO and Socket.IO on Node's own
 * WebSocket, so that listening costs little beside what is measured, and say when a message has reached all.
 */
import { fork } from 'node:child_process';

interface Arrival {
  readonly sequence: number;
  /** Of the first, the middle and the last listener, on the machine's monotonic clock. */
  readonly firstNs: bigint;
  readonly middleNs: bigint;
  readonly lastNs: bigint;
}

type ArrivalText = { readonly [Key in keyof Arrival]: string };
type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'arrival'; readonly arrival: ArrivalText };

export interface Listeners {
  /** The next message that all listeners have. */
  next(): Promise<Arrival>;
  stop(): void;
}

/** Connects and subscribes `count` sockets; resolves when all have their snapshot. */
export function startListeners(plan: {
  readonly url: string;
  readonly channel: string;
  readonly count: number;
}): Promise<Listeners> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const arrivals: Arrival[] = [];
  const waiting: ((arrival: Arrival) => void)[] = [];
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`listeners ended with ${code}`)));
    child.on('message', (report: Report) => {
      if (report.kind === 'ready') {
        resolve({
          next: () => {
            const arrival = arrivals.shift();
            if (arrival !== undefined) return Promise.resolve(arrival);
            return new Promise((tell) => waiting.push(tell));
          },
          stop: () => child.kill(),
        });
        return;
      }
      const { sequence, firstNs, middleNs, lastNs } = report.arrival;
      const arrival = {
        sequence: Number(sequence),
        firstNs: BigInt(firstNs),
        middleNs: BigInt(middleNs),
        lastNs: BigInt(lastNs),
      };
      const tell = waiting.shift();
      if (tell === undefined) arrivals.push(arrival);
      else tell(arrival);
    });
    child.send(plan);
  });
}

/** Connections opened at once: a burst of thousands would measure the machine's backlog. */
const CONNECT_AT_ONCE = 50;

if (process.send !== undefined) {
  const report = (message: Report) => process.send?.(message);
  process.once('message', async (plan: { url: string; channel: string; count: number }) => {
    const times = new Map<string, bigint[]>();
    const take = (text: string) => {
      const nowNs = process.hrtime.bigint();
      const sequence = /"sequence":(\d+)/.exec(text)?.[1] ?? '';
      const seen = times.get(sequence) ?? [];
      seen.push(nowNs);
      times.set(sequence, seen);
      if (seen.length < plan.count) return;
      times.delete(sequence);
      const at = (place: number) => String(seen[place]);
      const middle = seen.length >> 1;
      report({
        kind: 'arrival',
        arrival: { sequence, firstNs: at(0), middleNs: at(middle), lastNs: at(seen.length - 1) },
      });
    };
    for (let opened = 0; opened < plan.count; opened += CONNECT_AT_ONCE) {
      const count = Math.min(CONNECT_AT_ONCE, plan.count - opened);
      await Promise.all(Array.from({ length: count }, () => listen(plan, take)));
    }
    report({ kind: 'ready' });
  });
}

/** Opens one socket; resolves with its first message of the channel, tells `take` the later ones. */
function listen(
  plan: { readonly url: string; readonly channel: string },
  take: (text: string) => void,
): Promise<void> {
  const url = `${plan.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    let isReady = false;
    socket.addEventListener('error', () => reject(new Error('a listener could not connect')));
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      if (text.startsWith('42["data"')) {
        if (isReady) take(text);
        isReady = true;
        resolve();
      } else if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40')) {
        socket.send(`42${JSON.stringify(['subscribe', { channels: [plan.channel] }])}`);
      }
    });
  });
}
