/** Orders that wait for a price, drawn near the prices of now, and what becomes of their terms. */
import {
  type AmendTrigger,
  type Command,
  type Market,
  type PlaceLimitOrder,
  type PlaceTrigger,
  SELF_TRADE_MODES,
  type TimeInForce,
} from '@fairlead/engine';
import { amountMinor, type PriceTicks, type QuantityLots, ratePpm } from '@fairlead/units';
import { Seeded } from './seeded.ts';

const STRANGER = 99;
const TIMES_IN_FORCE: readonly TimeInForce[] = ['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post_only'];
const SPREAD_TICKS = 12;

const ticks = (count: number): PriceTicks => count as PriceTicks;

/** Who trades where, and near to which price. */
interface RandomPlaces {
  readonly owners: readonly number[];
  readonly markets: readonly Market[];
  readonly middle: number;
}

export class RandomTriggers {
  orderIdMax = 0;
  timeMs = 0;
  readonly #random: Seeded;
  /** Of its own, so that the other draws of a seed stay as they are. */
  readonly #later: Seeded;
  readonly #places: RandomPlaces;
  /** What was placed of late that may wait for a price, and the last id before it. */
  #waiting: { readonly owner: number; readonly marketId: number; readonly from: number }[] = [];

  constructor(random: Seeded, seed: number, places: RandomPlaces) {
    this.#random = random;
    this.#later = new Seeded(seed);
    this.#places = places;
  }

  get hasAny(): boolean {
    return this.#waiting.length > 0;
  }

  note(command: Command): void {
    const isOne = command.kind === 'place_trigger' || command.kind === 'place_trailing';
    if (!isOne && command.kind !== 'place_list') return;
    const { owner, marketId } = command;
    this.#waiting = [...this.#waiting.slice(-5), { owner, marketId, from: this.orderIdMax }];
  }

  /** Placed near the prices of now, so that most are soon due, and taken back now and then. */
  place(): Command {
    const random = this.#random;
    const owner = random.chance(1) ? STRANGER : random.pick(this.#places.owners);
    if (random.chance(25)) {
      const triggerId = Math.max(0, this.orderIdMax + 1 - random.below(25));
      const named = { clientOrderId: `t${random.below(4)}` };
      return {
        kind: 'cancel_trigger',
        owner,
        trigger: random.chance(70) ? { triggerId } : named,
      };
    }
    if (random.chance(30)) return this.#trailing(owner);
    const wild = random.chance(2) ? random.pick([0, 1, 2 ** 40]) : undefined;
    return {
      kind: 'place_trigger',
      owner,
      marketId: random.chance(1) ? 77 : random.pick(this.#places.markets).marketId,
      side: random.pick(['buy', 'sell'] as const),
      triggerKind: random.pick(['stop', 'take_profit'] as const),
      triggerBy: random.pick(['index', 'last'] as const),
      triggerPrice: ticks(wild ?? this.#places.middle - 15 + random.below(31)),
      order: this.#triggered(),
      ...this.#end(),
      ...(random.chance(25) ? { clientOrderId: `t${random.below(4)}` } : {}),
      ...(random.chance(10) && { shownFeePpm: ratePpm(BigInt(random.below(6_000))) }),
    };
  }

  /** Of the latest, which often are pending; mostly near to what was said before. */
  amend(): Command {
    const random = this.#later;
    const near = () =>
      ticks(
        random.chance(3) ? random.pick([0, 2 ** 40]) : this.#places.middle - 20 + random.below(41),
      );
    return {
      kind: 'amend_trigger',
      ...this.#ownTrigger(),
      ...(random.chance(30) && { price: near() }),
      ...(random.chance(30) && { triggerPrice: near() }),
      ...(random.chance(60) && { quantity: random.below(16) as QuantityLots }),
    };
  }

  #ownTrigger(): Pick<AmendTrigger, 'owner' | 'marketId' | 'trigger'> {
    const random = this.#later;
    const placed = random.chance(92) ? random.pick(this.#waiting) : undefined;
    if (placed !== undefined) {
      const { owner, marketId, from } = placed;
      return { owner, marketId, trigger: { triggerId: from + 1 + random.below(4) } };
    }
    return {
      owner: random.chance(20) ? STRANGER : random.pick(this.#places.owners),
      marketId: random.chance(20) ? 77 : random.pick(this.#places.markets).marketId,
      trigger: { clientOrderId: `t${random.below(4)}` },
    };
  }

  /** At a distance that prices go back by before long. */
  #trailing(owner: number): Command {
    const random = this.#random;
    const wild = random.chance(3) ? random.pick([0n, 950n, 1_050n, 200_100n]) : undefined;
    const activation = random.chance(3)
      ? random.pick([0, 2 ** 40])
      : this.#places.middle - 12 + random.below(25);
    return {
      kind: 'place_trailing',
      owner,
      marketId: random.pick(this.#places.markets).marketId,
      side: random.pick(['buy', 'sell'] as const),
      triggerBy: random.pick(['index', 'last'] as const),
      trailPpm: ratePpm(wild ?? 1_000n * BigInt(1 + random.below(12))),
      ...(random.chance(60) && { activationPrice: ticks(activation) }),
      order: this.#triggered(),
      ...(random.chance(25) ? { clientOrderId: `t${random.below(4)}` } : {}),
    };
  }

  #triggered(): PlaceTrigger['order'] {
    const random = this.#random;
    const timeInForce = random.pick(TIMES_IN_FORCE);
    const quantity = (random.chance(2) ? 0 : 1 + random.below(30)) as QuantityLots;
    if (random.chance(50)) {
      const wild = random.chance(3) ? random.pick([0, 1, 5_000, 2 ** 52]) : undefined;
      const near = this.#places.middle - SPREAD_TICKS + random.below(2 * SPREAD_TICKS + 1);
      const price = ticks(wild ?? near);
      return { type: 'limit', timeInForce, price, quantity, ...this.#beside(quantity) };
    }
    const size = random.chance(50)
      ? ({ by: 'quantity', quantity } as const)
      : ({ by: 'amount', amount: amountMinor(BigInt(random.below(400_000)) - 100n) } as const);
    return { type: 'market', timeInForce, size };
  }

  /** Who goes where it meets its owner's, and what is shown of it. */
  #beside(quantity: number): Pick<PlaceLimitOrder, 'display' | 'selfTrade'> {
    const random = this.#later;
    const wild = random.chance(6) ? random.pick([0, quantity + 1]) : undefined;
    return {
      ...(random.chance(15) && { display: (wild ?? 1 + random.below(8)) as QuantityLots }),
      ...(random.chance(25) && { selfTrade: random.pick(SELF_TRADE_MODES) }),
    };
  }

  #end(): { readonly expiresAtMs?: number } {
    const random = this.#later;
    if (!random.chance(12)) return {};
    const wild = random.chance(5) ? random.pick([0, 367 * 86_400_000]) : undefined;
    return { expiresAtMs: this.timeMs + (wild ?? 1 + random.below(20_000)) };
  }
}
