/**
 * An hour of a market with honest people, by the real engine from a seed: two makers, takers, people who change their mind, one who
 * runs after the price, and a couple who share a device. Manipulators are planted into it.
 */
import type { OrderRow, Side, TradeRow } from '@fairlead/engine';
import { BTC, Seeded, TestExchange, USDT } from '@fairlead/testkit';
import {
  type DepthSample,
  type MarketFacts,
  type RecordedOrder,
  type RecordedTrade,
  TAKEN_BACK,
} from '../detect/facts.ts';

/** Minutes of BTC/USDT of 12 March 2020 (Bitfinex), in hundredths of a percent of the first. */
const PATH = [
  10_000, 10_014, 10_031, 10_018, 10_035, 10_074, 10_055, 10_057, 10_050, 10_054, 10_061, 10_088,
  10_091, 10_120, 10_071, 10_074, 10_061, 10_053, 10_071, 10_059, 10_053, 10_052, 10_065, 10_054,
  10_037, 10_044, 10_034, 10_022, 10_021, 10_023, 10_037, 10_038, 10_036, 10_029, 10_034, 10_037,
  10_031, 10_037, 10_020, 10_012, 10_008, 10_002, 10_000, 9_996, 9_988, 9_990, 10_007, 10_017,
  10_022, 10_022, 10_007, 10_007, 10_007, 9_993, 10_002, 9_996, 9_983, 9_983, 9_980, 9_980,
] as const;

export const HOUR_SECONDS = 3_600;
export const MAKERS = [1, 2] as const;
export const PEOPLE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
export const COUPLE = { one: 5, other: 6, by: 'device' } as const;
export const PLANTED = [91, 92, 93, 94] as const;
const FUNDS = 2n ** 56n;

/** What a planted account does in a second of the hour. */
export type Plan = Readonly<Record<number, (hour: MarketHour) => void>>;

export class MarketHour {
  readonly #exchange = TestExchange.withMarket(...MAKERS, ...PEOPLE, ...PLANTED);
  readonly #random: Seeded;
  readonly #orders = new Map<number, OrderRow>();
  readonly #trades: TradeRow[] = [];
  readonly #depths: DepthSample[] = [];
  /** Orders that their owner takes back in a second. */
  readonly #regrets = new Map<number, { owner: number; orderId: number }[]>();
  readonly #quotes = new Map<number, number[]>();
  #runner = 0;
  #second = 0;
  readonly fromMs: number;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
    for (const owner of [...MAKERS, ...PEOPLE, ...PLANTED]) {
      this.#exchange.fund(owner, BTC.currencyId, FUNDS);
      this.#exchange.fund(owner, USDT.currencyId, FUNDS);
    }
    this.fromMs = this.#exchange.timeMs;
  }

  /** The index now, in ticks. */
  get fair(): number {
    return PATH[Math.floor(this.#second / 60)] ?? PATH.at(-1) ?? 0;
  }

  /** All of it, or its first seconds. */
  run(plan: Plan = {}, seconds = 1_500): this {
    for (this.#second = 0; this.#second < seconds; this.#second += 1) {
      this.#exchange.index(this.fair);
      this.#quote(1, { everySeconds: 4, step: 2, lots: 40 });
      this.#quote(2, { everySeconds: 7, step: 5, lots: 120 });
      for (const owner of PEOPLE) this.#live(owner);
      this.#runAfter(12);
      for (const { owner, orderId } of this.#regrets.get(this.#second) ?? [])
        this.cancel(owner, orderId);
      plan[this.#second]?.(this);
      this.#take();
    }
    return this;
  }

  /** Gives the order's id; undefined where it is refused. */
  limit(owner: number, side: Side, at: readonly [price: number, lots: number]): number | undefined {
    const result = this.#exchange.placeLimit(owner, side, at);
    return result.ok && result.value.kind === 'order' ? result.value.order.orderId : undefined;
  }

  /** Buys or sells at once what there is up to a price. */
  takeUpTo(
    owner: number,
    side: Side,
    at: readonly [price: number, lots: number],
  ): number | undefined {
    const result = this.#exchange.placeLimit(owner, side, at, { timeInForce: 'ioc' });
    return result.ok && result.value.kind === 'order' ? result.value.order.orderId : undefined;
  }

  cancel(owner: number, orderId: number | undefined): void {
    if (orderId !== undefined) this.#exchange.cancel(owner, orderId);
  }

  best(side: Side): number {
    const { bids, asks } = this.#exchange.engine.depth(1, 1);
    return (side === 'buy' ? bids : asks)[0]?.[0] ?? this.fair;
  }

  facts(given: Partial<Pick<MarketFacts, 'links' | 'settlements' | 'depths'>> = {}): MarketFacts {
    return {
      marketId: 1,
      orders: [...this.#orders.values()].map(recordedOrder),
      trades: this.#trades.map(recordedTrade),
      depths: this.#depths,
      links: [COUPLE],
      settlements: [],
      ...given,
    };
  }

  /** Both sides alike, put up anew; now and then it stays away. */
  #quote(
    owner: number,
    { everySeconds, step, lots }: { everySeconds: number; step: number; lots: number },
  ): void {
    if (this.#second % everySeconds !== 0) return;
    for (const orderId of this.#quotes.get(owner) ?? []) this.cancel(owner, orderId);
    const isAway = this.#random.chance(2);
    const levels = isAway ? [] : [1, 2, 3, 4, 5];
    const placed = levels.flatMap((level) => [
      this.limit(owner, 'buy', [this.fair - level * step, lots + this.#random.below(10)]),
      this.limit(owner, 'sell', [this.fair + level * step, lots + this.#random.below(10)]),
    ]);
    this.#quotes.set(
      owner,
      placed.flatMap((orderId) => orderId ?? []),
    );
  }

  #live(owner: number): void {
    const random = this.#random;
    if (random.chance(4)) {
      const side = random.pick(['buy', 'sell'] as const);
      this.takeUpTo(owner, side, [this.fair + (side === 'buy' ? 60 : -60), 1 + random.below(40)]);
    }
    if (!random.chance(3)) return;
    const side = random.pick(['buy', 'sell'] as const);
    const away = 1 + random.below(40);
    const price = this.fair + (side === 'buy' ? -away : away);
    const orderId = this.limit(owner, side, [price, 1 + random.below(60)]);
    // Most change their mind sooner or later.
    const at = this.#second + 3 + random.below(240);
    if (orderId !== undefined && random.chance(80))
      this.#regrets.set(at, [...(this.#regrets.get(at) ?? []), { owner, orderId }]);
  }

  /** Buys while the price rises, sells when it no longer does. */
  #runAfter(owner: number): void {
    if (this.#second % 60 !== 0 || this.#second === 0) return;
    const before = PATH[Math.floor(this.#second / 60) - 1] ?? this.fair;
    const isUp = this.fair > before + 10;
    if (isUp) {
      this.takeUpTo(owner, 'buy', [this.fair + 50, 60]);
      this.#runner += 1;
    } else if (this.#runner > 0) {
      this.takeUpTo(owner, 'sell', [this.fair - 50, 60 * this.#runner]);
      this.#runner = 0;
    }
  }

  #take(): void {
    const changes = this.#exchange.engine.takeChanges();
    for (const order of changes.orders) this.#orders.set(order.orderId, order);
    this.#trades.push(...changes.trades);
    if (this.#second % 5 !== 0) return;
    const { bids, asks } = this.#exchange.engine.depth(1, 200);
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (bid === undefined || ask === undefined) return;
    const within = (levels: typeof bids) =>
      levels
        .filter(([price]) => Math.abs(2 * price - bid - ask) * 100 <= bid + ask)
        .reduce((lots, [, quantity]) => lots + quantity, 0);
    const { timeMs } = this.#exchange;
    this.#depths.push({ timeMs, bidLots: within(bids), askLots: within(asks) });
  }
}

export const recordedOrder = (row: OrderRow): RecordedOrder => ({
  orderId: row.orderId,
  ownerId: row.owner,
  side: row.side,
  priceTicks: row.price,
  quantityLots: row.quantity,
  filledLots: row.filledQuantity,
  isTakenBack: TAKEN_BACK.has(row.cancelReason ?? ''),
  createdAtMs: row.createdAtMs,
  endedAtMs: row.status === 'waiting' ? undefined : row.updatedAtMs,
});

export const recordedTrade = (row: TradeRow): RecordedTrade => ({
  tradeId: row.tradeId,
  timeMs: row.timeMs,
  priceTicks: row.price,
  quantityLots: row.quantity,
  side: row.side,
  makerOrderId: row.makerOrderId,
  takerOrderId: row.takerOrderId,
  makerOwnerId: row.makerOwner,
  takerOwnerId: row.takerOwner,
});
