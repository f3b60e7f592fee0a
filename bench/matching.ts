/**
 * How fast the book and matching run that the engine uses, alone: one million commands on one market,
 * in memory, each trade handed on and the changed levels read out in batches. Every pass is checked
 * against the reference facts of the workload. A control without hash table, pool or level changes (ids
 * and ticks are indexes) shows what the machine can do at most, so that ratios can be compared between
 * machines, and between hours on a busy one.
 */
import { fileURLToPath } from 'node:url';
import { BUY, Fills, match, NONE, OrderBook, OrderPool, SELL } from '@fairlead/engine/matching';
import {
  foldLobTrade,
  LOB_CANCEL,
  LOB_LIMIT,
  LOB_MARKET,
  type LobWorkload,
  makeLobWorkload,
} from '@fairlead/testkit/lob-workload';
import type { Measurement } from './run.ts';

const COUNT = 1_000_000;
const PASSES = 9;
const BATCH = 1_000;
/** A market order takes any price. */
const MARKET_PRICES = [Number.MAX_SAFE_INTEGER, 1] as const;

/** Reference results that twelve engines agree on. */
const REFERENCES = [
  { name: 'lob1m', liveMin: 1_000, trades: 305_506, hash32: 'f96fd81b', aim: 15 },
  { name: 'lob1m-deep', liveMin: 20_000, trades: 426_164, hash32: '9b89a46d', aim: 10 },
] as const;

interface Pass {
  readonly seconds: number;
  /** Of this thread: what others do on a busy machine is not in it. */
  readonly cpuSeconds: number;
  readonly trades: number;
  readonly hash: number;
}

/** Each order has an owner of its own, so none meets an order of its owner. */
function newTaker() {
  return {
    orderId: 0,
    owner: 0,
    side: BUY,
    priceTicks: 0,
    isByAmount: false,
    remainingLots: 0,
    budgetTickLots: 0,
  };
}

class Market {
  readonly pool = new OrderPool();
  readonly book = new OrderBook(this.pool, 0);
  readonly fills = new Fills();
  readonly taker = newTaker();
  trades = 0;
  hash = 0;
}

function runBatch(market: Market, workload: LobWorkload, from: number): void {
  const { pool, book, fills, taker } = market;
  const { kinds, sides, ids, prices, lots } = workload;
  let { hash, trades } = market;
  for (let at = from; at < from + BATCH; at += 1) {
    const kind = kinds[at];
    const id = ids[at] ?? 0;
    if (kind === LOB_CANCEL) {
      const slot = pool.find(id);
      if (slot === NONE) throw new Error('a cancel names a live order');
      book.remove(slot);
      pool.release(slot);
      continue;
    }
    const side = sides[at] === 0 ? BUY : SELL;
    taker.orderId = id;
    taker.owner = id;
    taker.side = side;
    taker.remainingLots = lots[at] ?? 0;
    taker.priceTicks = kind === LOB_MARKET ? MARKET_PRICES[side] : (prices[at] ?? 0);
    const end = match(book, taker, fills);
    for (let fill = 0; fill < fills.count; fill += 1) {
      const slot = fills.maker(fill);
      hash = foldLobTrade(hash, id, pool.orderId(slot));
      hash = foldLobTrade(hash, fills.price(fill), fills.lots(fill));
      if (pool.remaining(slot) === 0) pool.release(slot);
    }
    trades += fills.count;
    if (end === 'exhausted' && kind === LOB_LIMIT) book.rest(taker);
  }
  book.bids.takeTouched();
  book.asks.takeTouched();
  market.hash = hash;
  market.trades = trades;
}

function stopwatch(): () => { seconds: number; cpuSeconds: number } {
  const begin = performance.now();
  const cpuBegin = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(cpuBegin);
    return {
      seconds: (performance.now() - begin) / 1_000,
      cpuSeconds: (user + system) / 1_000_000,
    };
  };
}

/** Runs the whole workload on a new book. */
function pass(workload: LobWorkload): Pass {
  const market = new Market();
  const elapsed = stopwatch();
  for (let at = 0; at < workload.count; at += BATCH) runBatch(market, workload, at);
  return { ...elapsed(), trades: market.trades, hash: market.hash };
}

const TICKS = 110_000;

/** The control: one array element for each id and each tick, and nothing else. */
class DenseBook {
  readonly lots = new Int32Array(COUNT + 1);
  readonly price = new Int32Array(COUNT + 1);
  readonly next = new Int32Array(COUNT + 1);
  readonly previous = new Int32Array(COUNT + 1);
  readonly head = [new Int32Array(TICKS), new Int32Array(TICKS)] as const;
  readonly tail = [new Int32Array(TICKS), new Int32Array(TICKS)] as const;
  readonly best: [number, number] = [0, TICKS - 1];

  /** Steps to the next tick with orders. */
  refresh(side: 0 | 1): void {
    const head = this.head[side];
    let tick = this.best[side];
    if (side === 0) while (tick > 0 && head[tick] === 0) tick -= 1;
    else while (tick < TICKS - 1 && head[tick] === 0) tick += 1;
    this.best[side] = tick;
  }

  remove(id: number, side: 0 | 1): void {
    const tick = this.price[id] ?? 0;
    const next = this.next[id] ?? 0;
    const previous = this.previous[id] ?? 0;
    if (previous === 0) this.head[side][tick] = next;
    else this.next[previous] = next;
    if (next === 0) this.tail[side][tick] = previous;
    else this.previous[next] = previous;
    if (previous === 0 && next === 0) this.refresh(side);
  }

  rest(id: number, side: 0 | 1, [tick, lots]: readonly [number, number]): void {
    const last = this.tail[side][tick] ?? 0;
    this.lots[id] = lots;
    this.price[id] = tick;
    this.previous[id] = last;
    this.next[id] = 0;
    if (last === 0) this.head[side][tick] = id;
    else this.next[last] = id;
    this.tail[side][tick] = id;
    if (side === 0 ? tick > this.best[0] : tick < this.best[1]) this.best[side] = tick;
  }
}

function controlPass({ kinds, sides, ids, prices, lots, count }: LobWorkload): Pass {
  const book = new DenseBook();
  let trades = 0;
  let hash = 0;
  const elapsed = stopwatch();
  for (let at = 0; at < count; at += 1) {
    const id = ids[at] ?? 0;
    const side = sides[at] === 0 ? 0 : 1;
    if (kinds[at] === LOB_CANCEL) {
      book.remove(id, side);
      continue;
    }
    const other = side === 0 ? 1 : 0;
    const isMarket = kinds[at] === LOB_MARKET;
    const limit = isMarket ? (side === 0 ? TICKS - 2 : 1) : (prices[at] ?? 0);
    let left = lots[at] ?? 0;
    while (left > 0) {
      const tick = book.best[other];
      if (side === 0 ? tick > limit : tick < limit) break;
      const maker = book.head[other][tick] ?? 0;
      const filled = Math.min(left, book.lots[maker] ?? 0);
      hash = foldLobTrade(foldLobTrade(hash, id, maker), tick, filled);
      trades += 1;
      left -= filled;
      book.lots[maker] = (book.lots[maker] ?? 0) - filled;
      if (book.lots[maker] === 0) book.remove(maker, other);
    }
    if (left > 0 && !isMarket) book.rest(id, side, [limit, left]);
  }
  return { ...elapsed(), trades, hash };
}

export async function run(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const { name, liveMin, trades, hash32, aim } of REFERENCES) {
    const workload = makeLobWorkload({ count: COUNT, liveMin });
    const passes = { book: [] as Pass[], control: [] as Pass[] };
    for (let at = 0; at < PASSES; at += 1) {
      for (const kind of ['book', 'control'] as const) {
        const result = kind === 'book' ? pass(workload) : controlPass(workload);
        const hash = (result.hash >>> 0).toString(16).padStart(8, '0');
        if (result.trades !== trades || hash !== hash32) {
          throw new Error(`${name}, ${kind}: ${result.trades} trades, hash ${hash}`);
        }
        passes[kind].push(result);
      }
    }
    const [first, ...later] = passes.book;
    const warm = median(later.map(({ seconds }) => seconds));
    const cpu = median(later.map(({ cpuSeconds }) => cpuSeconds));
    const control = median(passes.control.slice(1).map(({ cpuSeconds }) => cpuSeconds));
    rows.push({
      name: `matching ${name}`,
      value: `${millions(warm)} M commands/s warm`,
      note:
        `first pass ${millions(first?.seconds ?? 0)} M; aim ${aim} M; by its thread's own CPU time ` +
        `${millions(cpu)} M, ${(control / cpu).toFixed(2)} of the control's ${millions(control)} M; ` +
        'trades and their hash are the reference',
    });
  }
  return rows;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;
}

function millions(seconds: number): string {
  return (COUNT / seconds / 1e6).toFixed(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name}: ${value} (${note})\n`);
  }
}
