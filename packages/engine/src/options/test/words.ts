/** Short words for stories about options. Prices and amounts are texts or numbers in USDT, as a person says them. */
import type {
  BuyOption,
  HouseAccount,
  OptionCurrency,
  OptionRow,
  OptionTerms,
  ReceiptRow,
  Reject,
  Result,
} from '@fairlead/engine';
import { BTC, BTC_USDT, rejectOf, USDT } from '@fairlead/testkit';
import { assert, ratePpm } from '@fairlead/units';
import { boardText, e8, StoryExchange, type Text, text, usdt } from '../../../test/kit/words.ts';

/** What a demo begins with. */
export const BTC_OPTIONS: OptionTerms = {
  marketId: BTC_USDT.marketId,
  times: [
    [30, 750_000n],
    [60, 800_000n],
    [120, 820_000n],
    [180, 850_000n],
    [300, 880_000n],
  ].map(([seconds = 0, ratio = 0n]) => ({
    seconds: Number(seconds),
    payoutRatioPpm: ratePpm(BigInt(ratio)),
    minMinor: usdt(10),
    maxMinor: usdt(5_000),
  })),
  exposureMaxMinor: usdt(500_000),
  ordersMax: 50,
  isOpen: true,
};

export const USDT_OPTIONS: OptionCurrency = {
  currencyId: USDT.currencyId,
  feePpm: ratePpm(10_000n),
  presets: [usdt(10), usdt(100)],
  isOpen: true,
};

export interface Selling {
  readonly terms?: OptionTerms;
  readonly currency?: OptionCurrency;
  readonly house?: Text;
  /** What users 1, 2, … have in their option accounts. */
  readonly users?: readonly Text[];
}

export interface Order {
  readonly direction?: BuyOption['direction'];
  readonly seconds?: number;
  readonly stake?: Text;
  readonly shown?: Text;
  readonly marketId?: number;
}

export interface Board {
  readonly user: string;
  readonly escrow: string;
  /** What of it is set aside stands behind it. */
  readonly house: string;
  readonly fees: string;
}

export class OptionExchange extends StoryExchange {
  /** BTC/USDT options at 100.00 with a paid-in house and two users. */
  static begin(selling: Selling = {}): OptionExchange {
    const exchange = new OptionExchange();
    exchange.run({ kind: 'configure_currency', currency: BTC });
    exchange.run({ kind: 'configure_currency', currency: USDT });
    exchange.run({ kind: 'configure_market', market: BTC_USDT });
    exchange.run({ kind: 'configure_options', terms: selling.terms ?? BTC_OPTIONS });
    const currency = selling.currency ?? USDT_OPTIONS;
    exchange.run({ kind: 'configure_option_currency', currency });
    exchange.capital('option_house', selling.house ?? 100_000);
    for (const [at, amount] of (selling.users ?? [1_000, 1_000]).entries()) {
      exchange.run({ kind: 'open_account', owner: at + 1 });
      exchange.capital({ owner: at + 1, account: 'option' }, amount);
    }
    exchange.tick(100);
    return exchange;
  }

  /** The next whole second has no price because venues that were read did not agree. */
  dispute(marketId = BTC_USDT.marketId): void {
    this.timeMs = Math.floor(this.timeMs / 1_000) * 1_000 + 1_000;
    const { timeMs: sampleTimeMs } = this;
    this.run({ kind: 'index_tick', marketId, sampleTimeMs, isMarketStale: true });
  }

  /** One sample a second at each price. */
  ticks(...prices: readonly (Text | undefined)[]): void {
    for (const price of prices) this.tick(price);
  }

  /** So many samples at one price. */
  calm(seconds: number, price: Text = 100): void {
    for (let at = 0; at < seconds; at += 1) this.tick(price);
  }

  ask(owner: number, order: Order = {}): Result {
    return this.execute(buying(owner, order));
  }

  /** What an order is answered, or 'ok'. */
  answer(owner: number, order: Order = {}): Reject | 'ok' {
    return rejectOf(this.ask(owner, order));
  }

  /** Buys what must be sold. */
  buy(owner: number, order: Order = {}): OptionRow {
    const result = this.ask(owner, order);
    assert(result.ok && result.value.kind === 'option', `sold: ${rejectOf(result)}`);
    return result.value.option;
  }

  /** What changed since the last look: orders as they last were, and receipts. */
  settled(): { readonly orders: readonly OptionRow[]; readonly receipts: readonly ReceiptRow[] } {
    const { options, receipts } = this.engine.takeChanges();
    const orders = options.filter(({ status }) => status === 'settled');
    return { orders, receipts: receipts.filter(({ kind }) => kind === 'delivery') };
  }

  /** Balances as one would write them on a board. */
  money(owner = 1): Board {
    const { engine } = this;
    const house = engine.houseBalance('option_house', USDT.currencyId);
    const of = (account: HouseAccount): string =>
      text(engine.houseBalance(account, USDT.currencyId).total);
    return {
      user: text(engine.balance(owner, 'option', USDT.currencyId).total),
      escrow: of('option_escrow'),
      house: boardText(house),
      fees: of('fees'),
    };
  }
}

/** A rise over 60 s with 100 USDT, unless said otherwise. */
export function buying(owner: number, order: Order = {}): BuyOption {
  return {
    kind: 'buy_option',
    owner,
    marketId: order.marketId ?? BTC_USDT.marketId,
    currencyId: USDT.currencyId,
    direction: order.direction ?? 'rise',
    seconds: order.seconds ?? 60,
    stake: usdt(order.stake ?? 100),
    ...(order.shown === undefined ? {} : { shownPrice: e8(order.shown) }),
  };
}
