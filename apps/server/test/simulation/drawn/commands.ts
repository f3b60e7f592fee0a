/**
 * What clients and operators ask, drawn from a seed: every kind of command, mostly about something that is there, with
 * amounts and prices at which things happen, and some that must be refused. Ids are looked up in the tables, as people see
 * them on their screens.
 */
import type {
  CancelOrder,
  Command,
  Market,
  PlaceLimitOrder,
  PlaceOrder,
  PostEntry,
} from '@fairlead/engine';
import { HOUSE_ACCOUNTS, SELF_TRADE_MODES, USER_ACCOUNTS } from '@fairlead/engine';
import { BTC_USDT, ETH_USDT, Seeded } from '@fairlead/testkit';
import { amountMinor, type PriceTicks, priceE8, type QuantityLots, ratePpm } from '@fairlead/units';
import { DrawnCustody } from './custody.ts';
import { MARKETS, OFFERING_ID, OPERATORS, OWNERS, PRODUCTS } from './exchange-terms.ts';
import { DrawnLists } from './lists.ts';
import { type Drawn, type DrawnTables, DrawTools } from './tools.ts';
import { DrawnTriggers, TIMES_IN_FORCE } from './triggers.ts';

type Draw = readonly [weight: number, draw: () => Drawn];

export class DrawnCommands {
  readonly #random: Seeded;
  /** Of its own, so that the other draws of a seed stay as they are. */
  readonly #later: Seeded;
  readonly #tools: DrawTools;
  readonly #triggers: DrawnTriggers;
  readonly #custody: DrawnCustody;
  readonly #priceOf: (symbol: string) => bigint;
  readonly #draws: readonly Draw[];
  readonly #total: number;
  #drawn = 0;
  /** Those that come next, as drawn. */
  readonly #rush: Drawn[] = [];

  constructor(seed: number, tables: DrawnTables, priceOf: (symbol: string) => bigint) {
    const [random, later] = [new Seeded(seed), new Seeded(seed + 500)];
    this.#random = random;
    this.#later = later;
    this.#tools = new DrawTools(random, tables);
    this.#custody = new DrawnCustody(random, this.#tools);
    this.#priceOf = priceOf;
    const triggers = new DrawnTriggers({ random, later }, this.#tools, priceOf);
    this.#triggers = triggers;
    const lists = new DrawnLists({ random, later }, this.#tools, priceOf);
    this.#draws = [
      [26, () => this.#placeLimit()],
      [5, () => this.#placeMarket()],
      [8, () => this.#cancelOrder()],
      [6, () => this.#amendOrder()],
      [3, () => this.#replaceOrder()],
      [6, () => triggers.place((marketId) => this.#triggerBase(marketId))],
      [1, () => this.#rushOfStops()],
      [2, () => triggers.cancel()],
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
    if (this.#later.chance(6)) return this.#triggers.amend();
    if (this.#drawn % 24 === 0) return this.#convert();
    let dice = this.#random.below(this.#total);
    for (const [weight, draw] of this.#draws) {
      if (dice < weight) return draw();
      dice -= weight;
    }
    return this.#placeLimit();
  }

  /** One more who acts from now on. */
  join(owner: number): void {
    this.#tools.owners.push(owner);
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
    return this.#tools.own({ kind: 'cancel_order', owner, order, ...this.#onlyFilled() });
  }

  /** Some only if something was filled of it, or nothing. */
  #onlyFilled(): Pick<CancelOrder, 'onlyFilled'> {
    const later = this.#later;
    return later.chance(40) ? { onlyFilled: later.pick(['nothing', 'part'] as const) } : {};
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
    const replaced = { kind: 'replace_order', owner, order: { orderId }, mode, placed } as const;
    return this.#tools.own({ ...replaced, ...this.#onlyFilled() });
  }

  #triggerBase(marketId: number) {
    const { timeInForce: _, kind: __, ...base } = this.#orderBase(marketId);
    return base;
  }

  #rushOfStops(): Drawn {
    this.#rush.push(...this.#triggers.rush());
    return this.#rush.shift() ?? this.#placeLimit();
  }

  /** At a bound that is often met, over two markets as often as in one. Drawn apart, so that all else of a seed stays. */
  #convert(): Drawn {
    const random = new Seeded(this.#drawn * 7_919 + Number(this.#priceOf(BTC_USDT.symbol) % 997n));
    const [first, second] = random.pick([
      [BTC_USDT, ETH_USDT],
      [ETH_USDT, BTC_USDT],
    ] as const);
    const worst = ({ symbol, tickSizeE8 }: Market, by: number) =>
      (Number(this.#priceOf(symbol) / tickSizeE8) + by * random.below(40)) as PriceTicks;
    const isSale = random.chance(70);
    const quantity = (1 + random.below(20)) as QuantityLots;
    const amount = amountMinor(BigInt(1_000 + random.below(3_000_000)));
    return this.#tools.own({
      ...{ kind: 'convert', owner: random.pick(OWNERS) },
      ...(isSale && {
        sale: { marketId: first.marketId, quantity, worst: worst(first, -1) },
      }),
      ...((!isSale || random.chance(60)) && {
        purchase: {
          ...{ marketId: second.marketId, worst: worst(second, 1) },
          ...(!isSale && { amount }),
        },
      }),
      ...(random.chance(10) && { goodTillMs: 1 }),
    });
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
