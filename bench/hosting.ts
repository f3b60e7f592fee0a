/**
 * What a day's interest costs with a million orders in hosting, all of it due at once as after a downtime, in parts of
 * different size; what an order keeps in memory, and how fast orders are bought and redeemed. Then the same through
 * sequencer and PostgreSQL with fewer orders, and what it costs those who place orders meanwhile.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Command, Engine, type HostingProduct, type Result } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, ratePpm } from '@fairlead/units';
import type { Measurement } from './run.ts';
import { FIRST_OWNER, grant, scheduleRows } from './support/schedule-load.ts';

const ORDERS = 1_000_000;
const OWNERS = 100_000;
const REDEEMED = 10_000;
/** Of the orders that go through the tables. */
const HOSTERS = 10_000;
const PARTS = [100, 500, 2_000] as const;
const START_MS = 1_700_000_000_000;
const usdt = (whole: number) => amountMinor(BigInt(whole) * 1_000_000n);

const PRODUCT: HostingProduct = {
  productId: 1,
  currencyId: USDT.currencyId,
  days: 30,
  minMinor: usdt(1),
  maxMinor: usdt(1_000),
  capacityMinor: usdt(1_000_000_000),
  dailyYieldPpm: ratePpm(4_000n),
  damagesRatePpm: ratePpm(4_000n),
  isOpen: true,
};

/** An engine with its own clock, whose commands must succeed. */
class Exchange {
  readonly engine = new Engine();
  timeMs = START_MS;
  #sequence = 0;

  constructor() {
    this.run({ kind: 'configure_currency', currency: USDT });
    this.run({ kind: 'configure_hosting', product: PRODUCT });
    this.#pay('treasury', { house: 'yield_treasury' }, 1_000_000_000);
    for (let owner = 1; owner <= OWNERS; owner += 1) {
      this.run({ kind: 'open_account', owner });
      this.#pay(`${owner}`, { owner, account: 'trust' }, 10_000);
      if (owner % 1_000 === 0) this.engine.takeChanges();
    }
  }

  run(command: Command): Result & { ok: true } {
    this.#sequence += 1;
    const stamp = { sequence: this.#sequence, timeMs: this.timeMs };
    const result = this.engine.execute(command, stamp);
    if (!result.ok) throw new Error(`${command.kind} was refused: ${result.reject}`);
    return result;
  }

  /** Orders of all owners in turn, bought over the 24 hours of a day. */
  buy(count: number): number[] {
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1) {
      this.timeMs = START_MS + Math.floor((at * DAY_MS) / count);
      const amount = amountMinor(BigInt(1_000_000 + (at % 9_000_000)));
      const owner = 1 + (at % OWNERS);
      const { value } = this.run({ kind: 'buy_hosting', owner, productId: 1, amount });
      if (value.kind === 'hosting' && at < REDEEMED) ids.push(value.hosting.hostingId);
      if (at % 1_000 === 0) this.engine.takeChanges();
    }
    this.engine.takeChanges();
    return ids;
  }

  /** Posts all that is due; answers how much it was, and what the longest part took by the wall. */
  postDue(max: number): { readonly ran: number; readonly longestMs: number } {
    let sum = 0;
    let longestMs = 0;
    for (;;) {
      const begin = performance.now();
      const { value } = this.run({ kind: 'run_schedules', max });
      const ran = value.kind === 'schedules' ? value.ran : 0;
      this.engine.takeChanges();
      longestMs = Math.max(longestMs, performance.now() - begin);
      sum += ran;
      if (ran < max) return { ran: sum, longestMs };
    }
  }

  #pay(
    reference: string,
    target: Extract<Command, { kind: 'post_entry' }>['target'],
    whole: number,
  ): void {
    this.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference,
      currencyId: USDT.currencyId,
      amount: usdt(whole),
      source: { house: 'external' },
      target,
    });
  }
}

/** This thread's own time for something, in µs: what others do on a busy machine is not in it. */
function cpuMicros(work: () => void): number {
  const begin = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begin);
  return user + system;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function memoryBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

interface Posted {
  readonly max: number;
  readonly microsEach: number;
  readonly longestMs: number;
}

function posted(exchange: Exchange, max: number): Posted {
  exchange.timeMs += DAY_MS;
  let done = { ran: 0, longestMs: 0 };
  const micros = cpuMicros(() => {
    done = exchange.postDue(max);
  });
  if (done.ran !== ORDERS) throw new Error(`${done.ran} days were posted`);
  return { max, microsEach: micros / ORDERS, longestMs: done.longestMs };
}

export async function run(): Promise<Measurement[]> {
  return [...inEngine(), ...(await inTables())];
}

/** With parts as the server posts them, and with larger ones. */
function inTables(): Promise<Measurement[]> {
  const hosted = Number(process.env['BENCH_HOSTED'] ?? 100_000);
  const seed: Command[] = [
    { kind: 'configure_hosting', product: PRODUCT },
    grant({ house: 'yield_treasury' }, USDT.currencyId),
  ];
  for (let at = 0; at < HOSTERS; at += 1) {
    const owner = FIRST_OWNER + at;
    seed.push({ kind: 'open_account', owner });
    seed.push(grant({ owner, account: 'trust' }, USDT.currencyId));
  }
  for (let at = 0; at < hosted; at += 1) {
    const amount = amountMinor(usdt(1) + BigInt(at % 9_000_000));
    const owner = FIRST_OWNER + (at % HOSTERS);
    seed.push({ kind: 'buy_hosting', owner, productId: PRODUCT.productId, amount });
  }
  const what = { name: (count: string) => `a day's interest of ${count} orders`, unit: 'days' };
  return scheduleRows({ seed, eachDay: [] }, [50, 500], what);
}

function inEngine(): Measurement[] {
  const exchange = new Exchange();
  let ids: number[] = [];
  const before = memoryBytes();
  const buying = cpuMicros(() => {
    ids = exchange.buy(ORDERS);
  });
  const bytes = (memoryBytes() - before) / ORDERS;
  posted(exchange, 1_000);
  const days = PARTS.map((max) => posted(exchange, max));
  const redeeming = cpuMicros(() => {
    for (const [at, hostingId] of ids.entries()) {
      exchange.run({ kind: 'redeem_hosting', owner: 1 + (at % OWNERS), hostingId });
    }
    exchange.engine.takeChanges();
  });
  exchange.engine.checkInvariants();
  const each = days.map(({ microsEach }) => microsEach.toFixed(2)).join(' / ');
  const longest = days.map(({ longestMs }) => longestMs.toFixed(1)).join(' / ');
  return [
    {
      name: `a day's interest of ${ORDERS.toLocaleString('en')} hosting orders in the engine, parts of ${PARTS.join(' / ')}`,
      value: `${each} µs CPU an order`,
      note: `one entry each, rows taken after each part; longest part ${longest} ms by the wall`,
    },
    {
      name: 'memory of a hosting order, 1 M of 100,000 owners',
      value: `${bytes.toFixed(0)} bytes`,
      note:
        `columns, id table and queue; buying one takes ${(buying / ORDERS).toFixed(1)} µs CPU, ` +
        `redeeming one ${(redeeming / ids.length).toFixed(1)} µs`,
    },
  ];
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name}: ${value} (${note})\n`);
  }
}
