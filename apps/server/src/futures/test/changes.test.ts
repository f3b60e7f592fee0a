/**
 * Over HTTP: a part of a position closed, margin added, reversed, stops of parts, a waiting one amended. A lot is 0.1 BTC at
 * 100. Every receipt is re-computed from what the wire says of it.
 */
import { verifyChain } from '@fairlead/receipt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { balanceOf, passSeconds } from '../../options/test/fixture.ts';
import { atIndex, holderOf, open, positionOf, startFuturesServer, waitingLong } from './fixture.ts';

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  server = await startFuturesServer({ kind: 'pglite' });
  user = await holderOf(server);
});
afterEach(async () => {
  expect((await server.context.reconciler.checkQuick()).drifts).toEqual([]);
  expect((await server.context.reconciler.checkAll()).drifts).toEqual([]);
  expect((await server.context.reconciler.checkEngine()).drifts).toEqual([]);
  await server.stop();
});

/** All receipts as their owner sees them, each right by itself, in the chain and against what it changes. */
async function verified(): Promise<unknown[]> {
  const { list } = await server.data('receipts', { from: 1, limit: 100 }, user);
  const { receipts } = await verifyChain(list);
  // Samples of these tests say no venues.
  const wrong = receipts.flatMap(({ id, checks }) =>
    checks
      .filter(({ name, status }) => status === 'failed' && name !== 'samples')
      .map((each) => ({ id, ...each })),
  );
  expect(wrong).toEqual([]);
  return list.map(({ kind }) => kind);
}

const taken = async <Answer>(reply: Promise<{ type: string; message: unknown; text?: string }>) => {
  const { type, message, text } = await reply;
  if (type !== 'ok') throw new Error(text);
  return message as Answer;
};
type Positions = Record<'position' | 'rest' | 'closed', Awaited<ReturnType<typeof open>>>;

describe('lever/close of some lots', () => {
  it('closes a part as a position of its own, and answers with what is left', async () => {
    const { id } = await open(server, user, { more: { stop_loss: '95' } });
    const asked = atIndex(
      server,
      'closePosition',
      { position_id: id, lots: '4' },
      { ...user, price: '102' },
    );
    const { position: part, rest } = await taken<Positions>(asked);
    expect(part).toMatchObject({
      part_of: id,
      lots: 4,
      status: 'closed',
      close_reason: 'user',
      margin: '4.000400',
      // 0.4 × 1.99; fees of 0.05 % of 40.004 and of 40.8.
      realised_pnl: '0.796000',
      open_fee: '0.020002',
      close_fee: '0.020400',
      net_pnl: '0.755598',
    });
    expect(rest).toMatchObject({
      id,
      lots: 6,
      margin: '6.000600',
      stop_loss: '95.00',
      status: 'holding',
    });
    expect(rest.change_receipt_id).toBe(part.receipt_id);
    expect(await positionOf(server, user, id)).toMatchObject({ lots: 6 });
    const again = await server.call('closePosition', { position_id: part.id }, user);
    expect([again.status, again.error]).toEqual([400, 'order_not_open']);
    await taken(atIndex(server, 'closePosition', { position_id: id }, user));
    expect(await verified()).toEqual(['open', 'close', 'close']);
    const { list } = await server.data('positions', { status: 'closed' }, user);
    expect(list.map(({ lots }) => lots)).toEqual([4, 6]);
  });

  it('refuses more than is held, and lots of what waits', async () => {
    const { id } = await open(server, user);
    const more = await atIndex(server, 'closePosition', { position_id: id, lots: '11' }, user);
    expect([more.status, more.error]).toEqual([400, 'above_maximum']);
    const { position } = await server.data('openPosition', waitingLong('90'), user);
    const part = await server.call('closePosition', { position_id: position.id, lots: '1' }, user);
    expect([part.status, part.error]).toEqual([400, 'order_not_open']);
    expect(await positionOf(server, user, position.id)).toMatchObject({ status: 'waiting' });
  });
});

describe('lever/add_margin', () => {
  it('freezes it, moves the liquidation price, and leaves the cap', async () => {
    const { id, liquidation_price: before } = await open(server, user);
    const { position } = await server.data('addMargin', { position_id: id, amount: '2' }, user);
    expect(position).toMatchObject({
      margin: '12.001000',
      margin_added: '2.000000',
      profit_cap: 10,
    });
    // 2 ÷ 1 BTC.
    expect(Number(before) - Number(position.liquidation_price)).toBeCloseTo(2, 8);
    expect(await balanceOf(server, 'contract', user.userId)).toMatchObject({ frozen: 12_001_000n });
    await passSeconds(server, 1, () => before ?? '0');
    expect(await positionOf(server, user, id)).toMatchObject({ status: 'holding' });
    await passSeconds(server, 1, () => position.liquidation_price ?? '0');
    expect(await positionOf(server, user, id)).toMatchObject({ close_reason: 'liquidation' });
    expect(await verified()).toEqual(['open', 'margin', 'liquidation']);
  });

  it.each([
    ['0', 422, 'invalid'],
    ['0.0000001', 422, 'invalid'],
    ['990', 400, 'above_maximum'],
  ])('refuses %s', async (amount, status, error) => {
    const { id } = await open(server, user);
    const reply = await server.call('addMargin', { position_id: id, amount }, user);
    expect(reply.status).toBe(status);
    if (error !== 'invalid') expect(reply.error).toBe(error);
    expect(await positionOf(server, user, id)).toMatchObject({ margin: '10.001000' });
  });
});

describe('lever/reverse', () => {
  it('closes and opens the other way at one sample', async () => {
    const { id } = await open(server, user);
    const request = { position_id: id, stop_loss: '110', shown_profit_cap: '10' };
    const { position, closed } = await taken<Positions>(
      atIndex(server, 'reversePosition', request, { ...user, price: '102' }),
    );
    expect(closed).toMatchObject({ id, status: 'closed', close_price: '102.00' });
    expect(position).toMatchObject({
      side: 'short',
      lots: 10,
      status: 'holding',
      stop_loss: '110.00',
    });
    expect(await verified()).toEqual(['open', 'close', 'open']);
  });

  it('leaves everything where the opening is refused', async () => {
    const { id } = await open(server, user);
    const before = await server.ledger();
    for (const [more, error] of [
      [{ multiple: '50' }, 'not_offered'],
      [{ shown_price: '110' }, 'price_moved'],
      [{ shown_open_fee: '0.0001' }, 'terms_changed'],
      [{ stop_loss: '90' }, 'stops_invalid'],
    ] as const) {
      const reply = await atIndex(server, 'reversePosition', { position_id: id, ...more }, user);
      expect([reply.status, reply.error]).toEqual([400, error]);
    }
    expect(await server.ledger()).toBe(before);
    expect(await positionOf(server, user, id)).toMatchObject({ status: 'holding', side: 'long' });
  });
});

describe('lever/set_level and lever/remove_level', () => {
  it('close their lots when the index is there, amended and taken back', async () => {
    const { id } = await open(server, user);
    const set = (more: object) => server.data('setStopLevel', { position_id: id, ...more }, user);
    await set({ stop: 'take_profit', price: '102', lots: '3' });
    await set({ stop: 'take_profit', price: '103', lots: '3' });
    const { position } = await set({ stop: 'stop_loss', price: '97', lots: '5' });
    const [first, second, third] = position.levels ?? [];
    expect(first).toMatchObject({ stop: 'take_profit', price: '102.00', lots: 3 });
    await set({ level_id: second?.id, stop: 'take_profit', price: '104', lots: '2' });
    await passSeconds(server, 1, () => '103');
    expect(await positionOf(server, user, id)).toMatchObject({ lots: 7 });
    expect(await positionOf(server, user, first?.id ?? 0)).toMatchObject({
      part_of: id,
      lots: 3,
      close_reason: 'take_profit',
    });
    const left = await server.data(
      'removeStopLevel',
      { position_id: id, level_id: third?.id },
      user,
    );
    expect(left.position.levels).toMatchObject([{ id: second?.id, price: '104.00', lots: 2 }]);
    await passSeconds(server, 1, () => '96.99');
    expect(await positionOf(server, user, id)).toMatchObject({ status: 'holding', lots: 7 });
    const gone = await server.call(
      'removeStopLevel',
      { position_id: id, level_id: third?.id },
      user,
    );
    expect([gone.status, gone.error]).toEqual([404, 'not_found']);
    expect(await verified()).toEqual(['open', 'take_profit']);
  });
});

describe('lever/amend', () => {
  it('changes limit, lots and stops in place', async () => {
    const { position } = await server.data(
      'openPosition',
      waitingLong('90', { stop_loss: '80' }),
      user,
    );
    const request = { position_id: position.id, price: '95', lots: '20', stop_loss: 'none' };
    const amended = await server.data('amendPosition', request, user);
    expect(amended.position).toMatchObject({
      id: position.id,
      price: '95.00',
      lots: 20,
      status: 'waiting',
    });
    expect(amended.position.stop_loss).toBeUndefined();
    // 190 a tenth and 0.05 %.
    expect(await balanceOf(server, 'contract', user.userId)).toMatchObject({ frozen: 19_095_000n });
    await passSeconds(server, 1, () => '95');
    expect(await positionOf(server, user, position.id)).toMatchObject({
      status: 'holding',
      lots: 20,
    });
    const late = await server.call('amendPosition', { position_id: position.id, lots: '5' }, user);
    expect([late.status, late.error]).toEqual([400, 'order_not_open']);
  });

  it('says what of it is refused', async () => {
    const { position } = await server.data('openPosition', waitingLong('90'), user);
    const refused = async (more: object) => {
      const reply = await server.call('amendPosition', { position_id: position.id, ...more }, user);
      return reply.error;
    };
    expect(await refused({ price: '150' })).toBe('price_out_of_band');
    expect(await refused({ lots: '600' })).toBe('above_maximum');
    expect(await refused({ stop_loss: '91' })).toBe('stops_invalid');
    expect(await positionOf(server, user, position.id)).toMatchObject({ price: '90.00', lots: 10 });
  });
});
