/** Short words for stories about locked funds. Amounts are texts or numbers in USDT, as a person says them. */
import type {
  BuyHosting,
  HostingProduct,
  HostingRow,
  RedeemHosting,
  Reject,
  Result,
} from '@fairlead/engine';
import { BTC, rejectOf, USDT } from '@fairlead/testkit';
import { assert, DAY_MS, ratePpm } from '@fairlead/units';
import { boardText, StoryExchange, type Text, usdt } from '../../../test/kit/words.ts';

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

export class HostingExchange extends StoryExchange {
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
      exchange.capital({ owner: at + 1, account: 'trust' }, amount);
    }
    return exchange;
  }

  treasury(amount: Text): void {
    this.capital('yield_treasury', amount);
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
  override runDue(): number {
    let sum = 0;
    for (;;) {
      const ran = super.runDue(7);
      sum += ran;
      if (ran < 7) return sum;
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
    return { trust: boardText(trust), treasury: boardText(treasury) };
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
