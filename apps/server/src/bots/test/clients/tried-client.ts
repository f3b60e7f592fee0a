/** A client that others wrote, and the calls of it that are tried against a listening server. */
import type { TestUser } from '../../../../test/support/fixture.ts';
import type { BinanceServer, Credentials } from '../binance-fixture.ts';

/** Where clients are tried: a maker whose offers stand, and a trader with a key. */
export interface World {
  readonly exchange: BinanceServer;
  readonly maker: TestUser;
  readonly trader: TestUser;
  readonly credentials: Credentials;
}

/** Orders of the maker's that were made while something was awaited, the oldest first. */
const resting: number[] = [];
const RESTING_MAX = 20;
let isActing = false;

/** An order of the maker's, through the app's own call. */
export const make = async (
  { exchange, maker }: World,
  side: 'buy' | 'sell',
  price: string,
  quantity: string,
): Promise<number> => {
  const order = { symbol: 'BTC/USDT', side, type: 'limit', price, quantity };
  const { id } = (await exchange.server.data('placeOrder', order, maker)).order;
  if (isActing) resting.push(id);
  // Who acts again and again would have too many waiting; one that was taken is over anyway.
  const oldest = resting.length > RESTING_MAX ? resting.shift() : undefined;
  if (oldest !== undefined) await exchange.server.call('cancelOrder', { order_id: oldest }, maker);
  return id;
};

type Run<Client> = (client: Client, world: World) => Promise<unknown>;

export interface TriedClient<Client> {
  /** As the registry has it. */
  readonly name: string;
  /** As anybody makes it, with nothing changed but its addresses. */
  readonly open: (world: World) => Promise<Client>;
  /** By the name of its method: calls, checks what it gives, and throws where that is not what its user expects. */
  readonly calls: Readonly<Record<string, Run<Client>>>;
  /** Of streams: what is listened to, by the name of the method; answers of calls are recorded by themselves. */
  readonly streams?: Readonly<Record<string, string>>;
  /** What is not served and says so. */
  readonly refused: Readonly<Record<string, Run<Client>>>;
  readonly close: (client: Client) => Promise<unknown> | unknown;
}

/** A client may take its time to subscribe, and on a busy machine its time is long. */
const PATIENCE_MS = 30_000;

/** Acts again and again until what is awaited has come: a subscription is not there at once. */
export async function acting<Value>(
  awaited: Promise<Value>,
  act: () => Promise<unknown>,
): Promise<Value> {
  let isThere = false;
  const done = awaited.finally(() => {
    isThere = true;
  });
  const endMs = Date.now() + PATIENCE_MS;
  while (!isThere) {
    if (Date.now() > endMs) throw new Error('what was awaited did not come');
    isActing = true;
    await act().finally(() => {
      isActing = false;
    });
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  return done;
}

/** A trade of the maker with itself would be none: the trader's order takes the maker's. */
export async function trade(world: World): Promise<void> {
  const { exchange, trader } = world;
  await make(world, 'sell', '100.00', '0.01');
  const taken = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100.00' };
  await exchange.server.data('placeOrder', { ...taken, quantity: '0.01' }, trader);
}
