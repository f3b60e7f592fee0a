/** A server that offers a new currency, users who may subscribe, and the schedule that releases what was bought. */
import type { Subscription } from '@fairlead/contract';
import type { Currency, Offering } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, HOUR_MS, priceE8 } from '@fairlead/units';
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '../../../test/support/fixture.ts';

export const FLD: Currency = {
  currencyId: 11,
  name: 'FLD',
  fullName: 'Fairlead Demo',
  scale: 4,
  isEnabled: true,
};
const fld = (whole: number) => amountMinor(BigInt(whole) * 10n ** BigInt(FLD.scale));

/** 1,000 FLD at 0.5 USDT, 1 to 100 for each; a day of sale from an hour ago on, launch on the third day. */
export const offeringAt = (nowMs: number, more: Partial<Offering> = {}): Offering => ({
  offeringId: 1,
  currencyId: FLD.currencyId,
  paymentCurrencyId: USDT.currencyId,
  issuePrice: priceE8(50_000_000n),
  totalMinor: fld(1_000),
  minMinor: fld(1),
  maxMinor: fld(100),
  lockupDays: 3,
  startsAtMs: nowMs - HOUR_MS,
  closesAtMs: nowMs + DAY_MS,
  launchesAtMs: nowMs + 2 * DAY_MS,
  isOpen: true,
  ...more,
});

/** What the house of the tests has to sell. */
export const SUPPLY = 5_000;

export async function startOfferingServer(
  options: TestServerOptions = {},
  more: Partial<Offering> = {},
): Promise<TestServer> {
  const server = await startTestServer(options);
  await server.run({ kind: 'configure_currency', currency: FLD });
  await server.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: 'test:supply',
    currencyId: FLD.currencyId,
    amount: fld(SUPPLY),
    source: { house: 'external' },
    target: { house: 'subscription_supply' },
  });
  await offer(server, more);
  return server;
}

export const offer = (server: TestServer, more: Partial<Offering> = {}): Promise<void> =>
  server.run({ kind: 'configure_offering', offering: offeringAt(server.clock.now(), more) });

/** A user with so many whole USDT. */
export async function subscriber(server: TestServer, whole = 1_000): Promise<TestUser> {
  const user = await server.register();
  await server.fund(user.userId, USDT.currencyId, BigInt(whole) * 10n ** BigInt(USDT.scale));
  return user;
}

/** Subscribes; throws on a refusal. */
export async function subscribe(
  server: TestServer,
  user: TestUser,
  amount: string,
  offeringId = 1,
): Promise<Subscription> {
  const asked = { offering_id: offeringId, amount };
  return (await server.data('subscribe', asked, { token: user.token })).order;
}

/** "available + frozen" of a user's coin account. */
export async function coinOf(
  server: TestServer,
  user: TestUser,
  currencyId: number,
): Promise<string> {
  const detail = await server.data(
    'walletDetail',
    { account: 'coin', currency_id: currencyId },
    { token: user.token },
  );
  return `${detail.available} + ${detail.frozen}`;
}

/** "total, frozen" of a house account, in minor units. */
export async function houseOf(
  server: TestServer,
  account: string,
  currencyId: number,
): Promise<readonly [bigint, bigint]> {
  const [row] = await server.context.database.query<{ total: bigint; frozen: bigint }>(
    `SELECT total_minor AS total, frozen_minor AS frozen FROM balances
     WHERE owner_id = 0 AND account = $1 AND currency_id = $2`,
    [account, currencyId],
  );
  return [row?.total ?? 0n, row?.frozen ?? 0n];
}

/** Does all that is due by the clock; gives how much that was. */
export async function runDue(server: TestServer): Promise<number> {
  let done = 0;
  for (;;) {
    const result = await server.sequencer.run({ kind: 'run_schedules', max: 100 });
    if (!result.ok || result.value.kind !== 'schedules')
      throw new Error('the schedule did not run');
    if (result.value.ran === 0) return done;
    done += result.value.ran;
  }
}

/** Every check of the books, all of them sound. */
export async function drifts(server: TestServer): Promise<readonly object[]> {
  const { reconciler } = server.context;
  const found = [];
  for (const check of ['checkQuick', 'checkEngine', 'checkAll'] as const)
    found.push(...(await reconciler[check]()).drifts);
  return found;
}
