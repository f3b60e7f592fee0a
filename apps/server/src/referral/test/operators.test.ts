/** Levels take two operators; partners one manager, within half, and the audit log has it (L3). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import {
  lastActs,
  operator,
  passSaved,
  postJson,
  type TestOperator,
} from '../../operators/test/fixture.ts';
import {
  inForceBy,
  passBy,
  proposedBy,
  reason,
  termsOperators,
} from '../../operators/test/terms-kit.ts';
import { invitedBy, startReferralServer, trade } from './fixture.ts';

let server: TestServer;
let manager: TestOperator;
let manager2: TestOperator;
let auditor: TestOperator;
let user: TestUser;
beforeAll(async () => {
  server = await startReferralServer();
  ({ manager, manager2, auditor } = await termsOperators(server));
  user = await server.trader();
});
afterAll(() => server.stop());

const LEVELS = [
  { ratio: '0.2', needs: 0 },
  { ratio: '0.25', needs: 2 },
  { ratio: '0.3', needs: 3 },
];
const save = (levels: object, by: { readonly token?: string | undefined } = manager) =>
  postJson(server, 'operatorSaveReferral', { terms: { levels }, reason }, by);
const decide = (by: TestOperator, id: number) => passBy(server, by, id);
const present = () => server.data('operatorReferral', {}, { token: auditor.token });
const savePartner = (more: Record<string, unknown>, by: { token: string } = manager) =>
  server.call('savePartner', { user_id: user.userId, reason, ...more }, { token: by.token });
const partners = async (request: Record<string, unknown> = {}) =>
  (await server.data('partners', request, { token: auditor.token })).list;

const proposed = (levels: object) => proposedBy(save(levels));
const inForce = (terms: object) => inForceBy(server, save(terms), manager2);

describe('levels', () => {
  test('are read with what rebates come to', async () => {
    expect(await present()).toEqual({ levels: LEVELS, inviters: 0, invitees: 0, pending: [] });
    const invited = await invitedBy(server, user);
    await trade(server, { maker: await server.trader(), taker: invited });
    expect(await present()).toEqual({
      levels: LEVELS,
      inviters: 1,
      invitees: 1,
      pending: [{ currency_id: 1, currency: 'BTC', amount: '0.00040000' }],
    });
  });

  test('are in force once another manager passes them, with their history', async () => {
    const higher = [
      { ratio: '0.1', needs: 0 },
      { ratio: '0.5', needs: 1_000 },
    ];
    const id = await proposed(higher);
    expect((await present()).levels).toEqual(LEVELS);
    expect((await decide(manager, id)).error).toBe('four_eyes');
    const passed = await decide(manager2, id);
    expect(passed.message).toMatchObject({ kind: 'referral_terms', status: 'passed' });
    expect(passed.message.failure).toBeUndefined();
    expect((await present()).levels).toEqual(higher);
    expect((await server.data('invite', {}, user)).rebate_ratio).toBe('0.1');
    const { list } = await server.data(
      'termsHistory',
      { subject: 'referral' },
      { token: auditor.token },
    );
    expect(list.map(({ before, after }) => [JSON.parse(before ?? ''), JSON.parse(after)])).toEqual([
      [{ levels: LEVELS }, { levels: higher }],
    ]);
    const late = await proposed([{ ratio: '0.3', needs: 0 }]);
    await inForce(LEVELS);
    expect((await decide(manager2, late)).message.failure).toBe('intent_changed');
    expect((await present()).levels).toEqual(LEVELS);
  });

  test.each([
    ['more than half', [{ ratio: '0.500001', needs: 0 }]],
    ['a first level that takes invitees', [{ ratio: '0.2', needs: 1 }]],
    ['levels out of order', [LEVELS[0], LEVELS[2], LEVELS[1]]],
    ['a level twice', [LEVELS[0], LEVELS[1], LEVELS[1]]],
    ['half an invitee', [LEVELS[0], { ratio: '0.2', needs: 1.5 }]],
  ])('terms_invalid: %s', async (_name, levels) => {
    expect((await save(levels)).error).toBe('terms_invalid');
  });

  test.each([
    [[{ ratio: '0.2000001', needs: 0 }], 'terms.levels.0.ratio'],
    [[{ ratio: '-0.2', needs: 0 }], 'terms'],
    [[], 'terms'],
    [Array.from({ length: 21 }, (_none, needs) => ({ ratio: '0.2', needs })), 'terms'],
    [[{ ratio: '0.2', needs: 0, name: '<b>' }], 'name'],
  ])('%j is a field error of %s', async (levels, field) => {
    const reply = await save(levels);
    expect([reply.status, Object.keys(reply.fields ?? {})]).toEqual([422, [field]]);
  });
});

describe('partners', () => {
  test('are made and bettered by a manager; less, and their end, take two; audited', async () => {
    expect(await partners()).toEqual([]);
    const made = await savePartner({ ratio: '0.45' });
    expect(made.message).toEqual({ is_effective: true, user_id: user.userId, ratio: '0.45' });
    const sinceMs = server.clock.now();
    expect(await partners()).toEqual([
      {
        user_id: user.userId,
        user: 'u***@example.com',
        ratio: '0.45',
        invite_count: 1,
        since: sinceMs,
      },
    ]);
    expect(await lastActs(server, 1)).toEqual([
      {
        action: 'partner.saved',
        subject: `user ${user.userId}`,
        detail: { ratio: '0.45', reason },
      },
    ]);
    await server.restart();
    await server.pass(1_000);
    await savePartner({ ratio: '0.5' });
    expect(await partners()).toMatchObject([{ ratio: '0.5', since: sinceMs }]);
    expect((await server.data('invite', {}, user)).is_partner).toBe(true);
    for (const less of [{ ratio: '0.499999' }, {}]) {
      const { message } = await savePartner(less);
      expect(message).toMatchObject({ is_effective: false, user_id: user.userId });
      expect(await partners()).toMatchObject([{ ratio: '0.5' }]);
    }
    await passSaved(server, (await savePartner({})).message, manager2);
    expect(await partners()).toEqual([]);
    expect((await server.data('invite', {}, user)).is_partner).toBe(false);
    expect((await lastActs(server, 1))[0]?.action).toBe('proposal.carried_out');
  });

  test('have at most half, of which a refusal is in the audit log', async () => {
    expect((await savePartner({ ratio: '0.500001' })).error).toBe('terms_invalid');
    expect((await savePartner({ ratio: '1' })).error).toBe('terms_invalid');
    expect((await lastActs(server, 2)).map(({ action }) => action)).toEqual([
      'partner.saved',
      'partner.saved.refused',
    ]);
    for (const ratio of ['-0.1', '0.1%', '1e-1', 'half'])
      expect((await savePartner({ ratio })).error).toBe('validation_failed');
    expect((await savePartner({ ratio: '0.1000001' })).fields).toHaveProperty('ratio');
    expect(await partners()).toEqual([]);
  });

  test('are users; nobody else becomes one, and no reason is none', async () => {
    expect((await savePartner({ user_id: 99_999, ratio: '0.3' })).error).toBe('not_found');
    expect((await savePartner({ ratio: '0.3', reason: 'x' })).error).toBe('validation_failed');
    for (const role of ['reviewer', 'auditor', 'support'] as const)
      expect((await savePartner({ ratio: '0.3' }, await operator(server, role))).error).toBe(
        'forbidden',
      );
    expect((await savePartner({ ratio: '0.3' }, user)).error).toBe('not_logged_in');
  });
});
