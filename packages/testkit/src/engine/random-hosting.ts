/**
 * Commands of a small house that hosts funds, drawn from a seed. Hours pass, sometimes days; now and then it is exactly the
 * time at which a day of some order is due. Schedules are run seldom and in small parts, so that orders are redeemed with
 * days outstanding, at and after their completion. The house has little, so that it often refuses.
 */
import type { Command } from '@fairlead/engine';
import { amountMinor, DAY_MS, HOUR_MS, ratePpm } from '@fairlead/units';
import type { TimedCommand } from './random-commands.ts';
import { Seeded } from './seeded.ts';
import { BTC, USDT } from './terms.ts';

const OWNERS = [41, 42, 43] as const;
const STRANGER = 99;
const CURRENCIES = [BTC, USDT] as const;
/** Odd ones are of BTC. */
const PRODUCTS = [1, 2, 3, 4] as const;
const UNKNOWN = 77;

/** A purchase that was drawn, whether it was taken or not: its command's sequence is the order's id. */
interface Drawn {
  readonly id: number;
  readonly owner: number;
  readonly paidAtMs: number;
}

export class RandomHosting {
  readonly #random: Seeded;
  readonly #pending: Command[] = beginning();
  readonly #bought: Drawn[] = [];
  #timeMs = Date.UTC(2027, 11, 30, 22);
  #drawn = 0;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
  }

  next(): TimedCommand {
    this.#drawn += 1;
    const first = this.#pending.shift();
    if (first !== undefined) return { command: first, timeMs: this.#timeMs };
    this.#wait();
    const command = this.#draw();
    if (command.kind === 'buy_hosting') {
      this.#bought.push({ id: this.#drawn, owner: command.owner, paidAtMs: this.#timeMs });
      if (this.#bought.length > 15) this.#bought.shift();
    }
    return { command, timeMs: this.#timeMs };
  }

  #wait(): void {
    const random = this.#random;
    if (random.chance(25)) return;
    const bought = random.chance(12) && this.#bought.length > 0 && random.pick(this.#bought);
    if (bought) {
      const days = Math.ceil((this.#timeMs - bought.paidAtMs) / DAY_MS);
      const offset = random.pick([-1, 0, 0, 0, 1]);
      this.#timeMs = Math.max(this.#timeMs, bought.paidAtMs + days * DAY_MS + offset);
    } else if (random.chance(1)) this.#timeMs += random.below(5 * DAY_MS);
    else this.#timeMs += random.below(3 * HOUR_MS);
  }

  #draw(): Command {
    const random = this.#random;
    const dice = random.below(100);
    if (dice < 34) return this.#buy();
    if (dice < 50) return this.#redeem();
    if (dice < 68) return { kind: 'run_schedules', max: random.pick([0, 1, 1, 2, 3, 50]) };
    if (dice < 80) return this.#transfer();
    if (dice < 90) return this.#post();
    if (dice < 97) return this.#configure();
    return { kind: 'set_owner_state', owner: random.pick(OWNERS), isFrozen: random.chance(30) };
  }

  /** Half of the amounts are round, so that a capacity is reached exactly. */
  #buy(): Command {
    const random = this.#random;
    const amount = random.chance(50) ? 100 * random.below(13) : random.below(1_300) - 10;
    return {
      kind: 'buy_hosting',
      owner: this.#owner(),
      productId: random.chance(2) ? UNKNOWN : random.pick(PRODUCTS),
      amount: amountMinor(BigInt(amount)),
    };
  }

  /** Mostly an order of the owner's own; sometimes another's, or no order at all. */
  #redeem(): Command {
    const random = this.#random;
    const bought = this.#bought.length > 0 && random.chance(95) && random.pick(this.#bought);
    const hostingId = bought ? bought.id : random.below(2 * this.#drawn);
    const owner = bought && random.chance(90) ? bought.owner : this.#owner();
    return { kind: 'redeem_hosting', owner, hostingId };
  }

  /** What is locked cannot leave. */
  #transfer(): Command {
    const random = this.#random;
    const isOut = random.chance(40);
    return {
      kind: 'transfer',
      owner: this.#owner(),
      source: isOut ? 'trust' : 'coin',
      target: isOut ? 'coin' : 'trust',
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(random.below(3_000))),
    };
  }

  /** The treasury is filled and emptied, as far as nothing is promised. */
  #post(): Command {
    const random = this.#random;
    const isIn = random.chance(55);
    const treasury = { house: 'yield_treasury' } as const;
    return {
      kind: 'post_entry',
      reason: 'capital',
      reference: `treasury ${this.#drawn}`,
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(1 + random.below(isIn ? 80 : 240))),
      source: isIn ? { house: 'external' } : treasury,
      target: isIn ? treasury : { house: 'capital' },
    };
  }

  #configure(): Command {
    const random = this.#random;
    const productId = random.pick(PRODUCTS);
    const command = configured(random, productId, !random.chance(12));
    if (random.chance(90)) return command;
    const currencyId = random.pick([BTC.currencyId, USDT.currencyId, UNKNOWN]);
    return { ...command, product: { ...command.product, currencyId } };
  }

  #owner(): number {
    return this.#random.chance(1) ? STRANGER : this.#random.pick(OWNERS);
  }

  #currencyId(): number {
    return this.#random.chance(1) ? UNKNOWN : this.#random.pick(CURRENCIES).currencyId;
  }
}

function configured(random: Seeded, productId: number, isOpen: boolean) {
  return {
    kind: 'configure_hosting',
    product: {
      productId,
      currencyId: productId % 2 === 1 ? BTC.currencyId : USDT.currencyId,
      days: random.pick([1, 2, 3, 7, 11]),
      minMinor: amountMinor(BigInt(random.pick([7, 60, 250]))),
      maxMinor: amountMinor(BigInt(random.pick([900, 1_200]))),
      capacityMinor: amountMinor(BigInt(random.pick([1_500, 4_000, 9_000]))),
      dailyYieldPpm: ratePpm(random.pick([3_000n, 7_777n, 20_000n])),
      damagesRatePpm: ratePpm(random.pick([0n, 4_000n, 33_333n, 100_000n])),
      isOpen,
    },
  } as const;
}

function beginning(): Command[] {
  const commands: Command[] = [];
  const random = new Seeded(0);
  const grant = (reference: string, currencyId: number, owner?: number): Command => ({
    kind: 'post_entry',
    reason: 'capital',
    reference,
    currencyId,
    amount: amountMinor(owner === undefined ? 400n : 6_000n),
    source: { house: 'external' },
    target: owner === undefined ? { house: 'yield_treasury' } : { owner, account: 'trust' },
  });
  for (const currency of CURRENCIES) commands.push({ kind: 'configure_currency', currency });
  for (const productId of PRODUCTS) {
    const { product, kind } = configured(random, productId, true);
    commands.push({ kind, product: { ...product, minMinor: amountMinor(400n) } });
  }
  for (const { currencyId } of CURRENCIES) commands.push(grant(`begin ${currencyId}`, currencyId));
  for (const owner of OWNERS) {
    commands.push({ kind: 'open_account', owner });
    for (const { currencyId } of CURRENCIES) {
      commands.push(grant(`begin ${owner} ${currencyId}`, currencyId, owner));
    }
  }
  return commands;
}
