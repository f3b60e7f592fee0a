/**
 * The order flow "LOB-1M v1", by which order books of many projects were measured: a walk of the middle
 * price, limit orders around it, cancels of any live order, small market orders. Which orders are live
 * decides what comes next, so making it runs a simple book, which also says what trades must come out.
 */
import { Seeded } from './seeded.ts';

export const LOB_LIMIT = 0;
export const LOB_CANCEL = 1;
export const LOB_MARKET = 2;

const MIDDLE = 100_000;
const MIDDLE_BAND = 1_000;
const OFFSET_MAX = 100;
const TAKER_LOTS_MAX = 15;
const MAKER_LOTS_MAX = 100;
const WALK_ONE_IN = 256;
const AGGRESSIVE_PERCENT = 32;
const LIMIT_BELOW = 60;
const CANCEL_BELOW = 95;

export interface LobOptions {
  readonly count: number;
  readonly seed?: number;
  /** Fewer live orders than this turn a cancel into a limit order. */
  readonly liveMin?: number;
}

/** Commands by column; a command's own order id is its place plus one. */
export interface LobWorkload {
  readonly count: number;
  /** LOB_LIMIT, LOB_CANCEL or LOB_MARKET. */
  readonly kinds: Uint8Array;
  /** 0 buy, 1 sell; of the cancelled order for a cancel. */
  readonly sides: Uint8Array;
  /** The cancelled order's id for a cancel, else the own one. */
  readonly ids: Uint32Array;
  readonly prices: Uint32Array;
  readonly lots: Uint16Array;
  readonly facts: LobFacts;
}

/** What any correct book makes of a workload. */
export interface LobFacts {
  readonly trades: number;
  readonly lots: number;
  readonly bestBid: readonly [price: number, lots: number];
  readonly bestAsk: readonly [price: number, lots: number];
  readonly live: number;
  readonly levels: number;
  readonly hash32: string;
}

/** Folds the trades, in their order, into 32 bits. */
export class LobTradeHash {
  #hash = 0;

  add(taker: number, maker: number, price: number, lots: number): void {
    this.#hash = foldLobTrade(foldLobTrade(this.#hash, taker, maker), price, lots);
  }

  text(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, '0');
  }
}

/** Folds two words of a trade into the hash: taker and maker, then price and quantity. */
export function foldLobTrade(hash: number, first: number, second: number): number {
  return fold(fold(hash, first), second);
}

function fold(hash: number, word: number): number {
  return Math.imul(((hash << 5) | (hash >>> 27)) ^ word, 0x9e3779b1);
}

interface LiveOrder {
  readonly id: number;
  readonly side: 0 | 1;
  readonly price: number;
  lots: number;
  /** Place in the list of live orders. */
  place: number;
}

/** A plain book: an array of orders for each price. */
class SimpleBook {
  readonly live: LiveOrder[] = [];
  readonly hash = new LobTradeHash();
  trades = 0;
  lots = 0;
  readonly #levels = [new Map<number, LiveOrder[]>(), new Map<number, LiveOrder[]>()] as const;

  /** Takes what it can and returns what is left. */
  take(id: number, side: 0 | 1, limit: number, wanted: number): number {
    let left = wanted;
    while (left > 0) {
      const best = this.best(side === 0 ? 1 : 0);
      if (best === undefined || (side === 0 ? best > limit : best < limit)) break;
      const queue = this.#levels[side === 0 ? 1 : 0].get(best) ?? [];
      const maker = queue[0];
      if (maker === undefined) throw new RangeError('a level has an order');
      const lots = Math.min(left, maker.lots);
      this.hash.add(id, maker.id, best, lots);
      this.trades += 1;
      this.lots += lots;
      left -= lots;
      maker.lots -= lots;
      if (maker.lots === 0) this.remove(maker);
    }
    return left;
  }

  rest(order: { id: number; side: 0 | 1; price: number; lots: number }): void {
    const resting = { ...order, place: this.live.length };
    this.live.push(resting);
    const queue = this.#levels[order.side].get(order.price);
    if (queue === undefined) this.#levels[order.side].set(order.price, [resting]);
    else queue.push(resting);
    this.#noteBest(order.side, order.price);
  }

  remove(order: LiveOrder): void {
    const last = this.live.pop();
    if (last !== undefined && last !== order) {
      this.live[order.place] = last;
      last.place = order.place;
    }
    const queue = this.#levels[order.side].get(order.price) ?? [];
    queue.splice(queue.indexOf(order), 1);
    if (queue.length === 0) this.#levels[order.side].delete(order.price);
  }

  /** Looks for the next price with orders, from where the best one last was. */
  best(side: 0 | 1): number | undefined {
    const levels = this.#levels[side];
    if (levels.size === 0) {
      this.#edge[side] = undefined;
      return undefined;
    }
    let price = this.#edge[side];
    if (price === undefined) return undefined;
    while (!levels.has(price)) price += side === 0 ? -1 : 1;
    this.#edge[side] = price;
    return price;
  }

  facts(): LobFacts {
    return {
      trades: this.trades,
      lots: this.lots,
      bestBid: this.#bestLevel(0),
      bestAsk: this.#bestLevel(1),
      live: this.live.length,
      levels: this.#levels[0].size + this.#levels[1].size,
      hash32: this.hash.text(),
    };
  }

  readonly #edge: [number | undefined, number | undefined] = [undefined, undefined];

  #noteBest(side: 0 | 1, price: number): void {
    const edge = this.#edge[side];
    if (edge === undefined || (side === 0 ? price > edge : price < edge)) this.#edge[side] = price;
  }

  #bestLevel(side: 0 | 1): readonly [number, number] {
    const price = this.best(side) ?? 0;
    const queue = this.#levels[side].get(price) ?? [];
    return [price, queue.reduce((sum, order) => sum + order.lots, 0)];
  }
}

/** Makes a workload; equal options make equal ones. */
export function makeLobWorkload(options: LobOptions): LobWorkload {
  const { count, seed = 20_240_229, liveMin = 1_000 } = options;
  const random = new Seeded(seed);
  const book = new SimpleBook();
  const workload = {
    count,
    kinds: new Uint8Array(count),
    sides: new Uint8Array(count),
    ids: new Uint32Array(count),
    prices: new Uint32Array(count),
    lots: new Uint16Array(count),
  };
  let middle = MIDDLE;
  for (let at = 0; at < count; at += 1) {
    if (random.below(WALK_ONE_IN) === 0) middle = walk(middle, random);
    const dice = random.below(100);
    const isCancel = dice >= LIMIT_BELOW && dice < CANCEL_BELOW;
    const isForced = isCancel && book.live.length < liveMin;
    if (isCancel && !isForced) cancelAny(workload, { at, book, random });
    else if (dice < LIMIT_BELOW || isForced) {
      placeLimit(workload, { at, book, random, middle, isForced });
    } else placeMarket(workload, { at, book, random });
  }
  return { ...workload, facts: book.facts() };
}

type Columns = Omit<LobWorkload, 'facts'>;

interface Making {
  readonly at: number;
  readonly book: SimpleBook;
  readonly random: Seeded;
}

function walk(middle: number, random: Seeded): number {
  const moved = middle + ((random.next() & 1) === 1 ? 1 : -1);
  return Math.min(MIDDLE + MIDDLE_BAND, Math.max(MIDDLE - MIDDLE_BAND, moved));
}

function cancelAny(columns: Columns, { at, book, random }: Making): void {
  const order = random.pick(book.live);
  columns.kinds[at] = LOB_CANCEL;
  columns.sides[at] = order.side;
  columns.ids[at] = order.id;
  columns.prices[at] = order.price;
  book.remove(order);
}

function placeLimit(
  columns: Columns,
  { at, book, random, middle, isForced }: Making & { middle: number; isForced: boolean },
): void {
  const side = (random.next() & 1) === 0 ? 0 : 1;
  const isAggressive = !isForced && random.chance(AGGRESSIVE_PERCENT);
  let offset = 0;
  while (offset < OFFSET_MAX && random.below(10) !== 0) offset += 1;
  const isAbove = (side === 1) !== isAggressive;
  const price = isAbove ? middle + 1 + offset : middle - offset;
  const lots = 1 + random.below(isAggressive ? TAKER_LOTS_MAX : MAKER_LOTS_MAX);
  const id = at + 1;
  columns.kinds[at] = LOB_LIMIT;
  columns.sides[at] = side;
  columns.ids[at] = id;
  columns.prices[at] = price;
  columns.lots[at] = lots;
  const left = book.take(id, side, price, lots);
  if (left > 0) book.rest({ id, side, price, lots: left });
}

function placeMarket(columns: Columns, { at, book, random }: Making): void {
  const side = (random.next() & 1) === 0 ? 0 : 1;
  const lots = 1 + random.below(TAKER_LOTS_MAX);
  columns.kinds[at] = LOB_MARKET;
  columns.sides[at] = side;
  columns.ids[at] = at + 1;
  columns.lots[at] = lots;
  book.take(at + 1, side, side === 0 ? Infinity : 1, lots);
}
