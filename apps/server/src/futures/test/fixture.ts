/** A server that trades futures, a house that can pay, and users with money in their contract accounts. */
import type { Position, RouteName } from '@fairlead/contract';
import type { FuturesTerms, HouseAccount } from '@fairlead/engine';
import { BTC_USDT, ETH_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, ratePpm } from '@fairlead/units';
import {
  type CallOptions,
  type Reply,
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { parked, passSeconds } from '../../options/test/fixture.ts';

const unit = (whole: number): bigint => BigInt(whole) * 10n ** BigInt(USDT.scale);

export const CONTRACT_CAPITAL = 50_000;
export const INSURANCE_CAPITAL = 1_000;

/**
 * Lots of 0.1 BTC, 10 USDT each at the index of 100. Half a spread is one tick: a long opens at 100.01, a short at
 * 99.99.
 */
export const FUTURES_TERMS: FuturesTerms = {
  marketId: BTC_USDT.marketId,
  lotBaseMinor: amountMinor(10_000_000n),
  lotsMin: 2,
  lotsMax: 1_000,
  multiples: [
    {
      multiple: 10,
      maintenanceRatePpm: ratePpm(5_000n),
      notionalMaxMinor: amountMinor(unit(5_000)),
    },
    {
      multiple: 100,
      maintenanceRatePpm: ratePpm(5_000n),
      notionalMaxMinor: amountMinor(unit(1_000)),
    },
  ],
  openFeePpm: ratePpm(500n),
  closeFeePpm: ratePpm(500n),
  insuranceSharePpm: ratePpm(200_000n),
  halfSpreadPpm: ratePpm(100n),
  priceStepE8: 10_000n,
  profitCapMultiple: 10,
  openInterestMaxMinor: amountMinor(unit(20_000)),
  positionsMax: 3,
  isOpen: true,
};

/** BTC/USDT with futures; ETH/USDT has none. */
export async function startFuturesServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  await server.run({ kind: 'configure_futures', terms: FUTURES_TERMS });
  await addCapital(server, 'contract_house', CONTRACT_CAPITAL);
  await addCapital(server, 'insurance_fund', INSURANCE_CAPITAL);
  return server;
}

/** Opens futures of ETH/USDT too, at 10. */
export const openEthFutures = (server: TestServer): Promise<void> =>
  server.run({
    kind: 'configure_futures',
    terms: {
      ...FUTURES_TERMS,
      marketId: ETH_USDT.marketId,
      lotBaseMinor: amountMinor(100_000_000n),
    },
  });

let entries = 0;
/** Moves whole USDT from outside into a house account, or out of it. */
export async function addCapital(
  server: TestServer,
  account: HouseAccount,
  whole: number,
): Promise<void> {
  entries += 1;
  const [external, house] = [{ house: 'external' }, { house: account }] as const;
  await server.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: `${account} ${entries}`,
    currencyId: USDT.currencyId,
    amount: amountMinor(unit(Math.abs(whole))),
    source: whole < 0 ? house : external,
    target: whole < 0 ? external : house,
  });
}

/** A user with so many USDT in the contract account. */
export async function holderOf(server: TestServer, whole = 1_000): Promise<TestUser> {
  const user = await server.register();
  await fundContract(server, user, whole);
  return user;
}

export async function fundContract(
  server: TestServer,
  user: TestUser,
  whole: number,
): Promise<void> {
  await server.fund(user.userId, USDT.currencyId, unit(whole));
  await server.run({
    kind: 'transfer',
    owner: user.userId,
    source: 'coin',
    target: 'contract',
    currencyId: USDT.currencyId,
    amount: amountMinor(unit(whole)),
  });
}

/** A long of 10 lots at 10 times. */
export const long = (more: Record<string, unknown> = {}) => ({
  symbol: BTC_USDT.symbol,
  side: 'long',
  type: 'market',
  lots: '10',
  multiple: '10',
  ...more,
});

export const waitingLong = (price: string, more: Record<string, unknown> = {}) =>
  long({ type: 'limit', price, ...more });

/** Calls what waits for the next sample, and gives its answer to come once it waits. */
export async function askAtIndex<Name extends RouteName>(
  server: TestServer,
  name: Name,
  request: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<{ readonly answer: Promise<Reply<Name>> }> {
  const before = server.sequencer.health().parkedCommands;
  const answer = server.call(name, request, options);
  await Promise.race([parked(server, before + 1), answer]);
  return { answer };
}

/** Calls what waits for the next sample, which says so. */
export async function atIndex<Name extends RouteName>(
  server: TestServer,
  name: Name,
  request: Readonly<Record<string, unknown>>,
  { price = '100', ...options }: CallOptions & { readonly price?: string },
): Promise<Reply<Name>> {
  const { answer } = await askAtIndex(server, name, request, options);
  await passSeconds(server, 1, () => price);
  return answer;
}

/** Opens at a sample; throws on a refusal. */
export async function open(
  server: TestServer,
  user: TestUser,
  { more = {}, price = '100' }: { readonly more?: object; readonly price?: string } = {},
): Promise<Position> {
  const reply = await atIndex(server, 'openPosition', long({ ...more }), {
    token: user.token,
    price,
  });
  if (reply.type !== 'ok') throw new Error(reply.text);
  return reply.message.position;
}

/** A user's position as the list shows it. */
export async function positionOf(
  server: TestServer,
  user: TestUser,
  positionId: number,
): Promise<Position> {
  const { list } = await server.data('positions', {}, user);
  const found = list.find(({ id }) => id === positionId);
  if (found === undefined) throw new Error(`no position ${positionId}`);
  return found;
}
