/** Offerings take two operators: terms and introduction together, once, and never what was sold otherwise (L3). */

import { LANGUAGES, type OfferingTermsView } from '@fairlead/contract';
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { lastActs, operator, postJson, type TestOperator } from '../../operators/test/fixture.ts';
import {
  historyOf,
  inForceBy,
  passBy,
  passInTable,
  proposedBy,
  reason,
  restartAndFinish,
  termsOperators,
} from '../../operators/test/terms-kit.ts';
import { saveIntroductions } from '../queries.ts';
import { drifts, offer, startOfferingServer, subscribe, subscriber } from './fixture.ts';

let server: TestServer;
let manager: TestOperator;
let manager2: TestOperator;
let auditor: TestOperator;
let user: TestUser;
let present: OfferingTermsView;
beforeEach(async () => {
  server = await startOfferingServer();
  ({ manager, manager2, auditor } = await termsOperators(server));
  user = await subscriber(server);
  const nowMs = server.clock.now();
  present = {
    id: 1,
    currency_id: 11,
    payment_currency_id: 3,
    issue_price: '0.5',
    total: '1000',
    min_amount: '1',
    max_amount: '100',
    lockup_days: 3,
    starts_at: nowMs - HOUR_MS,
    closes_at: nowMs + DAY_MS,
    launches_at: nowMs + 2 * DAY_MS,
    is_open: true,
    introduction: {},
  };
});
afterEach(async () => {
  expect(await drifts(server)).toEqual([]);
  await server.stop();
});

const introduction = { en: 'A coin to try things with.', th: 'เหรียญสำหรับทดลองใช้' };

const save = (terms: object, by: { readonly token?: string | undefined } = manager) =>
  postJson(server, 'operatorSaveOffering', { terms, reason }, by);
const decide = (by: TestOperator, id: number) => passBy(server, by, id);
const listed = () => server.data('operatorOfferings', {}, { token: auditor.token });
const proposed = (terms: object) => proposedBy(save(terms));
const inForce = (terms: object) => inForceBy(server, save(terms), manager2);
const history = (subject = 'offering 1 FLD') => historyOf(server, subject, auditor);

test('are listed with what is sold, paid and left to sell', async () => {
  const orders = [];
  for (const amount of ['10', '20', '30']) orders.push(await subscribe(server, user, amount));
  const reviewer = await operator(server, 'reviewer');
  const [passed, rejected] = orders;
  const decided = (id: number | undefined, decision: string) =>
    server.call('decideSubscription', { id, decision, reason }, { token: reviewer.token });
  await decided(passed?.id, 'passed');
  await decided(rejected?.id, 'rejected');
  expect(await listed()).toEqual([
    {
      ...present,
      status: 'subscribing',
      sold: '40.0000',
      under_review: '30.0000',
      proceeds: '5.000000',
      supply: '4960.0000',
      subscriptions: 3,
    },
  ]);
});

describe('a new offering', () => {
  const next = () => ({ ...present, id: 2, is_open: false, introduction });

  test('is in force with its introduction once another manager passes it', async () => {
    const id = await proposed(next());
    expect(await listed()).toHaveLength(1);
    expect((await decide(manager, id)).error).toBe('four_eyes');
    const passed = await decide(manager2, id);
    expect(passed.message).toMatchObject({ kind: 'offering_terms', status: 'passed', reason });
    expect(passed.message.failure).toBeUndefined();
    expect((await listed())[1]).toMatchObject({ ...next(), subscriptions: 0 });
    expect(await history('offering 2 FLD')).toEqual([
      { before: undefined, after: next(), by: manager.name },
    ]);
    expect((await lastActs(server, 2)).map(({ action }) => action)).toEqual([
      'proposal.passed',
      'proposal.carried_out',
    ]);
    await inForce({ ...next(), is_open: true });
    const shown = await server.data('offering', { id: 2 }, { headers: { 'language-mark': 'th' } });
    expect(shown.introduction).toBe(introduction.th);
    await subscribe(server, user, '1', 2);
  });

  test.each(['before', 'between', 'after'] as const)(
    'is made once where the process ended %s its two steps',
    async (when) => {
      const id = await proposed(next());
      const { database } = server.context;
      await passInTable(server, manager2, id);
      if (when !== 'before') await offer(server, { offeringId: 2, isOpen: false });
      if (when === 'after') await saveIntroductions(database, 2, introduction);
      await restartAndFinish(server);
      expect((await listed())[1]).toMatchObject(next());
      expect(await history('offering 2 FLD')).toHaveLength(1);
      const { list } = await server.data('proposals', {}, { token: auditor.token });
      expect(list[0]).not.toHaveProperty('failure');
    },
  );
});

describe('a change', () => {
  test('of terms, of the introduction, of both', async () => {
    await inForce({ ...present, introduction });
    expect((await listed())[0]).toMatchObject({ ...present, introduction });
    const other = { ...present, max_amount: '50', introduction: { en: 'Another text.' } };
    await inForce(other);
    expect((await listed())[0]).toMatchObject(other);
    const last = { ...other, lockup_days: 4 };
    await inForce(last);
    expect((await listed())[0]).toMatchObject(last);
    expect((await history()).map(({ before }) => before)).toEqual([
      other,
      { ...present, introduction },
      present,
    ]);
  });

  test('is not put in force over another that came meanwhile', async () => {
    const [first, second, third] = [
      await proposed({ ...present, lockup_days: 4, introduction }),
      await proposed({ ...present, lockup_days: 5, introduction }),
      await proposed({ ...present, introduction: { en: 'Another text.' } }),
    ];
    await decide(manager2, first);
    for (const late of [second, third])
      expect((await decide(manager2, late)).message.failure).toBe('intent_changed');
    expect((await listed())[0]).toMatchObject({ lockup_days: 4, introduction });
  });

  test('leaves what was sold as it was sold', async () => {
    const texts = { ...present, introduction };
    await subscribe(server, user, '100');
    for (const wrong of [
      { issue_price: '0.4' },
      { launches_at: present.launches_at + DAY_MS },
      { total: '99.9999', max_amount: '99' },
      { currency_id: 2 },
      { payment_currency_id: 1 },
    ])
      expect((await save({ ...texts, ...wrong })).error).toBe('terms_invalid');
    // Sold between the proposal and its passing: the engine refuses it.
    await inForce({ ...texts, total: '100' });
    expect((await server.data('offerings'))[0]).toMatchObject({ remaining: '0' });
    const { order } = await server.data('subscribe', { offering_id: 1, amount: '1' }, user).then(
      (message) => message,
      () => ({ order: undefined }),
    );
    expect(order).toBeUndefined();
    const [mine] = (await server.data('subscriptions', {}, user)).list;
    expect(mine).toMatchObject({ amount: '100.0000', paid: '50.000000', issue_price: '0.5' });
  });

  test('of the price that was proposed before the first was sold is refused when it is passed', async () => {
    const id = await proposed({ ...present, issue_price: '0.25', introduction });
    await subscribe(server, user, '10');
    expect((await decide(manager2, id)).message).toMatchObject({
      status: 'passed',
      failure: 'terms_invalid',
    });
    expect((await listed())[0]).toMatchObject({ issue_price: '0.5', introduction: {} });
  });
});

describe('refused at once', () => {
  test.each([
    ['a closing before the start', { closes_at: 1, starts_at: 2 }],
    ['a launch before the closing', { launches_at: 1_000 }],
    ['a minimum above the maximum', { min_amount: '101' }],
    ['a maximum above the total', { max_amount: '1001' }],
    ['paid in itself', { payment_currency_id: 11 }],
    ['more than the ledger can hold', { total: '400000000000000', issue_price: '1000000' }],
  ])('terms_invalid: %s', async (_name, wrong) => {
    expect((await save({ ...present, id: 2, introduction, ...wrong })).error).toBe('terms_invalid');
  });

  test.each([
    ['more than the ledger can hold', { total: '400000000000000', issue_price: '1000000' }],
    ['a price beyond what can be kept', { issue_price: '46116860184.27387905' }],
    ['a total beyond what can be kept', { total: '461168601842738.7905' }],
    ['a time after the year 2999', { launches_at: 32_503_680_000_000 }],
  ])('names the fields of %s', async (_name, wrong) => {
    const { fields } = await save({ ...present, id: 2, introduction, ...wrong });
    expect(Object.keys(fields ?? {})).toEqual(
      expect.arrayContaining(Object.keys(wrong).map((field) => `terms.${field}`)),
    );
  });

  test.each([
    [{ currency_id: 99 }, 'terms.currency_id'],
    [{ payment_currency_id: 99 }, 'terms.payment_currency_id'],
    [{ total: '1000.00001' }, 'terms.total'],
    [{ issue_price: '0.000000001' }, 'terms.issue_price'],
    [{ introduction: {} }, 'terms.introduction.en'],
    [{ introduction: { en: '  ' } }, 'terms.introduction.en'],
    [{ introduction: { en: 'A coin.', xx: 'Une pièce.' } }, 'terms.introduction.xx'],
    [{ introduction: { en: 'x'.repeat(5_001) } }, 'terms'],
    [{ lockup_days: -1 }, 'terms'],
    [{ issue_price: '0' }, 'terms'],
    [{ sold: '0' }, 'sold'],
  ])('%j is a field error of %s', async (wrong, field) => {
    const reply = await save({ ...present, introduction, ...wrong });
    expect([reply.status, Object.keys(reply.fields ?? {})]).toEqual([422, [field]]);
  });

  test('others than managers, users, a reason that is none', async () => {
    for (const role of ['reviewer', 'auditor', 'support'] as const)
      expect((await save(present, await operator(server, role))).error).toBe('forbidden');
    expect((await save(present, user)).error).toBe('not_logged_in');
    const short = { terms: { ...present, introduction }, reason: 'x' };
    const refused = await postJson(server, 'operatorSaveOffering', short, manager);
    expect(Object.keys(refused.fields ?? {})).toEqual(['reason']);
  });

  test('an offering of a currency that is traded', async () => {
    const traded = {
      ...present,
      id: 3,
      currency_id: 1,
      total: '10',
      max_amount: '1',
      introduction,
    };
    const id = await proposed({ ...traded, min_amount: '0.1' });
    expect((await decide(manager2, id)).message.failure).toBe('terms_invalid');
    expect(await listed()).toHaveLength(1);
  });

  test('an introduction in every language, as long as it may be, is kept whole', async () => {
    const texts = Object.fromEntries(LANGUAGES.map((key) => [key, 'あ'.repeat(5_000)]));
    await inForce({ ...present, introduction: texts });
    expect((await listed())[0]?.introduction).toEqual(texts);
  });
});
