/** Lists of orders, drawn near the prices of now so that most are filled or reached before long, with broken ones in between. */
import {
  type CancelList,
  type ListLeg,
  type PlaceList,
  type PlaceOrder,
  SELF_TRADE_MODES,
  type Side,
} from '@fairlead/engine';
import { amountMinor, type PriceTicks, type QuantityLots, ratePpm } from '@fairlead/units';
import { Seeded } from './seeded.ts';

/** Whose it is, and what it is near to. */
interface Place {
  readonly owner: number;
  readonly marketId: number;
  /** The price of now, in ticks. */
  readonly middle: number;
  readonly timeMs: number;
}

const ticks = (count: number): PriceTicks => count as PriceTicks;
/** Worth less than an order may be. */
const AT_ONE = { trigger: { kind: 'take_profit', by: 'last', price: ticks(1) } } as const;
const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

export class RandomLists {
  readonly #random: Seeded;
  /** Of its own, so that the other draws of a seed stay as they are. */
  readonly #later: Seeded;
  #middle = 0;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
    this.#later = new Seeded(seed + 500);
  }

  chance(percent: number): boolean {
    return this.#random.chance(percent);
  }

  place({ middle, ...place }: Place): PlaceList {
    const random = this.#random;
    this.#middle = middle;
    const { owner, marketId, timeMs } = place;
    const side = random.pick(['buy', 'sell'] as const);
    const isAlone = random.chance(35);
    const asked = this.#legs(side, isAlone || random.chance(60) ? 2 : 1);
    const drawn = asked.map((leg) => this.#beside(this.#other(leg, isAlone), timeMs));
    const list = {
      ...({ kind: 'place_list', owner, marketId } as const),
      ...(random.chance(25) && { clientListId: `l${random.below(4)}` }),
      ...(random.chance(8) && { shownFeePpm: ratePpm(BigInt(random.below(6_000))) }),
    };
    const legs = random.chance(4) ? this.#broken(drawn) : drawn;
    if (isAlone) return { ...list, legs };
    const other = random.chance(85) ? opposite(side) : side;
    return { ...list, legs, working: this.#working({ owner, marketId }, other, timeMs) };
  }

  cancel(owner: number, listIdMax: number): CancelList {
    const random = this.#random;
    const listId = Math.max(0, listIdMax + 1 - random.below(30));
    const clientListId = `l${random.below(4)}`;
    return {
      kind: 'cancel_list',
      owner: random.chance(3) ? 99 : owner,
      list: random.chance(75) ? { listId } : { clientListId },
    };
  }

  /** Any order, mostly one that waits a little. */
  #working(
    { owner, marketId }: Pick<Place, 'owner' | 'marketId'>,
    side: Side,
    timeMs: number,
  ): PlaceOrder {
    const random = this.#random;
    const base = {
      ...({ kind: 'place_order', owner, marketId: random.chance(1) ? 2 : marketId, side } as const),
      ...(random.chance(10) && { clientOrderId: `c${random.below(6)}` }),
      ...(random.chance(20) && {
        selfTrade: random.pick(['expire_maker', 'expire_both'] as const),
      }),
    };
    const quantity = this.#quantity();
    if (random.chance(25)) {
      const size =
        side === 'buy' && random.chance(50)
          ? ({ by: 'amount', amount: amountMinor(BigInt(random.below(300_000))) } as const)
          : ({ by: 'quantity', quantity } as const);
      return { ...base, type: 'market', timeInForce: 'ioc', size };
    }
    const timeInForce = random.pick(['gtc', 'gtc', 'gtc', 'gtc', 'ioc', 'post_only'] as const);
    const mayWait = timeInForce !== 'ioc';
    return {
      ...({ ...base, type: 'limit', timeInForce, quantity } as const),
      price: ticks(this.#middle - 8 + random.below(17)),
      ...(mayWait && random.chance(10) && { expiresAtMs: timeMs + 1 + random.below(20_000) }),
      ...(mayWait && random.chance(10) && { display: (1 + random.below(4)) as QuantityLots }),
    };
  }

  #legs(side: Side, count: 1 | 2): readonly ListLeg[] {
    const random = this.#random;
    const sign = side === 'sell' ? 1 : -1;
    const at = (from: number) => ticks(this.#middle + sign * (from + random.below(8)));
    const size = random.chance(60) ? { quantity: this.#quantity() } : {};
    const own = () => (random.chance(15) ? { clientOrderId: `t${random.below(4)}` } : {});
    const by = random.pick(['index', 'last'] as const);
    const profit = at(1);
    const first: ListLeg = random.chance(60)
      ? { side, type: 'limit', timeInForce: 'gtc', price: profit, ...size, ...own() }
      : {
          ...{ side, ...this.#order(profit), ...size, ...own() },
          trigger: { kind: 'take_profit', by, price: profit },
        };
    const stop = at(-9);
    const second: ListLeg = {
      ...{ side, ...this.#order(at(-10)), ...size, ...own() },
      trigger: { kind: 'stop', by: random.chance(80) ? by : 'last', price: stop },
    };
    if (count === 2) return [first, second];
    return [random.pick([first, second])];
  }

  /** Now and then a stop trails, and what is alone behind another is placed at the market. */
  #other(leg: ListLeg, isAlone: boolean): ListLeg {
    const random = this.#later;
    const { trigger, price: _, ...rest } = leg;
    if (trigger === undefined && !isAlone && random.chance(10))
      return { ...rest, type: 'market', timeInForce: random.pick(['gtc', 'ioc', 'fok'] as const) };
    if (trigger?.kind !== 'stop' || !random.chance(35)) return leg;
    const wild = random.chance(3) ? random.pick([0n, 950n, 200_100n]) : undefined;
    const sign = leg.side === 'sell' ? 1 : -1;
    const activationPrice = ticks(this.#middle + sign * (random.below(5) - 2));
    return {
      ...leg,
      trigger: {
        ...({ kind: 'trailing_stop', by: trigger.by } as const),
        trailPpm: ratePpm(wild ?? 1_000n * BigInt(1 + random.below(12))),
        ...(random.chance(50) && { activationPrice }),
      },
    };
  }

  #beside(leg: ListLeg, timeMs: number): ListLeg {
    const random = this.#later;
    const mayShow = leg.type === 'limit' && leg.quantity !== undefined;
    const wild = random.chance(5) ? random.pick([0, 367 * 86_400_000]) : undefined;
    const expiresAtMs = timeMs + (wild ?? 1 + random.below(20_000));
    return {
      ...leg,
      ...((mayShow ? random.chance(15) : random.chance(1)) && {
        display: random.below(6) as QuantityLots,
      }),
      ...(random.chance(20) && { selfTrade: random.pick(SELF_TRADE_MODES) }),
      ...(random.chance(12) && { expiresAtMs }),
    };
  }

  #order(price: PriceTicks): Pick<ListLeg, 'type' | 'timeInForce' | 'price'> {
    return this.#random.chance(60)
      ? { type: 'limit', timeInForce: this.#random.pick(['gtc', 'gtc', 'ioc'] as const), price }
      : { type: 'market', timeInForce: 'ioc' };
  }

  #quantity(): QuantityLots {
    const random = this.#random;
    const wild = random.chance(4) ? random.pick([0, 6_000, 6_000]) : undefined;
    return (wild ?? 1 + random.below(20)) as QuantityLots;
  }

  /** No list, in one of the ways in which that may be. */
  #broken(legs: readonly ListLeg[]): readonly ListLeg[] {
    const [first, second] = legs;
    if (first === undefined) return legs;
    const { price: _, ...priceless } = first;
    return this.#random.pick([
      [],
      [...legs, first],
      legs.toReversed(),
      second === undefined ? [first] : [first, { ...second, side: opposite(first.side) }],
      [priceless, ...legs.slice(1)],
      [{ ...first, price: ticks(0) }, ...legs.slice(1)],
      [{ ...first, type: 'limit' as const, price: ticks(1), ...AT_ONE }, ...legs.slice(1)],
      [{ ...first, price: ticks(5_000) }, ...legs.slice(1)],
    ]);
  }
}
