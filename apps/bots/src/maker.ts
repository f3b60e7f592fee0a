import { ApiError } from '@fairlead/client';
import type { Order, RequestOf, ResponseOf } from '@fairlead/contract';
import { divFloor } from '@fairlead/units';
import {
  dollarsOf,
  lotsOf,
  type MarketTerms,
  type MarketView,
  priceText,
  quantityText,
  readFunds,
  readMarket,
  ticksOf,
} from './market-view.ts';
import { Pacer } from './pacer.ts';
import { type OwnOrder, planQuotes, type QuoteAction } from './plan-quotes.ts';
import { policyOf, REQUESTS_PER_SECOND, STALE_PATIENCE_MS } from './policy.ts';
import { isRefusal, type Runtime, runForever } from './runtime.ts';

const ROUND_MS = 1_000;
const CALL_TIMEOUT_MS = 8_000;
/** Orders of a market are read again after this long: fills are learnt from it. */
const REREAD_MS = 4_000;
const FUNDS_REREAD_MS = 15_000;
/** Changes in one market and round: half of all its orders, so that after a jump both sides are there again next. */
const ACTIONS_MAX = 20;
/** Markets worked on at once. */
const WORKERS = 3;
const PAGE_LIMIT = 100;
const PAGES_MAX = 100;

interface Book {
  readonly orders: Map<number, OwnOrder>;
  /** When its orders were last read; absent: never, or something happened that is not known. */
  readAtMs: number | undefined;
  /** Since when the index has been stale. */
  staleSinceMs: number | undefined;
}

/** Keeps every open book two-sided around the index, through the API like anyone else. */
export class Maker {
  readonly #runtime: Runtime;
  readonly #pacer: Pacer;
  readonly #books = new Map<string, Book>();
  #funds: ReadonlyMap<string, bigint> = new Map();
  #fundsReadAtMs: number | undefined;
  #hasTidied = false;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#pacer = new Pacer(REQUESTS_PER_SECOND, runtime);
  }

  run(): Promise<void> {
    return runForever('maker', this.#runtime, () => this.#round());
  }

  async #round(): Promise<void> {
    const { now, wait, signal, markets } = this.#runtime;
    const startedMs = now();
    const priced = (await this.#call('quotations', {}))
      .map(readMarket)
      .filter((view) => view !== undefined);
    const views = priced.filter(({ symbol }) => markets === undefined || markets.has(symbol));
    if (!this.#hasTidied) await this.#tidyUp(new Set(views.map(({ symbol }) => symbol)));
    const isFundsDue =
      this.#fundsReadAtMs === undefined || startedMs - this.#fundsReadAtMs >= FUNDS_REREAD_MS;
    if (isFundsDue) {
      this.#funds = readFunds(await this.#call('wallet', {}), 'total');
      this.#fundsReadAtMs = startedMs;
    }
    await this.#tendAll(views, priced);
    const leftMs = startedMs + ROUND_MS - now();
    if (leftMs > 0) await wait(leftMs, signal);
  }

  /** Reads what an earlier run left waiting. What still fits is kept; orders in other markets are cancelled. */
  async #tidyUp(symbols: ReadonlySet<string>): Promise<void> {
    for (const order of await this.#waiting()) {
      if (!symbols.has(order.symbol)) await this.#cancel(order.id);
    }
    this.#hasTidied = true;
  }

  /** After a failure no further market is begun; all that is under way ends before the round does. */
  async #tendAll(views: readonly MarketView[], priced: readonly MarketView[]): Promise<void> {
    const queue = [...views];
    const failures: unknown[] = [];
    const work = async () => {
      while (failures.length === 0) {
        const view = queue.shift();
        if (view === undefined) return;
        await this.#tend(view, { all: views, priced }).catch((error) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    if (failures.length > 0) throw failures[0];
  }

  /** `priced` has the markets that are left to others too: quote currencies are priced by them. */
  async #tend(
    view: MarketView,
    {
      all,
      priced,
    }: { readonly all: readonly MarketView[]; readonly priced: readonly MarketView[] },
  ): Promise<void> {
    const quoteDollarsE8 = dollarsOf(view.quote, priced);
    const nowMs = this.#runtime.now();
    const book = this.#book(view.symbol);
    if (view.indexE8 !== undefined && quoteDollarsE8 !== undefined) book.staleSinceMs = undefined;
    else book.staleSinceMs ??= nowMs;
    if (book.readAtMs === undefined || nowMs - book.readAtMs >= REREAD_MS) await this.#read(view);
    const actions = planQuotes({
      market: view,
      policy: policyOf(view.base),
      orders: [...book.orders.values()],
      funds: {
        baseE18: this.#funds.get(view.base) ?? 0n,
        quoteE18: this.#quoteShare(view, all),
      },
      quoteDollarsE8,
      isOutOfPatience:
        book.staleSinceMs !== undefined && nowMs - book.staleSinceMs >= STALE_PATIENCE_MS,
    });
    for (const action of actions.slice(0, ACTIONS_MAX)) {
      const isDone = await this.#act(view, action);
      // What came of it is not known or not as planned: the rest of the plan may be wrong.
      if (!isDone) break;
    }
  }

  /** The quote currency's funds, divided over its markets by the size of their books. */
  #quoteShare(view: MarketView, all: readonly MarketView[]): bigint {
    const sharing = all.filter(({ quote }) => quote === view.quote);
    const whole = sharing.reduce((sum, { base }) => sum + policyOf(base).dollars, 0);
    const own = policyOf(view.base).dollars;
    return divFloor((this.#funds.get(view.quote) ?? 0n) * BigInt(own), BigInt(Math.max(whole, 1)));
  }

  /** False when the book must be read again before anything else. */
  async #act(market: MarketTerms, action: QuoteAction): Promise<boolean> {
    const book = this.#book(market.symbol);
    try {
      if (action.kind === 'cancel') {
        book.orders.delete(action.orderId);
        return await this.#cancel(action.orderId);
      }
      const { order } = await this.#call('placeOrder', {
        symbol: market.symbol,
        side: action.side,
        type: 'limit',
        price: priceText(market, action.priceTicks),
        quantity: quantityText(market, action.lots),
      });
      if (order.status === 'waiting') book.orders.set(order.id, ownOrder(market, order));
      return true;
    } catch (error) {
      book.readAtMs = undefined;
      if (error instanceof ApiError && error.code === 'insufficient_balance') {
        this.#fundsReadAtMs = undefined;
      }
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  /** An order that is no longer open is as good as cancelled, but it was filled: the book has changed. */
  async #cancel(orderId: number): Promise<boolean> {
    try {
      await this.#call('cancelOrder', { order_id: orderId });
      return true;
    } catch (error) {
      const isGone =
        error instanceof ApiError &&
        (error.code === 'order_not_open' || error.code === 'not_found');
      if (isGone) return true;
      throw error;
    }
  }

  async #read(market: MarketTerms): Promise<void> {
    const book = this.#book(market.symbol);
    const orders = await this.#waiting(market.symbol);
    book.orders.clear();
    for (const order of orders) book.orders.set(order.id, ownOrder(market, order));
    book.readAtMs = this.#runtime.now();
  }

  async #waiting(symbol?: string): Promise<readonly Order[]> {
    const orders = new Map<number, Order>();
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const filter = symbol === undefined ? {} : { symbol };
      const request = { ...filter, status: 'waiting', page, limit: PAGE_LIMIT } as const;
      const { list, total } = await this.#call('orders', request);
      for (const order of list) orders.set(order.id, order);
      if (list.length < PAGE_LIMIT || orders.size >= total) break;
    }
    return [...orders.values()];
  }

  #book(symbol: string): Book {
    const known = this.#books.get(symbol);
    if (known !== undefined) return known;
    const book: Book = { orders: new Map(), readAtMs: undefined, staleSinceMs: undefined };
    this.#books.set(symbol, book);
    return book;
  }

  async #call<Name extends 'quotations' | 'wallet' | 'orders' | 'placeOrder' | 'cancelOrder'>(
    name: Name,
    request: RequestOf<Name>,
  ): Promise<ResponseOf<Name>> {
    const { api, signal } = this.#runtime;
    await this.#pacer.turn();
    return api.call(name, request, { signal, timeoutMs: CALL_TIMEOUT_MS });
  }
}

function ownOrder(market: MarketTerms, order: Order): OwnOrder {
  const quantity = lotsOf(market, order.quantity ?? '0');
  return {
    orderId: order.id,
    side: order.side,
    priceTicks: ticksOf(market, order.price ?? '0'),
    remainingLots: quantity - lotsOf(market, order.filled_quantity),
  };
}
