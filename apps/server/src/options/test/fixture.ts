/** A server that sells options, users who may buy them, and index samples second by second. */
import type { OptionOrder } from '@fairlead/contract';
import type { OptionTerms } from '@fairlead/engine';
import { BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm, SECOND_MS } from '@fairlead/units';
import {
  type CallOptions,
  type Reply,
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { verify } from '../../custody/test/fixture.ts';

const unit = (whole: number): bigint => BigInt(whole) * 10n ** BigInt(USDT.scale);

/** What the option house of the tests has. */
export const HOUSE_CAPITAL = unit(10_000);

export const OPTION_TERMS: OptionTerms = {
  marketId: BTC_USDT.marketId,
  times: [
    {
      seconds: 30,
      payoutRatioPpm: ratePpm(750_000n),
      minMinor: amountMinor(unit(10)),
      maxMinor: amountMinor(unit(500)),
    },
    {
      seconds: 60,
      payoutRatioPpm: ratePpm(800_000n),
      minMinor: amountMinor(unit(10)),
      maxMinor: amountMinor(unit(500)),
    },
  ],
  exposureMaxMinor: amountMinor(unit(5_000)),
  ordersMax: 50,
  isOpen: true,
};

/** BTC/USDT with two delivery times, paid in USDT with a fee of 1 %. */
export async function startOptionServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  await server.run({ kind: 'configure_options', terms: OPTION_TERMS });
  await server.run({
    kind: 'configure_option_currency',
    currency: {
      currencyId: USDT.currencyId,
      feePpm: ratePpm(10_000n),
      presets: [10, 50, 100].map((whole) => amountMinor(unit(whole))),
      isOpen: true,
    },
  });
  await addHouseCapital(server, HOUSE_CAPITAL);
  return server;
}

let entries = 0;
/** Moves capital into the option house, or out of it. */
export async function addHouseCapital(server: TestServer, amount: bigint): Promise<void> {
  entries += 1;
  const [external, house] = [{ house: 'external' }, { house: 'option_house' }] as const;
  await server.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: `option house ${entries}`,
    currencyId: USDT.currencyId,
    amount: amountMinor(amount < 0n ? -amount : amount),
    source: amount < 0n ? house : external,
    target: amount < 0n ? external : house,
  });
}

/** A verified user with 1,000 USDT in the option account unless told otherwise. */
export async function buyer(server: TestServer, whole = 1_000): Promise<TestUser> {
  const user = await server.register();
  await verify(server, user.userId);
  await fundOptions(server, user, whole);
  return user;
}

export async function fundOptions(
  server: TestServer,
  user: TestUser,
  whole: number,
): Promise<void> {
  await server.fund(user.userId, USDT.currencyId, unit(whole));
  await server.run({
    kind: 'transfer',
    owner: user.userId,
    source: 'coin',
    target: 'option',
    currencyId: USDT.currencyId,
    amount: amountMinor(unit(whole)),
  });
}

/** A purchase of 100 USDT over 30 s. */
export const purchase = (more: Record<string, unknown> = {}) => ({
  symbol: BTC_USDT.symbol,
  direction: 'rise',
  seconds: 30,
  currency_id: USDT.currencyId,
  amount: '100',
  ...more,
});

/** What the index says in one second; without a price it is stale. */
export interface Sample {
  readonly price?: string;
  /** How old its oldest quote is. */
  readonly quoteAgeMs?: number;
}

/** One index sample of BTC/USDT at the server's time. */
export async function sample(
  server: TestServer,
  { price, quoteAgeMs = 0 }: Sample = {},
): Promise<void> {
  const sampleTimeMs = server.clock.nowMs;
  await server.run({
    kind: 'index_tick',
    marketId: BTC_USDT.marketId,
    sampleTimeMs,
    ...(price !== undefined && { price: priceOf(price), quotedAtMs: sampleTimeMs - quoteAgeMs }),
  });
}

export const priceOf = (text: string) => {
  const [whole = '0', decimals = ''] = text.split('.');
  return priceE8(BigInt(whole + decimals.padEnd(8, '0')));
};

/** Lets seconds pass, each with the sample that `priceAt` gives it; undefined is a stale one. */
export async function passSeconds(
  server: TestServer,
  seconds: number,
  priceAt: (second: number) => string | undefined = () => '100',
): Promise<void> {
  for (let second = 1; second <= seconds; second += 1) {
    server.clock.nowMs += SECOND_MS;
    const price = priceAt(second);
    await sample(server, price === undefined ? {} : { price });
  }
}

/** Resolves when so many submissions wait for the next sample. */
export async function parked(server: TestServer, count: number): Promise<void> {
  while (server.sequencer.health().parkedCommands !== count)
    await new Promise((resolve) => setImmediate(resolve));
}

/** Asks for a purchase and gives its answer to come, once it waits for the next sample. */
export async function ask(
  server: TestServer,
  user: TestUser,
  { more = {}, ...options }: CallOptions & { readonly more?: Record<string, unknown> } = {},
): Promise<{ readonly answer: Promise<Reply<'buyOption'>> }> {
  const before = server.sequencer.health().parkedCommands;
  const answer = server.call('buyOption', purchase(more), { token: user.token, ...options });
  await Promise.race([parked(server, before + 1), answer]);
  return { answer };
}

/** Buys at a sample of the next second. */
export async function buy(
  server: TestServer,
  user: TestUser,
  { more = {}, price = '100' }: { readonly more?: object; readonly price?: string } = {},
): Promise<OptionOrder> {
  const { answer } = await ask(server, user, { more: { ...more } });
  await passSeconds(server, 1, () => price);
  const { type, message, text } = await answer;
  if (type !== 'ok') throw new Error(text);
  return message.order;
}

/** What an account holds, in minor units. */
export async function balanceOf(
  server: TestServer,
  account: string,
  owner = 0,
): Promise<{ readonly total: bigint; readonly frozen: bigint }> {
  const [row] = await server.context.database.query<{ total: bigint; frozen: bigint }>(
    `SELECT total_minor AS total, frozen_minor AS frozen FROM balances
     WHERE owner_id = $1 AND account = $2 AND currency_id = $3`,
    [owner, account, USDT.currencyId],
  );
  return row ?? { total: 0n, frozen: 0n };
}
