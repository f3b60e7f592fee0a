/**
 * An exchange of a few lines behind a real HTTP server, for the loops of the bots: orders rest or are taken
 * whole, money calls obey their idempotency key, and the test decides what goes wrong.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeOrder {
  readonly id: number;
  readonly owner: string;
  readonly symbol: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  status: 'waiting' | 'completed' | 'cancelled';
}

export interface FakeMarket {
  readonly symbol: string;
  index: string | undefined;
  state: 'open' | 'halted' | 'closed';
}

/** What to do with a request instead of answering it; undefined: answer. */
export type Fault =
  | { readonly status: number; readonly error: string; readonly retryAfter?: string }
  /** Nothing happens and the connection breaks. */
  | 'drop'
  /** It happens, but the answer is lost. */
  | 'lose_answer';

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly form: URLSearchParams;
}

export class FakeExchange {
  readonly markets: FakeMarket[] = [
    { symbol: 'BTC/USDT', index: '64812.40000000', state: 'open' },
    { symbol: 'ADA/USDT', index: '0.44670000', state: 'open' },
  ];
  readonly orders: FakeOrder[] = [];
  /** Every order ever asked for that was not a resting one. */
  readonly taken: URLSearchParams[] = [];
  readonly requests: FakeRequest[] = [];
  tokens = new Set(['maker', 'taker']);
  /** Asked before each request. */
  fault: (request: FakeRequest) => Fault | undefined = () => undefined;
  crossings = 0;
  readonly #answers = new Map<string, unknown>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #watchers: { readonly isTrue: () => boolean; readonly resolve: () => void }[] = [];

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Resolves after the first request that makes it true. */
  async until(isTrue: () => boolean): Promise<void> {
    if (isTrue()) return;
    await new Promise<void>((resolve) => this.#watchers.push({ isTrue, resolve }));
  }

  /** Resolves after so many more requests. */
  async requestsMore(count: number): Promise<void> {
    const target = this.requests.length + count;
    await this.until(() => this.requests.length >= target);
  }

  waiting(symbol: string, side: 'buy' | 'sell'): readonly FakeOrder[] {
    return this.orders
      .filter(
        (order) => order.status === 'waiting' && order.symbol === symbol && order.side === side,
      )
      .sort((left, right) => Number(left.price) - Number(right.price));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      token: incoming.headers.authorization ?? '',
      form: incoming.method === 'GET' ? url.searchParams : new URLSearchParams(body),
    };
    this.requests.push(request);
    const fault = this.fault(request);
    if (fault !== undefined && fault !== 'lose_answer') this.#fail(response, fault);
    else {
      const key = incoming.headers['idempotency-key'];
      const { status, envelope } = this.#answer(
        request,
        key === undefined ? undefined : String(key),
      );
      if (fault === 'lose_answer') response.destroy();
      else send(response, status, envelope);
    }
    const watchers = this.#watchers;
    this.#watchers = watchers.filter(({ isTrue }) => !isTrue());
    for (const watcher of watchers) if (!this.#watchers.includes(watcher)) watcher.resolve();
  }

  #fail(response: ServerResponse, fault: Exclude<Fault, 'lose_answer'>): void {
    if (fault === 'drop') response.destroy();
    else {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
      send(response, fault.status, { type: 'error', code: 0, error: fault.error, message: 'no' });
    }
  }

  #answer(request: FakeRequest, key: string | undefined): { status: number; envelope: unknown } {
    if (request.path === '/api/currency/quotation_new') return ok(this.markets.map(quotation));
    if (!this.tokens.has(request.token)) {
      return {
        status: 401,
        envelope: { type: '999', code: 999, error: 'not_logged_in', message: 'no' },
      };
    }
    if (request.path === '/api/wallet/list') return ok(wallet());
    if (request.method === 'GET') return ok(this.#page(request));
    if (key === undefined) return refused('idempotency_key_required');
    const known = this.#answers.get(key);
    if (known !== undefined) return ok(known);
    const { result, error } =
      request.method === 'POST' ? this.#place(request) : this.#cancel(request);
    if (error !== undefined) return refused(error);
    this.#answers.set(key, result);
    return ok(result);
  }

  #page({ form, token }: FakeRequest): unknown {
    const limit = Number(form.get('limit'));
    const from = (Number(form.get('page')) - 1) * limit;
    const all = this.orders.filter(
      (order) =>
        order.owner === token &&
        order.status === form.get('status') &&
        (form.get('symbol') ?? order.symbol) === order.symbol,
    );
    const list = all.slice(from, from + limit).map(wireOrder);
    return { list, page: Number(form.get('page')), limit, total: all.length };
  }

  #place({ form, token }: FakeRequest): { result?: unknown; error?: string } {
    if (form.get('type') === 'market' || form.get('time_in_force') === 'ioc') {
      this.taken.push(form);
      const side = form.get('side') === 'buy' ? 'sell' : 'buy';
      const resting = this.waiting(form.get('symbol') ?? '', side);
      const best = side === 'sell' ? resting[0] : resting.at(-1);
      if (best === undefined) return { error: 'would_not_fill' };
      best.status = 'completed';
      return { result: { order: { ...wireOrder(best), status: 'completed' } } };
    }
    const order: FakeOrder = {
      id: this.orders.length + 1,
      owner: token,
      symbol: form.get('symbol') ?? '',
      side: form.get('side') ?? '',
      price: form.get('price') ?? '',
      quantity: form.get('quantity') ?? '',
      status: 'waiting',
    };
    const price = Number(order.price);
    const isCrossing =
      order.side === 'buy'
        ? price >= Number(this.waiting(order.symbol, 'sell')[0]?.price ?? Number.POSITIVE_INFINITY)
        : price <= Number(this.waiting(order.symbol, 'buy').at(-1)?.price ?? 0);
    if (isCrossing) {
      this.crossings += 1;
      return { error: 'would_not_fill' };
    }
    this.orders.push(order);
    return { result: { order: wireOrder(order) } };
  }

  #cancel({ form, token }: FakeRequest): { result?: unknown; error?: string } {
    const order = this.orders.find(({ id }) => id === Number(form.get('order_id')));
    if (order === undefined || order.owner !== token) return { error: 'not_found' };
    if (order.status !== 'waiting') return { error: 'order_not_open' };
    order.status = 'cancelled';
    return { result: { order: wireOrder(order) } };
  }
}

const ok = (message: unknown) => ({ status: 200, envelope: { type: 'ok', code: 1, message } });
const refused = (error: string) => ({
  status: error === 'not_found' ? 404 : 400,
  envelope: { type: 'error', code: 0, error, message: 'no' },
});

function send(response: ServerResponse, status: number, envelope: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
}

const wireOrder = (order: FakeOrder) => ({
  id: order.id,
  symbol: order.symbol,
  side: order.side,
  type: 'limit',
  time_in_force: 'gtc',
  price: order.price,
  quantity: order.quantity,
  filled_quantity: order.status === 'completed' ? order.quantity : '0',
  filled_amount: '0',
  fee: '0',
  fee_currency: 'USDT',
  status: order.status,
  created_at: 1,
  updated_at: 1,
});

function quotation(market: FakeMarket) {
  const [base = '', quote = ''] = market.symbol.split('/');
  const isBtc = base === 'BTC';
  return {
    symbol: market.symbol,
    base,
    quote,
    ...(market.index !== undefined && { index_price: market.index, index_time: 1 }),
    is_stale: market.index === undefined,
    tick_size: isBtc ? '0.01' : '0.0001',
    lot_size: isBtc ? '0.00001' : '0.1',
    min_notional: '10',
    state: market.state,
    spot: true,
  };
}

function wallet() {
  const balance = (name: string, available: string) => ({
    name,
    available,
    frozen: '0',
    total: available,
  });
  const balances = [balance('BTC', '30'), balance('ADA', '5000000'), balance('USDT', '3000000')];
  return {
    accounts: [
      { account: 'trust', balances: [] },
      { account: 'coin', balances },
    ],
  };
}
