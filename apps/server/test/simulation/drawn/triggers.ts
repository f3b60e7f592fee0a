/** Orders that wait for a price, near the prices of now, so that most of them are reached; taken back, and amended meanwhile. */
import {
  type PlaceLimitOrder,
  SELF_TRADE_MODES,
  type Side,
  type TimeInForce,
  type TriggeredOrder,
} from '@fairlead/engine';
import type { Seeded } from '@fairlead/testkit';
import { amountMinor, type PriceTicks, type QuantityLots, ratePpm } from '@fairlead/units';
import { MARKETS, OWNERS } from './exchange-terms.ts';
import type { Drawn, DrawTools } from './tools.ts';

export const TIMES_IN_FORCE: readonly TimeInForce[] = [
  'gtc',
  'gtc',
  'gtc',
  'gtc',
  'ioc',
  'fok',
  'post_only',
];

interface Base {
  readonly owner: number;
  readonly marketId: number;
  readonly side: Side;
  readonly clientOrderId?: string;
}

export class DrawnTriggers {
  readonly #random: Seeded;
  /** Of its own, so that the other draws of a seed stay as they are. */
  readonly #later: Seeded;
  readonly #tools: DrawTools;
  readonly #priceOf: (symbol: string) => bigint;

  constructor(
    { random, later }: { readonly random: Seeded; readonly later: Seeded },
    tools: DrawTools,
    priceOf: (symbol: string) => bigint,
  ) {
    this.#random = random;
    this.#later = later;
    this.#tools = tools;
    this.#priceOf = priceOf;
  }

  place(baseOf: (marketId: number) => Base): Drawn {
    const random = this.#random;
    const { marketId, symbol, tickSizeE8 } = random.pick(MARKETS);
    const middle = Number(this.#priceOf(symbol) / tickSizeE8);
    const near = (reach: number) => (middle - reach + random.below(2 * reach + 1)) as PriceTicks;
    const quantity = (1 + random.below(40)) as QuantityLots;
    const size = random.chance(50)
      ? ({ by: 'quantity', quantity } as const)
      : ({ by: 'amount', amount: amountMinor(BigInt(1_000 + random.below(9_000_000))) } as const);
    const timeInForce = random.pick(TIMES_IN_FORCE);
    const base = { ...baseOf(marketId), ...this.#end() };
    if (random.chance(35)) {
      const activationPrice = near(random.pick([2, 6]));
      return this.#tools.own({
        ...base,
        kind: 'place_trailing',
        triggerBy: random.pick(['index', 'last'] as const),
        trailPpm: ratePpm(1_000n * BigInt(1 + random.below(4))),
        ...(random.chance(40) && { activationPrice }),
        order: this.#beside({ type: 'market', timeInForce, size }),
      });
    }
    const command = {
      ...({ ...base, kind: 'place_trigger' } as const),
      triggerKind: random.pick(['stop', 'take_profit'] as const),
      triggerBy: random.pick(['index', 'last'] as const),
      triggerPrice: near(random.pick([2, 6, 40])),
    };
    const order: TriggeredOrder = random.chance(50)
      ? { type: 'limit', timeInForce, price: near(random.pick([2, 6, 40])), quantity }
      : { type: 'market', timeInForce, size };
    return this.#tools.own({ ...command, order: this.#beside(order) });
  }

  /** Many at one price that is reached before long: more than fire at once, and a death may come between. */
  rush(): readonly Drawn[] {
    const random = this.#random;
    const { marketId, symbol, tickSizeE8 } = random.pick(MARKETS);
    const middle = Number(this.#priceOf(symbol) / tickSizeE8);
    const side = random.pick(['buy', 'sell'] as const);
    const triggerPrice = (middle + (side === 'sell' ? -1 : 1)) as PriceTicks;
    const rush: Drawn[] = [];
    for (let left = 5 + random.below(10); left > 0; left -= 1) {
      // Each another: two with one body under one key would be one.
      const quantity = left as QuantityLots;
      const order = { type: 'limit', timeInForce: 'gtc', price: triggerPrice, quantity } as const;
      const owner = random.pick(OWNERS);
      const waits = { side, triggerKind: 'stop', triggerBy: 'index', triggerPrice } as const;
      // Some are over while they wait for their turn.
      const endsAtMs = this.#tools.laterMs(1_000 + this.#later.below(8_000));
      const end = this.#later.chance(50) ? { expiresAtMs: endsAtMs } : {};
      const command = {
        ...({ kind: 'place_trigger', owner, marketId } as const),
        ...waits,
        ...end,
      };
      rush.push(this.#tools.own({ ...command, order }));
    }
    return rush;
  }

  cancel(): Drawn {
    const random = this.#random;
    const [triggerId, row] = this.#tools.one('trigger_orders', 'trigger_id', 'status', 'waiting');
    const owner = random.chance(95)
      ? Number(row?.['owner_id'] ?? 0) || this.#tools.owner()
      : this.#tools.owner();
    const trigger = random.chance(90) ? { triggerId } : { clientOrderId: this.#tools.name() };
    return this.#tools.own({ kind: 'cancel_trigger', owner, trigger });
  }

  /** Smaller, and to where it waits a little more or less; also one of a list, pending or open. */
  amend(): Drawn {
    const random = this.#later;
    const status = random.pick(['waiting', 'waiting', 'pending']);
    const rows = [...this.#tools.tables.table('trigger_orders').rows()];
    const found = rows.filter((row) => row['status'] === status);
    const row = found.length > 0 && random.chance(97) ? random.pick(found) : undefined;
    const near = (cell: unknown) =>
      (Number(cell ?? 1) + random.below(9) - 4 || random.below(2)) as PriceTicks;
    const quantity = Math.max(0, Number(row?.['quantity_lots'] ?? 1) + random.below(12) - 10);
    return this.#tools.own({
      kind: 'amend_trigger',
      owner: Number(row?.['owner_id'] ?? 0) || random.pick(this.#tools.owners),
      marketId: Number(row?.['market_id'] ?? 1),
      trigger: { triggerId: Number(row?.['trigger_id'] ?? random.below(2_000)) },
      ...(random.chance(row?.['price_ticks'] === null ? 5 : 40) && {
        price: near(row?.['price_ticks']),
      }),
      ...(random.chance(row?.['trail_ppm'] === null ? 50 : 5) && {
        triggerPrice: near(row?.['trigger_price_ticks']),
      }),
      ...(random.chance(50) && { quantity: quantity as QuantityLots }),
    });
  }

  /** Before long: some are reached first, some are over first, and of those some are reached in the same moment. */
  #end(): { readonly expiresAtMs?: number } {
    const random = this.#later;
    return random.chance(45) ? { expiresAtMs: this.#tools.laterMs(1 + random.below(20_000)) } : {};
  }

  /** Who goes where it meets its owner's, and of a limit what is shown of it. */
  #beside<Order extends TriggeredOrder>(order: Order): Order & Pick<PlaceLimitOrder, 'display'> {
    const random = this.#later;
    const display = (1 + random.below(10)) as QuantityLots;
    return {
      ...order,
      ...(order.type === 'limit' && random.chance(30) && { display }),
      ...(random.chance(35) && { selfTrade: random.pick(SELF_TRADE_MODES) }),
    };
  }
}
