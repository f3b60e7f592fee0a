/** A user who does something with every product, each call through another server. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { RouteName } from '@fairlead/contract';
import {
  ask,
  BTC_USDT,
  type Deployment,
  data,
  register,
} from '../../../test/support/deployment-fixture.ts';
import type { EngineName } from '../../core/config/engines.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { balancesOf } from '../../ledger/queries.ts';

interface Server {
  readonly address: string;
}

export const USDT = 3;
const GIVE_UP_MS = 90_000;
const AGAIN_MS = 100;
/** Beside the home's, each with its account. */
const ACCOUNTS = { futures: 'contract', options: 'option', wealth: 'trust' } as const;

/** Waits until a look finds something. */
export async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  const giveUpMs = Date.now() + GIVE_UP_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > giveUpMs) throw new Error(`not found in time: ${look}`);
    await setTimeout(AGAIN_MS);
  }
}

/** What passes by itself: a price that is to come, an engine that is not there yet. */
const PASSING = new Set(['price_stale', 'unavailable', 'in_progress', 'starting']);

export class Trader {
  readonly token: string;
  readonly userId: number;
  readonly #deployment: Deployment;
  #servers: readonly Server[];
  #turn = 0;

  private constructor(
    deployment: Deployment,
    servers: readonly Server[],
    { token, userId }: { readonly token: string; readonly userId: number },
  ) {
    this.#deployment = deployment;
    this.#servers = servers;
    this.token = token;
    this.userId = userId;
  }

  static async register(deployment: Deployment, servers: readonly Server[]): Promise<Trader> {
    const [first] = servers;
    if (first === undefined) throw new TypeError('a trader needs a server');
    return new Trader(deployment, servers, await register(first));
  }

  /** From here on by these. */
  through(servers: readonly Server[]): void {
    this.#servers = servers;
  }

  /** The next one. */
  get server(): Server {
    this.#turn += 1;
    return this.#servers[this.#turn % this.#servers.length] as Server;
  }

  get me(): { readonly token: string } {
    return { token: this.token };
  }

  /** Money from the faucet to the account of each product, and there. */
  async fund(amount = '500'): Promise<void> {
    await data(this.server, 'faucet', { currency_id: USDT, amount: '5000' }, this.me);
    for (const [name, account] of Object.entries(ACCOUNTS)) {
      await this.move('coin', account, amount);
      await this.arrives(name as EngineName, BigInt(amount) * 1_000_000n);
    }
  }

  /**
   * The answer to a key that was used before, and its mark: the same bytes everywhere, once they came to where the
   * money goes; until then a repeat there is told `in_progress`, and asks again.
   */
  async repeated(server: Server, transfer: Readonly<Record<string, string | number>>, key: string) {
    const again = await ask(server, 'transfer', transfer, { ...this.me, key });
    return [again.text, again.headers['idempotent-replayed']];
  }

  move(from: string, to: string, amount: string) {
    const request = { from_account: from, to_account: to, currency_id: USDT, amount };
    return data(this.server, 'transfer', request, this.me);
  }

  /** Waits until the tables of an engine have so much of USDT for the user. */
  async arrives(name: EngineName, totalMinor: bigint): Promise<void> {
    await until(async () => ((await this.totalIn(name)) === totalMinor ? true : undefined));
  }

  async totalIn(name: EngineName): Promise<bigint> {
    const books = await openPostgres({ url: this.#deployment.booksUrl(name) });
    try {
      const balances = await balancesOf(books, this.userId);
      return balances.find(({ currencyId }) => currencyId === USDT)?.total ?? 0n;
    } finally {
      await books.close();
    }
  }

  async openPosition() {
    const terms = { symbol: BTC_USDT, side: 'long', type: 'market', lots: '1', multiple: '20' };
    return (await this.taken('openPosition', terms)).position;
  }

  async closePosition(id: number): Promise<void> {
    const request = { position_id: id };
    await this.taken('closePosition', request);
  }

  async positionsAt(server: Server): Promise<number[]> {
    const { list } = await data(server, 'positions', { status: 'holding' }, this.me);
    return list.map(({ id }) => id);
  }

  /** As an operator would: options are sold to who is verified. */
  async verify(): Promise<void> {
    const asked = { country: 'JP', name: 'Test', id_number: `ID ${this.userId}` };
    await data(this.server, 'realName', asked, this.me);
    const home = await openPostgres({ url: this.#deployment.databaseUrl });
    try {
      await home.query(
        `UPDATE verifications SET status = 'passed', decided_at_ms = created_at_ms,
           operator_id = (SELECT min(operator_id) FROM operators) WHERE user_id = $1`,
        [this.userId],
      );
    } finally {
      await home.close();
    }
  }

  /** For the shortest time that is sold. */
  async buyOption() {
    const [time] = await data(this.server, 'optionTimes', { symbol: BTC_USDT });
    const terms = { symbol: BTC_USDT, direction: 'rise', currency_id: USDT };
    const request = { ...terms, seconds: time?.seconds, amount: time?.min_amount };
    return (await this.taken('buyOption', request)).order;
  }

  /** Waits until it is settled. */
  optionSettled(id: number) {
    return until(async () => {
      const { list } = await data(this.server, 'optionOrders', { status: 'settled' }, this.me);
      return list.find((order) => order.id === id);
    });
  }

  async lockFunds() {
    const [product] = await data(this.server, 'hostingProducts');
    const request = { product_id: product?.id, amount: product?.min_amount, agreed: 'true' };
    return (await this.taken('buyHosting', request)).order;
  }

  async lockedAt(server: Server): Promise<number[]> {
    const { list } = await data(server, 'hostingOrders', {}, this.me);
    return list.map(({ id }) => id);
  }

  /** Asks until it is done, under one key as long as nobody knows whether it was; throws what refuses it for good. */
  async taken<Name extends RouteName>(name: Name, request: Readonly<Record<string, unknown>>) {
    let key = randomUUID();
    return until(async () => {
      const reply = await ask(this.server, name, request, { token: this.token, key });
      if (reply.type === 'ok') return reply.message;
      if (reply.error === undefined || !PASSING.has(reply.error)) throw new Error(reply.text);
      // That was answered, and stays the answer of its key.
      if (reply.error === 'price_stale') key = randomUUID();
      return undefined;
    });
  }
}
