/** Positions that are over, or end while somebody acts on them: one winner, and nothing ends twice (F8). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../test/support/fixture.ts';
import { passSeconds, sample } from '../../options/test/fixture.ts';
import { askAtIndex, atIndex, holderOf, open, startFuturesServer, waitingLong } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startFuturesServer();
});
afterAll(async () => {
  expect((await server.context.reconciler.checkQuick()).drifts).toEqual([]);
  expect((await server.context.reconciler.checkEngine()).drifts).toEqual([]);
  await server.stop();
});

describe('what is over', () => {
  test('is order_not_open for closes and stops, whatever its end', async () => {
    const holder = await holderOf(server);
    const { position: waiting } = await server.data('openPosition', waitingLong('90'), holder);
    await server.data('closePosition', { position_id: waiting.id }, holder);
    const held = await open(server, holder);
    await atIndex(server, 'closePosition', { position_id: held.id }, holder);
    for (const { id } of [waiting, held]) {
      const before = await server.ledger();
      const stops = await server.call('setStops', { position_id: id, stop_loss: '90' }, holder);
      const close = await server.call('closePosition', { position_id: id }, holder);
      for (const { status, error } of [stops, close])
        expect([status, error]).toEqual([400, 'order_not_open']);
      expect(await server.ledger()).toBe(before);
    }
  });

  test('F8: a close that waits while its position is liquidated finds it over', async () => {
    const holder = await holderOf(server);
    const { id } = await open(server, holder);
    const { answer } = await askAtIndex(server, 'closePosition', { position_id: id }, holder);
    await passSeconds(server, 1, () => '90');
    expect(await answer).toMatchObject({ status: 400, error: 'order_not_open' });
    const { list } = await server.data('positions', {}, holder);
    expect(list).toMatchObject([{ id, status: 'closed', close_reason: 'liquidation' }]);
    await passSeconds(server, 1);
  });

  test('F8: of two closes that wait for one sample the second finds it over', async () => {
    const holder = await holderOf(server);
    const { id } = await open(server, holder);
    const first = await askAtIndex(server, 'closePosition', { position_id: id }, holder);
    const second = await askAtIndex(server, 'closePosition', { position_id: id }, holder);
    await passSeconds(server, 1);
    expect((await first.answer).status).toBe(200);
    expect((await second.answer).error).toBe('order_not_open');
  });

  test('F8: a cancel that meets the opening closes nothing', async () => {
    const holder = await holderOf(server);
    const { position } = await server.data('openPosition', waitingLong('99'), holder);
    server.clock.nowMs += 1_000;
    // The route has seen it wait; the tick that opens it stands before the cancel in the queue.
    const [, cancelled] = await Promise.all([
      sample(server, { price: '98' }),
      server.sequencer.run({
        kind: 'cancel_position',
        owner: holder.userId,
        positionId: position.id,
      }),
    ]);
    expect(cancelled).toEqual({ ok: false, reject: 'position_not_open' });
    const { list } = await server.data('positions', {}, holder);
    expect(list).toMatchObject([{ status: 'holding', open_price: '98.0098' }]);
    await passSeconds(server, 1);
  });
});
