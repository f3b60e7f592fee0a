/**
 * Commands of a small, busy exchange, drawn from a seed: a few owners on three markets whose prices lie
 * so close together that most orders meet, with refused ones of every kind in between.
 */
import {
  type AmendOrder,
  type CancelOrder,
  type Command,
  type Market,
  type PlaceOrder,
  SELF_TRADE_MODES,
  type TimeInForce,
  USER_ACCOUNTS,
} from '@fairlead/engine';
import { amountMinor, type PriceTicks, priceE8, type QuantityLots, ratePpm } from '@fairlead/units';
import { RandomLists } from './random-lists.ts';
import { RandomTriggers } from './random-triggers.ts';
import { Seeded } from './seeded.ts';
import { BTC, BTC_USDT, ETH, ETH_BTC, ETH_USDT, USDT } from './terms.ts';

const OWNERS = [11, 12, 13, 14] as const;
const STRANGER = 99;
const MARKETS: readonly Market[] = [BTC_USDT, ETH_USDT, ETH_BTC];
const CURRENCIES = [BTC, ETH, USDT] as const;
const FUNDS = 50_000_000n;
const TIMES_IN_FORCE: readonly TimeInForce[] = ['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post_only'];
const MIDDLE_TICKS = 1_000;
const SPREAD_TICKS = 12;

const TAKE_IDS: ReadonlySet<Command['kind']> = new Set([
  'place_order',
  'amend_order',
  'replace_order',
  'place_trigger',
  'place_trailing',
  'amend_trigger',
]);

type NamedOrder = Pick<AmendOrder, 'owner' | 'marketId' | 'order'>;

export interface TimedCommand {
  readonly command: Command;
  readonly timeMs: number;
}

export class RandomCommands {
  /** How many orders were placed at most: cancels name one of them. */
  orderIdMax = 0;
  readonly #random: Seeded;
  /** Of its own, so that the other draws of a seed stay as they are. */
  readonly #shown: Seeded;
  readonly #triggers: Seeded;
  readonly #changes: Seeded;
  readonly #icebergs: Seeded;
  readonly #lists: RandomLists;
  readonly #listed: Seeded;
  readonly #later: Seeded;
  readonly #waits: RandomTriggers;
  /** The latest orders that may wait under a name: of these some do. */
  #named: NamedOrder[] = [];
  #timeMs = 1_000_000;
  #reference = 0;
  #beginning: Command[];

  constructor(seed: number) {
    this.#random = new Seeded(seed);
    this.#shown = new Seeded(seed + 1_000);
    this.#triggers = new Seeded(seed + 2_000);
    this.#changes = new Seeded(seed + 3_000);
    this.#icebergs = new Seeded(seed + 4_000);
    this.#lists = new RandomLists(seed + 5_000);
    this.#listed = new Seeded(seed + 6_000);
    this.#later = new Seeded(seed + 7_000);
    const places = { owners: OWNERS, markets: MARKETS, middle: MIDDLE_TICKS };
    this.#waits = new RandomTriggers(this.#triggers, seed + 8_000, places);
    this.#beginning = beginning();
  }

  next(): TimedCommand {
    const first = this.#beginning.shift();
    const command = first ?? this.#draw();
    if (command.kind === 'place_order') this.#note(command);
    this.#waits.note(command);
    if (TAKE_IDS.has(command.kind)) this.orderIdMax += 1;
    if (command.kind === 'place_list') this.orderIdMax += 3;
    return { command, timeMs: this.#timeMs };
  }

  #draw(): Command {
    const random = this.#random;
    this.#timeMs += random.below(400);
    Object.assign(this.#waits, { orderIdMax: this.orderIdMax, timeMs: this.#timeMs });
    if (this.#lists.chance(14)) return this.#list();
    if (this.#triggers.chance(20)) return this.#waits.place();
    if (this.#waits.hasAny && this.#later.chance(8)) return this.#waits.amend();
    if (this.#triggers.chance(4)) return this.#timer();
    if (this.#changes.chance(12)) return this.#amend();
    if (this.#changes.chance(4)) return this.#replace();
    const dice = random.below(100);
    if (dice < 62) return this.#place();
    if (dice < 78) return this.#cancel();
    if (dice < 86) return this.#tick();
    if (dice < 90) return this.#transfer();
    if (dice < 95) return this.#post();
    if (dice < 97) {
      const state = random.pick(['open', 'open', 'open', 'halted', 'closed'] as const);
      return { kind: 'set_market_state', marketId: this.#market().marketId, state };
    }
    return this.#configure();
  }

  #list(): Command {
    const random = this.#listed;
    const owner = random.pick(OWNERS);
    if (random.chance(14)) return this.#lists.cancel(owner, this.orderIdMax);
    const { marketId } = random.pick(MARKETS);
    return this.#lists.place({ owner, marketId, middle: MIDDLE_TICKS, timeMs: this.#timeMs });
  }

  #place(): PlaceOrder {
    const random = this.#random;
    const base = {
      kind: 'place_order',
      owner: random.chance(1) ? STRANGER : random.pick(OWNERS),
      marketId: random.chance(1) ? 77 : this.#market().marketId,
      side: random.pick(['buy', 'sell'] as const),
      timeInForce: random.pick(TIMES_IN_FORCE),
      ...(random.chance(25) ? { clientOrderId: `c${random.below(6)}` } : {}),
      ...(this.#shown.chance(10) && { shownFeePpm: ratePpm(BigInt(this.#shown.below(6_000))) }),
      ...(this.#changes.chance(35) && { selfTrade: this.#changes.pick(SELF_TRADE_MODES) }),
    } as const;
    if (random.chance(75)) {
      const wild = random.chance(3) ? random.pick([0, 1, 5_000, 2 ** 52]) : undefined;
      const near = MIDDLE_TICKS - SPREAD_TICKS + random.below(2 * SPREAD_TICKS + 1);
      const price = ticks(wild ?? near);
      const quantity = this.#quantity();
      const terms = { ...this.#expiry(), ...this.#display(quantity) };
      return { ...base, ...terms, type: 'limit', price, quantity };
    }
    const size = random.chance(50)
      ? ({ by: 'quantity', quantity: this.#quantity() } as const)
      : ({ by: 'amount', amount: amountMinor(BigInt(random.below(400_000)) - 100n) } as const);
    return { ...base, type: 'market', size };
  }

  /** Often so small that several parts of it are met at once. */
  #display(quantity: number): { readonly display?: QuantityLots } {
    const random = this.#icebergs;
    if (!random.chance(30)) return {};
    const wild = random.chance(6) ? random.pick([0, -1, quantity, quantity + 1]) : undefined;
    return { display: (wild ?? 1 + random.below(8)) as QuantityLots };
  }

  /** Most run out before long. */
  #expiry(): { readonly expiresAtMs?: number } {
    const random = this.#changes;
    if (!random.chance(15)) return {};
    const wild = random.chance(5) ? random.pick([0, -5, 367 * 86_400_000]) : undefined;
    return { expiresAtMs: this.#timeMs + (wild ?? 1 + random.below(30_000)) };
  }

  /** Often smaller only, often to a price at which it meets others. */
  #amend(): Command {
    const random = this.#changes;
    const near = MIDDLE_TICKS - SPREAD_TICKS + random.below(2 * SPREAD_TICKS + 1);
    const wild = random.chance(3) ? random.pick([0, 1, 5_000, 2 ** 52]) : undefined;
    return {
      kind: 'amend_order',
      ...this.#ownOrder(),
      ...(random.chance(2) && { marketId: 77 }),
      ...(random.chance(50) && { price: ticks(wild ?? near) }),
      ...(random.chance(70) && {
        quantity: (random.chance(5) ? 2 ** 36 : random.below(30)) as QuantityLots,
      }),
      ...(random.chance(10) && { mustKeepPlace: true }),
      ...this.#display(10),
    };
  }

  #replace(): Command {
    const mode = this.#changes.pick(['stop_on_failure', 'allow_failure'] as const);
    const { owner, order } = this.#ownOrder();
    const placed = { ...this.#place(), owner };
    return { kind: 'replace_order', owner, order, mode, placed, ...this.#onlyFilled() };
  }

  #ownOrder() {
    const random = this.#changes;
    if (this.#named.length > 0 && random.chance(90)) return random.pick(this.#named);
    const owner = random.chance(10) ? STRANGER : random.pick(OWNERS);
    const orderId = Math.max(0, this.orderIdMax + 1 - random.below(40));
    return { owner, marketId: random.pick(MARKETS).marketId, order: { orderId } };
  }

  #note(command: PlaceOrder): void {
    const { owner, marketId, clientOrderId, timeInForce } = command;
    const mayWait = command.type === 'limit' && ['gtc', 'post_only'].includes(timeInForce);
    if (clientOrderId === undefined || !mayWait) return;
    this.#named = [...this.#named.slice(-7), { owner, marketId, order: { clientOrderId } }];
  }

  /** Most run out before long, some are set again before. */
  #timer(): Command {
    const random = this.#triggers;
    if (random.chance(60)) return { kind: 'run_schedules', max: 1 + random.below(3) };
    const owner = random.chance(2) ? STRANGER : random.pick(OWNERS);
    if (random.chance(15)) return { kind: 'set_cancel_timer', owner };
    const afterMs = random.chance(5) ? random.pick([0, -1, 86_400_001]) : 1 + random.below(20_000);
    // Which one follows from how long it is: the story draws nothing more for it.
    const which = {
      ...(afterMs % 7 === 1 && { timer: afterMs % 5 === 0 ? 16 : afterMs % 3 }),
      ...(afterMs % 5 === 1 && { marketId: afterMs % 4 === 3 ? 99 : (afterMs % 3) + 1 }),
    };
    return { kind: 'set_cancel_timer', owner, afterMs, ...which };
  }

  #quantity(): QuantityLots {
    const random = this.#random;
    return (random.chance(2) ? random.pick([0, 2 ** 50]) : 1 + random.below(30)) as QuantityLots;
  }

  #cancel(): Command {
    const random = this.#random;
    const orderId = Math.max(0, this.orderIdMax + 1 - random.below(60));
    const order = random.chance(80) ? { orderId } : { clientOrderId: `c${random.below(6)}` };
    const owner = random.pick(OWNERS);
    return { kind: 'cancel_order', owner, order, ...this.#onlyFilled() };
  }

  #onlyFilled(): Pick<CancelOrder, 'onlyFilled'> {
    const random = this.#later;
    return random.chance(40) ? { onlyFilled: random.pick(['nothing', 'part'] as const) } : {};
  }

  /** Now and then the index is gone, or long not heard of. */
  #tick(): Command {
    const random = this.#random;
    this.#timeMs += random.chance(5) ? 15_000 : random.below(1_500);
    const { marketId, tickSizeE8 } = this.#market();
    const tick = { kind: 'index_tick', marketId, sampleTimeMs: this.#timeMs } as const;
    if (random.chance(8)) return tick;
    const price = BigInt(MIDDLE_TICKS - 10 + random.below(21)) * tickSizeE8;
    return { ...tick, price: priceE8(price + BigInt(random.below(1_000))) };
  }

  #transfer(): Command {
    const random = this.#random;
    return {
      kind: 'transfer',
      owner: random.pick(OWNERS),
      source: random.pick(USER_ACCOUNTS),
      target: random.pick(USER_ACCOUNTS),
      currencyId: random.pick(CURRENCIES).currencyId,
      amount: amountMinor(BigInt(random.below(1_000_000)) - 1_000n),
    };
  }

  #post(): Command {
    const random = this.#random;
    if (!random.chance(10)) this.#reference += 1;
    return {
      kind: 'post_entry',
      reason: 'deposit',
      reference: `drawn:${this.#reference}`,
      currencyId: random.pick(CURRENCIES).currencyId,
      amount: amountMinor(BigInt(random.below(3_000_000)) - 1_000n),
      source: random.chance(80) ? { house: 'external' } : { house: 'fees' },
      target: random.chance(90)
        ? { owner: random.pick(OWNERS), account: 'coin' }
        : { house: 'capital' },
    };
  }

  /** Fees change often, the grid seldom: it clears the book. */
  #configure(): Command {
    const random = this.#random;
    const market = this.#market();
    const isCoarse = random.chance(10);
    return {
      kind: 'configure_market',
      market: {
        ...market,
        makerFeePpm: ratePpm(BigInt(random.below(3_000))),
        takerFeePpm: ratePpm(BigInt(random.below(5_000))),
        openOrdersMax: random.pick([3, 8, 200]),
        icebergPartsMax: this.#icebergs.pick([1, 4, 10, 30]),
        lotBaseMinor: amountMinor(market.lotBaseMinor * (isCoarse ? 2n : 1n)),
        tickLotQuoteMinor: amountMinor(market.tickLotQuoteMinor * (isCoarse ? 2n : 1n)),
      },
    };
  }

  #market(): Market {
    return this.#random.pick(MARKETS);
  }
}

function ticks(count: number): PriceTicks {
  return count as PriceTicks;
}

function beginning(): Command[] {
  const commands: Command[] = [];
  for (const currency of CURRENCIES) commands.push({ kind: 'configure_currency', currency });
  for (const market of MARKETS) commands.push({ kind: 'configure_market', market });
  for (const owner of OWNERS) {
    commands.push({ kind: 'open_account', owner });
    for (const { currencyId } of CURRENCIES) {
      commands.push({
        kind: 'post_entry',
        reason: 'faucet',
        reference: `begin:${owner}:${currencyId}`,
        currencyId,
        amount: amountMinor(FUNDS),
        source: { house: 'external' },
        target: { owner, account: 'coin' },
      });
    }
  }
  return commands;
}
