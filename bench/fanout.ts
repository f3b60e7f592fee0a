/**
 * Fan-out of the live socket: 2,000 sockets listen to one book, and each order's change must reach them all. The
 * time counts from before the order is sent over HTTP, so it holds the call, the commit and the broadcast. Server,
 * database and listeners share the machine.
 */
import { call, indexPrice, registerUser } from '../e2e/support/api.ts';
import { startServer } from '../e2e/support/server.ts';
import type { Measurement } from './run.ts';
import { startListeners } from './support/listeners.ts';

const LISTENERS = 2_000;
const WARM_UP_ROUNDS = 10;
const ROUNDS = 100;
/** Beyond the tenth of a second that the depth channel waits between two messages. */
const PAUSE_MS = 150;
const SYMBOL = 'ETH/USDT';

export async function run(): Promise<Measurement[]> {
  const server = await startServer({ RATE_LIMIT_FACTOR: '1000000', BOTS: 'false' });
  try {
    const token = await registerUser(server.url, 'fanout@example.org');
    await call(server.url, 'faucet', { currency_id: '3', amount: '100000' }, token);
    const [whole = ''] = (await indexPrice(server.url, SYMBOL)).split('.');
    const connectMs = performance.now();
    const channel = `depth:${SYMBOL}`;
    const listeners = await startListeners({ url: server.url, channel, count: LISTENERS });
    const connectedMs = performance.now() - connectMs;
    const sinceOrder: { first: number; middle: number; last: number }[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      const price = `${Number(whole) - 100}.${String(round).padStart(2, '0').slice(-2)}`;
      const startNs = process.hrtime.bigint();
      const order = { symbol: SYMBOL, side: 'buy', type: 'limit', price, quantity: '0.01' };
      await call(server.url, 'placeOrder', order, token);
      const { firstNs, middleNs, lastNs } = await listeners.next();
      const since = (atNs: bigint) => Number(atNs - startNs) / 1e6;
      if (round >= WARM_UP_ROUNDS) {
        sinceOrder.push({ first: since(firstNs), middle: since(middleNs), last: since(lastNs) });
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    listeners.stop();
    const figure = (key: 'first' | 'middle' | 'last') => {
      const sorted = sinceOrder.map((each) => each[key]).sort((left, right) => left - right);
      const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
      return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
    };
    const count = LISTENERS.toLocaleString('en-US');
    return [
      {
        name: `order to depth message at the last of ${count} sockets`,
        value: figure('last'),
        note: `first socket ${figure('first')}; middle one ${figure('middle')}; ${ROUNDS} orders`,
      },
      {
        name: `connecting and subscribing ${count} sockets`,
        value: `${(connectedMs / 1_000).toFixed(1)} s`,
        note: '50 at once, each with a snapshot of the book',
      },
    ];
  } finally {
    await server.stop();
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const row of await run()) process.stdout.write(`${row.name}: ${row.value} (${row.note})\n`);
  process.exit(0);
}
