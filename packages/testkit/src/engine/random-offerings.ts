/**
 * Commands of a small house that sells new currencies, drawn from a seed. Hours pass, so that offerings begin, close and
 * launch among them; operators decide late, schedules run seldom; totals, supply and purses are small, so that the last
 * units are asked for again and again. Markets of what is sold are opened too early and in time.
 */
import type { Command, Currency, Market, Offering } from '@fairlead/engine';
import { amountMinor, HOUR_MS, priceE8 } from '@fairlead/units';
import type { TimedCommand } from './random-commands.ts';
import { Seeded } from './seeded.ts';
import { BTC, BTC_USDT, USDT } from './terms.ts';

/** Three decimals, so that a unit costs no whole number of units. */
const NEW: Currency = { ...BTC, currencyId: 4, name: 'NEW', fullName: 'New coin', scale: 3 };
const ODD: Currency = { ...BTC, currencyId: 5, name: 'ODD', fullName: 'Odd coin', scale: 0 };
const NEW_USDT: Market = {
  ...BTC_USDT,
  marketId: 4,
  symbol: 'NEW/USDT',
  baseCurrencyId: NEW.currencyId,
  lotBaseMinor: amountMinor(1n),
  state: 'closed',
};
/** What is sold is the quote here. */
const BTC_ODD: Market = {
  ...BTC_USDT,
  marketId: 5,
  symbol: 'BTC/ODD',
  quoteCurrencyId: ODD.currencyId,
  tickSizeE8: 100_000_000n,
  lotBaseMinor: amountMinor(100_000_000n),
  tickLotQuoteMinor: amountMinor(1n),
  state: 'closed',
};
const MARKETS = [NEW_USDT, BTC_ODD] as const;
const CURRENCIES = [BTC, USDT, NEW, ODD] as const;
const OWNERS = [61, 62, 63, 64] as const;
/** Offerings that are on at once; each that is over is followed by one with a higher id. */
const AT_ONCE = 3;
const STRANGER = 99;
const UNKNOWN = 77;

export class RandomOfferings {
  readonly #random: Seeded;
  readonly #pending: Command[] = [];
  readonly #asked: number[] = [];
  readonly #live: () => readonly number[];
  /** The terms first drawn of what is on, from which changes differ little. */
  readonly #terms: Offering[] = [];
  #timeMs = Date.UTC(2027, 1, 28, 20);
  #drawn = 0;
  #offered = 0;

  /** `live` tells which subscriptions are under review, so that most decisions are about one of them. */
  constructor(seed: number, live: () => readonly number[] = () => []) {
    this.#random = new Seeded(seed);
    this.#live = live;
    this.#pending = beginning();
    for (let at = 0; at < AT_ONCE; at += 1) {
      this.#pending.push({ kind: 'configure_offering', offering: this.#fresh(at) });
    }
  }

  next(): TimedCommand {
    this.#drawn += 1;
    const first = this.#pending.shift();
    if (first !== undefined) return { command: first, timeMs: this.#timeMs };
    if (this.#random.chance(60)) this.#timeMs += this.#random.below(HOUR_MS / 3);
    const command = this.#draw();
    if (command.kind === 'subscribe') {
      this.#asked.push(this.#drawn);
      if (this.#asked.length > 12) this.#asked.shift();
    }
    return { command, timeMs: this.#timeMs };
  }

  #draw(): Command {
    const random = this.#random;
    const dice = random.below(100);
    if (dice < 42) return this.#subscribe();
    if (dice < 54) return this.#decide();
    if (dice < 60) return { kind: 'run_schedules', max: random.pick([0, 1, 1, 3, 50]) };
    if (dice < 67) return this.#transfer();
    if (dice < 78) return this.#post();
    if (dice < 88) return this.#configure();
    if (dice < 95) return this.#setMarket();
    return { kind: 'set_owner_state', owner: random.pick(OWNERS), isFrozen: random.chance(25) };
  }

  #subscribe(): Command {
    const random = this.#random;
    return {
      kind: 'subscribe',
      owner: random.chance(1) ? STRANGER : random.pick(OWNERS),
      offeringId: random.chance(1) ? UNKNOWN * UNKNOWN : random.pick(this.#terms).offeringId,
      amount: amountMinor(BigInt(random.below(14)) - 1n),
    };
  }

  #decide(): Command {
    const random = this.#random;
    const live = this.#live();
    const known = live.length > 0 && random.chance(85) ? live : this.#asked;
    const isKnown = known.length > 0 && random.chance(95);
    return {
      kind: 'decide_subscription',
      subscriptionId: isKnown ? random.pick(known) : random.below(2 * this.#drawn),
      operatorId: random.chance(6) ? 0 : 1 + random.below(3),
      decision: random.chance(55) ? 'passed' : 'rejected',
      ...(random.chance(30) ? { reason: random.chance(10) ? '' : `drawn ${this.#drawn}` } : {}),
    };
  }

  /** What is frozen cannot leave. */
  #transfer(): Command {
    const random = this.#random;
    const isOut = random.chance(50);
    return {
      kind: 'transfer',
      owner: random.pick(OWNERS),
      source: isOut ? 'coin' : 'trust',
      target: isOut ? 'trust' : 'coin',
      currencyId: random.pick(CURRENCIES).currencyId,
      amount: amountMinor(BigInt(random.below(40))),
    };
  }

  /** The supply is filled and emptied, as far as it is not asked for; purses are filled. */
  #post(): Command {
    const random = this.#random;
    const isSupply = random.chance(60);
    const isIn = !isSupply || random.chance(60);
    const inside = isSupply
      ? ({ house: 'subscription_supply' } as const)
      : ({ owner: random.pick(OWNERS), account: 'coin' } as const);
    const currencyId = isSupply ? random.pick([4, 5]) : random.pick([1, 3]);
    return {
      kind: 'post_entry',
      reason: 'capital',
      reference: `drawn ${this.#drawn}`,
      currencyId,
      amount: amountMinor(BigInt(1 + random.below(isSupply ? 40 : 12_000))),
      source: isIn ? { house: 'external' } : inside,
      target: isIn ? inside : { house: 'capital' },
    };
  }

  #configure(): Command {
    const random = this.#random;
    const at = this.#terms.findIndex(({ closesAtMs }) => this.#timeMs >= closesAtMs);
    const isNext = at >= 0 && random.chance(60);
    const offering = isNext ? this.#fresh(at) : this.#changed(random.pick(this.#terms));
    return { kind: 'configure_offering', offering };
  }

  #fresh(at: number): Offering {
    const random = this.#random;
    const startsAtMs = this.#timeMs + random.below(HOUR_MS);
    const closesAtMs = startsAtMs + HOUR_MS + random.below(8 * HOUR_MS);
    this.#offered += 1;
    const offering: Offering = {
      offeringId: this.#offered,
      currencyId: at === 2 ? ODD.currencyId : NEW.currencyId,
      paymentCurrencyId: at === 0 ? USDT.currencyId : BTC.currencyId,
      issuePrice: priceE8(random.pick([33_333_333n, 1n, 10_000_001n, 777n])),
      totalMinor: amountMinor(BigInt(random.pick([20, 25, 60]))),
      minMinor: amountMinor(BigInt(random.pick([1, 1, 3]))),
      maxMinor: amountMinor(BigInt(random.pick([8, 13, 20]))),
      lockupDays: random.pick([0, 0, 1, 2]),
      startsAtMs,
      closesAtMs,
      launchesAtMs: closesAtMs + random.pick([0, 1, HOUR_MS, 5 * HOUR_MS]),
      isOpen: true,
    };
    this.#terms[at] = offering;
    return offering;
  }

  /** One term differs, which is not always allowed. */
  #changed(known: Offering): Offering {
    const random = this.#random;
    const { totalMinor, closesAtMs, launchesAtMs, issuePrice, isOpen } = known;
    const changes: readonly Partial<Offering>[] = [
      { isOpen: !isOpen },
      { isOpen },
      { isOpen },
      { totalMinor: amountMinor(totalMinor + BigInt(random.below(21)) - 8n) },
      { closesAtMs: closesAtMs + random.below(2 * HOUR_MS) - HOUR_MS },
      { launchesAtMs: launchesAtMs + random.below(2 * HOUR_MS) },
      { issuePrice: priceE8(issuePrice + 1n) },
      { maxMinor: amountMinor(BigInt(random.pick([0, 13, 20]))) },
      { paymentCurrencyId: random.pick([1, 3, 4, UNKNOWN]) },
    ];
    return { ...known, ...random.pick(changes) };
  }

  #setMarket(): Command {
    const random = this.#random;
    const market = random.pick(MARKETS);
    const state = random.pick(['open', 'halted', 'closed', 'closed', 'closed'] as const);
    if (random.chance(30)) return { kind: 'configure_market', market: { ...market, state } };
    return { kind: 'set_market_state', marketId: market.marketId, state };
  }
}

function beginning(): Command[] {
  const commands: Command[] = [];
  for (const currency of CURRENCIES) commands.push({ kind: 'configure_currency', currency });
  for (const market of MARKETS) commands.push({ kind: 'configure_market', market });
  for (const { currencyId } of [NEW, ODD]) {
    commands.push({
      kind: 'post_entry',
      reason: 'capital',
      reference: `begin ${currencyId}`,
      currencyId,
      amount: amountMinor(60n),
      source: { house: 'external' },
      target: { house: 'subscription_supply' },
    });
  }
  for (const owner of OWNERS) {
    commands.push({ kind: 'open_account', owner });
    for (const { currencyId } of [USDT, BTC]) {
      commands.push({
        kind: 'post_entry',
        reason: 'faucet',
        reference: `begin ${owner} ${currencyId}`,
        currencyId,
        amount: amountMinor(20_000n),
        source: { house: 'external' },
        target: { owner, account: 'coin' },
      });
    }
  }
  return commands;
}
