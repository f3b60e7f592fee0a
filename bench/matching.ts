/**
 * How fast the book and matching run that the engine uses, alone: one million commands on one market,
 * in memory, each trade handed on. Every pass is checked against the reference facts of the workload.
 */
import { fileURLToPath } from 'node:url';
import {
  BUY,
  Fills,
  match,
  NONE,
  OrderBook,
  OrderPool,
  SELL,
  type SideCode,
} from '@fairlead/engine/matching';
import {
  LOB_CANCEL,
  LOB_LIMIT,
  LOB_MARKET,
  LobTradeHash,
  type LobWorkload,
  makeLobWorkload,
} from '@fairlead/testkit/lob-workload';
import type { Measurement } from './run.ts';

const COUNT = 1_000_000;
const PASSES = 9;
/** A batch is about this long when orders come in fast; then the changed levels are read out. */
const BATCH = 1_000;

/** Reference results that twelve engines agree on. */
const REFERENCES = [
  { name: 'lob1m', liveMin: 1_000, trades: 305_506, hash32: 'f96fd81b', aim: 15 },
  { name: 'lob1m-deep', liveMin: 20_000, trades: 426_164, hash32: '9b89a46d', aim: 10 },
] as const;

/** A market order takes any price. */
const MARKET_PRICES = [Number.MAX_SAFE_INTEGER, 1] as const;

class Incoming {
  orderId = 0;
  readonly owner: number;
  side: SideCode = BUY;
  priceTicks = 0;
  remainingLots = 0;
  readonly isByAmount = false;
  budgetTickLots = 0;

  /** Owners are who never trades with oneself: makers and takers of the workload are strangers. */
  constructor(owner: number) {
    this.owner = owner;
  }
}

/** A new book and what runs commands on it, as the engine does: look up, match, hand on, rest. */
class Market {
  readonly #pool = new OrderPool();
  readonly #book = new OrderBook(this.#pool, 0);
  readonly #fills = new Fills();
  readonly #hash = new LobTradeHash();
  readonly #taker = new Incoming(1);
  readonly #maker = new Incoming(2);
  trades = 0;

  get hash32(): string {
    return this.#hash.text();
  }

  runBatch(workload: LobWorkload, from: number, to: number): void {
    const { kinds, sides, ids, prices, lots } = workload;
    const taker = this.#taker;
    for (let at = from; at < to; at += 1) {
      const id = ids[at] ?? 0;
      const kind = kinds[at];
      if (kind === LOB_CANCEL) {
        this.#cancel(id);
        continue;
      }
      const side = sides[at] === 0 ? BUY : SELL;
      taker.orderId = id;
      taker.side = side;
      taker.remainingLots = lots[at] ?? 0;
      taker.priceTicks = kind === LOB_MARKET ? MARKET_PRICES[side] : (prices[at] ?? 0);
      this.#place(kind === LOB_LIMIT);
    }
    this.#book.bids.takeTouched();
    this.#book.asks.takeTouched();
  }

  #place(mayRest: boolean): void {
    const end = match(this.#book, this.#taker, this.#fills);
    if (this.#fills.count > 0) this.#handOn();
    if (mayRest && end === 'exhausted') this.#rest();
  }

  #handOn(): void {
    const fills = this.#fills;
    const pool = this.#pool;
    for (let at = 0; at < fills.count; at += 1) {
      const slot = fills.maker(at);
      this.#hash.add(this.#taker.orderId, pool.orderId(slot), fills.price(at), fills.lots(at));
      if (pool.remaining(slot) === 0) pool.release(slot);
    }
    this.trades += fills.count;
  }

  #rest(): void {
    const maker = this.#maker;
    maker.orderId = this.#taker.orderId;
    maker.side = this.#taker.side;
    maker.priceTicks = this.#taker.priceTicks;
    maker.remainingLots = this.#taker.remainingLots;
    this.#book.rest(maker);
  }

  #cancel(orderId: number): void {
    const slot = this.#pool.find(orderId);
    if (slot === NONE) throw new Error('a cancel names a live order');
    this.#book.remove(slot);
    this.#pool.release(slot);
  }
}

/** Runs the whole workload on a new book. */
function pass(workload: LobWorkload): { seconds: number; trades: number; hash32: string } {
  const market = new Market();
  const begin = performance.now();
  for (let at = 0; at < workload.count; at += BATCH) market.runBatch(workload, at, at + BATCH);
  const seconds = (performance.now() - begin) / 1_000;
  return { seconds, trades: market.trades, hash32: market.hash32 };
}

export async function run(): Promise<Measurement[]> {
  const figures: Measurement[] = [];
  for (const { name, liveMin, trades, hash32, aim } of REFERENCES) {
    const workload = makeLobWorkload({ count: COUNT, liveMin });
    const seconds: number[] = [];
    for (let at = 0; at < PASSES; at += 1) {
      const result = pass(workload);
      if (result.trades !== trades || result.hash32 !== hash32) {
        throw new Error(`${name}: ${result.trades} trades, hash ${result.hash32}`);
      }
      seconds.push(result.seconds);
    }
    const [first = 0, ...later] = seconds;
    const warm = later.sort((left, right) => left - right)[later.length >> 1] ?? 0;
    figures.push({
      name: `matching ${name}`,
      value: `${millions(warm)} M commands/s warm`,
      note: `first pass ${millions(first)} M; aim ${aim} M; trades and hash as the reference`,
    });
  }
  return figures;
}

function millions(seconds: number): string {
  return (COUNT / seconds / 1e6).toFixed(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name}: ${value} (${note})\n`);
  }
}
