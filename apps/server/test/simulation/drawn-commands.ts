/**
 * What clients and operators ask, drawn from a seed: every kind of command, mostly about something that is there, with
 * amounts and prices at which things happen, and some that must be refused. Ids are looked up in the tables, as people see
 * them on their screens.
 */
import type { Command, PlaceOrder, PostEntry, TimeInForce } from '@fairlead/engine';
import { HOUSE_ACCOUNTS, SEND_STATES, USER_ACCOUNTS } from '@fairlead/engine';
import { type Seeded, USDT } from '@fairlead/testkit';
import { amountMinor, type PriceTicks, priceE8, type QuantityLots, ratePpm } from '@fairlead/units';
import { DEPOSIT_COLUMNS, type DepositRecord, toDeposit } from '../../src/store/custody-record.ts';
import { CURRENCIES, MARKETS, OFFERING_ID, OPERATORS, OWNERS, PRODUCTS } from './exchange-terms.ts';
import { answerQuery } from './store/memory-queries.ts';
import type { MemoryTables } from './store/memory-tables.ts';

/** A command, who sends it, and the markets whose next sample it waits for, as its route has it. */
export interface Drawn {
  readonly sender: number;
  readonly command: Command;
  readonly afterSamplesOf?: readonly number[];
}

const STRANGER = 999;
/** Operators have keys of their own beside those of users. */
const FIRST_OPERATOR = 1_000_000;
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
  readonly #tables: MemoryTables;
  readonly #priceOf: (symbol: string) => bigint;
  readonly #draws: readonly Draw[];
  readonly #total: number;
  readonly #owners: number[] = [...OWNERS];
  #drawn = 0;

  constructor(random: Seeded, tables: MemoryTables, priceOf: (symbol: string) => bigint) {
    this.#random = random;
    this.#tables = tables;
    this.#priceOf = priceOf;
    this.#draws = [
      [26, () => this.#placeLimit()],
      [5, () => this.#placeMarket()],
      [8, () => this.#cancelOrder()],
      [5, () => this.#transfer()],
      [4, () => this.#postEntry()],
      [7, () => this.#openPosition()],
      [5, () => this.#changePosition()],
      [7, () => this.#buyOption()],
      [3, () => this.#buyHosting()],
      [2, () => this.#redeem()],
      [3, () => this.#subscribe()],
      [3, () => this.#decideSubscription()],
      [4, () => this.#requestWithdrawal()],
      [6, () => this.#moveWithdrawal()],
      [4, () => this.#openDeposit()],
      [5, () => this.#moveDeposit()],
      [1, () => this.#openAccount()],
      [2, () => this.#configure()],
    ];
    this.#total = this.#draws.reduce((sum, [weight]) => sum + weight, 0);
  }

  next(): Drawn {
    this.#drawn += 1;
    let dice = this.#random.below(this.#total);
    for (const [weight, draw] of this.#draws) {
      if (dice < weight) return draw();
      dice -= weight;
    }
    return this.#placeLimit();
  }

  #placeLimit(): Drawn {
    const random = this.#random;
    const { marketId, symbol, tickSizeE8 } = random.pick(MARKETS);
    const middle = Number(this.#priceOf(symbol) / tickSizeE8);
    const reach = random.pick([2, 2, 6, 40]);
    const wild = random.chance(2) ? random.pick([0, 1, middle * 3]) : undefined;
    return this.#own({
      ...this.#orderBase(marketId),
      type: 'limit',
      price: (wild ?? middle - reach + random.below(2 * reach + 1)) as PriceTicks,
      quantity: (random.chance(1) ? 0 : 1 + random.below(60)) as QuantityLots,
    } as PlaceOrder);
  }

  #placeMarket(): Drawn {
    const random = this.#random;
    const size = random.chance(50)
      ? { by: 'quantity', quantity: (1 + random.below(40)) as QuantityLots }
      : { by: 'amount', amount: amountMinor(BigInt(1_000 + random.below(9_000_000))) };
    const base = this.#orderBase(random.pick(MARKETS).marketId);
    return this.#own({ ...base, type: 'market', size } as PlaceOrder);
  }

  #orderBase(marketId: number) {
    const random = this.#random;
    return {
      kind: 'place_order',
      owner: this.#owner(),
      marketId: random.chance(1) ? 77 : marketId,
      side: random.pick(['buy', 'sell'] as const),
      timeInForce: random.pick(TIMES_IN_FORCE),
      ...(random.chance(25) && { clientOrderId: this.#name() }),
    } as const;
  }

  #cancelOrder(): Drawn {
    const random = this.#random;
    const [orderId, row] = this.#one('orders', 'order_id', 'status', 'waiting');
    const owner = random.chance(95)
      ? Number(row?.['owner_id'] ?? 0) || this.#owner()
      : this.#owner();
    const order = random.chance(90) ? { orderId } : { clientOrderId: this.#name() };
    return this.#own({ kind: 'cancel_order', owner, order });
  }

  #transfer(): Drawn {
    const random = this.#random;
    return this.#own({
      kind: 'transfer',
      owner: this.#owner(),
      source: random.pick(USER_ACCOUNTS),
      target: random.pick(USER_ACCOUNTS),
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(random.below(random.pick([1_000, 900_000_000])) - 1)),
    });
  }

  /** Manual entries and faucets; a reference comes again now and then. */
  #postEntry(): Drawn {
    const random = this.#random;
    const owner = this.#owner();
    const reference = `entry ${random.chance(15) ? random.below(this.#drawn) : this.#drawn}`;
    const base = {
      kind: 'post_entry',
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(random.below(5_000_000))),
    } as const;
    if (random.chance(60)) {
      const source = { house: 'external' } as const;
      const target = { owner, account: 'coin' } as const;
      return this.#byOperator({ ...base, reason: 'faucet', reference, source, target });
    }
    const between: Pick<PostEntry, 'source' | 'target'> = {
      source: random.chance(50)
        ? { house: random.pick(HOUSE_ACCOUNTS) }
        : { owner, account: 'coin' },
      target: { house: random.pick(HOUSE_ACCOUNTS) },
    };
    return this.#byOperator({ ...base, reason: 'correction', reference, ...between });
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
      owner: this.#owner(),
      marketId,
      side: random.pick(['long', 'short'] as const),
      type: isLimit ? 'limit' : 'market',
      ...(isLimit && { price: near(1) }),
      ...(!isLimit && random.chance(15) && { shownPrice: near(1) }),
      lots: 1 + random.below(900),
      multiple: random.pick([2, 10, 50, 50]),
      ...(random.chance(25) && { takeProfit: near(2) }),
      ...(random.chance(25) && { stopLoss: near(2) }),
      ...(random.chance(20) && { clientOrderId: this.#name() }),
    };
    return { ...this.#own(command), ...(!isLimit && { afterSamplesOf: [marketId] }) };
  }

  #changePosition(): Drawn {
    const random = this.#random;
    const status = random.chance(65) ? 'holding' : 'waiting';
    const [positionId, row] = this.#one('positions', 'position_id', 'status', status);
    const owner = Number(row?.['owner_id'] ?? this.#owner());
    const marketId = Number(row?.['market_id'] ?? 1);
    const dice = random.below(100);
    if (dice < 40) {
      const command = { kind: 'close_position', owner, positionId } as const;
      return { ...this.#own(command), afterSamplesOf: [marketId] };
    }
    if (dice < 60) {
      const marketIds = MARKETS.map((market) => market.marketId);
      return {
        ...this.#own({ kind: 'close_positions', owner, marketIds }),
        afterSamplesOf: marketIds,
      };
    }
    if (dice < 75) return this.#own({ kind: 'cancel_position', owner, positionId });
    const price = Number(row?.['open_price_e8'] ?? row?.['price_e8'] ?? 10 ** 10);
    const stop = () => priceE8(BigInt(Math.floor((price * (97 + random.below(7))) / 100)));
    return this.#own({
      kind: 'set_stops',
      owner,
      positionId,
      ...(random.chance(60) && { takeProfit: stop() }),
      ...(random.chance(60) && { stopLoss: stop() }),
    });
  }

  #buyOption(): Drawn {
    const random = this.#random;
    const { marketId, quoteCurrencyId } = random.pick(MARKETS);
    const command: Command = {
      kind: 'buy_option',
      owner: this.#owner(),
      marketId,
      currencyId: quoteCurrencyId,
      direction: random.pick(['rise', 'fall'] as const),
      seconds: random.pick([5, 5, 7, 12, 30, 6]),
      stake: amountMinor(BigInt(1 + random.below(30_000_000))),
    };
    return { ...this.#own(command), afterSamplesOf: [marketId] };
  }

  #buyHosting(): Drawn {
    const random = this.#random;
    return this.#own({
      kind: 'buy_hosting',
      owner: this.#owner(),
      productId: random.chance(3) ? 77 : random.pick(PRODUCTS),
      amount: amountMinor(BigInt(50 + random.below(400_000_000))),
    });
  }

  #redeem(): Drawn {
    const [hostingId, row] = this.#one('hosting_orders', 'hosting_id', 'status', 'hosting');
    const owner = this.#random.chance(95) ? Number(row?.['owner_id'] ?? 11) : this.#owner();
    return this.#own({ kind: 'redeem_hosting', owner, hostingId });
  }

  #subscribe(): Drawn {
    return this.#own({
      kind: 'subscribe',
      owner: this.#owner(),
      offeringId: OFFERING_ID,
      amount: amountMinor(BigInt(this.#random.below(9_000))),
    });
  }

  #decideSubscription(): Drawn {
    const random = this.#random;
    const [subscriptionId] = this.#one(
      'subscriptions',
      'subscription_id',
      'status',
      'under_review',
    );
    return this.#byOperator({
      kind: 'decide_subscription',
      subscriptionId,
      operatorId: random.pick(OPERATORS),
      decision: random.chance(75) ? 'passed' : 'rejected',
    });
  }

  #requestWithdrawal(): Drawn {
    const random = this.#random;
    return this.#own({
      kind: 'request_withdrawal',
      owner: this.#owner(),
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(random.below(700_000_000))),
      fee: amountMinor(BigInt(random.below(2_000))),
      minimum: amountMinor(1_000n),
      destination: random.chance(50)
        ? { kind: 'crypto', addressId: 1, chain: 'ERC20', address: 'address' }
        : { kind: 'bank', cardId: 1, text: 'card' },
      approvalsNeeded: random.pick([1, 2] as const),
      valueMinor: amountMinor(BigInt(random.below(2_000))),
      dailyValueMax: amountMinor(20_000n),
      dailyCountMax: 9,
    });
  }

  #moveWithdrawal(): Drawn {
    const random = this.#random;
    const status = random.chance(60) ? 'under_review' : 'passed';
    const [withdrawalId, row] = this.#one('withdrawals', 'withdrawal_id', 'status', status);
    const dice = random.below(100);
    if (dice < 10) {
      const owner = Number(row?.['owner_id'] ?? this.#owner());
      return this.#own({ kind: 'cancel_withdrawal', owner, withdrawalId });
    }
    if (dice < 60) {
      return this.#byOperator({
        kind: 'decide_withdrawal',
        withdrawalId,
        operatorId: random.pick(OPERATORS),
        intentHash: random.chance(4) ? 'other' : 'intent',
        decision: random.chance(80) ? 'passed' : 'rejected',
        reason: 'reason',
      });
    }
    return this.#byOperator({
      kind: 'mark_withdrawal',
      withdrawalId,
      to: random.pick(SEND_STATES),
      txId: random.chance(92) ? `tx ${withdrawalId}` : 'another',
      reason: 'proof',
    });
  }

  /** Outputs are few, so that scanners often see one again. */
  #openDeposit(): Drawn {
    const random = this.#random;
    const base = {
      kind: 'open_deposit',
      owner: this.#owner(),
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(random.below(60_000))),
      openMax: 5,
    } as const;
    if (random.chance(35)) return this.#own({ ...base, depositKind: 'bank', proofFileId: 7 });
    const named = { txId: `tx${random.below(40)}`, outputIndex: random.below(2) };
    return this.#byOperator({ ...base, depositKind: 'chain', chain: 'ERC20', ...named });
  }

  #moveDeposit(): Drawn {
    const random = this.#random;
    const status = random.chance(90) ? 'under_review' : 'passed';
    const [depositId, row] = this.#one('deposits', 'deposit_id', 'status', status);
    const dice = random.below(100);
    if (status === 'passed' && row?.['kind'] === 'chain' && dice < 60) {
      const sql = `SELECT ${DEPOSIT_COLUMNS} FROM deposits WHERE deposit_id = $1`;
      const [record] = answerQuery(this.#tables, sql, [depositId]);
      const deposit = toDeposit(record as unknown as DepositRecord);
      return this.#byOperator({ kind: 'reverse_deposit', deposit });
    }
    if (row?.['kind'] !== 'bank') {
      if (dice < 10)
        return this.#byOperator({ kind: 'drop_deposit', depositId, reason: 'orphaned' });
      const reference = random.chance(95) ? `output ${depositId}` : 'output 9';
      const minimum = amountMinor(BigInt(random.pick([0, 20_000])));
      return this.#byOperator({ kind: 'credit_deposit', depositId, minimum, reference });
    }
    return this.#byOperator({
      kind: 'decide_deposit',
      depositId,
      operatorId: random.pick(OPERATORS),
      decision: dice < 80 ? 'passed' : 'rejected',
      reference: random.chance(95) ? `bank ${depositId}` : 'bank 9',
      approvalsNeeded: random.pick([1, 2] as const),
    });
  }

  /** New ones, whom somebody invited; now and then an old one again, whom another claims to have invited. */
  #openAccount(): Drawn {
    const random = this.#random;
    const isNew = random.chance(70);
    const owner = isNew ? OWNERS[0] + this.#owners.length : this.#owner();
    const inviter = random.pick(this.#owners);
    if (isNew) this.#owners.push(owner);
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
      return this.#byOperator({ kind: 'configure_market', market: { ...market, ...rates } });
    }
    if (dice < 38) {
      const isCoarse = random.chance(50);
      const grid = {
        lotBaseMinor: amountMinor(market.lotBaseMinor * (isCoarse ? 2n : 1n)),
        tickLotQuoteMinor: amountMinor(market.tickLotQuoteMinor * (isCoarse ? 2n : 1n)),
      };
      return this.#byOperator({ kind: 'configure_market', market: { ...market, ...grid } });
    }
    if (dice < 60) {
      const state = random.pick(['open', 'open', 'open', 'halted', 'closed'] as const);
      return this.#byOperator({ kind: 'set_market_state', marketId: market.marketId, state });
    }
    if (dice < 80) {
      const ratioPpm = random.pick([0n, 333_333n, 500_000n, 500_001n]);
      const ratio = random.chance(30) ? {} : { ratioPpm: ratePpm(ratioPpm) };
      return this.#byOperator({ kind: 'set_partner', owner: this.#owner(), ...ratio });
    }
    const owner = this.#owner();
    return this.#byOperator({ kind: 'set_owner_state', owner, isFrozen: random.chance(30) });
  }

  /** One of a table's rows in a state, by the id of its column; an id that was never given out where there is none. */
  #one(table: string, id: string, column: string, state: string) {
    const found = [];
    for (const row of this.#tables.table(table).rows()) if (row[column] === state) found.push(row);
    if (found.length === 0 || this.#random.chance(3))
      return [this.#random.below(2_000), undefined] as const;
    const row = this.#random.pick(found);
    return [Number(row[id]), row] as const;
  }

  /** One of few names, so that they come again; of each owner. */
  #name(): string {
    return `c${this.#random.below(25)}`;
  }

  #owner(): number {
    return this.#random.chance(1) ? STRANGER : this.#random.pick(this.#owners);
  }

  #currencyId(): number {
    return this.#random.chance(1) ? 77 : this.#random.pick([...CURRENCIES, USDT]).currencyId;
  }

  #own(command: Command & { readonly owner: number }): Drawn {
    return { sender: command.owner, command };
  }

  #byOperator(command: Command): Drawn {
    return { sender: FIRST_OPERATOR + this.#random.pick(OPERATORS), command };
  }
}
