/** Recurring buys through the real app: what is due is bought once, whatever breaks off, and whoever owns it hears of it. */
import assert from 'node:assert/strict';
import { verifyReceipt } from '@fairlead/receipt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../../test/support/fixture.ts';
import { SubmitError } from '../../../core/sequencer/submit-error.ts';
import { carryOutPlans, type Purchasing } from '../carry-out.ts';
import { insertPlan, lockPlans, plansOf, setAgreed, setPlanState } from '../queries.ts';

let server: TestServer;
let maker: TestUser;
let ada: TestUser;

const [BTC, USDT] = [1, 3];
const [MINUTE, DAY] = [60_000, 86_400_000];

beforeEach(async () => {
  server = await startTestServer();
  maker = await server.trader();
  ada = await server.trader();
});
afterEach(() => server.stop());

const commands = () => server.context.commands as unknown as Purchasing;
const round = (by: Purchasing = commands()) => carryOutPlans(server.context, by);

/** The same with another way to place. */
function placing(submit: Purchasing['submit']): Purchasing {
  const real = commands();
  return {
    submit,
    submitEach: (...asked) => real.submitEach(...asked),
    find: (keyed) => real.find(keyed),
  };
}

/** Places, and dies before it hears of it. */
const dying = () => {
  const real = commands();
  return placing(async (...asked) => {
    await real.submit(...asked);
    throw new Error('killed');
  });
};

const set = (plan_id: number, state: 'active' | 'paused' | 'ended') =>
  server.data('setRecurringPlan', { plan_id, state }, ada);

const sell = (price: string, quantity: string) =>
  server.data(
    'placeOrder',
    { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price, quantity },
    maker,
  );

let made = 0;
const plan = (own: Record<string, string> = {}) => {
  made += 1;
  const days = { weekdays: '1,2,3,4,5,6,7', minute: '540' };
  const terms = { client_plan_id: `plan-${made}`, symbol: 'BTC/USDT', amount: '50.05', ...days };
  return server.call('createRecurringPlan', { ...terms, ...own }, ada);
};
const plans = () => server.data('recurringPlans', {}, ada);
const purchases = async (plan_id: number) =>
  (await server.data('recurringPurchases', { plan_id }, ada)).list;
const messages = async () =>
  (await server.data('messages', {}, ada)).list.filter(({ kind }) => kind.startsWith('recurring'));

/** To a time, with a fresh index. */
async function at(ms: number): Promise<void> {
  server.clock.nowMs = ms;
  await server.tick();
}

function given<Value>(value: Value | undefined): Value {
  assert(value !== undefined);
  return value;
}

const held = async (currency_id: number) =>
  (await server.data('walletDetail', { account: 'coin', currency_id }, ada)).available;

describe('a plan', () => {
  test('is made once under its name, and says when it buys', async () => {
    const first = await plan({ client_plan_id: 'once' });
    expect(first.message).toMatchObject({
      ...{ symbol: 'BTC/USDT', amount: '50.050000', weekdays: [1, 2, 3, 4, 5, 6, 7], minute: 540 },
      ...{ state: 'active', spent: '0.000000', bought: '0.00000000' },
    });
    const again = await plan({ client_plan_id: 'once' });
    expect(again.message).toEqual(first.message);
    expect(await plans()).toHaveLength(1);
    const other = await plan({ client_plan_id: 'once', amount: '60' });
    expect(other.error).toBe('idempotency_conflict');
    const next = first.message.next_at ?? 0;
    expect(next % DAY).toBe(540 * MINUTE);
    expect(next).toBeGreaterThan(server.clock.now());
  });

  test.each([
    [{ weekdays: '8' }, 'validation_failed'],
    [{ month_day: '3' }, 'validation_failed'],
    [{ minute: '1440' }, 'validation_failed'],
    [{ amount: '0.0000001' }, 'validation_failed'],
    [{ amount: '0.000001' }, 'below_minimum'],
    [{ total: '50' }, 'validation_failed'],
    [{ max_price: '100.001' }, 'validation_failed'],
    [{ until: '1' }, 'validation_failed'],
    [{ symbol: 'XXX/USDT' }, 'not_found'],
  ])('is refused with %o', async (own, code) => {
    expect((await plan(own as Record<string, string>)).error).toBe(code);
    expect(await plans()).toEqual([]);
  });

  test('asked for again is the plan that there is, though it could not be begun any more', async () => {
    const { message: open } = await plan();
    const until = String((open.next_at ?? 0) + MINUTE);
    const terms = { client_plan_id: 'once', max_price: '120.00', until };
    const first = await plan(terms);
    await at(Number(until) + MINUTE);
    const again = await plan(terms);
    expect(again.message).toMatchObject({ id: first.message.id, until: Number(until) });
    expect((await plan({ ...terms, amount: '60' })).error).toBe('idempotency_conflict');
    expect((await plan({ until })).error).toBe('validation_failed');
  });

  test('one user has twenty that have not ended', async () => {
    const all = await Promise.all(Array.from({ length: 21 }, () => plan()));
    expect(all.filter(({ error }) => error === 'plan_limit')).toHaveLength(1);
    const [one] = await plans();
    await server.data('setRecurringPlan', { plan_id: one?.id ?? 0, state: 'ended' }, ada);
    expect((await plan()).error).toBeUndefined();
    const back = { plan_id: one?.id ?? 0, state: 'active' } as const;
    expect((await server.data('setRecurringPlan', back, ada)).state).toBe('ended');
  });
});

describe('what is due', () => {
  test('is an order through the book, told to its owner, and comes again on the next day', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    const due = made.next_at ?? 0;
    await at(due - 1);
    await round();
    expect(await purchases(made.id)).toEqual([]);
    await at(due);
    const before = await held(USDT);
    await round();
    // 0.5 at 100.10, less 0.2 % of what was bought.
    const [bought, ...others] = await purchases(made.id);
    expect(others).toEqual([]);
    expect(bought).toMatchObject({ outcome: 'bought', spent: '50.050000', bought: '0.49900000' });
    const receipt = await server.data('receipt', { id: bought?.receipt_id ?? 0 }, ada);
    expect(receipt).toMatchObject({
      ...{ kind: 'conversion', terms: { side: 'buy', leg: 1, legs: 1 } },
      own: { plan: made.id, due, order: bought?.order_id, received: '0.49900000' },
    });
    const { checks } = await verifyReceipt(receipt);
    const failed = checks.filter(({ status }) => status === 'failed');
    // The index of this server is set by hand: its samples are made of no quotes.
    expect(failed.map(({ name }) => name)).toEqual(['samples']);
    const [converted] = (await server.data('conversions', {}, ada)).list;
    expect(converted).toMatchObject({ plan_id: made.id, quoted: '0.49900000' });
    expect(Number(before) - Number(await held(USDT))).toBeCloseTo(50.05, 6);
    const { order } = await server.data('order', { order_id: bought?.order_id ?? 0 }, ada);
    expect(order).toMatchObject({ side: 'buy', type: 'market', average_price: '100.1000' });
    const [now] = await plans();
    expect(now).toMatchObject({ spent: '50.050000', bought: '0.49900000', next_at: due + DAY });
    const [told, ...more] = await messages();
    expect(more).toEqual([]);
    expect(told?.body).toBe('Bought 0.499 BTC for 50.05 USDT (BTC/USDT).');
    expect(told?.link).toBe(`pages/assets/recurring?id=${made.id}`);
    await round();
    expect(await purchases(made.id)).toHaveLength(1);
  });

  test('a crash between the order and its mark buys once, also after hours and a restart', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    await at(made.next_at ?? 0);
    await round(dying());
    expect(await purchases(made.id)).toEqual([]);
    const after = await held(BTC);
    await server.restart();
    await at((made.next_at ?? 0) + 5 * 60 * MINUTE);
    await round();
    expect(await held(BTC)).toBe(after);
    expect(await purchases(made.id)).toMatchObject([{ outcome: 'bought', count: 1 }]);
    expect(await messages()).toHaveLength(1);
  });

  test('two engines at once buy once and tell once', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    await at(made.next_at ?? 0);
    await Promise.all([round(), round(), round()]);
    await round();
    expect(await purchases(made.id)).toHaveLength(1);
    expect((await plans())[0]).toMatchObject({ spent: '50.050000' });
    expect(await messages()).toHaveLength(1);
  });

  test('days that nobody was there for are left out, and said in one', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    const due = made.next_at ?? 0;
    await at(due + 3 * DAY + 61 * MINUTE);
    await round();
    expect(await purchases(made.id)).toMatchObject([
      { outcome: 'missed', cause: 'away', count: 4 },
    ]);
    expect((await plans())[0]).toMatchObject({ next_at: due + 4 * DAY, spent: '0.000000' });
    expect((await messages())[0]?.body).toContain('4 days were left out');
  });

  test('within the hour it is bought late, once', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    const due = made.next_at ?? 0;
    await at(due + 2 * DAY + 30 * MINUTE);
    await round();
    await round();
    const list = await purchases(made.id);
    expect(list.map(({ outcome, count }) => [outcome, count])).toEqual([
      ['bought', 1],
      ['missed', 2],
    ]);
  });

  test('waits for an order book, and is missed after an hour without one', async () => {
    const { message: made } = await plan();
    const due = made.next_at ?? 0;
    await at(due);
    await round();
    expect(await purchases(made.id)).toEqual([]);
    await at(due + 61 * MINUTE);
    await round();
    expect(await purchases(made.id)).toMatchObject([
      { outcome: 'missed', cause: 'would_not_fill' },
    ]);
  });

  test('without the money it fails, and after three times the plan pauses itself', async () => {
    await sell('100.10', '5');
    await server.data(
      'transfer',
      {
        ...{
          from_account: 'coin',
          to_account: 'contract',
          currency_id: USDT,
          amount: await held(USDT),
        },
      },
      ada,
    );
    const { message: made } = await plan();
    for (let day = 0; day < 4; day += 1) {
      await at((made.next_at ?? 0) + day * DAY);
      await round();
    }
    const list = await purchases(made.id);
    expect(list).toHaveLength(3);
    expect(list[0]).toMatchObject({ outcome: 'failed', cause: 'insufficient_balance' });
    expect((await plans())[0]).toMatchObject({ state: 'paused', stopped_by: 'failures' });
    expect((await messages()).map(({ kind }) => kind)).toEqual([
      ...['recurring_stopped', 'recurring_not_bought', 'recurring_not_bought'],
      'recurring_not_bought',
    ]);
    const on = { plan_id: made.id, state: 'active' } as const;
    const going = await server.data('setRecurringPlan', on, ada);
    expect(going.next_at).toBe((made.next_at ?? 0) + 4 * DAY);
  });
});

describe('an order whose answer is lost', () => {
  test.each(['paused', 'active', 'ended'] as const)(
    'is booked and counted though its plan was made %s meanwhile',
    async (state) => {
      await sell('100.10', '5');
      const { message: made } = await plan();
      await at(made.next_at ?? 0);
      await round(dying());
      await set(made.id, 'paused');
      await set(made.id, state);
      await round();
      expect(await purchases(made.id)).toMatchObject([{ outcome: 'bought', count: 1 }]);
      const [now] = await plans();
      expect(now).toMatchObject({ state, spent: '50.050000' });
      expect((await messages()).map(({ kind }) => kind)).toEqual(['recurring_bought']);
      await round();
      expect(await purchases(made.id)).toHaveLength(1);
    },
  );

  test('is not placed any more once it is said that nothing was bought', async () => {
    await sell('100.10', '1');
    const { message: made } = await plan({ max_price: '100.15' });
    await at(made.next_at ?? 0);
    const late: Parameters<Purchasing['submit']>[] = [];
    const lost = placing(async (...asked) => {
      late.push(asked);
      throw new SubmitError('unavailable');
    });
    await round(lost);
    expect(await purchases(made.id)).toEqual([]);
    // Meanwhile somebody takes what it would have met.
    const before = await held(USDT);
    const buyer = await server.trader();
    const all = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100.10', quantity: '1' };
    await server.data('placeOrder', all, buyer);
    await sell('100.20', '1');
    await round();
    expect(await purchases(made.id)).toMatchObject([{ outcome: 'skipped', cause: 'price_above' }]);
    await sell('100.10', '1');
    for (const asked of late) expect((await commands().submit(...asked)).status).not.toBe(200);
    expect(await held(USDT)).toBe(before);
  });

  test('that was never placed is forgotten where its plan was paused', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    await at(made.next_at ?? 0);
    await round(
      placing(async () => {
        throw new SubmitError('unavailable');
      }),
    );
    await set(made.id, 'paused');
    const before = await held(USDT);
    await round();
    expect(await purchases(made.id)).toEqual([]);
    expect(await held(USDT)).toBe(before);
    const sql = 'SELECT asked_ms FROM recurring_plans WHERE plan_id = $1';
    expect(await server.context.database.query(sql, [made.id])).toEqual([{ asked_ms: null }]);
  });

  test('and its plan is paused as it is asked for: it is not asked for', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    await at(made.next_at ?? 0);
    const real = commands();
    const before = await held(USDT);
    await round({
      ...placing((...asked) => real.submit(...asked)),
      find: async () => {
        await set(made.id, 'paused');
        return undefined;
      },
    });
    expect(await held(USDT)).toBe(before);
    expect(await purchases(made.id)).toEqual([]);
  });
});

test('who cannot be told keeps nobody else from hearing', async () => {
  await sell('100.10', '5');
  const { message: first } = await plan();
  await plan();
  await at(first.next_at ?? 0);
  const { messages: real } = server.context;
  const untellable = `recurring:${first.id}:${first.next_at}`;
  const telling: typeof real.tell = (...told) => {
    if (told[3]?.key === untellable) throw new Error('no words');
    return real.tell(...told);
  };
  await carryOutPlans({ ...server.context, messages: { tell: telling } }, commands());
  expect(await messages()).toHaveLength(1);
  await round();
  expect(await messages()).toHaveLength(2);
});

describe('a limit', () => {
  test('above its price nothing is bought, and the plan goes on', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan({ max_price: '100.09' });
    await at(made.next_at ?? 0);
    await round();
    expect(await purchases(made.id)).toMatchObject([{ outcome: 'skipped', cause: 'price_above' }]);
    await sell('100.05', '5');
    await at((made.next_at ?? 0) + DAY);
    await round();
    expect((await purchases(made.id))[0]).toMatchObject({ outcome: 'bought' });
  });

  test('the purchase that leaves no room for another pauses it', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan({ total: '110' });
    for (let day = 0; day < 3; day += 1) {
      await at((made.next_at ?? 0) + day * DAY);
      await round();
    }
    expect(await purchases(made.id)).toHaveLength(2);
    const [now] = await plans();
    expect(now).toMatchObject({ state: 'paused', stopped_by: 'total', spent: '100.100000' });
    // Going on does not go beyond it.
    await server.data('setRecurringPlan', { plan_id: made.id, state: 'active' }, ada);
    await at((made.next_at ?? 0) + 4 * DAY);
    await round();
    expect((await plans())[0]).toMatchObject({ state: 'paused', spent: '100.100000' });
  });

  test('with its end it ends', async () => {
    await sell('100.10', '5');
    const days = { weekdays: '1,2,3,4,5,6,7', minute: '540' };
    const { message: first } = await plan(days);
    const { message: made } = await plan({ until: String((first.next_at ?? 0) + MINUTE) });
    await at(made.next_at ?? 0);
    await round();
    const now = (await plans()).find(({ id }) => id === made.id);
    expect(now).toMatchObject({ state: 'ended', stopped_by: 'until', spent: '50.050000' });
  });

  test('one that is let go on behind its end has ended', async () => {
    await sell('100.10', '5');
    const { message: first } = await plan();
    const { message: made } = await plan({ until: String((first.next_at ?? 0) + MINUTE) });
    await set(first.id, 'ended');
    await set(made.id, 'paused');
    await at((first.next_at ?? 0) + 2 * MINUTE);
    expect(await set(made.id, 'active')).toMatchObject({ state: 'ended', stopped_by: 'until' });
    await at((first.next_at ?? 0) + DAY);
    await round();
    expect(await purchases(made.id)).toEqual([]);
  });

  test('what cannot be filled for three days pauses it', async () => {
    const { message: made } = await plan();
    for (let day = 0; day < 4; day += 1) {
      await at((made.next_at ?? 0) + day * DAY + 61 * MINUTE);
      await round();
    }
    expect(await purchases(made.id)).toHaveLength(3);
    expect((await plans())[0]).toMatchObject({ state: 'paused', stopped_by: 'failures' });
  });

  test('one that is paused buys nothing, and skips what came meanwhile', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    await server.data('setRecurringPlan', { plan_id: made.id, state: 'paused' }, ada);
    await at((made.next_at ?? 0) + DAY);
    await round();
    expect(await purchases(made.id)).toEqual([]);
    const on = { plan_id: made.id, state: 'active' } as const;
    expect((await server.data('setRecurringPlan', on, ada)).next_at).toBe(
      (made.next_at ?? 0) + 2 * DAY,
    );
  });
});

describe('an account that its owner locks', () => {
  test('has its plans paused, told once, and let go on once it is open', async () => {
    await sell('100.10', '5');
    const { message: first } = await plan();
    const { message: second } = await plan();
    await set(second.id, 'paused');
    await server.data('lockAccount', {}, ada);
    const asked = { account_type: 'email', account: ada.email, password: PASSWORD };
    ada = { ...ada, token: (await server.data('login', asked)).token };
    expect(await plans()).toMatchObject([
      { id: second.id, state: 'paused', stopped_by: 'user' },
      { id: first.id, state: 'paused', stopped_by: 'locked' },
    ]);
    await round();
    await round();
    const [told, ...others] = await messages();
    expect(others).toEqual([]);
    expect(told?.body).toContain('You locked your account');
    const on = { plan_id: first.id, state: 'active' } as const;
    expect((await server.call('setRecurringPlan', on, ada)).error).toBe('account_locked');
    expect((await plan()).error).toBe('account_locked');
    expect((await set(second.id, 'ended')).state).toBe('ended');
    await at((first.next_at ?? 0) + DAY);
    await round();
    expect(await purchases(first.id)).toEqual([]);
  });
});

describe('a row that nobody agreed to', () => {
  const sql = (text: string, values: readonly (bigint | number | string)[] = []) =>
    server.context.database.query<Readonly<Record<'plan_id' | 'due_ms' | 'agreed_ms', bigint>>>(
      text,
      values,
    );
  /** A round with what it logged. */
  async function logged(): Promise<unknown[]> {
    const found: unknown[] = [];
    const log = { warn: () => undefined, error: (said: unknown) => void found.push(said) };
    await carryOutPlans({ ...server.context, log }, commands());
    return found;
  }

  test('buys nothing, is a finding, and stops until its owner has looked at it', async () => {
    await sell('100.10', '5');
    const { message: own } = await plan();
    const due = own.next_at ?? 0;
    const [forged] = await sql(
      `INSERT INTO recurring_plans (user_id, client_plan_id, market_id, amount_minor, weekdays, minute, state,
         due_ms, created_at_ms, agreed_ms, agreed_digest)
       SELECT user_id, 'theirs', market_id, 200000000, weekdays, minute, 'active', due_ms, created_at_ms,
         agreed_ms, agreed_digest FROM recurring_plans RETURNING plan_id`,
    );
    const id = Number(forged?.plan_id);
    await at(due);
    const found = await logged();
    expect(found).toEqual([{ event: 'recurring_unagreed', planId: id, userId: ada.userId }]);
    expect(await purchases(id)).toMatchObject([{ outcome: 'skipped', cause: 'unagreed' }]);
    expect(await purchases(own.id)).toMatchObject([{ outcome: 'bought' }]);
    const theirs = (await plans()).find((each) => each.id === id);
    expect(theirs).toMatchObject({ state: 'paused', stopped_by: 'unagreed', spent: '0.000000' });
    const [stopped] = (await messages()).filter(({ kind }) => kind === 'recurring_stopped');
    expect(stopped?.body).toContain('not what you agreed to');
    // What they let go on, they agree to.
    await set(id, 'active');
    await at(due + DAY);
    expect(await logged()).toEqual([]);
    expect((await purchases(id))[0]).toMatchObject({ outcome: 'bought', spent: '199.999800' });
  });

  test.each([
    ['more each time', 'amount_minor = amount_minor * 2'],
    [
      'another owner',
      'user_id = (SELECT max(user_id) FROM users WHERE user_id <> recurring_plans.user_id)',
    ],
    ['no limit', 'max_price_e8 = NULL'],
    ['no total', 'total_minor = NULL'],
    ['a later end', 'until_ms = until_ms + 1'],
    ['another minute', 'minute = minute + 1, due_ms = due_ms + 60000'],
    ['a time that is none of its days', 'due_ms = due_ms - 60000'],
    [
      'a day before it was agreed to',
      'due_ms = due_ms - 86400000, agreed_ms = agreed_ms - 86400000',
    ],
    ['no digest', 'agreed_digest = NULL'],
  ])('is one with %s', async (_, change) => {
    await sell('100.10', '5');
    const until = String(server.clock.now() + 9 * DAY);
    const { message: made } = await plan({ max_price: '110.00', total: '1000', until });
    const before = await held(USDT);
    await sql(`UPDATE recurring_plans SET ${change}`);
    await at((made.next_at ?? 0) + MINUTE);
    expect(await logged()).toHaveLength(1);
    expect(await held(USDT)).toBe(before);
    expect(await sql('SELECT FROM conversions')).toEqual([]);
  });

  test('is one that was let go on where its owner had paused or locked it', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    await set(made.id, 'paused');
    await sql(`UPDATE recurring_plans SET state = 'active', stopped_by = NULL`);
    await at(made.next_at ?? 0);
    expect(await logged()).toHaveLength(1);
    expect(await sql('SELECT FROM conversions')).toEqual([]);
  });

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['paused', (id) => set(id, 'paused')],
    [
      'paused, let go on and paused again',
      async (id) => {
        for (const state of ['paused', 'active', 'paused'] as const) await set(id, state);
      },
    ],
    [
      'paused and let go on, with other wishes since',
      async (id) => {
        for (const state of ['paused', 'active'] as const) await set(id, state);
      },
    ],
    [
      'locked',
      () => lockPlans(server.context.database, { userId: ada.userId, nowMs: server.clock.now() }),
    ],
    ['ended', (id) => set(id, 'ended')],
  ])('is an older one with its digest, put back after it was %s', async (_, stop) => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    // An older row, whole, as a copy of the database has it.
    await sql('CREATE TABLE older AS SELECT * FROM recurring_plans');
    server.clock.nowMs += MINUTE;
    await stop(made.id);
    await sql(
      `UPDATE recurring_plans AS plans SET state = older.state, stopped_by = older.stopped_by, due_ms = older.due_ms,
         agreed_ms = older.agreed_ms, agreed_digest = older.agreed_digest, stop_untold_ms = NULL FROM older`,
    );
    await sql('DROP TABLE older');
    await at(made.next_at ?? 0);
    expect(await logged()).toMatchObject([{ event: 'recurring_unagreed', planId: made.id }]);
    expect(await sql('SELECT FROM conversions')).toEqual([]);
  });

  test('is one that was let go on where it had stopped by itself', async () => {
    const { message: made } = await plan();
    await at(made.next_at ?? 0);
    for (let day = 0; day < 3; day += 1) {
      await at((made.next_at ?? 0) + day * DAY + 61 * MINUTE);
      await round();
    }
    expect((await plans())[0]).toMatchObject({ state: 'paused', stopped_by: 'failures' });
    await sql(`UPDATE recurring_plans SET state = 'active', stopped_by = NULL, failures = 0`);
    await sell('100.10', '5');
    await at((made.next_at ?? 0) + 3 * DAY);
    expect(await logged()).toHaveLength(1);
    expect(await sql('SELECT FROM conversions')).toEqual([]);
  });

  test('one that was let go on by its owner buys, however often it had stopped', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    for (const state of ['paused', 'active', 'paused', 'active'] as const)
      await set(made.id, state);
    expect(await sql('SELECT FROM recurring_stops')).toHaveLength(2);
    for (const change of ['DELETE FROM recurring_stops', 'UPDATE recurring_stops SET plan_id = 0'])
      await expect(sql(change)).rejects.toThrow();
    await at(made.next_at ?? 0);
    expect(await logged()).toEqual([]);
    expect(await purchases(made.id)).toMatchObject([{ outcome: 'bought' }]);
  });

  test('one whose answer is forgotten is booked by its conversion, and goes on', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    await at(made.next_at ?? 0);
    await round();
    const [bought] = await purchases(made.id);
    const after = await held(USDT);
    // As a process leaves it that ended after the order and was away for more than a week.
    await sql('DELETE FROM recurring_purchases');
    await sql(
      'UPDATE recurring_plans SET due_ms = $1, asked_ms = $1, spent_minor = 0, bought_minor = 0',
      [made.next_at ?? 0],
    );
    await sql('DELETE FROM first_answers');
    await server.restart();
    await at((made.next_at ?? 0) + 8 * DAY);
    expect(await logged()).toEqual([]);
    expect(await held(USDT)).toBe(after);
    const { outcome, order_id, spent, bought: received } = given(bought);
    expect(await purchases(made.id)).toMatchObject([
      { outcome, order_id, spent, bought: received },
    ]);
    expect((await plans())[0]).toMatchObject({ state: 'active', spent });
  });

  test('one that is due again since the clock was set back is moved on from', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan();
    const due = made.next_at ?? 0;
    await at(due);
    await round();
    const after = await held(USDT);
    server.clock.nowMs = due - 60 * MINUTE;
    await set(made.id, 'paused');
    await set(made.id, 'active');
    expect((await plans())[0]).toMatchObject({ next_at: due });
    await at(due);
    await round();
    expect(await held(USDT)).toBe(after);
    expect((await plans())[0]).toMatchObject({ state: 'active', next_at: due + DAY });
    await at(due + DAY);
    await round();
    expect(await purchases(made.id)).toHaveLength(2);
  });

  test('none is made or let go on by a call that was let in before its owner’s lock', async () => {
    const { message: made } = await plan();
    await set(made.id, 'paused');
    // The lock's own row, as its transaction leaves it: what asks it at the door has been passed.
    await sql(
      'INSERT INTO account_locks (user_id, is_by_mail, locked_at_ms) VALUES ($1, false, $2)',
      [ada.userId, server.clock.now()],
    );
    const { database } = server.context;
    const [row] = await plansOf(database, ada.userId, 1);
    const kept = given(row);
    const again = insertPlan(database, { ...kept, clientPlanId: 'late' }, () => 'digest');
    await expect(again).rejects.toMatchObject({ code: 'account_locked' });
    const on = setPlanState(database, kept, {
      ...{ state: 'active', stoppedBy: undefined, dueMs: kept.dueMs },
      agreed: { ms: server.clock.now(), digestOf: () => 'digest' },
    });
    await expect(on).rejects.toMatchObject({ code: 'account_locked' });
  });

  test('an agreement that was taken away while a new secret took it over stays away', async () => {
    const { message: made } = await plan();
    const agreed = () =>
      server.context.database.query<{ digest: string | null }>(
        'SELECT agreed_digest AS digest FROM recurring_plans',
      );
    const before = given((await agreed())[0]?.digest ?? undefined);
    await set(made.id, 'paused');
    const renewed = { planId: made.id, agreedMs: 1, agreedDigest: 'renewed', before };
    await setAgreed(server.context.database, renewed);
    expect(await agreed()).toEqual([{ digest: null }]);
  });

  test('is one that says less was spent, or is due again', async () => {
    await sell('100.10', '5');
    const { message: made } = await plan({ total: '110' });
    await at(made.next_at ?? 0);
    await round();
    await sql('DELETE FROM recurring_purchases');
    await sql('DELETE FROM first_answers');
    await server.restart();
    await at((made.next_at ?? 0) + MINUTE);
    const after = await held(USDT);
    await sql('UPDATE recurring_plans SET due_ms = $1', [made.next_at ?? 0]);
    expect(await logged()).toHaveLength(1);
    await sql(`UPDATE recurring_plans SET spent_minor = 0, state = 'active', stopped_by = NULL`);
    await at((made.next_at ?? 0) + DAY);
    expect(await logged()).toHaveLength(1);
    expect(await held(USDT)).toBe(after);
  });
});
