/** An engine and gateways: what is asked of a gateway is answered as the engine itself would answer it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/bring-up.ts';
import { ask, BTC_USDT, canDeploy, Deployment, data, register } from './deployment-fixture.ts';

describe.skipIf(!canDeploy)('a gateway (PostgreSQL, Redis)', () => {
  let deployment: Deployment;
  let engine: RunningServer;
  let gateway: RunningServer;
  let token: string;
  beforeAll(async () => {
    deployment = await Deployment.open();
    engine = await deployment.engine();
    gateway = await deployment.gateway();
    ({ token } = await register(gateway));
    await data(gateway, 'faucet', { currency_id: 3, amount: '1000' }, { token });
  });
  afterAll(() => deployment?.remove());

  const bid = { symbol: BTC_USDT, side: 'buy', type: 'limit', quantity: '0.001' };

  test('places an order, finds it in the tables, and in the book as soon as it is answered', async () => {
    const { index_price: index } =
      (await data(gateway, 'quotations')).find(({ symbol }) => symbol === BTC_USDT) ?? {};
    const price = (Number(index) * 0.9).toFixed(0);
    const { order } = await data(gateway, 'placeOrder', { ...bid, price }, { token });
    const deal = await data(gateway, 'deal', { symbol: BTC_USDT });
    expect(deal.bids.map(([at]) => Number(at))).toContain(Number(price));
    const { list } = await data(gateway, 'orders', {}, { token });
    expect(list.map(({ id }) => id)).toContain(order.id);
    expect(await data(engine, 'deal', { symbol: BTC_USDT })).toMatchObject({ bids: deal.bids });
  });
});
