/** Issue 13, points 1 and 21, over HTTP: terms that became worse than shown are refused, and results are after fees. */
import { BTC_USDT } from '@fairlead/testkit';
import { ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../test/support/fixture.ts';
import {
  atIndex,
  FUTURES_TERMS,
  holderOf,
  long,
  open,
  startFuturesServer,
  waitingLong,
} from '../../futures/test/fixture.ts';
import { passSeconds } from '../../options/test/fixture.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startFuturesServer();
});
afterEach(async () => {
  expect((await server.context.reconciler.checkAll()).drifts).toEqual([]);
  await server.stop();
});

const ORDER = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '100.00', quantity: '1' };

const setFees = (ppm: bigint): Promise<void> =>
  server.run({
    kind: 'configure_market',
    market: { ...BTC_USDT, makerFeePpm: ratePpm(ppm), takerFeePpm: ratePpm(ppm) },
  });

describe('Q1: an order', () => {
  test('that waited under 0.1 % is charged 0.1 %, though the fee is the most there may be now', async () => {
    const [maker, taker] = [await server.trader(), await server.trader()];
    const { order } = await server.data('placeOrder', ORDER, maker);
    expect(order).toMatchObject({ maker_fee_rate: '0.001', taker_fee_rate: '0.002' });
    // 1 %, the bound of term-rules.ts: more is refused by the engine.
    await setFees(10_000n);
    await server.data('placeOrder', { ...ORDER, side: 'buy' }, taker);
    const [filled] = (await server.data('orders', {}, maker)).list;
    expect(filled).toMatchObject({
      status: 'completed',
      filled_amount: '100.000000',
      fee: '0.100000',
      maker_fee_rate: '0.001',
    });
  });

  test('that would be charged more than was shown is not placed', async () => {
    const user = await server.trader();
    await setFees(2_001n);
    const reply = await server.call('placeOrder', { ...ORDER, shown_fee_rate: '0.002' }, user);
    expect([reply.status, reply.error]).toEqual([400, 'terms_changed']);
    expect((await server.data('orders', {}, user)).list).toEqual([]);
    const { order } = await server.data(
      'placeOrder',
      { ...ORDER, shown_fee_rate: '0.002001' },
      user,
    );
    expect(order.status).toBe('waiting');
    const odd = await server.call('placeOrder', { ...ORDER, shown_fee_rate: '0.0020001' }, user);
    expect(Object.keys(odd.fields ?? {})).toEqual(['shown_fee_rate']);
  });
});

test('Q1: an opening under worse terms than were shown is refused, at the market and as a limit', async () => {
  const user = await holderOf(server);
  const shown = {
    shown_open_fee: '0.0005',
    shown_close_fee: '0.0005',
    shown_half_spread: '0.0001',
    shown_maintenance_rate: '0.005',
    shown_profit_cap: '10',
    shown_lot_size: '0.1',
  };
  const opened = await open(server, user, { more: shown });
  expect(opened.status).toBe('holding');
  const worse = { ...FUTURES_TERMS, closeFeePpm: ratePpm(501n) };
  await server.run({ kind: 'configure_futures', terms: worse });
  for (const reply of [
    await atIndex(server, 'openPosition', long(shown), { token: user.token }),
    await server.call('openPosition', waitingLong('90', shown), user),
  ])
    expect([reply.status, reply.error]).toEqual([400, 'terms_changed']);
});

test('Q21: a position that cost its owner something in all is not shown as a gain', async () => {
  const user = await holderOf(server);
  const { id } = await open(server, user);
  // Opened at 100.01: the price brings 0.04, the fees are 0.05 each and a bit.
  await passSeconds(server, 1, () => '100.05');
  const reply = await atIndex(
    server,
    'closePosition',
    { position_id: id },
    {
      token: user.token,
      price: '100.05',
    },
  );
  if (reply.type !== 'ok') throw new Error(reply.text);
  expect(reply.message.position).toMatchObject({
    realised_pnl: '0.040000',
    open_fee: '0.050005',
    close_fee: '0.050025',
    fees: '0.100030',
    net_pnl: '-0.060030',
  });
  const wallet = await server.data('wallet', {}, user);
  const contract = wallet.accounts.find(({ account }) => account === 'contract');
  expect(contract?.total).toBe('999.939970');
});
