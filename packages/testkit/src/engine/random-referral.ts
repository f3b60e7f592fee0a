/**
 * Commands of a small exchange on which most users were invited, drawn from a seed: orders, positions and options of all of
 * them in two markets, new users whom others invite, levels and partners that change, and pay-outs in small parts. Hours pass
 * now and then, so that a day ends amid trading.
 */
import type { Command, FuturesTerms, IndexTick, OptionTerms, PlaceOrder } from '@fairlead/engine';
import {
  amountMinor,
  HOUR_MS,
  type PriceTicks,
  priceE8,
  type QuantityLots,
  ratePpm,
} from '@fairlead/units';
import type { TimedCommand } from './random-commands.ts';
import { Seeded } from './seeded.ts';
import { BTC, BTC_USDT, ETH, ETH_BTC, USDT } from './terms.ts';

/** One pays in dollars, one in bitcoin. */
const MARKETS = [BTC_USDT, ETH_BTC] as const;
const CURRENCIES = [BTC, ETH, USDT] as const;
const FIRST_OWNER = 71;
const STRANGER = 999;
/** In ticks, the same in both markets. */
const MIDDLE = 10_000;
const NO_RATIO = -1n;
const FUNDS = 400_000_000_000n;

export class RandomReferral {
  readonly #random: Seeded;
  readonly #pending: Command[] = beginning();
  #timeMs = Date.UTC(2028, 1, 28, 22);
  #drawn = 0;
  /** Owners have ids from FIRST_OWNER on. */
  #owners = 0;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
    this.#tickAll();
    for (let at = 0; at < 3; at += 1) this.#pending.push(...this.#newOwner());
  }

  next(): TimedCommand {
    this.#drawn += 1;
    const command = this.#pending.shift() ?? this.#draw();
    return { command, timeMs: this.#timeMs };
  }

  #draw(): Command {
    const random = this.#random;
    const second = Math.floor(this.#timeMs / 1_000);
    this.#timeMs += random.chance(1) ? random.below(14 * HOUR_MS) : random.below(400);
    if (Math.floor(this.#timeMs / 1_000) > second) {
      this.#tickAll();
      const first = this.#pending.shift();
      if (first !== undefined) return first;
    }
    const dice = random.below(100);
    if (dice < 50) return this.#place();
    if (dice < 64) return this.#openPosition();
    if (dice < 70) return { kind: 'close_positions', owner: this.#owner() };
    if (dice < 84) return this.#buyOption();
    if (dice < 89) return { kind: 'run_schedules', max: random.pick([0, 1, 1, 2, 50]) };
    if (dice < 92) return this.#openAccount();
    if (dice < 95) return this.#setPartner();
    if (dice < 97) return this.#configure();
    if (dice < 98) return this.#seize();
    return { kind: 'set_owner_state', owner: this.#owner(), isFrozen: random.chance(20) };
  }

  #tickAll(): void {
    for (const { marketId, tickSizeE8 } of MARKETS) {
      if (this.#random.chance(4)) continue;
      const ticks = BigInt(MIDDLE - 60 + this.#random.below(121));
      this.#pending.push(this.#tick(marketId, ticks * tickSizeE8));
    }
  }

  #tick(marketId: number, price: bigint): IndexTick {
    const sampleTimeMs = Math.floor(this.#timeMs / 1_000) * 1_000;
    const tick = { kind: 'index_tick', marketId, sampleTimeMs } as const;
    return { ...tick, quotedAtMs: sampleTimeMs, price: priceE8(price) };
  }

  #place(): PlaceOrder {
    const random = this.#random;
    return {
      kind: 'place_order',
      owner: this.#owner(),
      marketId: random.pick(MARKETS).marketId,
      side: random.pick(['buy', 'sell'] as const),
      type: 'limit',
      timeInForce: random.pick(['gtc', 'gtc', 'ioc'] as const),
      price: (MIDDLE - 8 + random.below(17)) as PriceTicks,
      quantity: (1 + random.below(9)) as QuantityLots,
    };
  }

  #openPosition(): Command {
    const random = this.#random;
    const isLimit = random.chance(40);
    const { marketId, tickSizeE8 } = random.pick(MARKETS);
    const price = BigInt(MIDDLE - 40 + random.below(81)) * tickSizeE8;
    return {
      kind: 'open_position',
      owner: this.#owner(),
      marketId,
      side: random.pick(['long', 'short'] as const),
      multiple: random.pick([2, 50]),
      lots: 1 + random.below(40),
      ...(isLimit ? { type: 'limit', price: priceE8(price) } : { type: 'market' }),
    };
  }

  #buyOption(): Command {
    const random = this.#random;
    const { marketId, quoteCurrencyId: currencyId } = random.pick(MARKETS);
    return {
      kind: 'buy_option',
      owner: this.#owner(),
      marketId,
      currencyId,
      direction: random.pick(['rise', 'fall'] as const),
      seconds: 5,
      stake: amountMinor(BigInt(1 + random.below(700))),
    };
  }

  /** New ones, whom somebody invited; old ones again, by another; and impossible ones. */
  #openAccount(): Command {
    const random = this.#random;
    if (random.chance(30))
      return { kind: 'open_account', owner: this.#owner(), inviter: this.#owner() };
    const owner = FIRST_OWNER + this.#owners;
    if (random.chance(20)) return { kind: 'open_account', owner, inviter: owner };
    if (random.chance(20)) return { kind: 'open_account', owner, inviter: STRANGER };
    const [first, ...others] = this.#newOwner();
    this.#pending.push(...others);
    return first;
  }

  #newOwner(): [Command, ...Command[]] {
    const random = this.#random;
    const owner = FIRST_OWNER + this.#owners;
    const inviter = this.#owners > 0 && random.chance(90) ? { inviter: this.#owner() } : {};
    this.#owners += 1;
    const grants: Command[] = [];
    for (const account of ['coin', 'contract', 'option'] as const) {
      for (const { currencyId } of CURRENCIES) {
        grants.push({
          kind: 'post_entry',
          reason: 'faucet',
          reference: `${owner} ${account} ${currencyId}`,
          currencyId,
          amount: amountMinor(FUNDS),
          source: { house: 'external' },
          target: { owner, account },
        });
      }
    }
    return [{ kind: 'open_account', owner, ...inviter }, ...grants];
  }

  #setPartner(): Command {
    const random = this.#random;
    const ratioPpm = random.pick([0n, 1n, 333_333n, 500_000n, 500_001n, NO_RATIO, NO_RATIO]);
    const owner = random.chance(5) ? STRANGER : this.#owner();
    const partner = { kind: 'set_partner', owner } as const;
    return ratioPpm === NO_RATIO ? partner : { ...partner, ratioPpm: ratePpm(ratioPpm) };
  }

  #configure(): Command {
    const random = this.#random;
    const ratio = () => ratePpm(random.pick([0n, 77_777n, 200_000n, 456_789n, 500_000n]));
    const levels = [
      { needs: random.chance(10) ? 1 : 0, ratioPpm: ratio() },
      { needs: 1 + random.below(2), ratioPpm: ratio() },
      { needs: 2 + random.below(3), ratioPpm: ratio() },
    ];
    return { kind: 'configure_referral', terms: { levels: levels.slice(0, 1 + random.below(3)) } };
  }

  /** What is owed to inviters is out of everybody's reach. */
  #seize(): Command {
    const rebates = { house: 'referral_rebates' } as const;
    return {
      kind: 'post_entry',
      reason: 'correction',
      reference: `drawn ${this.#drawn}`,
      currencyId: USDT.currencyId,
      amount: amountMinor(1n),
      ...(this.#random.chance(50)
        ? { source: rebates, target: { house: 'fees' } }
        : { source: { house: 'external' }, target: rebates }),
    };
  }

  #owner(): number {
    return FIRST_OWNER + this.#random.below(this.#owners);
  }
}

/** Lots and rates so small that most fees are a few units, of which the insurance fund has the greater part. */
const FUTURES: Omit<FuturesTerms, 'marketId'> = {
  lotBaseMinor: amountMinor(40n),
  lotsMin: 1,
  lotsMax: 1_000,
  multiples: [2, 50].map((multiple) => ({
    multiple,
    maintenanceRatePpm: ratePpm(5_000n),
    notionalMaxMinor: amountMinor(1_000_000_000n),
  })),
  openFeePpm: ratePpm(9_000n),
  closeFeePpm: ratePpm(7_000n),
  insuranceSharePpm: ratePpm(650_000n),
  halfSpreadPpm: ratePpm(1_000n),
  priceStepE8: 1n,
  profitCapMultiple: 5,
  openInterestMaxMinor: amountMinor(1_000_000_000n),
  positionsMax: 4,
  isOpen: true,
};

const OPTIONS: Omit<OptionTerms, 'marketId'> = {
  times: [
    {
      seconds: 5,
      payoutRatioPpm: ratePpm(1_000_000n),
      minMinor: amountMinor(1n),
      maxMinor: amountMinor(1_000n),
    },
  ],
  exposureMaxMinor: amountMinor(1_000_000n),
  ordersMax: 50,
  isOpen: true,
};

function beginning(): Command[] {
  const commands: Command[] = [];
  for (const currency of CURRENCIES) commands.push({ kind: 'configure_currency', currency });
  for (const market of MARKETS) {
    const { marketId, quoteCurrencyId: currencyId } = market;
    const makerFeePpm = ratePpm(1_003n);
    commands.push(
      { kind: 'configure_market', market: { ...market, makerFeePpm } },
      { kind: 'configure_futures', terms: { ...FUTURES, marketId } },
      { kind: 'configure_options', terms: { ...OPTIONS, marketId } },
      {
        kind: 'configure_option_currency',
        currency: { currencyId, feePpm: ratePpm(13_000n), presets: [], isOpen: true },
      },
    );
    for (const house of ['contract_house', 'option_house'] as const) {
      commands.push({
        kind: 'post_entry',
        reason: 'capital',
        reference: `${house} ${currencyId}`,
        currencyId,
        amount: amountMinor(FUNDS),
        source: { house: 'external' },
        target: { house },
      });
    }
  }
  return commands;
}
