/**
 * Whether an order costs more when many rest: the same orders on books of 1 thousand, 100 thousand and
 * 1 million resting ones, in the bare book and in the whole engine. Resting orders lie within 2,000
 * ticks of the middle on both sides; what is measured happens at the touch, where trading is, and, as
 * the worst case, at random places of the whole book, where each order is a cache miss.
 */
import { fileURLToPath } from 'node:url';
import { type Command, Engine, type PlaceLimitOrder } from '@fairlead/engine';
import { BUY, Fills, match, OrderBook, OrderPool, SELL } from '@fairlead/engine/matching';
import { BTC, BTC_USDT, Seeded, USDT } from '@fairlead/testkit';
import { amountMinor, type PriceTicks, priceE8, type QuantityLots } from '@fairlead/units';
import type { Measurement } from './run.ts';

const SIZES = [1_000, 100_000, 1_000_000] as const;
const ROUNDS = 60_000;
const REPEATS = 9;
const MIDDLE = 100_000;
const SPREAD_TICKS = 2_000;
const OWNERS = 1_000;
const BATCH = 170;

type Place = (id: number, at: { isBuy: boolean; price: number; lots: number }) => void;

interface Subject {
  readonly place: Place;
  /** Takes out the order that `place` was given this id for. */
  readonly cancel: (id: number) => void;
}

function bareBook(): Subject {
  const pool = new OrderPool();
  const book = new OrderBook(pool, 0);
  const fills = new Fills();
  return {
    place: (id, { isBuy, price, lots }) => {
      const taker = {
        orderId: id,
        owner: id,
        side: isBuy ? BUY : SELL,
        priceTicks: price,
        isByAmount: false,
        remainingLots: lots,
        budgetTickLots: 0,
      };
      const end = match(book, taker, fills);
      for (let at = 0; at < fills.count; at += 1) {
        if (pool.remaining(fills.maker(at)) === 0) pool.release(fills.maker(at));
      }
      if (end === 'exhausted') book.rest(taker);
      if (id % BATCH !== 0) return;
      book.bids.takeTouched();
      book.asks.takeTouched();
    },
    cancel: (id) => {
      const slot = pool.find(id);
      book.remove(slot);
      pool.release(slot);
    },
  };
}

/** Order ids of the engine are counters, and so are the ids given here. */
function wholeEngine(): Subject {
  const engine = new Engine();
  let sequence = 0;
  const run = (command: Command): void => {
    sequence += 1;
    const result = engine.execute(command, { sequence, timeMs: 1 });
    if (!result.ok) throw new Error(`refused: ${result.reject}`);
    if (sequence % BATCH === 0) engine.takeChanges();
  };
  run({ kind: 'configure_currency', currency: BTC });
  run({ kind: 'configure_currency', currency: USDT });
  run({ kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 10_000 } });
  const price = priceE8(BigInt(MIDDLE) * BTC_USDT.tickSizeE8);
  run({ kind: 'index_tick', marketId: 1, sampleTimeMs: 1, price });
  for (let owner = 1; owner <= 2 * OWNERS; owner += 1) {
    run({ kind: 'open_account', owner });
    for (const { currencyId } of [BTC, USDT]) {
      run({
        kind: 'post_entry',
        reason: 'faucet',
        reference: `${owner}:${currencyId}`,
        currencyId,
        amount: amountMinor(10n ** 15n),
        source: { house: 'external' },
        target: { owner, account: 'coin' },
      });
    }
  }
  const owners = new Map<number, number>();
  return {
    place: (id, { isBuy, price: ticks, lots }) => {
      // Buyers and sellers are two groups, so nobody meets an own order.
      const owner = 1 + (id % OWNERS) + (isBuy ? 0 : OWNERS);
      owners.set(id, owner);
      const order: PlaceLimitOrder = {
        kind: 'place_order',
        owner,
        marketId: 1,
        side: isBuy ? 'buy' : 'sell',
        type: 'limit',
        timeInForce: 'gtc',
        price: ticks as PriceTicks,
        quantity: lots as QuantityLots,
      };
      run(order);
    },
    cancel: (id) => {
      run({ kind: 'cancel_order', owner: owners.get(id) ?? 0, order: { orderId: id } });
      owners.delete(id);
    },
  };
}

interface Costs {
  /** CPU nanoseconds an order. */
  touch: number;
  random: number;
}

/** A book of some size, and what is measured on it. */
class Trial {
  readonly costs: Costs = { touch: Infinity, random: Infinity };
  readonly #subject: Subject;
  readonly #random: Seeded;
  readonly #live: number[] = [];
  #id = 0;

  constructor(subject: Subject, size: number) {
    this.#subject = subject;
    this.#random = new Seeded(size);
    while (this.#live.length < size) this.#rest();
  }

  /** What else the machine does only adds: the fastest time counts. */
  repeat(): void {
    this.costs.touch = Math.min(
      this.costs.touch,
      cpuNsAnOrder(() => this.#atTheTouch()),
    );
    this.costs.random = Math.min(
      this.costs.random,
      cpuNsAnOrder(() => this.#anywhere()),
    );
  }

  /** Two orders that trade with each other, and one that is cancelled. */
  #atTheTouch(): void {
    const subject = this.#subject;
    for (let at = 0; at < ROUNDS / 3; at += 1) {
      const price = MIDDLE - (at % 8);
      const id = this.#id;
      subject.place(id + 1, { isBuy: true, price, lots: 5 });
      subject.place(id + 2, { isBuy: false, price, lots: 5 });
      subject.place(id + 3, { isBuy: true, price, lots: 5 });
      subject.cancel(id + 3);
      this.#id += 3;
    }
  }

  /** A new order anywhere, and the cancel of any that rests. */
  #anywhere(): void {
    const live = this.#live;
    for (let at = 0; at < ROUNDS; at += 1) {
      this.#rest();
      const chosen = this.#random.below(live.length);
      this.#subject.cancel(live[chosen] ?? 0);
      live[chosen] = live.at(-1) ?? 0;
      live.pop();
    }
  }

  #rest(): void {
    const isBuy = this.#random.chance(50);
    const offset = 10 + this.#random.below(SPREAD_TICKS);
    this.#id += 1;
    this.#live.push(this.#id);
    const price = isBuy ? MIDDLE - offset : MIDDLE + offset;
    this.#subject.place(this.#id, { isBuy, price, lots: 5 });
  }
}

function cpuNsAnOrder(run: () => void): number {
  const begin = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(begin);
  return ((user + system) * 1_000) / ROUNDS;
}

export async function run(): Promise<Measurement[]> {
  const subjects = [
    { name: 'bare book', make: bareBook },
    { name: 'whole engine', make: wholeEngine },
  ];
  return subjects.flatMap(({ name, make }) => {
    const trials = SIZES.map((size) => new Trial(make(), size));
    // All sizes take turns, so that a busy minute is not one size's alone.
    for (let at = 0; at < REPEATS; at += 1) for (const trial of trials) trial.repeat();
    const costs = trials.map((trial) => trial.costs);
    const row = (kind: keyof Costs): string =>
      costs.map((cost) => Math.round(cost[kind])).join(' / ');
    const ratio = (kind: keyof Costs): string =>
      ((costs.at(-1)?.[kind] ?? 0) / (costs[0]?.[kind] ?? 1)).toFixed(2);
    return [
      {
        name: `${name}, CPU ns an order at the touch with 1 k / 100 k / 1 M resting`,
        value: row('touch'),
        note: `1 M costs ${ratio('touch')} × 1 k; aim 1.3`,
      },
      {
        name: `${name}, CPU ns to place and cancel at random places, same sizes`,
        value: row('random'),
        note: `${ratio('random')} ×: every order is a cache miss here`,
      },
    ];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name}: ${value} (${note})\n`);
  }
}
