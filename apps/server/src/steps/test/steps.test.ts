/**
 * Steps (docs/internals/realtime.md). Goal: whoever was away reads exactly what they would have been told, under the same numbers,
 * or is told that it cannot be read any more; nobody reads another's.
 */
import { createLiveClient, type LiveClient } from '@fairlead/client';
import type { PrivateData, Step } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { LiveClientProbe } from '../../../test/support/live-fixture.ts';
import { indexSteps, removeSteps } from '../../core/steps/queries.ts';
import { type Realtime, startRealtime } from '../../realtime/realtime.ts';
import { stepSource } from '../source.ts';

let server: TestServer;
let realtime: Realtime;
let url: string;
let alice: TestUser;
let bob: TestUser;
const probes: LiveClientProbe[] = [];

const listen = async (): Promise<void> => {
  const { clock, log, sessions, events, marketData, candles, told } = server.context;
  realtime = startRealtime({
    httpServer: server.app.server,
    ...{ marketData, candles, sessions, events, clock, log, told },
    subAccounts: server.context.subAccounts,
    steps: stepSource(server.context),
    publicUrl: 'https://exchange.example',
    limitFactor: 1_000,
  });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
};

beforeAll(async () => {
  server = await startTestServer();
  await listen();
  alice = await server.trader();
  bob = await server.trader();
});
afterAll(async () => {
  for (const { socket } of probes) socket.disconnect();
  await realtime.stop();
  await server.stop();
});

const place = (user: TestUser, fields: Readonly<Record<string, string>> = {}) =>
  server.data(
    'placeOrder',
    {
      symbol: 'BTC/USDT',
      side: 'buy',
      type: 'limit',
      price: '90.00',
      quantity: '0.100',
      ...fields,
    },
    { token: user.token },
  );

/** Both see something of a trade. */
async function trade(price = '100.00'): Promise<void> {
  await place(alice, { side: 'sell', price });
  await place(bob, { price, quantity: '0.050' });
}

const read = (user: TestUser, request: { after?: number | string; limit?: number | string } = {}) =>
  server.data('steps', request, { token: user.token });

/** The number behind all pages. */
async function endOf(user: TestUser): Promise<number> {
  let page = await read(user);
  while (page.has_more) page = await read(user, { after: page.number });
  return page.number;
}

async function follow(user: TestUser): Promise<{ probe: LiveClientProbe; number: number }> {
  const probe = new LiveClientProbe(url);
  probes.push(probe);
  await probe.connected();
  const { number } = (await probe.ask('login', { token: user.token, steps: true })) as unknown as {
    number: number;
  };
  return { probe, number };
}

const stepsOf = ({ told }: LiveClientProbe): Step[] =>
  told.flatMap(({ event, value }) => (event === 'step' ? [value as Step] : []));

/** Waits until everything so far has been told. */
async function settled({ probe }: { probe: LiveClientProbe }): Promise<void> {
  await probe.ask('unsubscribe', { channels: ['ticker'] });
}

describe('a read', () => {
  test('gives what happened, oldest first, each connected to the one before', async () => {
    const begin = await endOf(alice);
    await trade();
    const { steps, number, has_more: hasMore, gap } = await read(alice, { after: begin });
    expect(gap).toBeUndefined();
    expect(hasMore).toBe(false);
    expect(steps.map(({ events }) => events.map(({ event }) => event))).toEqual([
      ['order', 'balance'],
      ['order', 'balance', 'balance', 'record', 'record'],
    ]);
    expect(steps[0]?.previous).toBe(begin);
    expect(steps[1]?.previous).toBe(steps[0]?.number);
    expect(number).toBeGreaterThanOrEqual(steps[1]?.number ?? Number.POSITIVE_INFINITY);
    const placed = steps.map(({ events }) => events[0]?.data);
    expect(placed).toMatchObject([
      { filled_quantity: '0.000', status: 'waiting' },
      { filled_quantity: '0.050', status: 'waiting' },
    ]);
  });

  test('goes on page by page, in the index and behind it', async () => {
    const begin = await endOf(alice);
    for (let count = 0; count < 5; count += 1) {
      await place(alice, { price: `${90 + count}.00` });
      if (count === 2) await indexSteps(server.context.database);
    }
    const whole = await read(alice, { after: begin });
    expect(whole.steps).toHaveLength(5);
    const parts: Step[] = [];
    let after = begin;
    for (let hasMore = true; hasMore; ) {
      const page = await read(alice, { after, limit: 2 });
      parts.push(...page.steps);
      after = page.number;
      hasMore = page.has_more;
    }
    expect(parts).toEqual(whole.steps);
    expect(await read(alice, { after })).toEqual({ steps: [], number: after, has_more: false });
    await indexSteps(server.context.database);
    expect((await read(alice, { after: begin })).steps).toEqual(whole.steps);
  });

  test('takes any number for its beginning, not only one of a step', async () => {
    const begin = await endOf(alice);
    await trade();
    await trade('101.00');
    const { steps } = await read(alice, { after: begin });
    const [first, second] = steps;
    const between = await read(alice, { after: (second?.number ?? 0) - 1 });
    expect(between.steps.map(({ number }) => number)).toEqual(
      steps.slice(1).map(({ number }) => number),
    );
    expect(first?.number).toBeLessThan(second?.number ?? 0);
  });

  test('is of its caller alone', async () => {
    const begin = await endOf(bob);
    await place(alice);
    expect((await read(bob, { after: begin })).steps).toEqual([]);
    await trade();
    const texts = JSON.stringify((await read(bob, { after: begin })).steps);
    const own = await server
      .data('orders', { status: 'all' }, { token: alice.token })
      .catch(() => undefined);
    for (const { id } of own?.list ?? []) expect(texts).not.toContain(`"id":${id},`);
    expect((await server.call('steps', {})).error).toBe('not_logged_in');
  });

  test.each([['-1'], ['1.5'], ['x'], ['1e3'], ['99999999999999999999'], ['0x10']])(
    'refuses the number %j',
    async (after) => {
      const reply = await server.call('steps', { after }, { token: alice.token });
      expect(reply.error).toBe('validation_failed');
    },
  );

  test('of a number that is not reached yet is a gap', async () => {
    const number = await endOf(alice);
    for (const after of [number + 1_000, Number.MAX_SAFE_INTEGER]) {
      const answer = await read(alice, { after });
      expect(answer).toMatchObject({ steps: [], gap: 'unknown' });
      expect(answer.number).toBeLessThan(after);
    }
  });

  test('says what is told in the language that is asked for', async () => {
    const begin = await endOf(bob);
    await trade();
    const noteIn = async (lang: string) => {
      const { message } = await server.call(
        'steps',
        { after: begin },
        { token: bob.token, headers: { 'language-mark': lang } },
      );
      return message.steps.flatMap(({ events }) =>
        events.flatMap((each) => (each.event === 'record' ? [each.data.note] : [])),
      );
    };
    expect(await noteIn('jp')).not.toEqual(await noteIn('en'));
  });
});

describe('a socket with steps', () => {
  test('is told what others are told, in steps that connect', async () => {
    const plain = new LiveClientProbe(url);
    probes.push(plain);
    await plain.connected();
    await plain.ask('login', { token: alice.token });
    const one = await follow(alice);
    await trade();
    await place(alice);
    await settled(one);
    await plain.ask('unsubscribe', { channels: ['ticker'] });
    const steps = stepsOf(one.probe);
    const single = plain.told.flatMap(({ event, value }) =>
      event === 'order' || event === 'balance' || event === 'record'
        ? [{ event, data: value }]
        : [],
    );
    expect(steps.flatMap(({ events }) => events)).toEqual(single);
    expect(one.probe.told.filter(({ event }) => event === 'order')).toEqual([]);
    expect(steps.map(({ previous }) => previous).slice(1)).toEqual(
      steps.map(({ number }) => number).slice(0, -1),
    );
    expect(steps[0]?.previous).toBeLessThanOrEqual(one.number);
    expect((await read(alice, { after: one.number })).steps.map(({ events }) => events)).toEqual(
      steps.map(({ events }) => events),
    );
  });

  test('is told from its number on while steps go on', async () => {
    const first = await follow(alice);
    await place(alice);
    const racing = Array.from({ length: 8 }, (_, at) => place(alice, { price: `${91 + at}.00` }));
    const second = await follow(alice);
    await Promise.all(racing);
    await settled(first);
    await settled(second);
    const after = stepsOf(first.probe).filter(({ number }) => number > second.number);
    const told = stepsOf(second.probe).filter(({ number }) => number > second.number);
    expect(told).toEqual(after);
  });

  test('goes by its own language, and not without private events', async () => {
    const probe = new LiveClientProbe(url);
    probes.push(probe);
    await probe.connected();
    const login = { token: alice.token, steps: true };
    expect(await probe.ask('login', { ...login, events: false })).toEqual({
      ok: false,
      error: 'validation_failed',
    });
    expect(await probe.ask('login', { ...login, steps: 'yes' })).toEqual({
      ok: false,
      error: 'validation_failed',
    });
    expect(await probe.ask('login', { ...login, lang: 'jp' })).toMatchObject({ ok: true });
  });
});

const TOLD = ['order', 'balance', 'record'] as const satisfies readonly (keyof PrivateData)[];

/** The very client of the app, with all that it was told. */
async function open(user: TestUser): Promise<{ client: LiveClient; told: unknown[] }> {
  const client = createLiveClient({
    url,
    getToken: () => user.token,
    readSteps: (after) => read(user, { after, limit: 3 }),
  });
  const told: unknown[] = [];
  for (const event of TOLD) client.on(event, (data) => told.push({ event, data }));
  await live(client);
  return { client, told };
}

const live = (client: LiveClient): Promise<void> =>
  new Promise((resolve) => {
    if (client.status.state === 'live') return resolve();
    const stop = client.onStatus(({ state }) => {
      if (state !== 'live') return;
      stop();
      resolve();
    });
  });

/** Numbers that follow from a seed. */
function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test.each([3, 11])(
  'a client that is cut at random hears what one that never was hears (seed %i)',
  { timeout: 60_000 },
  async (seed) => {
    const draw = drawn(seed);
    const [whole, cut] = [await open(bob), await open(bob)];
    let orders = 0;
    for (let act = 0; act < 16; act += 1) {
      const what = draw(6);
      if (what === 0) cut.client.relogin();
      else if (what === 1) await indexSteps(server.context.database);
      else if (what === 2) await live(cut.client);
      else if (what === 3) await trade(`${100 + draw(3)}.00`);
      else await place(bob, { price: `${92 + draw(5)}.00` });
      if (what > 2) orders += 1;
    }
    expect(orders).toBeGreaterThan(0);
    await live(cut.client);
    await place(bob, { price: '91.00' });
    await expect.poll(() => JSON.stringify(cut.told.at(-1))).toContain('balance');
    await expect.poll(() => cut.told.length, { timeout: 20_000 }).toBe(whole.told.length);
    expect(cut.told).toEqual(whole.told);
    for (const { client } of [whole, cut]) client.close();
  },
);

describe('what is kept', () => {
  test('outlives the process, under the same numbers', async () => {
    const begin = await endOf(alice);
    await trade();
    const before = await read(alice, { after: begin });
    await realtime.stop();
    await server.restart();
    await listen();
    expect((await read(alice, { after: begin })).steps).toEqual(before.steps);
    const again = await follow(alice);
    await place(alice);
    await settled(again);
    const [step] = stepsOf(again.probe);
    expect(step?.previous).toBe(before.steps.at(-1)?.number);
    expect(step?.number).toBeGreaterThan(again.number);
  });

  test('is removed when it is old, and that is said', async () => {
    const begin = await endOf(alice);
    await place(alice);
    const middle = await endOf(alice);
    server.clock.nowMs += DAY_MS;
    await place(alice);
    const { database } = server.context;
    await indexSteps(database);
    await removeSteps(database, server.clock.nowMs - DAY_MS / 2);
    expect(await read(alice, { after: begin })).toMatchObject({ steps: [], gap: 'removed' });
    expect((await read(alice, { after: middle })).steps).toHaveLength(1);
    const kept = await read(alice);
    expect(kept.gap).toBeUndefined();
    expect(kept.steps).toHaveLength(1);
    // Who did nothing meanwhile has nothing left, and goes on.
    await removeSteps(database, server.clock.nowMs + 1);
    const rest = await follow(alice);
    expect(await read(alice, { after: rest.number })).toMatchObject({ steps: [] });
    await place(alice);
    await settled(rest);
    const [step] = stepsOf(rest.probe);
    expect(step?.previous).toBeLessThanOrEqual(rest.number);
    expect(step?.number).toBeGreaterThan(rest.number);
  });

  test('begins anew behind a program that writes no steps', async () => {
    const begin = await endOf(alice);
    // As its epoch leaves the row.
    await server.context.database.query(`UPDATE leader SET steps_nonce = 'another'`);
    // While it has the epoch nothing of it is there, which is said at once.
    expect(await read(alice, { after: begin - 1 })).toMatchObject({ steps: [], gap: 'removed' });
    await realtime.stop();
    await server.restart();
    await listen();
    await server.tick();
    expect(await read(alice, { after: begin - 1 })).toMatchObject({ gap: 'removed' });
  });

  test('is a gap where it cannot be read, behind what can', async () => {
    const begin = await endOf(alice);
    for (const price of ['90.00', '91.00', '92.00']) await place(alice, { price });
    const whole = await read(alice, { after: begin });
    const [first, second, third] = whole.steps;
    const { database } = server.context;
    const set = (rows: Uint8Array) =>
      database.transaction(async (transaction) => {
        await transaction.query('ALTER TABLE batch_steps DISABLE TRIGGER append_only');
        await transaction.query('UPDATE batch_steps SET rows = $2 WHERE sequence = $1', [
          second?.number ?? 0,
          rows,
        ]);
        await transaction.query('ALTER TABLE batch_steps ENABLE TRIGGER append_only');
      });
    const [stored] = await database.query<{ rows: Uint8Array }>(
      'SELECT rows FROM batch_steps WHERE sequence = $1',
      [second?.number ?? 0],
    );
    // A kind that is not there yet.
    await set(new Uint8Array(stored?.rows.length ?? 0).fill(0x60));
    expect(await read(alice, { after: begin })).toEqual({
      steps: [first],
      number: first?.number,
      has_more: true,
    });
    const gap = await read(alice, { after: first?.number ?? 0 });
    expect(gap).toMatchObject({ steps: [], has_more: false, gap: 'unknown' });
    expect(gap.number).toBeGreaterThanOrEqual(third?.number ?? Number.POSITIVE_INFINITY);
    expect((await read(alice, { after: second?.number ?? 0 })).steps).toEqual([third]);
    await set(stored?.rows ?? new Uint8Array());
    expect(await read(alice, { after: begin })).toEqual(whole);
  });

  test('never says less of a number that was lost', async () => {
    const number = await endOf(alice);
    const seen = {
      sequence: number + 50,
      orderId: 0,
      tradeId: 0,
      entryId: 0,
      receiptId: 0,
      timeMs: 0,
    };
    const result = await server.sequencer.run({ kind: 'declare_loss', seen } as never);
    expect(result.ok).toBe(true);
    expect(await read(alice, { after: number })).toMatchObject({ steps: [] });
    expect(await read(alice, { after: number + 1 })).toMatchObject({ steps: [], gap: 'unknown' });
    expect(await read(alice, { after: number + 50 })).toMatchObject({ steps: [], gap: 'unknown' });
  });
});
