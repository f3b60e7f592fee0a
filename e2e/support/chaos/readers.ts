/** Readers that remember what they were shown. */
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@fairlead/contract';
import type { Database } from '../../../apps/server/src/core/store/database.ts';
import { TortureError } from '../torture/post-mortem.ts';
import type { Trader } from '../torture/workload.ts';
import { ask } from './callers.ts';

const READ_EACH_MS = 250;

interface ShownOrder {
  readonly id: number;
  readonly client_order_id?: string;
  readonly status: string;
}

interface ShownWallet {
  readonly accounts: readonly {
    readonly account: string;
    readonly balances: readonly { readonly currency_id: number; readonly total: string }[];
  }[];
}

/** Reads at each gateway what users are shown, while all goes on. */
export class Readers {
  readonly #orders = new Map<number, ShownOrder>();
  readonly #receipts = new Map<number, string>();
  readonly #trades = new Map<number, number>();
  /** Totals by owner, account and currency. */
  readonly #totals = new Map<string, Set<string>>();
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
      const trader = traders[turn % traders.length];
      const token = trader?.token ?? '';
      const read = async <Message>(path: string, form?: string): Promise<Message | undefined> => {
        const method = form === undefined ? 'GET' : 'POST';
        const asked = {
          url: `${url}/api/${path}`,
          token,
          method,
          ...(form !== undefined && { form }),
        } as const;
        const reply = await ask(asked).catch(() => undefined);
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
      const wallet = await read<ShownWallet>(routes.wallet.path, '');
      if (trader !== undefined && wallet !== undefined) this.#sawWallet(trader.id, wallet);
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

  #sawWallet(owner: number, { accounts }: ShownWallet): void {
    for (const { account, balances } of accounts)
      for (const { currency_id: currency, total } of balances) {
        const name = `${owner} ${account} ${currency}`;
        const totals = this.#totals.get(name) ?? new Set();
        this.#totals.set(name, totals.add(total));
      }
  }

  /** Whatever was shown to anybody is true still; throws otherwise. */
  async check(database: Database): Promise<void> {
    await this.#checkOrders(database);
    await this.#checkReceipts(database);
    await this.#checkTotals(database);
  }

  /** Each total is one that some posting left behind: an entry that is gone would leave one that none did. */
  async #checkTotals(database: Database): Promise<void> {
    const owners = [...new Set([...this.#totals.keys()].map((name) => name.split(' ')[0] ?? ''))];
    const rows = await database.query<{ name: string; total: bigint }>(
      `SELECT DISTINCT owner_id || ' ' || account || ' ' || currency_id AS name, balance_minor AS total
       FROM postings WHERE owner_id = ANY($1)`,
      [owners],
    );
    const left = new Set(rows.map(({ name, total }) => `${name} ${total}`));
    for (const [name, totals] of this.#totals)
      for (const total of totals)
        if (minorOf(total) !== 0n && !left.has(`${name} ${minorOf(total)}`))
          throw new TortureError(`a balance of ${total} was shown and is withdrawn: ${name}`);
  }

  async #checkOrders(database: Database): Promise<void> {
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
  }

  async #checkReceipts(database: Database): Promise<void> {
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

/** It has all decimals of its currency. */
const minorOf = (total: string): bigint => BigInt(total.replace('.', ''));
