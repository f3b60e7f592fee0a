/** Futures over HTTP: what each call answers, and what it moves. */
import { BTC_USDT, USDT } from '@fairlead/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/support/fixture.ts';
import { balanceOf, passSeconds, sample } from '../../options/test/fixture.ts';
import {
  askAtIndex,
  atIndex,
  holderOf,
  long,
  open,
  openEthFutures,
  positionOf,
  startFuturesServer,
  waitingLong,
} from './fixture.ts';

let server: TestServer;
beforeEach(async () => {
  // Which index an answer shows is told exactly; on PostgreSQL the one it was made for may be published by then.
  server = await startFuturesServer({ kind: 'pglite' });
});
afterEach(async () => {
  // Whatever a test did: every sum, hold and reserve is as the rows say, and a reload gives the same engine.
  expect((await server.context.reconciler.checkQuick()).drifts).toEqual([]);
  expect((await server.context.reconciler.checkAll()).drifts).toEqual([]);
  expect((await server.context.reconciler.checkEngine()).drifts).toEqual([]);
  await server.stop();
});

const DEAL = {
  symbol: 'BTC/USDT',
  currency_id: USDT.currencyId,
  currency: 'USDT',
  base: 'BTC',
  half_spread: '0.0001',
  tick_size: '0.01',
  price_step: '0.0001',
  lot_size: '0.1',
  min_lots: 2,
  max_lots: 1_000,
  multiples: [
    { multiple: 10, maintenance_rate: '0.005', max_notional: '5000' },
    { multiple: 100, maintenance_rate: '0.005', max_notional: '1000' },
  ],
  open_fee: '0.0005',
  close_fee: '0.0005',
  profit_cap: 10,
  limit_band: '0.2',
  max_positions: 3,
  is_open: true,
};

describe('lever/deal', () => {
  it('tells guests terms and prices, and users what they can use', async () => {
    await passSeconds(server, 1);
    const prices = {
      index_price: '100.00',
      index_time: server.clock.now(),
      bid: '99.99',
      ask: '100.01',
      stale: false,
    };
    expect(await server.data('futuresDeal', { symbol: 'BTC/USDT' })).toEqual({
      ...DEAL,
      ...prices,
    });
    const user = await holderOf(server);
    await server.data('openPosition', waitingLong('90'), user);
    expect(await server.data('futuresDeal', { symbol: 'BTC/USDT' }, user)).toEqual({
      ...DEAL,
      ...prices,
      available: '990.955000',
    });
  });

  it('has no prices while the index is stale, by its own time or because it says so', async () => {
    server.clock.nowMs += 10_001;
    expect(await server.data('futuresDeal', { symbol: 'BTC/USDT' })).toEqual({
      ...DEAL,
      stale: true,
    });
    await sample(server);
    expect(await server.data('futuresDeal', { symbol: 'BTC/USDT' })).toMatchObject({ stale: true });
  });

  it('is not open where the market is halted or the product is off', async () => {
    await server.run({
      kind: 'set_market_state',
      marketId: BTC_USDT.marketId,
      state: 'halted',
    });
    expect(await server.data('futuresDeal', { symbol: 'BTC/USDT' })).toMatchObject({
      is_open: false,
      stale: false,
    });
  });

  it('does not find what is not traded in lots', async () => {
    for (const symbol of ['ETH/USDT', 'NO/SUCH'])
      expect(await server.call('futuresDeal', { symbol })).toMatchObject({
        status: 404,
        error: 'not_found',
      });
  });

  it('shows in the quotations which markets have futures', async () => {
    const flags = async () =>
      (await server.data('quotations')).map(({ symbol, contract }) => [symbol, contract]);
    expect(await flags()).toEqual([
      ['BTC/USDT', true],
      ['ETH/USDT', false],
    ]);
    await openEthFutures(server);
    expect(await flags()).toEqual([
      ['BTC/USDT', true],
      ['ETH/USDT', true],
    ]);
  });
});

describe('an opening at the market', () => {
  it('opens at the next sample, ask for a long, and holds the margin', async () => {
    const user = await holderOf(server);
    const position = await open(server, user, {
      more: { client_order_id: 'mine', take_profit: '110', stop_loss: '95', shown_price: '100.50' },
      price: '100.5',
    });
    // 10 lots of 0.1 BTC at 100.5101 (100.5 × 1.0001 up to the step): 100.5101 USDT.
    const now = server.clock.now();
    expect(position).toEqual({
      id: position.id,
      client_order_id: 'mine',
      symbol: 'BTC/USDT',
      currency_id: 3,
      currency: 'USDT',
      side: 'long',
      type: 'market',
      lots: 10,
      lot_size: '0.1',
      multiple: 10,
      margin: '10.051010',
      maintenance_rate: '0.005',
      maintenance: '0.502551',
      open_fee: '0.050256',
      close_fee: '0.000000',
      close_fee_rate: '0.0005',
      price_step: '0.0001',
      profit_cap: 10,
      open_price: '100.5101',
      // The index that is published as the answer is made: the one before.
      current_price: '100.00',
      liquidation_price: '90.9616405',
      take_profit: '110.00',
      stop_loss: '95.00',
      unrealised_pnl: '-0.510100',
      // After the fee of the opening and that of a close now: 0.050256 + 0.05.
      fees: '0.100256',
      net_pnl: '-0.610356',
      margin_ratio: '0.052673',
      status: 'holding',
      open_receipt_id: 1,
      receipt_id: 1,
      created_at: now,
      opened_at: now,
      updated_at: now,
    });
    expect(await positionOf(server, user, position.id)).toEqual({
      ...position,
      current_price: '100.50',
      unrealised_pnl: '-0.010100',
      fees: '0.100506',
      net_pnl: '-0.110606',
      margin_ratio: '0.05005',
    });
    // Of the fee a fifth, rounded down, is the insurance fund's.
    expect(await balanceOf(server, 'contract', user.userId)).toEqual({
      total: 999_949744n,
      frozen: 10_051010n,
    });
    expect(await balanceOf(server, 'insurance_fund')).toEqual({ total: 1_000_010051n, frozen: 0n });
    expect(await balanceOf(server, 'contract_house')).toEqual({
      total: 50_000_000000n,
      frozen: 100_510100n,
    });
  });

  it('a short opens at the bid', async () => {
    const user = await holderOf(server);
    const position = await open(server, user, { more: { side: 'short' } });
    expect(position).toMatchObject({ open_price: '99.99', liquidation_price: '109.48905' });
  });

  it('no verification is needed', async () => {
    const user = await holderOf(server);
    expect((await server.data('center', {}, user)).user.basic_verification).toBe('unverified');
    expect(await open(server, user)).toMatchObject({ status: 'holding' });
  });
});

describe('a limit', () => {
  it('waits at once, and opens at its price or better when the index reaches it', async () => {
    const user = await holderOf(server);
    const { position } = await server.data('openPosition', waitingLong('99.5'), user);
    expect(position).toMatchObject({
      type: 'limit',
      price: '99.50',
      status: 'waiting',
      margin: '9.950000',
      open_fee: '0.049750',
      close_fee: '0.000000',
      liquidation_price: '90.0475',
    });
    for (const field of ['open_price', 'unrealised_pnl', 'receipt_id', 'maintenance'] as const)
      expect(position).not.toHaveProperty(field);
    expect(await balanceOf(server, 'contract', user.userId)).toEqual({
      total: 1_000_000000n,
      frozen: 9_999750n,
    });
    await passSeconds(server, 1, () => '99.51');
    expect(await positionOf(server, user, position.id)).toMatchObject({ status: 'waiting' });
    await passSeconds(server, 1, () => '99');
    expect(await positionOf(server, user, position.id)).toMatchObject({
      status: 'holding',
      open_price: '99.0099',
      receipt_id: 1,
    });
  });

  it('is cancelled by a close, and everything is free again', async () => {
    const user = await holderOf(server);
    const { position } = await server.data('openPosition', waitingLong('90'), user);
    const closed = await server.data('closePosition', { position_id: position.id }, user);
    expect(closed.position).toMatchObject({
      status: 'cancelled',
      close_reason: 'user',
      closed_at: server.clock.now(),
    });
    expect(closed.position).not.toHaveProperty('liquidation_price');
    expect(await balanceOf(server, 'contract', user.userId)).toEqual({
      total: 1_000_000000n,
      frozen: 0n,
    });
    expect(await balanceOf(server, 'contract_house')).toMatchObject({ frozen: 0n });
  });
});

describe('a close', () => {
  it('is at the next sample, without spread, and pays what it won less the fee', async () => {
    const user = await holderOf(server);
    const { id } = await open(server, user);
    const reply = await atIndex(
      server,
      'closePosition',
      { position_id: id },
      { token: user.token, price: '101.123' },
    );
    // 1 BTC from 100.01 to 101.123: 1.113 USDT; fee 0.05 % of 101.123, rounded up.
    expect(reply.message.position).toMatchObject({
      status: 'closed',
      close_reason: 'user',
      close_price: '101.123',
      realised_pnl: '1.113000',
      close_fee: '0.050562',
      insurance_paid: '0.000000',
      open_receipt_id: 1,
      receipt_id: 2,
      closed_at: server.clock.now(),
    });
    expect(reply.message.position).not.toHaveProperty('current_price');
    expect(await balanceOf(server, 'contract', user.userId)).toEqual({
      // 1,000 − 0.050005 − 0.050562 + 1.113
      total: 1_001_012433n,
      frozen: 0n,
    });
  });

  it('a liquidation takes the margin, and the fund pays what is missing', async () => {
    const user = await holderOf(server);
    const { id } = await open(server, user);
    await passSeconds(server, 1, () => '85');
    expect(await positionOf(server, user, id)).toMatchObject({
      status: 'closed',
      close_reason: 'liquidation',
      close_price: '85.00',
      realised_pnl: '-10.001000',
      close_fee: '0.000000',
      insurance_paid: '5.009000',
    });
    // 1,000 + 0.010001 of the opening's fee − 5.009
    expect(await balanceOf(server, 'insurance_fund')).toMatchObject({ total: 995_001001n });
  });

  it('of all closes what is asked for, each behind a sample of its own market', async () => {
    await openEthFutures(server);
    const user = await holderOf(server);
    const btc = await open(server, user);
    const short = await open(server, user, { more: { side: 'short' } });
    const eth = await atIndexOfEth(user);
    await server.data('openPosition', waitingLong('90'), user);
    const shorts = await atIndex(server, 'closePositions', { side: 'short' }, user);
    expect(shorts.message).toEqual({ closed: [short.id] });
    const { answer } = await closeAll(user);
    await passSeconds(server, 1);
    expect(server.sequencer.health().parkedCommands).toBe(1);
    await server.tick();
    expect((await answer).message).toEqual({ closed: [btc.id, eth] });
    const { list } = await server.data('positions', {}, user);
    expect(list.map(({ status }) => status)).toEqual(['waiting', 'closed', 'closed', 'closed']);
  });

  it('of all without positions closes nothing and waits for nothing', async () => {
    const user = await holderOf(server);
    expect(await server.data('closePositions', { symbol: 'BTC/USDT' }, user)).toEqual({
      closed: [],
    });
  });

  const closeAll = ({ token }: { token: string }) =>
    askAtIndex(server, 'closePositions', {}, { token });
  const atIndexOfEth = async ({ token }: { token: string }): Promise<number> => {
    const request = long({ symbol: 'ETH/USDT' });
    const { answer } = await askAtIndex(server, 'openPosition', request, { token });
    await server.pass(1_000);
    return (await answer).message.position.id;
  };
});

describe('stops', () => {
  it('replace both, and an empty or absent one is cleared', async () => {
    const user = await holderOf(server);
    const { id } = await open(server, user, { more: { take_profit: '110' } });
    const set = (stops: object) =>
      server.data('setStops', { position_id: id, ...stops }, user).then(({ position }) => ({
        take_profit: position.take_profit,
        stop_loss: position.stop_loss,
      }));
    expect(await set({ take_profit: '111.5', stop_loss: '99' })).toEqual({
      take_profit: '111.50',
      stop_loss: '99.00',
    });
    expect(await set({ take_profit: '', stop_loss: '98' })).toEqual({
      take_profit: undefined,
      stop_loss: '98.00',
    });
    expect(await set({})).toEqual({ take_profit: undefined, stop_loss: undefined });
  });

  it('F10: of both one fires, once', async () => {
    const user = await holderOf(server);
    const { id } = await open(server, user);
    await server.data('setStops', { position_id: id, take_profit: '105', stop_loss: '99' }, user);
    await passSeconds(server, 3, (second) => ['98.5', '106', '98'][second - 1]);
    expect(await positionOf(server, user, id)).toMatchObject({
      close_reason: 'stop_loss',
      close_price: '98.50',
      realised_pnl: '-1.510000',
    });
  });
});
