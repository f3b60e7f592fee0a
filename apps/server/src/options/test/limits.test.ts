/** Buying options twice and a hundred times at once: what may be sold is sold to the last unit, and nothing twice. */
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import {
  ask,
  balanceOf,
  buyer,
  OPTION_TERMS,
  parked,
  passSeconds,
  purchase,
  startOptionServer,
} from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  // No wait ends by itself, however slow the machine is.
  server = await startOptionServer({ startTimer: () => () => {} });
});
afterAll(async () => {
  const { reconciler } = server.context;
  for (const check of ['checkQuick', 'checkAll', 'checkEngine'] as const)
    expect((await reconciler[check]()).drifts).toEqual([]);
  await server.stop();
});

const optionOf = (owner: TestUser) => balanceOf(server, 'option', owner.userId);

describe('the same key', () => {
  test('while it waits for its sample, after, and with another body', async () => {
    const one = await buyer(server);
    const key = 'one-option';
    const { answer } = await ask(server, one, { key });
    const again = () => server.call('buyOption', purchase(), { ...one, key });
    const other = () => server.call('buyOption', purchase({ direction: 'fall' }), { ...one, key });
    expect([(await again()).error, (await again()).status]).toEqual(['in_progress', 409]);
    expect((await other()).error).toBe('idempotency_conflict');
    await passSeconds(server, 1);
    const first = await answer;
    expect(first.status).toBe(200);
    const repeat = await again();
    expect([repeat.text, repeat.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await other()).error).toBe('idempotency_conflict');
    // Terms, person and market may have changed since: a repeat is the first answer.
    await server.run({ kind: 'configure_options', terms: { ...OPTION_TERMS, isOpen: false } });
    expect((await again()).text).toBe(first.text);
    await server.run({ kind: 'configure_options', terms: OPTION_TERMS });
    await server.restart();
    expect((await again()).text).toBe(first.text);
    expect((await optionOf(one)).total).toBe(899_000000n);
  });

  test('a refusal is kept too, and one that never ran is not', async () => {
    const one = await buyer(server);
    const key = 'moved';
    const more = { shown_price: '100' };
    const { answer } = await ask(server, one, { key, more });
    await passSeconds(server, 1, () => '101');
    const { text, error } = await answer;
    expect(error).toBe('price_moved');
    expect((await server.call('buyOption', purchase(more), { ...one, key })).text).toBe(text);
    const { answer: lost } = await ask(server, one, { key: 'lost' });
    await server.restart();
    expect((await lost).error).toBe('unavailable');
    const { answer: anew } = await ask(server, one, { key: 'lost' });
    await passSeconds(server, 1);
    expect((await anew).status).toBe(200);
  });

  test('P6: of fifty identical requests at once one order comes', async () => {
    const one = await buyer(server);
    let answered = 0;
    const answers = Array.from({ length: 50 }, async () => {
      const reply = await server.call('buyOption', purchase(), { ...one, key: 'fifty' });
      answered += 1;
      return reply;
    });
    // All but the one that waits for its sample.
    while (answered < 49) await new Promise((resolve) => setImmediate(resolve));
    await passSeconds(server, 1);
    const codes = (await Promise.all(answers)).map(({ error }) => error);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'in_progress')).toHaveLength(49);
    expect((await server.data('optionOrders', {}, one)).total).toBe(1);
    expect((await optionOf(one)).total).toBe(899_000000n);
  });
});

describe('P6: a hundred different requests at once', () => {
  /** Asks a hundred times for 100 USDT over 30 s, which may win 75; gives how each ended. */
  async function hundred(
    users: readonly TestUser[],
    paidFor = 100,
  ): Promise<(string | undefined)[]> {
    const before = server.sequencer.health().parkedCommands;
    const answers = Array.from({ length: 100 }, (_, at) =>
      server.call('buyOption', purchase(), users[at % users.length]),
    );
    // What its owner cannot pay beside the rest has no place to wait.
    await parked(server, before + paidFor);
    await passSeconds(server, 1);
    return (await Promise.all(answers)).map(({ error }) => error);
  }

  const count = (codes: readonly unknown[], wanted: string | undefined) =>
    codes.filter((code) => code === wanted).length;

  test('sell exactly what the house can pay', async () => {
    await passSeconds(server, 70);
    const users = await Promise.all(Array.from({ length: 10 }, () => buyer(server, 2_000)));
    const house = await balanceOf(server, 'option_house');
    expect(house.frozen).toBe(0n);
    // 40 pay-outs of 75 and a little less than one more.
    const capital = 40n * 75_000000n + 74_999999n;
    await moveCapital(house.total - capital);
    const codes = await hundred(users);
    expect([count(codes, undefined), count(codes, 'house_limit')]).toEqual([40, 60]);
    expect(await balanceOf(server, 'option_house')).toEqual({
      total: capital,
      frozen: 3_000_000000n,
    });
    const taken = await server.sequencer.run({
      ...fromHouse,
      reference: 'what is promised',
      amount: amountMinor(75_000000n),
    });
    expect(taken).toEqual({ ok: false, reject: 'insufficient_balance' });
    await moveCapital(-house.total);
  });

  test('sell exactly what the market may come to', async () => {
    await passSeconds(server, 70);
    const users = await Promise.all(Array.from({ length: 10 }, () => buyer(server, 2_000)));
    const exposureMaxMinor = amountMinor(25n * 75_000000n);
    await server.run({ kind: 'configure_options', terms: { ...OPTION_TERMS, exposureMaxMinor } });
    const codes = await hundred(users);
    expect([count(codes, undefined), count(codes, 'house_limit')]).toEqual([25, 75]);
    await server.run({ kind: 'configure_options', terms: OPTION_TERMS });
  });

  test('sell one user exactly as many as they may have and can pay', async () => {
    await passSeconds(server, 70);
    const rich = await buyer(server, 1_000);
    const codes = await hundred([rich], 9);
    // Nine times 101 are 909; a tenth is not there.
    expect([count(codes, undefined), count(codes, 'insufficient_balance')]).toEqual([9, 91]);
    expect((await optionOf(rich)).total).toBe(91_000000n);
  });

  const fromHouse = {
    kind: 'post_entry',
    reason: 'capital',
    currencyId: USDT.currencyId,
    source: { house: 'option_house' },
    target: { house: 'external' },
  } as const;

  let moves = 0;
  async function moveCapital(amount: bigint): Promise<void> {
    moves += 1;
    const [source, target] = [fromHouse.source, fromHouse.target];
    await server.run({
      ...fromHouse,
      reference: `moved ${moves}`,
      amount: amountMinor(amount < 0n ? -amount : amount),
      ...(amount < 0n && { source: target, target: source }),
    });
  }
});
