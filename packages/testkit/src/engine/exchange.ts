/**
 * An engine that stamps its own commands, with short words for what tests do most. Amounts are minor
 * units, prices ticks, quantities lots, as the engine takes them.
 */
import {
  type Command,
  type DepositRow,
  Engine,
  type OrderRow,
  type PlaceOrder,
  type PlaceTrigger,
  type Reject,
  type Result,
  type Side,
  type Snapshot,
  type SubscriptionRow,
  sequenceOfLoss,
  type TimeInForce,
  type TriggerRow,
  type TriggerSource,
  type WithdrawalRow,
} from '@fairlead/engine';
import { amountMinor, assert, type PriceTicks, priceE8, type QuantityLots } from '@fairlead/units';
import { BTC, BTC_USDT, USDT } from './terms.ts';

export interface LimitOptions {
  readonly timeInForce?: TimeInForce;
  readonly clientOrderId?: string;
  readonly marketId?: number;
  /** The most that the book shows of it at a time. */
  readonly display?: number;
}

export class TestExchange {
  engine: Engine;
  timeMs = 1_000_000;
  #sequence: number;
  #references = 0;

  constructor(snapshot?: Snapshot, bounds?: ConstructorParameters<typeof Engine>[1]) {
    this.engine = new Engine(snapshot, bounds);
    this.#sequence = snapshot?.counters.sequence ?? 0;
  }

  /** BTC/USDT at 100.00 with the given owners, who have nothing yet. */
  static withMarket(...owners: readonly number[]): TestExchange {
    return new TestExchange().opened(owners);
  }

  /** The same, on an engine that is empty yet. */
  opened(owners: readonly number[]): this {
    this.run({ kind: 'configure_currency', currency: BTC });
    this.run({ kind: 'configure_currency', currency: USDT });
    this.run({ kind: 'configure_market', market: BTC_USDT });
    this.index(10_000);
    for (const owner of owners) this.run({ kind: 'open_account', owner });
    return this;
  }

  execute(command: Command): Result {
    const sequence = this.#sequence;
    this.#sequence =
      command.kind === 'declare_loss' ? sequenceOfLoss({ sequence }, command) : sequence + 1;
    return this.engine.execute(command, { sequence: this.#sequence, timeMs: this.timeMs });
  }

  /** Executes a command that must succeed. */
  run(command: Command): Result & { ok: true } {
    const result = this.execute(command);
    assert(result.ok, `must succeed: ${command.kind} ${result.ok ? '' : result.reject}`);
    return result;
  }

  /** An index sample of now (or none), after a second has passed. */
  index(ticks: number | undefined, marketId = 1): void {
    this.timeMs += 1_000;
    const { timeMs } = this;
    const tick = {
      kind: 'index_tick',
      marketId,
      sampleTimeMs: timeMs,
      quotedAtMs: timeMs,
    } as const;
    const tickSizeE8 = this.engine.market(marketId)?.tickSizeE8 ?? 0n;
    this.run(ticks === undefined ? tick : { ...tick, price: priceE8(BigInt(ticks) * tickSizeE8) });
  }

  /** Gives a user money from the demo faucet, which is filled from outside first. */
  fund(owner: number, currencyId: number, amount: bigint): void {
    this.#references += 1;
    this.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference: `faucet:${this.#references}`,
      currencyId,
      amount: amountMinor(amount),
      source: { house: 'external' },
      target: { owner, account: 'coin' },
    });
  }

  placeLimit(
    owner: number,
    side: Side,
    [price, quantity]: readonly [price: number, quantity: number],
    options: LimitOptions = {},
  ): Result {
    return this.execute(limitOrder(owner, side, [price, quantity], options));
  }

  /** Places a limit order that must be taken, and returns it. */
  limit(
    owner: number,
    side: Side,
    at: readonly [price: number, quantity: number],
    options: LimitOptions = {},
  ): OrderRow {
    return orderOf(this.run(limitOrder(owner, side, at, options)));
  }

  cancel(owner: number, orderId: number): Result {
    return this.execute({ kind: 'cancel_order', owner, order: { orderId } });
  }
}

/** What an order that waits for a price may say beside its size: by the index and at the market unless told otherwise. */
export interface TriggerOptions {
  readonly by?: TriggerSource;
  readonly limit?: number;
  readonly timeInForce?: TimeInForce;
  readonly clientOrderId?: string;
  readonly marketId?: number;
}

/** A stop or take-profit of some lots. */
export function triggerOrder(
  owner: number,
  [side, triggerKind]: readonly [side: Side, kind: PlaceTrigger['triggerKind']],
  [price, quantity]: readonly [price: number, quantity: number],
  { by = 'index', limit, timeInForce, clientOrderId, marketId = 1 }: TriggerOptions = {},
): PlaceTrigger {
  const lots = quantity as QuantityLots;
  return {
    kind: 'place_trigger',
    owner,
    marketId,
    side,
    triggerKind,
    triggerBy: by,
    triggerPrice: price as PriceTicks,
    order:
      limit === undefined
        ? {
            type: 'market',
            timeInForce: timeInForce ?? 'ioc',
            size: { by: 'quantity', quantity: lots },
          }
        : {
            type: 'limit',
            timeInForce: timeInForce ?? 'gtc',
            price: limit as PriceTicks,
            quantity: lots,
          },
    ...(clientOrderId !== undefined && { clientOrderId }),
  };
}

/** The trigger order in a result that must have one. */
export function triggerOf(result: Result): TriggerRow {
  assert(result.ok && result.value.kind === 'trigger', 'the result is a trigger order');
  return result.value.trigger;
}

export function limitOrder(
  owner: number,
  side: Side,
  [price, quantity]: readonly [price: number, quantity: number],
  options: LimitOptions = {},
): PlaceOrder {
  return {
    kind: 'place_order',
    owner,
    marketId: options.marketId ?? 1,
    side,
    type: 'limit',
    timeInForce: options.timeInForce ?? 'gtc',
    price: price as PriceTicks,
    quantity: quantity as QuantityLots,
    ...(options.clientOrderId === undefined ? {} : { clientOrderId: options.clientOrderId }),
    ...(options.display === undefined ? {} : { display: options.display as QuantityLots }),
  };
}

/** The order in a result that must have one. */
export function orderOf(result: Result): OrderRow {
  assert(result.ok && result.value.kind === 'order', 'the result is an order');
  return result.value.order;
}

/** The withdrawal in a result that must have one. */
export function withdrawalOf(result: Result): WithdrawalRow {
  assert(result.ok && result.value.kind === 'withdrawal', 'the result is a withdrawal');
  return result.value.withdrawal;
}

/** The deposit in a result that must have one. */
export function depositOf(result: Result): DepositRow {
  assert(result.ok && result.value.kind === 'deposit', 'the result is a deposit');
  return result.value.deposit;
}

/** The subscription in a result that must have one. */
export function subscriptionOf(result: Result): SubscriptionRow {
  assert(result.ok && result.value.kind === 'subscription', 'the result is a subscription');
  return result.value.subscription;
}

/** The code of a result that must be a refusal, or 'ok'. */
export function rejectOf(result: Result): Reject | 'ok' {
  return result.ok ? 'ok' : result.reject;
}
