/** Callers that ask, with the same key, until they are answered, and readers that remember what they were shown. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@fairlead/contract';
import type { Database } from '../../../apps/server/src/core/store/database.ts';
import type { MoneyCall } from '../api.ts';
import { TortureError } from '../torture/post-mortem.ts';
import type { Trader } from '../torture/workload.ts';

/** A phone asks the other address when one says nothing for so long. */
const SILENCE_MS = 4_000;
const AGAIN_MS = 100;
const READ_EACH_MS = 250;
/** Beyond any fault: who is never answered has found a mistake. */
const GIVE_UP_MS = 240_000;

interface Reply {
  readonly status: number;
  readonly body: string;
}

interface Asked {
  readonly url: string;
  readonly token: string;
  readonly method?: 'GET' | 'POST';
  readonly key?: string;
  readonly form?: string;
  readonly localAddress?: string;
}

const agent = new Agent({ keepAlive: true });

function ask({ url, token, key, method = 'GET', form, localAddress }: Asked): Promise<Reply> {
  const headers = {
    authorization: token,
    ...(form !== undefined && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(form)),
    }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(SILENCE_MS);
    const from = localAddress === undefined ? {} : { localAddress };
    const sent = request(url, { agent, method, headers, signal, ...from }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(form);
  });
}

export class Callers {
  readonly #urls: readonly string[];
  /** Addresses of this machine: the balancers send each to a gateway of its own. */
  readonly #addresses: readonly string[];
  #answeredAtMs: number[] = [];
  #longestMs = 0;

  constructor(urls: readonly string[], addresses: readonly string[]) {
    this.#urls = urls;
    this.#addresses = addresses;
  }

  /** Sends a call until its answer is final. */
  async send({ route, token, key, form }: MoneyCall): Promise<string> {
    const { method, path } = routes[route];
    const startedAtMs = performance.now();
    let first = 0;
    for (const letter of key) first += letter.charCodeAt(0);
    let last = '';
    for (let tries = 0; performance.now() - startedAtMs < GIVE_UP_MS; tries += 1) {
      const base = this.#urls[(first + tries) % this.#urls.length] ?? '';
      const localAddress = this.#addresses[first % this.#addresses.length] ?? '';
      const asked = { url: `${base}/api/${path}`, token, key, method, form, localAddress };
      const reply = await ask(asked as Asked).catch((error: unknown) => String(error));
      if (typeof reply !== 'string' && isFinal(reply)) {
        if (reply.status === 401) throw new TortureError(`${route} ${key}: a session was refused`);
        const nowMs = performance.now();
        this.#answeredAtMs.push(nowMs);
        this.#longestMs = Math.max(this.#longestMs, nowMs - startedAtMs);
        return reply.body;
      }
      last = typeof reply === 'string' ? reply : reply.body;
      await wait(AGAIN_MS);
    }
    throw new TortureError(`${route} ${key} was never answered: ${last}`);
  }

  /** Since the last time: the longest that one waited, and the longest in which nobody was answered. */
  take(): { readonly longestMs: number; readonly silenceMs: number } {
    let silenceMs = 0;
    for (const [index, atMs] of this.#answeredAtMs.entries())
      silenceMs = Math.max(silenceMs, atMs - (this.#answeredAtMs[index - 1] ?? atMs));
    const taken = { longestMs: this.#longestMs, silenceMs };
    this.#answeredAtMs = [];
    this.#longestMs = 0;
    return taken;
  }
}

/** `unavailable`, `in_progress` and their like say: ask again with the same key. */
const isFinal = ({ status, body }: Reply): boolean =>
  status < 500 && status !== 429 && !body.includes('"error":"in_progress"');

interface ShownOrder {
  readonly id: number;
  readonly client_order_id?: string;
  readonly status: string;
}

/** Reads at each gateway what users are shown, while all goes on. */
export class Readers {
  readonly #orders = new Map<number, ShownOrder>();
  readonly #receipts = new Map<number, string>();
  readonly #trades = new Map<number, number>();
  #sequence = 0;
  #reads = 0;

  get reads(): number {
    return this.#reads;
  }

  async run(
    urls: readonly string[],
    traders: readonly Trader[],
    signal: AbortSignal,
  ): Promise<void> {
    await Promise.all(urls.map((url) => this.#follow(url, traders, signal)));
  }

  async #follow(url: string, traders: readonly Trader[], signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const token = traders[turn % traders.length]?.token ?? '';
      const read = async <Message>(path: string): Promise<Message | undefined> => {
        const reply = await ask({ url: `${url}/api/${path}`, token }).catch(() => undefined);
        if (reply?.status !== 200) return undefined;
        this.#reads += 1;
        return (JSON.parse(reply.body) as { message: Message }).message;
      };
      const orders = await read<{ list: ShownOrder[] }>(routes.orders.path);
      for (const order of orders?.list ?? []) this.#sawOrder(order);
      const from = Math.max(1, this.#receipts.size - 20);
      const receipts = await read<{ list: { id: number; hash: string }[] }>(
        `${routes.receipts.path}?from=${from}`,
      );
      for (const { id, hash } of receipts?.list ?? []) this.#sawReceipt(id, hash);
      const deal = await read<{ sequence: number; trades: { id: number; time: number }[] }>(
        `${routes.deal.path}?symbol=ETH/USDT`,
      );
      this.#sequence = Math.max(this.#sequence, deal?.sequence ?? 0);
      for (const { id, time } of deal?.trades ?? []) this.#trades.set(id, time);
      await wait(READ_EACH_MS);
    }
  }

  #sawOrder(order: ShownOrder): void {
    const before = this.#orders.get(order.id);
    if (before !== undefined && before.client_order_id !== order.client_order_id)
      throw new TortureError(`order ${order.id} was shown as two`);
    // An older state may still be on its way from the other gateway.
    if (before === undefined || before.status === 'waiting') this.#orders.set(order.id, order);
  }

  #sawReceipt(id: number, hash: string): void {
    if ((this.#receipts.get(id) ?? hash) !== hash)
      throw new TortureError(`receipt ${id} was shown with two hashes`);
    this.#receipts.set(id, hash);
  }

  /** Whatever was shown to anybody is true still; throws otherwise. */
  async check(database: Database): Promise<void> {
    const [leader] = await database.query<{ last_sequence: bigint }>(
      'SELECT last_sequence FROM leader',
    );
    if (Number(leader?.last_sequence ?? 0) < this.#sequence)
      throw new TortureError(`sequence ${this.#sequence} was shown and is withdrawn`);
    const orders = await database.query<{ id: bigint; name: string | null; status: string }>(
      'SELECT order_id AS id, client_order_id AS name, status FROM orders WHERE order_id = ANY($1)',
      [[...this.#orders.keys()]],
    );
    const kept = new Map(orders.map((row) => [Number(row.id), row]));
    for (const { id, client_order_id: name, status } of this.#orders.values()) {
      const row = kept.get(id);
      if (row === undefined || (row.name ?? undefined) !== name)
        throw new TortureError(`order ${id} was shown and is withdrawn`);
      if (status !== 'waiting' && row.status !== status)
        throw new TortureError(`order ${id} was shown ${status} and is ${row.status}`);
    }
    const receipts = await database.query<{ id: bigint; hash: string }>(
      'SELECT receipt_id AS id, hash::text AS hash FROM receipts WHERE receipt_id = ANY($1)',
      [[...this.#receipts.keys()]],
    );
    const hashes = new Map(receipts.map(({ id, hash }) => [Number(id), hash.replace(/^\\x/, '')]));
    for (const [id, hash] of this.#receipts)
      if (hashes.get(id) !== hash)
        throw new TortureError(`receipt ${id} was shown and is withdrawn`);
    const trades = await database.query<{ id: bigint; time: bigint }>(
      'SELECT trade_id AS id, time_ms AS time FROM trades WHERE trade_id = ANY($1)',
      [[...this.#trades.keys()]],
    );
    const times = new Map(trades.map(({ id, time }) => [Number(id), Number(time)]));
    for (const [id, time] of this.#trades)
      if (times.get(id) !== time) throw new TortureError(`trade ${id} was shown and is withdrawn`);
  }
}
