/**
 * Commands of a small house that sells futures, drawn from a seed. Prices jump so far that every multiple is liquidated,
 * some beyond the margin; amounts are so small that every rounding shows; house, insurance fund and owners have so little
 * that they often lack it. Samples are lost, late or without a price, and refused commands of every kind lie in between.
 */
import type { Command, IndexTick, OpenPosition, ShownFutures } from '@fairlead/engine';
import { amountMinor, type PriceE8, priceE8, ratePpm } from '@fairlead/units';
import type { TimedCommand } from './random-commands.ts';
import {
  beginning,
  CURRENCIES,
  MARKETS,
  OWNERS,
  STRANGER,
  termsOf,
} from './random-futures-terms.ts';
import { Seeded } from './seeded.ts';

const MULTIPLES = [2, 5, 10, 50, 100] as const;
const MIDDLE = 10_000_000_000n;
const TOO_MUCH = 2n ** 53n;
const SIDES = ['long', 'short'] as const;

export interface AskedPosition {
  readonly positionId: number;
  readonly owner: number;
  /** Of one that waits or holds. */
  readonly lots?: number;
}

export class RandomFutures {
  readonly #random: Seeded;
  /** Of its own, so that the other draws of a seed stay as they are. */
  readonly #shown: Seeded;
  readonly #pending: Command[] = beginning();
  /** Where each market's index is now. */
  readonly #prices = new Map<number, bigint>(MARKETS.map(({ marketId }) => [marketId, MIDDLE]));
  readonly #asked: AskedPosition[] = [];
  readonly #levels: (AskedPosition & { readonly levelId: number })[] = [];
  #timeMs = 50_000;
  #drawn = 0;

  readonly #live: () => readonly AskedPosition[];
  /** Absent: positions are not changed, as in what older versions drew. */
  readonly #changes: Seeded | undefined;

  /** `live` tells which positions wait or hold, so that most commands are about one of them. */
  constructor(
    seed: number,
    live: () => readonly AskedPosition[] = () => [],
    { withChanges = false } = {},
  ) {
    this.#changes = withChanges ? new Seeded(seed + 2_000) : undefined;
    this.#random = new Seeded(seed);
    this.#shown = new Seeded(seed + 1_000);
    this.#live = live;
  }

  next(): TimedCommand {
    this.#drawn += 1;
    const isChange = this.#pending.length === 0 && this.#changes?.chance(14) === true;
    const command = this.#pending.shift() ?? (isChange ? this.#change() : this.#draw());
    if (command.kind === 'open_position' || command.kind === 'reverse_position') {
      this.#asked.push({ positionId: this.#drawn, owner: command.owner });
    }
    if (command.kind === 'set_level' && command.levelId === undefined) {
      const { positionId, owner } = command;
      this.#levels.push({ positionId, owner, levelId: this.#drawn });
    }
    return { command, timeMs: this.#timeMs };
  }

  #draw(): Command {
    const random = this.#random;
    const second = Math.floor(this.#timeMs / 1_000);
    this.#timeMs += random.chance(1) ? random.below(14_000) : random.below(300);
    if (Math.floor(this.#timeMs / 1_000) > second) {
      for (const { marketId } of MARKETS) {
        if (!random.chance(4)) this.#pending.push(this.#tick(marketId));
      }
      const first = this.#pending.shift();
      if (first !== undefined) return first;
    }
    const dice = random.below(100);
    if (dice < 58) return this.#open();
    if (dice < 61) return { kind: 'cancel_position', ...this.#pickOne() };
    if (dice < 65) return { kind: 'close_position', ...this.#pickOne() };
    if (dice < 67) return this.#closeAll();
    if (dice < 74) return this.#setStops();
    if (dice < 83) return this.#transfer();
    if (dice < 92) return this.#post();
    if (dice < 94) return this.#configure();
    if (dice < 96) return this.#tick(this.#marketId());
    if (dice < 97) {
      return { kind: 'set_owner_state', owner: random.pick(OWNERS), isFrozen: random.chance(12) };
    }
    const state = random.chance(75) ? 'open' : random.pick(['halted', 'closed'] as const);
    return { kind: 'set_market_state', marketId: this.#marketId(), state };
  }

  /** Mostly a step of a few hundredths of a percent, now and then a jump, seldom a crash. */
  #tick(marketId: number): IndexTick {
    const random = this.#random;
    const dice = random.below(100);
    const steps = dice < 75 ? 10 : dice < 96 ? 250 : 5_000;
    const move = BigInt(random.below(2 * steps + 1) - steps);
    const price = (this.#price(marketId) * (10_000n + move)) / 10_000n + BigInt(random.below(7));
    const isFar = price < MIDDLE / 4n || price > 4n * MIDDLE;
    this.#prices.set(marketId, isFar ? MIDDLE : price);
    const late = random.chance(2) ? random.pick([1_000, 9_000, 11_000]) : 0;
    const sampleTimeMs = Math.floor(this.#timeMs / 1_000) * 1_000 - late;
    const tick = { kind: 'index_tick', marketId, sampleTimeMs } as const;
    if (random.chance(3)) return tick;
    const sampled = random.chance(1) ? priceE8(TOO_MUCH) : priceE8(this.#price(marketId));
    if (random.chance(2)) return { ...tick, price: sampled };
    const age = random.pick([0, 100, 900, 2_000, 2_000, 2_001]);
    return { ...tick, price: sampled, quotedAtMs: sampleTimeMs - age };
  }

  #open(): OpenPosition {
    const random = this.#random;
    const marketId = this.#marketId();
    const isLimit = random.chance(50);
    const shown = isLimit || random.chance(80) ? undefined : this.#near(marketId, 12);
    const reach = random.pick([5, 50, 300, 300, 2_500]);
    const limit = random.chance(2) ? random.pick([0n, 1n, TOO_MUCH]) : this.#near(marketId, reach);
    const [takeProfit, stopLoss] = this.#stops(marketId);
    return {
      kind: 'open_position',
      owner: random.chance(1) ? STRANGER : random.pick(OWNERS),
      marketId: random.chance(1) ? 77 : marketId,
      side: random.pick(SIDES),
      type: isLimit ? 'limit' : 'market',
      ...(isLimit ? { price: priceE8(limit) } : {}),
      ...(shown === undefined ? {} : { shownPrice: priceE8(shown) }),
      lots: random.chance(4) ? random.pick([0, 1, 400, 2_000]) : 1 + random.below(40),
      multiple: random.chance(1) ? 7 : random.pick(MULTIPLES),
      ...(takeProfit === undefined ? {} : { takeProfit }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
      ...(random.chance(15) ? { clientOrderId: `f${random.below(5)}` } : {}),
      ...(this.#shown.chance(8) && { shownTerms: this.#shownTerms() }),
    };
  }

  /** One of the terms, of which any may have become worse. */
  #shownTerms(): ShownFutures {
    const shown = this.#shown;
    return shown.pick<ShownFutures>([
      { openFeePpm: ratePpm(500n) },
      { closeFeePpm: ratePpm(500n) },
      { halfSpreadPpm: ratePpm(100n) },
      { maintenanceRatePpm: ratePpm(3_333n) },
      { profitCapMultiple: 3 },
      { lotBaseMinor: amountMinor(500n) },
    ]);
  }

  /** Take-profit and stop-loss, each now and then; half of them on the wrong side. */
  #stops(marketId: number, random = this.#random): (PriceE8 | undefined)[] {
    return [0, 1].map(() => {
      if (random.chance(85)) return undefined;
      const near = () => this.#near(marketId, 300, random);
      return priceE8(random.chance(2) ? random.pick([0n, TOO_MUCH]) : near());
    });
  }

  #setStops(): Command {
    const [takeProfit, stopLoss] = this.#stops(this.#marketId());
    return {
      kind: 'set_stops',
      ...this.#pickOne(),
      ...(takeProfit === undefined ? {} : { takeProfit }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
    };
  }

  /** What is done to one that is there: a part of it closed, margin added, reversed. */
  #change(): Command {
    const random = this.#changes ?? this.#random;
    const dice = random.below(140);
    if (dice >= 120) return this.#setLevel(random);
    if (dice >= 100) return this.#amend(random);
    if (dice < 35) {
      const few = 1 + random.below(random.pick([3, 12, 40]));
      const { lots: held = few, ...picked } = this.#pick(random);
      const nearlyAll = random.pick([held - 1, held, 0, 1_001]);
      return {
        kind: 'close_position',
        ...picked,
        lots: random.chance(25) ? nearlyAll : few,
      };
    }
    if (dice < 65) {
      const most = random.pick([0, 40, 400, 4_000]);
      const amount = amountMinor(BigInt(random.below(most + 1)));
      const { positionId, owner } = this.#pick(random);
      return { kind: 'add_margin', positionId, owner, amount };
    }
    return this.#reverse(random);
  }

  #amend(random: Seeded): Command {
    const marketId = this.#marketId(random);
    const { positionId, owner } = this.#pick(random);
    const [takeProfit, stopLoss] = this.#stops(marketId, random);
    const gain = random.chance(10) ? 'none' : takeProfit;
    return {
      kind: 'amend_position',
      positionId,
      owner,
      ...(random.chance(60) ? { price: priceE8(this.#near(marketId, 300, random)) } : {}),
      ...(random.chance(60) ? { lots: random.below(random.pick([2, 40, 1_200])) } : {}),
      ...(gain === undefined ? {} : { takeProfit: gain }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
    };
  }

  /** A new one, or one that was set lately: replaced, or taken back. */
  #setLevel(random: Seeded): Command {
    const marketId = this.#marketId(random);
    const known =
      this.#levels.length > 0 && random.chance(45)
        ? random.pick(this.#levels.slice(-3))
        : undefined;
    const { positionId, owner } = known ?? this.#pick(random);
    const levelId = known && random.chance(97) ? known.levelId : undefined;
    if (levelId !== undefined && random.chance(25)) {
      return { kind: 'remove_level', positionId, owner, levelId };
    }
    return {
      kind: 'set_level',
      positionId,
      owner,
      ...(levelId === undefined ? {} : { levelId }),
      stop: random.pick(['take_profit', 'stop_loss'] as const),
      price: priceE8(this.#near(marketId, random.pick([20, 300]), random)),
      lots: random.chance(5) ? random.pick([0, 1_001]) : 1 + random.below(9),
    };
  }

  #reverse(random: Seeded): Command {
    const marketId = this.#marketId(random);
    const [takeProfit, stopLoss] = this.#stops(marketId, random);
    const { positionId, owner } = this.#pick(random);
    return {
      kind: 'reverse_position',
      positionId,
      owner,
      ...(random.chance(8) ? { shownPrice: priceE8(this.#near(marketId, 12, random)) } : {}),
      ...(random.chance(30) ? { multiple: random.pick([...MULTIPLES, 2, 2, 7]) } : {}),
      ...(takeProfit === undefined ? {} : { takeProfit }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
      ...(random.chance(15) ? { clientOrderId: `f${random.below(5)}` } : {}),
      ...(random.chance(8) && { shownTerms: this.#shownTerms() }),
    };
  }

  #closeAll(): Command {
    const random = this.#random;
    return {
      kind: 'close_positions',
      owner: random.chance(2) ? STRANGER : random.pick(OWNERS),
      ...(random.chance(60) ? { marketIds: this.#someMarkets() } : {}),
      ...(random.chance(50) ? { side: random.pick(SIDES) } : {}),
    };
  }

  /** One or two that are known, or one that is not. */
  #someMarkets(): number[] {
    const random = this.#random;
    if (random.chance(5)) return [77];
    return random.chance(50) ? [this.#marketId()] : [this.#marketId(), this.#marketId()];
  }

  #pickOne(): Pick<AskedPosition, 'positionId' | 'owner'> {
    const { positionId, owner } = this.#pick();
    return { positionId, owner };
  }

  /** One that waits or holds, or one of the latest; now and then somebody else's. */
  #pick(random = this.#random): AskedPosition {
    const live = this.#live();
    const asked = live.length > 0 && random.chance(85) ? live : this.#asked.slice(-20);
    if (asked.length === 0) return { positionId: 1, owner: random.pick(OWNERS) };
    const { owner, ...picked } = random.pick(asked);
    return { ...picked, owner: random.chance(4) ? random.pick(OWNERS) : owner };
  }

  #transfer(): Command {
    const random = this.#random;
    const isOut = random.chance(55);
    return {
      kind: 'transfer',
      owner: random.pick(OWNERS),
      source: isOut ? 'contract' : 'coin',
      target: isOut ? 'coin' : 'contract',
      currencyId: random.pick(CURRENCIES).currencyId,
      amount: amountMinor(BigInt(random.below(20_000))),
    };
  }

  /** Capital comes and goes, as far as nothing is promised with it. */
  #post(): Command {
    const random = this.#random;
    const isIn = random.chance(55);
    const account = random.pick([
      { house: 'contract_house' },
      { house: 'insurance_fund' },
      { owner: random.pick(OWNERS), account: 'contract' },
    ] as const);
    const most = 'house' in account && account.house === 'contract_house' ? 150_000 : 8_000;
    return {
      kind: 'post_entry',
      reason: 'capital',
      reference: `drawn ${this.#drawn}`,
      currencyId: random.pick(CURRENCIES).currencyId,
      amount: amountMinor(BigInt(1 + random.below(most))),
      source: isIn ? { house: 'external' } : account,
      target: isIn ? account : { house: 'capital' },
    };
  }

  #configure(): Command {
    const random = this.#random;
    const marketId = random.chance(4) ? 77 : this.#marketId();
    return { kind: 'configure_futures', terms: termsOf(random, marketId) };
  }

  /** A price at most so many hundredths of a percent from the index. */
  #near(marketId: number, most: number, random = this.#random): bigint {
    const move = BigInt(random.below(2 * most + 1) - most);
    return (this.#price(marketId) * (10_000n + move)) / 10_000n;
  }

  #price(marketId: number): bigint {
    return this.#prices.get(marketId) ?? MIDDLE;
  }

  #marketId(random = this.#random): number {
    return random.pick(MARKETS).marketId;
  }
}
