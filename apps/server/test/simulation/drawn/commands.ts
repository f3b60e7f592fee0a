/**
 * What clients and operators ask, drawn from a seed: every kind of command, mostly about something that is there, with
 * amounts and prices at which things happen, and some that must be refused. Ids are looked up in the tables, as people see
 * them on their screens.
 */
import type {
  Command,
  PlaceLimitOrder,
  PlaceOrder,
  PostEntry,
  TimeInForce,
} from '@fairlead/engine';
import { HOUSE_ACCOUNTS, SELF_TRADE_MODES, USER_ACCOUNTS } from '@fairlead/engine';
import type { Seeded } from '@fairlead/testkit';
import { amountMinor, type PriceTicks, priceE8, type QuantityLots, ratePpm } from '@fairlead/units';
import { DrawnCustody } from './custody.ts';
import { MARKETS, OFFERING_ID, OPERATORS, OWNERS, PRODUCTS } from './exchange-terms.ts';
import { DrawnLists } from './lists.ts';
import { type Drawn, type DrawnTables, DrawTools } from './tools.ts';

const TIMES_IN_FORCE: readonly TimeInForce[] = [
  'gtc',
  'gtc',
  'gtc',
  'gtc',
  'ioc',
  'fok',
  'post_only',
];

type Draw = readonly [weight: number, draw: () => Drawn];

export class DrawnCommands {
  readonly #random: Seeded;
  readonly #tools: DrawTools;
  readonly #custody: DrawnCustody;
  readonly #priceOf: (symbol: string) => bigint;
  readonly #draws: readonly Draw[];
  readonly #total: number;
  #drawn = 0;
  /** Those that come next, as drawn. */
  readonly #rush: Drawn[] = [];

  constructor(random: Seeded, tables: DrawnTables, priceOf: (symbol: string) => bigint) {
    this.#random = random;
    this.#tools = new DrawTools(random, tables);
    this.#custody = new DrawnCustody(random, this.#tools);
    this.#priceOf = priceOf;
    const lists = new DrawnLists(random, this.#tools, priceOf);
    this.#draws = [
      [26, () => this.#placeLimit()],
      [5, () => this.#placeMarket()],
      [8, () => this.#cancelOrder()],
      [6, () => this.#amendOrder()],
      [3, () => this.#replaceOrder()],
      [6, () => this.#placeTrigger()],
      [1, () => this.#rushOfStops()],
      [2, () => this.#cancelTrigger()],
      [2, () => this.#setTimer()],
      [8, () => lists.place()],
      [1, () => lists.cancel()],
      [5, () => this.#transfer()],
      [4, () => this.#postEntry()],
      [7, () => this.#openPosition()],
      [5, () => this.#changePosition()],
      [7, () => this.#buyOption()],
      [3, () => this.#buyHosting()],
      [2, () => this.#redeem()],
      [3, () => this.#subscribe()],
      [3, () => this.#decideSubscription()],
      [4, () => this.#custody.requestWithdrawal()],
      [6, () => this.#custody.moveWithdrawal()],
      [4, () => this.#custody.openDeposit()],
      [5, () => this.#custody.moveDeposit()],
      [1, () => this.#openAccount()],
      [2, () => this.#configure()],
    ];
    this.#total = this.#draws.reduce((sum, [weight]) => sum + weight, 0);
  }

  next(): Drawn {
    this.#drawn += 1;
    const next = this.#rush.shift();
    if (next !== undefined) return next;
    let dice = this.#random.below(this.#total);
    for (const [weight, draw] of this.#draws) {
      if (dice < weight) return draw();
      dice -= weight;
    }
    return this.#placeLimit();
  }

  /** Orders of one owner, as one call has them. */
  bulk(): readonly Drawn[] {
    const owner = this.#random.pick(OWNERS);
    return Array.from({ length: 2 + this.#random.below(9) }, () => {
      const { command } = this.#placeLimit();
      return this.#tools.own({ ...(command as PlaceOrder), owner });
    });
  }

  #placeLimit(): Drawn {
    const random = this.#random;
    const { marketId, symbol, tickSizeE8 } = random.pick(MARKETS);
    const middle = Number(this.#priceOf(symbol) / tickSizeE8);
    const reach = random.pick([2, 2, 6, 40]);
    const wild = random.chance(2) ? random.pick([0, 1, middle * 3]) : undefined;
    return this.#tools.own({
      ...this.#orderBase(marketId),
      ...(random.chance(25) && { selfTrade: random.pick(SELF_TRADE_MODES) }),
      ...(random.chance(10) && { expiresAtMs: this.#tools.laterMs(1 + random.below(30_000)) }),
      type: 'limit',
      price: (wild ?? middle - reach + random.below(2 * reach + 1)) as PriceTicks,
      quantity: (random.chance(1) ? 0 : 1 + random.below(60)) as QuantityLots,
      ...this.#display(),
    } as PlaceOrder);
  }

  /** By turns, so that all else of a seed is drawn as it was. */
  #display(): Pick<PlaceLimitOrder, 'display'> {
    return this.#drawn % 3 === 0 ? { display: (1 + (this.#drawn % 11)) as QuantityLots } : {};
  }

  #placeMarket(): Drawn {
    const random = this.#random;
    const size = random.chance(50)
      ? { by: 'quantity', quantity: (1 + random.below(40)) as QuantityLots }
      : { by: 'amount', amount: amountMinor(BigInt(1_000 + random.below(9_000_000))) };
    const base = this.#orderBase(random.pick(MARKETS).marketId);
    return this.#tools.own({ ...base, type: 'market', size } as PlaceOrder);
  }

  #orderBase(marketId: number) {
    const random = this.#random;
    return {
      kind: 'place_order',
      owner: this.#tools.owner(),
      marketId: random.chance(1) ? 77 : marketId,
      side: random.pick(['buy', 'sell'] as const),
      timeInForce: random.pick(TIMES_IN_FORCE),
      ...(random.chance(25) && { clientOrderId: this.#tools.name() }),
    } as const;
  }

  #cancelOrder(): Drawn {
    const random = this.#random;
    const { orderId, owner } = this.#waiting();
    const order = random.chance(90) ? { orderId } : { clientOrderId: this.#tools.name() };
    return this.#tools.own({ kind: 'cancel_order', owner, order });
  }

  /** An order that waits, of whoever it is. */
  #waiting() {
    const [orderId, row] = this.#tools.one('orders', 'order_id', 'status', 'waiting');
    const owner = this.#random.chance(95)
      ? Number(row?.['owner_id'] ?? 0) || this.#tools.owner()
      : this.#tools.owner();
    return { orderId, row, owner };
  }

  /** Smaller, larger, or nearer to where it meets others. */
  #amendOrder(): Drawn {
    const random = this.#random;
    const { orderId, row, owner } = this.#waiting();
    const price = Number(row?.['price_ticks'] ?? 1) + random.below(9) - 4;
    const quantity = Math.max(0, Number(row?.['quantity_lots'] ?? 1) + random.below(20) - 14);
    return this.#tools.own({
      kind: 'amend_order',
      owner,
      marketId: Number(row?.['market_id'] ?? 1),
      order: { orderId },
      ...(random.chance(50) && { price: price as PriceTicks }),
      ...(random.chance(70) && { quantity: quantity as QuantityLots }),
      ...this.#display(),
    });
  }

  #replaceOrder(): Drawn {
    const { orderId, owner } = this.#waiting();
    const { command } = this.#placeLimit();
    const placed = { ...(command as PlaceOrder), owner, clientOrderId: `r${this.#drawn}` };
    const mode = this.#random.pick(['stop_on_failure', 'allow_failure'] as const);
    return this.#tools.own({ kind: 'replace_order', owner, order: { orderId }, mode, placed });
  }

  /** Near the prices of now, so that most of them are reached. */
  #placeTrigger(): Drawn {
    const random = this.#random;
    const { marketId, symbol, tickSizeE8 } = random.pick(MARKETS);
    const middle = Number(this.#priceOf(symbol) / tickSizeE8);
    const near = (reach: number) => (middle - reach + random.below(2 * reach + 1)) as PriceTicks;
    const quantity = (1 + random.below(40)) as QuantityLots;
    const size = random.chance(50)
      ? ({ by: 'quantity', quantity } as const)
      : ({ by: 'amount', amount: amountMinor(BigInt(1_000 + random.below(9_000_000))) } as const);
    const timeInForce = random.pick(TIMES_IN_FORCE);
    const { timeInForce: _, ...base } = this.#orderBase(marketId);
    if (random.chance(35)) {
      const activationPrice = near(random.pick([2, 6]));
      return this.#tools.own({
        ...base,
        kind: 'place_trailing',
        triggerBy: random.pick(['index', 'last'] as const),
        trailPpm: ratePpm(1_000n * BigInt(1 + random.below(4))),
        ...(random.chance(40) && { activationPrice }),
        order: { type: 'market', timeInForce, size },
      });
    }
    return this.#tools.own({
      ...base,
      kind: 'place_trigger',
      triggerKind: random.pick(['stop', 'take_profit'] as const),
      triggerBy: random.pick(['index', 'last'] as const),
      triggerPrice: near(random.pick([2, 6, 40])),
      order: random.chance(50)
        ? { type: 'limit', timeInForce, price: near(random.pick([2, 6, 40])), quantity }
        : { type: 'market', timeInForce, size },
    });
  }

  /** Many at one price that is reached before long: more than fire at once, and a death may come between. */
  #rushOfStops(): Drawn {
    const random = this.#random;
    const { marketId, symbol, tickSizeE8 } = random.pick(MARKETS);
    const middle = Number(this.#priceOf(symbol) / tickSizeE8);
    const side = random.pick(['buy', 'sell'] as const);
    const triggerPrice = (middle + (side === 'sell' ? -1 : 1)) as PriceTicks;
    for (let left = 5 + random.below(10); left > 0; left -= 1) {
      // Each another: two with one body under one key would be one.
      const quantity = left as QuantityLots;
      const order = { type: 'limit', timeInForce: 'gtc', price: triggerPrice, quantity } as const;
      const owner = random.pick(OWNERS);
      const waits = { side, triggerKind: 'stop', triggerBy: 'index', triggerPrice } as const;
      this.#rush.push(this.#tools.own({ kind: 'place_trigger', owner, marketId, ...waits, order }));
    }
    return this.#rush.shift() ?? this.#placeLimit();
  }

  /** Some run out while everything fails. */
  #setTimer(): Drawn {
    const random = this.#random;
    const afterMs = random.chance(10) ? undefined : 1_000 * (1 + random.below(20));
    // Which one follows from how long it is: a story draws nothing more for it.
    const seconds = (afterMs ?? 0) / 1_000;
    const command = {
      kind: 'set_cancel_timer',
      owner: this.#tools.owner(),
      ...(seconds > 10 && { timer: seconds - 10 }),
      ...(seconds > 15 && { marketId: MARKETS[0]?.marketId ?? 1 }),
    } as const;
    return this.#tools.own({ ...command, ...(afterMs !== undefined && { afterMs }) });
  }

  #cancelTrigger(): Drawn {
    const random = this.#random;
    const [triggerId, row] = this.#tools.one('trigger_orders', 'trigger_id', 'status', 'waiting');
    const owner = random.chance(95)
      ? Number(row?.['owner_id'] ?? 0) || this.#tools.owner()
      : this.#tools.owner();
    const trigger = random.chance(90) ? { triggerId } : { clientOrderId: this.#tools.name() };
    return this.#tools.own({ kind: 'cancel_trigger', owner, trigger });
  }

  #transfer(): Drawn {
    const random = this.#random;
    return this.#tools.own({
      kind: 'transfer',
      owner: this.#tools.owner(),
      source: random.pick(USER_ACCOUNTS),
      target: random.pick(USER_ACCOUNTS),
      currencyId: this.#tools.currencyId(),
      amount: amountMinor(BigInt(random.below(random.pick([1_000, 900_000_000])) - 1)),
    });
  }

  /** Manual entries and faucets; a reference comes again now and then. */
  #postEntry(): Drawn {
    const random = this.#random;
    const owner = this.#tools.owner();
    const reference = `entry ${random.chance(15) ? random.below(this.#drawn) : this.#drawn}`;
    const base = {
      kind: 'post_entry',
      currencyId: this.#tools.currencyId(),
      amount: amountMinor(BigInt(random.below(5_000_000))),
    } as const;
    if (random.chance(60)) {
      const source = { house: 'external' } as const;
      const target = { owner, account: 'coin' } as const;
      return this.#tools.byOperator({ ...base, reason: 'faucet', reference, source, target });
    }
    const between: Pick<PostEntry, 'source' | 'target'> = {
      source: random.chance(50)
        ? { house: random.pick(HOUSE_ACCOUNTS) }
        : { owner, account: 'coin' },
      target: { house: random.pick(HOUSE_ACCOUNTS) },
    };
    return this.#tools.byOperator({ ...base, reason: 'correction', reference, ...between });
  }

  #openPosition(): Drawn {
    const random = this.#random;
    const { marketId, symbol } = random.pick(MARKETS);
    const price = this.#priceOf(symbol);
    const near = (percent: number) =>
      priceE8((price * BigInt(10_000 - 100 * percent + random.below(200 * percent + 1))) / 10_000n);
    const isLimit = random.chance(40);
    const command: Command = {
      kind: 'open_position',
      owner: this.#tools.owner(),
      marketId,
      side: random.pick(['long', 'short'] as const),
      type: isLimit ? 'limit' : 'market',
      ...(isLimit && { price: near(1) }),
      ...(!isLimit && random.chance(15) && { shownPrice: near(1) }),
      lots: 1 + random.below(900),
      multiple: random.pick([2, 10, 50, 50]),
      ...(random.chance(25) && { takeProfit: near(2) }),
      ...(random.chance(25) && { stopLoss: near(2) }),
      ...(random.chance(20) && { clientOrderId: this.#tools.name() }),
    };
    return { ...this.#tools.own(command), ...(!isLimit && { afterSamplesOf: [marketId] }) };
  }

  #changePosition(): Drawn {
    const random = this.#random;
    const status = random.chance(65) ? 'holding' : 'waiting';
    const [positionId, row] = this.#tools.one('positions', 'position_id', 'status', status);
    const owner = Number(row?.['owner_id'] ?? this.#tools.owner());
    const marketId = Number(row?.['market_id'] ?? 1);
    const dice = random.below(100);
    if (dice < 30) {
      const part = random.chance(60) ? { lots: 1 + random.below(300) } : {};
      const command = { kind: 'close_position', owner, positionId, ...part } as const;
      return { ...this.#tools.own(command), afterSamplesOf: [marketId] };
    }
    if (dice < 40) return this.#addMargin(owner, positionId);
    if (dice < 48) {
      const command = { kind: 'reverse_position', owner, positionId } as const;
      return { ...this.#tools.own(command), afterSamplesOf: [marketId] };
    }
    if (dice < 60) {
      const marketIds = MARKETS.map((market) => market.marketId);
      return {
        ...this.#tools.own({ kind: 'close_positions', owner, marketIds }),
        afterSamplesOf: marketIds,
      };
    }
    if (dice < 75) return this.#tools.own({ kind: 'cancel_position', owner, positionId });
    const price = Number(row?.['open_price_e8'] ?? row?.['price_e8'] ?? 10 ** 10);
    const stop = () => priceE8(BigInt(Math.floor((price * (97 + random.below(7))) / 100)));
    if (dice < 84) {
      const level = { stop: random.pick(['take_profit', 'stop_loss'] as const), price: stop() };
      const lots = 1 + random.below(300);
      return this.#tools.own({ kind: 'set_level', owner, positionId, ...level, lots });
    }
    if (dice < 92) {
      const lots = 1 + random.below(900);
      return this.#tools.own({ kind: 'amend_position', owner, positionId, price: stop(), lots });
    }
    return this.#tools.own({
      kind: 'set_stops',
      owner,
      positionId,
      ...(random.chance(60) && { takeProfit: stop() }),
      ...(random.chance(60) && { stopLoss: stop() }),
    });
  }

  #addMargin(owner: number, positionId: number): Drawn {
    const amount = amountMinor(BigInt(1 + this.#random.below(4_000_000)));
    return this.#tools.own({ kind: 'add_margin', owner, positionId, amount });
  }

  #buyOption(): Drawn {
    const random = this.#random;
    const { marketId, quoteCurrencyId } = random.pick(MARKETS);
    const command: Command = {
      kind: 'buy_option',
      owner: this.#tools.owner(),
      marketId,
      currencyId: quoteCurrencyId,
      direction: random.pick(['rise', 'fall'] as const),
      seconds: random.pick([5, 5, 7, 12, 30, 6]),
      stake: amountMinor(BigInt(1 + random.below(30_000_000))),
    };
    return { ...this.#tools.own(command), afterSamplesOf: [marketId] };
  }

  #buyHosting(): Drawn {
    const random = this.#random;
    return this.#tools.own({
      kind: 'buy_hosting',
      owner: this.#tools.owner(),
      productId: random.chance(3) ? 77 : random.pick(PRODUCTS),
      amount: amountMinor(BigInt(50 + random.below(400_000_000))),
    });
  }

  #redeem(): Drawn {
    const [hostingId, row] = this.#tools.one('hosting_orders', 'hosting_id', 'status', 'hosting');
    const owner = this.#random.chance(95) ? Number(row?.['owner_id'] ?? 11) : this.#tools.owner();
    return this.#tools.own({ kind: 'redeem_hosting', owner, hostingId });
  }

  #subscribe(): Drawn {
    return this.#tools.own({
      kind: 'subscribe',
      owner: this.#tools.owner(),
      offeringId: OFFERING_ID,
      amount: amountMinor(BigInt(this.#random.below(9_000))),
    });
  }

  #decideSubscription(): Drawn {
    const random = this.#random;
    const [subscriptionId] = this.#tools.one(
      'subscriptions',
      'subscription_id',
      'status',
      'under_review',
    );
    return this.#tools.byOperator({
      kind: 'decide_subscription',
      subscriptionId,
      operatorId: random.pick(OPERATORS),
      decision: random.chance(75) ? 'passed' : 'rejected',
    });
  }

  /** New ones, whom somebody invited; now and then an old one again, whom another claims to have invited. */
  #openAccount(): Drawn {
    const random = this.#random;
    const isNew = random.chance(70);
    const owner = isNew ? OWNERS[0] + this.#tools.owners.length : this.#tools.owner();
    const inviter = random.pick(this.#tools.owners);
    if (isNew) this.#tools.owners.push(owner);
    return { sender: owner, command: { kind: 'open_account', owner, inviter } };
  }

  #configure(): Drawn {
    const random = this.#random;
    const dice = random.below(100);
    const market = random.pick(MARKETS);
    if (dice < 30) {
      const rates = {
        makerFeePpm: ratePpm(BigInt(random.below(3_000))),
        takerFeePpm: ratePpm(BigInt(random.below(5_000))),
      };
      return this.#tools.byOperator({ kind: 'configure_market', market: { ...market, ...rates } });
    }
    if (dice < 38) {
      const isCoarse = random.chance(50);
      const grid = {
        lotBaseMinor: amountMinor(market.lotBaseMinor * (isCoarse ? 2n : 1n)),
        tickLotQuoteMinor: amountMinor(market.tickLotQuoteMinor * (isCoarse ? 2n : 1n)),
      };
      return this.#tools.byOperator({ kind: 'configure_market', market: { ...market, ...grid } });
    }
    if (dice < 60) {
      const state = random.pick(['open', 'open', 'open', 'halted', 'closed'] as const);
      return this.#tools.byOperator({ kind: 'set_market_state', marketId: market.marketId, state });
    }
    if (dice < 80) {
      const ratioPpm = random.pick([0n, 333_333n, 500_000n, 500_001n]);
      const ratio = random.chance(30) ? {} : { ratioPpm: ratePpm(ratioPpm) };
      return this.#tools.byOperator({ kind: 'set_partner', owner: this.#tools.owner(), ...ratio });
    }
    const owner = this.#tools.owner();
    const isStopped = random.chance(30);
    if (dice >= 96) {
      const reason = isStopped ? { reason: 'hold_activity' } : {};
      return this.#tools.byOperator({ kind: 'hold_withdrawals', owner, ...reason });
    }
    return this.#tools.byOperator({ kind: 'set_owner_state', owner, isFrozen: isStopped });
  }
}
