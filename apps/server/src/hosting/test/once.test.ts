/** Buying and ending twice and fifty times at once: what may be sold is sold to the last unit, and nothing twice (Y1, Y3, V7). */
import { amountMinor, DAY_MS } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import {
  expectSound,
  FIFTEEN,
  holds,
  host,
  leaveInTreasury,
  loginAgain,
  outcomes,
  purchase,
  redeem,
  runDue,
  saver,
  schedulesOf,
  startHostingServer,
} from './fixture.ts';

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  server = await startHostingServer({ answersMax: 20 });
  user = await saver(server);
});
afterEach(async () => {
  await expectSound(server);
  await server.stop();
});

const times = <Answer>(count: number, ask: (at: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)));
const count = async (): Promise<number> => (await server.data('hostingOrders', {}, user)).total;
const trustOf = () => holds(server, 'trust', { owner: user.userId });

describe('the same key', () => {
  test('of fifty purchases at once locks once, and every later answer is the first', async () => {
    const { token } = user;
    const replies = await times(50, () =>
      server.call('buyHosting', purchase(), { token, key: 'one' }),
    );
    expect(outcomes(replies)['200']).toBeGreaterThan(0);
    const first = replies.find(({ status }) => status === 200);
    server.clock.nowMs += DAY_MS;
    await runDue(server);
    // Beyond what memory keeps of answers, and after a restart.
    for (let at = 0; at < 25; at += 1) await host(server, user, { amount: '100' });
    const again = await server.call('buyHosting', purchase(), { token, key: 'one' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first?.text, 'true']);
    await server.restart();
    expect((await server.call('buyHosting', purchase(), { token, key: 'one' })).text).toBe(
      first?.text,
    );
    expect(await count()).toBe(26);
  });

  test('with another body is refused, and is independent of another user and route', async () => {
    const { token } = user;
    await server.data('buyHosting', purchase(), { token, key: 'one' });
    const other = await server.call('buyHosting', purchase({ amount: '999' }), {
      token,
      key: 'one',
    });
    expect([other.status, other.error]).toEqual([422, 'idempotency_conflict']);
    expect((await redeem(server, 1, { token, key: 'one' })).error).toBe('idempotency_conflict');
    const stranger = await saver(server);
    const same = { token: stranger.token, key: 'one' };
    expect((await server.call('buyHosting', purchase(), same)).status).toBe(200);
  });

  test('of a redemption gives the first answer, when nothing is in hosting any more', async () => {
    const { id } = await host(server, user);
    const options = { token: user.token, key: 'end' };
    const first = await redeem(server, id, options);
    server.clock.nowMs += 5 * DAY_MS;
    await server.restart();
    const again = await redeem(server, id, options);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await trustOf()).total).toBe(10_000_000000n - 66_000000n);
  });

  test('of a refusal is the same refusal, though it could be done now', async () => {
    const options = { token: user.token, key: 'refused' };
    await leaveInTreasury(server, 1n);
    const first = await server.call('buyHosting', purchase(), options);
    expect(first.error).toBe('house_limit');
    await leaveInTreasury(server, 1_000_000000n);
    expect((await server.call('buyHosting', purchase(), options)).text).toBe(first.text);
    expect(await count()).toBe(0);
  });
});

describe('fifty at once', () => {
  test('Y1: end an order once', async () => {
    const { id } = await host(server, user);
    const replies = await times(50, () => redeem(server, id, { token: user.token }));
    expect(outcomes(replies)).toEqual({ '200': 1, order_not_open: 49 });
    expect(await trustOf()).toEqual({ total: 9_934_000000n, frozen: 0n });
  });

  test('Y1: at the very end complete it, whoever comes first', async () => {
    const { id } = await host(server, user);
    server.clock.nowMs += 15 * DAY_MS;
    user = await loginAgain(server, user);
    const schedules = schedulesOf(server, { chunk: 1 });
    const [replies] = await Promise.all([
      times(50, () => redeem(server, id, { token: user.token })),
      schedules.run(),
      runDue(server),
    ]);
    await schedules.stop();
    expect(outcomes(replies)).toEqual({ order_not_open: 50 });
    expect(await trustOf()).toEqual({ total: 10_060_000000n, frozen: 0n });
  });

  test('lock no more than the user has', async () => {
    const replies = await times(50, () =>
      server.call('buyHosting', purchase({ amount: '300' }), { token: user.token }),
    );
    expect(outcomes(replies)).toEqual({ '200': 33, insufficient_balance: 17 });
    expect((await trustOf()).frozen).toBe(9_900_000000n);
  });

  test('Y3: of many users lock no more than the capacity, and an end makes room', async () => {
    await leaveInTreasury(server, 100_000_000000n);
    const savers = await times(25, () => saver(server, 1_000));
    const buy = ({ token }: TestUser) => server.call('buyHosting', purchase(), { token });
    const replies = await Promise.all(savers.map(buy));
    expect(outcomes(replies)).toEqual({ '200': 20, sold_out: 5 });
    const winner = savers[replies.findIndex(({ status }) => status === 200)] ?? user;
    const [order] = (await server.data('hostingOrders', {}, winner)).list;
    await server.data('redeemHosting', { id: order?.id }, winner);
    expect((await buy(user)).status).toBe(200);
    expect((await buy(user)).error).toBe('sold_out');
  });

  test('never promise more than the treasury has', async () => {
    // Each promises 60.
    await leaveInTreasury(server, 60_000000n * 7n + 59_999999n);
    const savers = await times(25, () => saver(server, 1_000));
    const replies = await Promise.all(
      savers.map(({ token }) => server.call('buyHosting', purchase(), { token })),
    );
    expect(outcomes(replies)).toEqual({ '200': 7, house_limit: 18 });
    const { total, frozen } = await holds(server, 'yield_treasury');
    expect(total - frozen).toBe(59_999999n);
    // What is promised cannot be taken out of it by anybody.
    const taken = await server.sequencer.run({
      kind: 'post_entry',
      reason: 'correction',
      reference: 'taken',
      currencyId: FIFTEEN.currencyId,
      amount: amountMinor(60_000000n),
      source: { house: 'yield_treasury' },
      target: { house: 'capital' },
    });
    expect(taken).toMatchObject({ ok: false, reject: 'insufficient_balance' });
  });

  test('of strangers end nothing', async () => {
    const { id } = await host(server, user);
    const strangers = await times(10, () => saver(server, 1));
    const before = await server.ledger();
    const replies = await Promise.all(
      strangers.flatMap((stranger) => [0, 1, 2, 3, 4].map(() => redeem(server, id, stranger))),
    );
    expect(outcomes(replies)).toEqual({ not_found: 50 });
    expect(await server.ledger()).toBe(before);
  });
});
