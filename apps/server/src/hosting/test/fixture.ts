/** A server that sells locked funds, users with money in their trust accounts, and schedules run by hand. */
import type { HostingOrder } from '@fairlead/contract';
import type { Currency, HostingProduct } from '@fairlead/engine';
import { BTC, USDT } from '@fairlead/testkit';
import { amountMinor, ratePpm } from '@fairlead/units';
import {
  type CallOptions,
  PASSWORD,
  type Reply,
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { Schedules, type SchedulesParts } from '../../core/operations/schedules.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';

const usdt = (whole: number): bigint => BigInt(whole) * 10n ** BigInt(USDT.scale);

/** What the treasury of the tests has, in whole USDT. */
export const TREASURY = 1_000;

/** 15 days at 0.4 %: the specification's worked example. */
export const FIFTEEN: HostingProduct = {
  productId: 1,
  currencyId: USDT.currencyId,
  days: 15,
  minMinor: amountMinor(usdt(100)),
  maxMinor: amountMinor(usdt(10_000)),
  capacityMinor: amountMinor(usdt(20_000)),
  dailyYieldPpm: ratePpm(4_000n),
  damagesRatePpm: ratePpm(4_000n),
  isOpen: true,
};

/** Bitcoin for three days, at a yield that leaves sub-units. */
export const THREE: HostingProduct = {
  productId: 2,
  currencyId: BTC.currencyId,
  days: 3,
  minMinor: amountMinor(1_000_000n),
  maxMinor: amountMinor(10_00000000n),
  capacityMinor: amountMinor(100_00000000n),
  dailyYieldPpm: ratePpm(1_000n),
  damagesRatePpm: ratePpm(1_000n),
  isOpen: true,
};

export async function startHostingServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  await server.run({ kind: 'configure_hosting', product: FIFTEEN });
  await server.run({ kind: 'configure_hosting', product: THREE });
  await addTreasury(server, TREASURY);
  await addTreasury(server, 1, BTC);
  return server;
}

let entries = 0;
/** Moves whole units into the yield treasury, or out of it. */
export function addTreasury(
  server: TestServer,
  whole: number,
  { currencyId, scale }: Pick<Currency, 'currencyId' | 'scale'> = USDT,
): Promise<void> {
  return moveTreasury(server, BigInt(whole) * 10n ** BigInt(scale), currencyId);
}

/** Leaves so many minor units of USDT in the treasury that are not promised. */
export async function leaveInTreasury(server: TestServer, amount: bigint): Promise<void> {
  const { total, frozen } = await holds(server, 'yield_treasury');
  if (amount !== total - frozen) await moveTreasury(server, amount - (total - frozen));
}

async function moveTreasury(
  server: TestServer,
  amount: bigint,
  currencyId = USDT.currencyId,
): Promise<void> {
  entries += 1;
  const [external, treasury] = [{ house: 'external' }, { house: 'yield_treasury' }] as const;
  await server.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: `treasury ${entries}`,
    currencyId,
    amount: amountMinor(amount < 0n ? -amount : amount),
    source: amount < 0n ? treasury : external,
    target: amount < 0n ? external : treasury,
  });
}

/** A user with 10,000 USDT in the trust account unless told otherwise. */
export async function saver(server: TestServer, whole = 10_000): Promise<TestUser> {
  const user = await server.register();
  await fundTrust(server, user, { currencyId: USDT.currencyId, amount: usdt(whole) });
  return user;
}

export async function fundTrust(
  server: TestServer,
  user: TestUser,
  { currencyId, amount }: { readonly currencyId: number; readonly amount: bigint },
): Promise<void> {
  await server.fund(user.userId, currencyId, amount);
  await server.run({
    kind: 'transfer',
    owner: user.userId,
    source: 'coin',
    target: 'trust',
    currencyId,
    amount: amountMinor(amount),
  });
}

/** The same user with a new session: one lasts for fourteen days. */
export async function loginAgain(server: TestServer, user: TestUser): Promise<TestUser> {
  const request = { account_type: 'email', account: user.email, password: PASSWORD };
  const { token } = await server.data('login', request);
  return { ...user, token };
}

/** A purchase of 1,000 USDT for 15 days. */
export const purchase = (more: Readonly<Record<string, unknown>> = {}) => ({
  product_id: 1,
  amount: '1000',
  agreed: 'true',
  ...more,
});

export async function host(
  server: TestServer,
  user: TestUser,
  more: Readonly<Record<string, unknown>> = {},
): Promise<HostingOrder> {
  return (await server.data('buyHosting', purchase(more), user)).order;
}

export const redeem = (
  server: TestServer,
  id: number,
  options: CallOptions,
): Promise<Reply<'redeemHosting'>> => server.call('redeemHosting', { id }, options);

/** Schedules as the server runs them, without the waits: they run when a test says so. */
export const schedulesOf = (server: TestServer, parts: Partial<SchedulesParts> = {}): Schedules =>
  new Schedules({
    ...server.context,
    tables: EXCHANGE_TABLES,
    rest: () => Promise.resolve(),
    ...parts,
  });

/** Does all that is due by the server's clock, as after a start. */
export async function runDue(server: TestServer, chunk?: number): Promise<number> {
  const schedules = schedulesOf(server, chunk === undefined ? {} : { chunk });
  await schedules.run();
  await schedules.stop();
  return schedules.ran;
}

/** How many answers there are of each kind. */
export function outcomes(replies: readonly Reply[]): Record<string, number> {
  const groups = Map.groupBy(replies, ({ status, error }) => error ?? String(status));
  return Object.fromEntries([...groups].map(([name, list]) => [name, list.length]));
}

/** What an account holds, in minor units. */
export async function holds(
  server: TestServer,
  account: string,
  { owner = 0, currencyId = USDT.currencyId } = {},
): Promise<{ readonly total: bigint; readonly frozen: bigint }> {
  const [row] = await server.context.database.query<{ total: bigint; frozen: bigint }>(
    `SELECT total_minor AS total, frozen_minor AS frozen FROM balances
     WHERE owner_id = $1 AND account = $2 AND currency_id = $3`,
    [owner, account, currencyId],
  );
  return row ?? { total: 0n, frozen: 0n };
}

/** The books add up, and a reload gives the running engine. */
export async function expectSound(server: TestServer): Promise<void> {
  const { reconciler } = server.context;
  for (const check of ['checkQuick', 'checkAll', 'checkEngine'] as const) {
    const { drifts } = await reconciler[check]();
    if (drifts.length > 0)
      throw new Error(`${check}: ${JSON.stringify(drifts, (_n, v) => `${v}`)}`);
  }
}
