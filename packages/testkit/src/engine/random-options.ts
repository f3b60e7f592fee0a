/**
 * Commands of a small house that sells options, drawn from a seed. Each whole second brings a sample of each market,
 * but for those that are lost, late or without a price, alone or for a while; prices are few, so that deliveries come
 * out even; the house has little, so that it often refuses. Refused commands of every kind lie in between.
 */
import type { BuyOption, Command, IndexTick, Market, OptionTime } from '@fairlead/engine';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import type { TimedCommand } from './random-commands.ts';
import { Seeded } from './seeded.ts';
import { BTC, BTC_USDT, ETH, ETH_BTC, ETH_USDT, USDT } from './terms.ts';

const OWNERS = [31, 32, 33] as const;
const STRANGER = 99;
const MARKETS: readonly Market[] = [BTC_USDT, ETH_USDT, ETH_BTC];
const CURRENCIES = [BTC, ETH, USDT] as const;
/** The last of them is no time that is offered. */
const SECONDS = [5, 5, 7, 12, 30, 61, 6] as const;
const MIDDLE = 10_000_000n;
const FALLEN = MIDDLE - 6_000n;
const RISEN = MIDDLE + 6_000n;
const PRICES = [FALLEN, MIDDLE, MIDDLE, MIDDLE, MIDDLE, MIDDLE + 4_000n, RISEN] as const;
const TOO_MUCH = 2n ** 53n;

export class RandomOptions {
  readonly #random: Seeded;
  readonly #pending: Command[] = beginning();
  #timeMs = 50_000;
  #drawn = 0;
  /** Until when there are no samples at all. */
  #downUntilMs = 0;
  /** Until when no second has a price, and whose doing that is. */
  #staleUntilMs = 0;
  #isDisputed = false;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
  }

  next(): TimedCommand {
    this.#drawn += 1;
    const command = this.#pending.shift() ?? this.#draw();
    return { command, timeMs: this.#timeMs };
  }

  #draw(): Command {
    const random = this.#random;
    const second = Math.floor(this.#timeMs / 1_000);
    this.#timeMs += random.chance(1) ? random.below(9_000) : random.below(300);
    if (Math.floor(this.#timeMs / 1_000) > second) {
      this.#sampleAll();
      const first = this.#pending.shift();
      if (first !== undefined) return first;
    }
    const dice = random.below(100);
    if (dice < 62) return this.#buy();
    if (dice < 68) return { kind: 'settle_due' };
    if (dice < 80) return this.#transfer();
    if (dice < 88) return this.#post();
    if (dice < 91) return this.#configure();
    if (dice < 93) return this.#configureCurrency();
    if (dice < 95) return this.#again();
    if (dice < 97) {
      return { kind: 'set_owner_state', owner: random.pick(OWNERS), isFrozen: random.chance(10) };
    }
    const state = random.pick([
      'open',
      'open',
      'open',
      'open',
      'open',
      'halted',
      'closed',
    ] as const);
    return { kind: 'set_market_state', marketId: this.#marketId(), state };
  }

  #sampleAll(): void {
    const random = this.#random;
    if (random.chance(1)) this.#downUntilMs = this.#timeMs + random.below(12_000);
    if (random.chance(3)) {
      this.#staleUntilMs = this.#timeMs + random.below(9_000);
      this.#isDisputed = random.chance(60);
    }
    if (this.#timeMs < this.#downUntilMs) return;
    for (const { marketId } of MARKETS) {
      if (!random.chance(3)) this.#pending.push(this.#tick(marketId));
    }
  }

  #tick(marketId: number): IndexTick {
    const random = this.#random;
    const sampleTimeMs = Math.floor(this.#timeMs / 1_000) * 1_000;
    const tick = { kind: 'index_tick', marketId, sampleTimeMs } as const;
    const isStale = this.#timeMs < this.#staleUntilMs;
    const isDisputed = isStale ? this.#isDisputed : random.chance(50);
    if (isStale || random.chance(4)) return isDisputed ? { ...tick, isMarketStale: true } : tick;
    const price = priceE8(random.chance(1) ? TOO_MUCH : random.pick(PRICES));
    if (random.chance(2)) return { ...tick, price };
    const age = random.pick([0, 100, 900, 900, 2_000, 2_000, 2_001]);
    return { ...tick, price, quotedAtMs: sampleTimeMs - age };
  }

  /** A second that was sampled before. */
  #again(): Command {
    return this.#tick(this.#marketId());
  }

  #buy(): BuyOption {
    const random = this.#random;
    const market = random.pick(MARKETS);
    const shown = random.pick([...PRICES, MIDDLE + 1_000n]);
    const { currencyId } = random.chance(3) ? random.pick(CURRENCIES) : { currencyId: undefined };
    return {
      kind: 'buy_option',
      owner: this.#owner(),
      marketId: random.chance(1) ? 77 : market.marketId,
      currencyId: random.chance(1) ? 77 : (currencyId ?? market.quoteCurrencyId),
      direction: random.pick(['rise', 'fall'] as const),
      seconds: random.pick(SECONDS),
      stake: amountMinor(BigInt(random.below(28)) - 1n),
      ...(random.chance(50) ? { shownPrice: priceE8(shown) } : {}),
    };
  }

  #transfer(): Command {
    const random = this.#random;
    const isOut = random.chance(40);
    return {
      kind: 'transfer',
      owner: this.#owner(),
      source: isOut ? 'option' : 'coin',
      target: isOut ? 'coin' : 'option',
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(random.below(60))),
    };
  }

  /** Capital of the house comes and goes, as far as it is not set aside; the escrow is out of reach. */
  #post(): Command {
    const random = this.#random;
    const isIn = random.chance(60);
    const account = { house: random.chance(10) ? 'option_escrow' : 'option_house' } as const;
    return {
      kind: 'post_entry',
      reason: 'capital',
      reference: `house ${this.#drawn}`,
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(1 + random.below(isIn ? 80 : 240))),
      source: isIn ? { house: 'external' } : account,
      target: isIn ? account : { house: 'capital' },
    };
  }

  #configure(): Command {
    const random = this.#random;
    return {
      kind: 'configure_options',
      terms: {
        marketId: random.chance(5) ? 77 : this.#marketId(),
        times: timesOf(random),
        exposureMaxMinor: amountMinor(BigInt(random.pick([30, 90, 400]))),
        ordersMax: random.pick([2, 6, 40]),
        isOpen: !random.chance(5),
      },
    };
  }

  #configureCurrency(): Command {
    const random = this.#random;
    return {
      kind: 'configure_option_currency',
      currency: {
        currencyId: this.#currencyId(),
        feePpm: ratePpm(random.pick([0n, 10_000n, 33_333n, 50_000n])),
        presets: [],
        isOpen: !random.chance(5),
      },
    };
  }

  #owner(): number {
    return this.#random.chance(1) ? STRANGER : this.#random.pick(OWNERS);
  }

  #marketId(): number {
    return this.#random.pick(MARKETS).marketId;
  }

  #currencyId(): number {
    return this.#random.chance(1) ? 77 : this.#random.pick(CURRENCIES).currencyId;
  }
}

function timesOf(random: Seeded): OptionTime[] {
  return [5, 7, 12, 30, 61].map((seconds) => ({
    seconds,
    payoutRatioPpm: ratePpm(random.pick([500_000n, 750_001n, 1_000_000n])),
    minMinor: amountMinor(BigInt(random.pick([2, 5]))),
    maxMinor: amountMinor(BigInt(random.pick([20, 40]))),
  }));
}

function beginning(): Command[] {
  const commands: Command[] = [];
  const random = new Seeded(0);
  const grant = (reference: string, currencyId: number, target: 'house' | number): Command => ({
    kind: 'post_entry',
    reason: 'capital',
    reference,
    currencyId,
    amount: amountMinor(target === 'house' ? 150n : 130n),
    source: { house: 'external' },
    target: target === 'house' ? { house: 'option_house' } : { owner: target, account: 'option' },
  });
  for (const currency of CURRENCIES) commands.push({ kind: 'configure_currency', currency });
  for (const market of MARKETS) {
    commands.push({ kind: 'configure_market', market });
    commands.push({
      kind: 'configure_options',
      terms: {
        marketId: market.marketId,
        times: timesOf(random),
        exposureMaxMinor: amountMinor(200n),
        ordersMax: 10,
        isOpen: true,
      },
    });
  }
  for (const { currencyId } of CURRENCIES) {
    const currency = { currencyId, feePpm: ratePpm(10_000n), presets: [], isOpen: true };
    commands.push({ kind: 'configure_option_currency', currency });
    commands.push(grant(`begin ${currencyId}`, currencyId, 'house'));
  }
  for (const owner of OWNERS) {
    commands.push({ kind: 'open_account', owner });
    for (const { currencyId } of CURRENCIES) {
      commands.push(grant(`begin ${owner} ${currencyId}`, currencyId, owner));
    }
  }
  return commands;
}
