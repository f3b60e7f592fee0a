/** Short words for stories about locked funds. Amounts are texts or numbers in USDT, as a person says them. */
import type {
  BuyHosting,
  HostingProduct,
  HostingRow,
  RedeemHosting,
  Reject,
  Result,
  Snapshot,
} from '@fairlead/engine';
import { BTC, rejectOf, TestExchange, USDT } from '@fairlead/testkit';
import { amountMinor, assert, formatDecimal, ratePpm } from '@fairlead/units';
import { usdt } from './futures-words.ts';

type Text = string | number;

export const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2027, 10, 22, 12);

/** 15 days at 0.4 % a day, as the specification's example; damages of 0.4 % for each day that is left out. */
export const FORTNIGHT: HostingProduct = {
  productId: 1,
  currencyId: USDT.currencyId,
  days: 15,
  minMinor: usdt(100),
  maxMinor: usdt(50_000),
  capacityMinor: usdt(1_000_000),
  dailyYieldPpm: ratePpm(4_000n),
  damagesRatePpm: ratePpm(4_000n),
  isOpen: true,
};

export interface Hosting {
  readonly products?: readonly HostingProduct[];
  readonly treasury?: Text;
  /** What users 1, 2, … have in their trust accounts. */
  readonly users?: readonly Text[];
}

export interface Board {
  /** What of it is locked stands behind it. */
  readonly trust: string;
  /** What of it is promised stands behind it. */
  readonly treasury: string;
}

export class HostingExchange extends TestExchange {
  #entries = 0;

  /** USDT and BTC, the fortnight on sale, 10,000 for each of two users and for the treasury, unless said otherwise. */
  static begin({
    products = [FORTNIGHT],
    treasury = 10_000,
    users = [10_000, 10_000],
  }: Hosting = {}) {
    const exchange = new HostingExchange();
    exchange.timeMs = NOON_MS;
    for (const currency of [BTC, USDT]) exchange.run({ kind: 'configure_currency', currency });
    for (const product of products) exchange.run({ kind: 'configure_hosting', product });
    exchange.treasury(treasury);
    for (const [at, amount] of users.entries()) {
      exchange.run({ kind: 'open_account', owner: at + 1 });
      exchange.pay({ owner: at + 1, account: 'trust' }, amount);
    }
    return exchange;
  }

  static reloaded(snapshot: Snapshot, timeMs: number): HostingExchange {
    const exchange = new HostingExchange(snapshot);
    exchange.timeMs = timeMs;
    return exchange;
  }

  treasury(amount: Text): void {
    this.pay({ house: 'yield_treasury' }, amount);
  }

  /** Money from outside. */
  pay(
    target:
      | { readonly house: 'yield_treasury' }
      | { readonly owner: number; readonly account: 'trust' },
    amount: Text,
  ): void {
    if (usdt(amount) === 0n) return;
    this.#entries += 1;
    this.run({
      kind: 'post_entry',
      reason: 'capital',
      reference: `capital:${this.timeMs}:${this.#entries}`,
      currencyId: USDT.currencyId,
      amount: usdt(amount),
      source: { house: 'external' },
      target,
    });
  }

  ask(owner: number, amount: Text, productId = FORTNIGHT.productId): Result {
    return this.execute(buying(owner, amount, productId));
  }

  /** What a purchase is answered, or 'ok'. */
  answer(owner: number, amount: Text, productId = FORTNIGHT.productId): Reject | 'ok' {
    return rejectOf(this.ask(owner, amount, productId));
  }

  /** Buys what must be sold. */
  buy(owner: number, amount: Text, productId = FORTNIGHT.productId): HostingRow {
    return hostingOf(this.ask(owner, amount, productId));
  }

  redeem(owner: number, hostingId: number): Result {
    const command: RedeemHosting = { kind: 'redeem_hosting', owner, hostingId };
    return this.execute(command);
  }

  /** Runs all that is due, in small parts; answers how many there were. */
  runDue(): number {
    let sum = 0;
    for (;;) {
      const { value } = this.run({ kind: 'run_schedules', max: 7 });
      assert(value.kind === 'schedules', 'schedules answer what they ran');
      sum += value.ran;
      if (value.ran < 7) return sum;
    }
  }

  /** Lets so many days pass, each with what is due in it. */
  passDays(days: number): void {
    for (let day = 0; day < days; day += 1) {
      this.timeMs += DAY_MS;
      this.runDue();
    }
  }

  /** Orders that changed since the last look, as they last were, and the references of their entries. */
  changed(): { readonly hostings: readonly HostingRow[]; readonly entries: readonly string[] } {
    const { hostings, entries } = this.engine.takeChanges();
    return { hostings, entries: entries.map(({ reason, reference }) => `${reason} ${reference}`) };
  }

  /** Balances as one would write them on a board. */
  money(owner = 1): Board {
    const trust = this.engine.balance(owner, 'trust', USDT.currencyId);
    const treasury = this.engine.houseBalance('yield_treasury', USDT.currencyId);
    const of = ({ total, frozen }: typeof trust): string => `${text(total)} (${text(frozen)})`;
    return { trust: of(trust), treasury: of(treasury) };
  }
}

export function buying(owner: number, amount: Text, productId = FORTNIGHT.productId): BuyHosting {
  return { kind: 'buy_hosting', owner, productId, amount: usdt(amount) };
}

/** The order in a result that must have one. */
export function hostingOf(result: Result): HostingRow {
  assert(result.ok && result.value.kind === 'hosting', `hosted: ${rejectOf(result)}`);
  return result.value.hosting;
}

/** Without the decimals that are nothing. */
const text = (amount: bigint): string =>
  formatDecimal(amountMinor(amount), USDT.scale).replace(/\.?0+$/, '');
