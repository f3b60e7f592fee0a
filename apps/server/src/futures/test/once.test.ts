/**
 * Positions happen once: the same key while they wait for a sample and afterwards, many at once, and a process that
 * ends at any point. Every position is in the tables with its postings, so a restart goes on where it ended (F10).
 */
import { amountMinor, ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reply, TestServer, TestUser } from '../../../test/support/fixture.ts';
import { hasPostgres } from '../../../test/support/postgres-server.ts';
import { balanceOf, parked, passSeconds, sample } from '../../options/test/fixture.ts';
import {
  addCapital,
  askAtIndex,
  atIndex,
  CONTRACT_CAPITAL,
  FUTURES_TERMS,
  holderOf,
  long,
  open,
  positionOf,
  startFuturesServer,
  waitingLong,
} from './fixture.ts';

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  server = await startFuturesServer();
  user = await holderOf(server);
});
afterEach(async () => {
  expect((await server.context.reconciler.checkQuick()).drifts).toEqual([]);
  expect((await server.context.reconciler.checkAll()).drifts).toEqual([]);
  expect((await server.context.reconciler.checkEngine()).drifts).toEqual([]);
  await server.stop();
});

const count = async (): Promise<number> => (await server.data('positions', {}, user)).total;
/** How many answers there are of each kind. */
function outcomes(replies: readonly Reply[]): Record<string, number> {
  const groups = Map.groupBy(replies, ({ status, error }) => error ?? String(status));
  return Object.fromEntries([...groups].map(([name, list]) => [name, list.length]));
}

describe('the same key', () => {
  test('is in progress while its opening waits, and then gives the first answer, to the byte', async () => {
    const options = { token: user.token, key: 'one' };
    const { answer } = await askAtIndex(server, 'openPosition', long(), options);
    expect(await server.call('openPosition', long(), options)).toMatchObject({
      status: 409,
      error: 'in_progress',
    });
    expect(await server.call('openPosition', long({ lots: '11' }), options)).toMatchObject({
      status: 422,
      error: 'idempotency_conflict',
    });
    await passSeconds(server, 1);
    const first = await answer;
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    await passSeconds(server, 1, () => '101');
    const again = await server.call('openPosition', long(), options);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    await server.restart();
    expect((await server.call('openPosition', long(), options)).text).toBe(first.text);
    expect(await count()).toBe(1);
  });

  test('of fifty at once opens one position', async () => {
    const { token } = user;
    const calls = Array.from({ length: 50 }, () =>
      server.call('openPosition', long(), { token, key: 'fifty' }),
    );
    await parked(server, 1);
    const late = await Promise.all(calls.slice(1));
    expect(outcomes(late)).toEqual({ in_progress: 49 });
    await passSeconds(server, 1);
    expect((await calls[0])?.status).toBe(200);
    expect(await count()).toBe(1);
  });

  test('of fifty closes at once pays once', async () => {
    const { id } = await open(server, user);
    const { token } = user;
    const calls = Array.from({ length: 50 }, (_, index) =>
      server.call('closePosition', { position_id: id }, { token, key: `close-${index}` }),
    );
    await parked(server, 50);
    await passSeconds(server, 1, () => '101');
    expect(outcomes(await Promise.all(calls))).toEqual({ '200': 1, order_not_open: 49 });
    // 1,000 − fees 0.050005 and 0.0505 + 1 BTC × (101 − 100.01)
    expect(await balanceOf(server, 'contract', user.userId)).toEqual({
      total: 1_000_889495n,
      frozen: 0n,
    });
  });

  test('of a refusal is the same refusal, though it could be done now', async () => {
    const options = { token: user.token, key: 'refused' };
    const tooLate = await refusedAt('101', options);
    expect(tooLate.error).toBe('price_moved');
    const again = await server.call('openPosition', long({ shown_price: '100' }), options);
    expect(again.text).toBe(tooLate.text);
    expect(await count()).toBe(0);
  });

  const refusedAt = (price: string, options: { readonly token: string; readonly key: string }) =>
    atIndex(server, 'openPosition', long({ shown_price: '100' }), { ...options, price });
});

describe('asked while the commit that opens it is on its way', () => {
  const inFlight = async (batches: number): Promise<void> => {
    while (server.sequencer.health().batchesInFlight < batches)
      await new Promise((resolve) => setImmediate(resolve));
  };

  test.skipIf(!hasPostgres)(
    'neither a reversal nor the close of a part runs at the sample that opened it, which was there before',
    async () => {
      const { position } = await server.data('openPosition', waitingLong('99'), user);
      const named = { position_id: position.id };
      const asked = await server.context.database.transaction(async (transaction) => {
        await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 0');
        // Who reads still finds it waiting; the commit that says otherwise has to wait.
        await transaction.query('LOCK TABLE positions IN SHARE MODE');
        const opening = passSeconds(server, 1, () => '98');
        await inFlight(1);
        const calls = [
          server.call('reversePosition', named, user),
          server.call('closePosition', { ...named, lots: '1' }, user),
        ];
        await inFlight(2);
        return Promise.all([opening, ...calls].map((each) => ({ each })));
      });
      const [, reversal, part] = await Promise.all(asked.map(({ each }) => each));
      expect(outcomes([reversal, part] as Reply[])).toEqual({ order_not_open: 2 });
      expect(await positionOf(server, user, position.id)).toMatchObject({
        status: 'holding',
        lots: 10,
      });
      const later = await atIndex(server, 'reversePosition', named, { ...user, price: '97' });
      expect(later.message.closed).toMatchObject({ id: position.id, close_price: '97.00' });
    },
  );
});

describe('fifty at once', () => {
  test('of one user open as many as the market allows, whatever stands between', async () => {
    const { token } = user;
    const calls = Array.from({ length: 50 }, () => server.call('openPosition', long(), { token }));
    await parked(server, 50);
    await passSeconds(server, 1);
    expect(outcomes(await Promise.all(calls))).toEqual({ '200': 3, too_many_orders: 47 });
  });

  test('never promise more than the house has (house_limit)', async () => {
    // Each reserves 100.01 USDT; the house can keep seven ready.
    await addCapital(server, 'contract_house', 750 - CONTRACT_CAPITAL);
    const users = await Promise.all(Array.from({ length: 4 }, () => holderOf(server)));
    const calls = users.flatMap(({ token }) =>
      Array.from({ length: 3 }, () => server.call('openPosition', long(), { token })),
    );
    await parked(server, 12);
    await passSeconds(server, 1);
    expect(outcomes(await Promise.all(calls))).toEqual({ '200': 7, house_limit: 5 });
    expect(await balanceOf(server, 'contract_house')).toEqual({
      total: 750_000000n,
      frozen: 700_070000n,
    });
    // Nor can it be moved out while it is promised.
    const entry = {
      kind: 'post_entry',
      reason: 'capital',
      reference: 'too much',
      currencyId: 3,
      source: { house: 'contract_house' },
      target: { house: 'capital' },
    } as const;
    const out = (amount: bigint) => server.sequencer.run({ ...entry, amount: amountMinor(amount) });
    expect(await out(49_930001n)).toEqual({ ok: false, reject: 'insufficient_balance' });
    expect(await out(49_930000n)).toMatchObject({ ok: true });
  });
});

describe('F10: after a restart', () => {
  test('what is held and waits is as it was, and fires on the first sample that is fresh', async () => {
    const held = await open(server, user, { more: { stop_loss: '95', take_profit: '120' } });
    const { position: waiting } = await server.data('openPosition', waitingLong('97'), user);
    const before = await server.ledger();
    // Down for an hour; the last sample of before is in the tables.
    server.clock.nowMs += 3_600_000;
    await server.restart();
    expect(await server.ledger()).toBe(before);
    const list = (await server.data('positions', {}, user)).list;
    expect(list.map(({ id, status }) => [id, status])).toEqual([
      [waiting.id, 'waiting'],
      [held.id, 'holding'],
    ]);
    expect(list[1]).not.toHaveProperty('current_price');
    // A stale sample, whatever it says of the world, fires nothing.
    await sample(server);
    expect(await server.ledger()).toBe(before);
    await passSeconds(server, 1, () => '94.5');
    expect(await positionOf(server, user, held.id)).toMatchObject({
      status: 'closed',
      close_reason: 'stop_loss',
      close_price: '94.50',
    });
    expect(await positionOf(server, user, waiting.id)).toMatchObject({
      status: 'holding',
      open_price: '94.5095',
    });
  });

  test('a restart at a price beyond a stop fires nothing by itself', async () => {
    const { id } = await open(server, user, { price: '100' });
    await passSeconds(server, 1, () => '96');
    await server.data('setStops', { position_id: id, stop_loss: '95.5' }, user);
    for (let time = 0; time < 3; time += 1) {
      await server.restart();
      expect(await positionOf(server, user, id)).toMatchObject({ status: 'holding' });
    }
    // Its margin, stops and terms are those of before: it closes by them.
    await passSeconds(server, 2, (second) => (second === 1 ? '95.51' : '95.5'));
    expect(await positionOf(server, user, id)).toMatchObject({
      status: 'closed',
      close_reason: 'stop_loss',
      realised_pnl: '-4.510000',
    });
  });

  test('an opening that waited when the process ended was not done, and its key is free', async () => {
    const options = { token: user.token, key: 'cut-off' };
    const { answer } = await askAtIndex(server, 'openPosition', long(), options);
    const [reply] = await Promise.all([answer, server.restart()]);
    expect(reply).toMatchObject({ status: 503, error: 'unavailable' });
    expect(await count()).toBe(0);
    const again = await atIndex(server, 'openPosition', long(), options);
    expect(again.message.position).toMatchObject({ status: 'holding' });
    expect(await count()).toBe(1);
  });

  test('a market order needs a sample of after it, though the last one is fresh', async () => {
    await passSeconds(server, 1);
    await server.restart();
    const { answer } = await askAtIndex(server, 'openPosition', long(), user);
    expect(server.sequencer.health().parkedCommands).toBe(1);
    await passSeconds(server, 1, () => '100.2');
    expect((await answer).message.position).toMatchObject({ open_price: '100.2101' });
  });

  test('F12: terms of the opening hold, whatever the market offers now', async () => {
    const before = await open(server, user);
    const { position: waiting } = await server.data('openPosition', waitingLong('95'), user);
    await server.run({
      kind: 'configure_futures',
      terms: {
        ...FUTURES_TERMS,
        lotBaseMinor: amountMinor(1_000_000n),
        multiples: FUTURES_TERMS.multiples.slice(1),
        openFeePpm: ratePpm(9_000n),
        closeFeePpm: ratePpm(9_000n),
        halfSpreadPpm: ratePpm(4_000n),
        profitCapMultiple: 1,
        positionsMax: 1,
      },
    });
    await server.restart();
    await passSeconds(server, 1, () => '94');
    // Opened at 94 and its own spread of one tick; the fee of its time.
    expect(await positionOf(server, user, waiting.id)).toMatchObject({
      status: 'holding',
      lot_size: '0.1',
      open_price: '94.0094',
      open_fee: '0.047005',
      close_fee_rate: '0.0005',
      profit_cap: 10,
    });
    const { position } = (await atIndex(server, 'closePosition', { position_id: before.id }, user))
      .message;
    expect(position).toMatchObject({ lot_size: '0.1', close_fee: '0.050000' });
    // 0.01 BTC a lot now: ten at 100.4 are 10.04 USDT.
    const after = await open(server, await holderOf(server), { more: { multiple: '100' } });
    expect(after).toMatchObject({ lot_size: '0.01', open_fee: '0.090360', open_price: '100.40' });
  });
});
