/** A new coin in the portfolio: nothing while it has no price, offerings' when it gets its first one. */
import { ETH_USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, priceE8 } from '@fairlead/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../../test/support/fixture.ts';
import { FLD, startOfferingServer, subscribe, subscriber } from '../../offerings/test/fixture.ts';

const FLD_USDT = {
  ...ETH_USDT,
  marketId: 9,
  symbol: `${FLD.name}/USDT`,
  baseCurrencyId: FLD.currencyId,
  // 0.01 USDT for a whole FLD is 10,000 minor units.
  tickSizeE8: 1_000_000n,
  lotBaseMinor: amountMinor(10_000n),
  tickLotQuoteMinor: amountMinor(10_000n),
};

let server: TestServer;
beforeAll(async () => {
  server = await startOfferingServer();
});
afterAll(() => server.stop());

test('what was subscribed for counts from its first price on, as offerings', async () => {
  const user = await subscriber(server);
  const { id } = await subscribe(server, user, '10');
  await server.run({
    kind: 'decide_subscription',
    subscriptionId: id,
    operatorId: 1,
    decision: 'passed',
  });
  server.clock.nowMs += 3 * DAY_MS;
  await server.tick();
  await server.run({ kind: 'configure_market', market: FLD_USDT });
  server.clock.nowMs += 1_000;
  await server.run({
    kind: 'index_tick',
    marketId: FLD_USDT.marketId,
    sampleTimeMs: server.clock.nowMs,
    price: priceE8(80_000_000n),
    quotedAtMs: server.clock.nowMs,
  });
  await server.context.candles.save();

  const { days, total, unpriced } = await server.data(
    'portfolio',
    { days: 7, time_zone: 'UTC' },
    user,
  );
  expect(unpriced).toEqual(['FLD']);
  expect(days.map(({ pnl, spot, offerings }) => [pnl, spot, offerings])).toEqual([
    ['-5.000000', '0.000000', '-5.000000'],
    ['0.000000', '0.000000', '0.000000'],
    ['0.000000', '0.000000', '0.000000'],
    ['8.000000', '0.000000', '8.000000'],
  ]);
  expect(total).toMatchObject({ pnl: '3.000000', offerings: '3.000000' });
});
