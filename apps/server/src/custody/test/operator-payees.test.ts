/**
 * Bank withdrawals as operators pay them (cases.md W6, W7, W12, L4). Goal: what is approved is the whole
 * account, not its masked text, and who pays it sees that account, whatever its owner did to the book since.
 */
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { OPERATOR_VIEWS_PER_HOUR_MAX } from '../../core/http/limits.ts';
import { lastActs, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { FUND_PASSWORD, holder, outOf, payeeCode } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
});
afterAll(() => server.stop());

const CARD = {
  name: 'Salary',
  card_number: '4111111111113000',
  deposit_bank: 'First Bank',
  branch: 'Harbour',
  bank_name: 'Bank of X',
  bank_address: '1 Quay',
  swift_code: 'ABCDEFGH',
  full_name: 'Test Person',
  iban: '1111113000',
  payee_address: '2 Quay',
  postal_code: '100-0001',
};
const THIEFS = { full_name: 'A Thief', iban: '9999993000', card_number: '4999999999993000' };
const REASON = 'paying it by hand';

async function saveCard(user: TestUser, more: object = {}): Promise<number> {
  const code = await payeeCode(server, user);
  const request = { ...CARD, fund_password: FUND_PASSWORD, code, ...more };
  return (await server.data('saveBankCard', request, user)).id;
}

/** A user with a card that has cooled off and a withdrawal to it, and who looks at it. */
async function asked() {
  const user = await holder(server);
  const cardId = await saveCard(user);
  await server.pass(DAY_MS);
  const request = { currency_id: 3, card_id: cardId, amount: '100', fund_password: FUND_PASSWORD };
  const { id } = await server.data('withdraw', request, user);
  const reviewer = await operator(server, 'reviewer');
  return { user, cardId, id, reviewer };
}

const shownOf = async (id: number, by: TestOperator) => {
  const { list } = await server.data('operatorWithdrawals', { status: 'under_review' }, by);
  return list.find((each) => each.id === id);
};
const cardOf = (id: number, by: { readonly token: string }) =>
  server.call('withdrawalCard', { id, reason: REASON }, { token: by.token });

/** What somebody in the database could do: another sealed card of the same user in its place. */
const swap = (cardId: number, other: number) =>
  server.context.database.query(
    `UPDATE bank_cards SET sealed = (SELECT sealed FROM bank_cards WHERE card_id = $2)
     WHERE card_id = $1`,
    [cardId, other],
  );

describe('the card of a withdrawal', () => {
  test('W6: is shown whole, though it was taken out and one with the same mask was added', async () => {
    const { user, cardId, id, reviewer } = await asked();
    const before = await shownOf(id, reviewer);
    expect(before).toMatchObject({ kind: 'bank', address: 'Bank of X **** 3000' });
    await server.data('deleteBankCard', { id: cardId }, user);
    await saveCard(user, THIEFS);
    const reply = await cardOf(id, reviewer);
    expect(reply.message).toEqual({ ...CARD, intent_hash: before?.intent_hash });
    expect(reply.text).not.toContain('9999993000');
    expect((await shownOf(id, reviewer))?.intent_hash).toBe(before?.intent_hash);
    const passed = { id, decision: 'passed', intent_hash: before?.intent_hash };
    expect((await server.call('decideWithdrawal', passed, reviewer)).status).toBe(200);
    expect((await cardOf(id, reviewer)).status).toBe(200);
  });

  test('W12: another card under the same text is another intent, before and after the approval', async () => {
    const { user, cardId, id, reviewer } = await asked();
    const thiefs = await saveCard(user, THIEFS);
    const shown = await shownOf(id, reviewer);
    const passed = { id, decision: 'passed', intent_hash: shown?.intent_hash };
    const keep = await saveCard(user);
    await swap(cardId, thiefs);
    expect(await shownOf(id, reviewer)).toMatchObject({ address: shown?.address });
    expect((await server.call('decideWithdrawal', passed, reviewer)).error).toBe('intent_changed');
    await swap(cardId, keep);
    expect((await server.call('decideWithdrawal', passed, reviewer)).status).toBe(200);
    await swap(cardId, thiefs);
    const refused = await cardOf(id, reviewer);
    expect(refused.error).toBe('intent_changed');
    expect(refused.text).not.toContain('9999993000');
  });

  test('L4: a look is counted once an hour and stands in the audit log with its reason', async () => {
    const { user, cardId, id, reviewer } = await asked();
    for (let count = 0; count < 3; count += 1)
      expect((await cardOf(id, reviewer)).status).toBe(200);
    expect(await lastActs(server, 1)).toEqual([
      {
        action: 'withdrawal.card_shown',
        subject: `withdrawal ${id}`,
        detail: { reason: REASON, card_id: cardId },
      },
    ]);
    const reveal = { id: user.userId, field: 'account', reason: REASON };
    const { views_left } = await server.data('revealUser', reveal, reviewer);
    expect(views_left).toBe(OPERATOR_VIEWS_PER_HOUR_MAX - 2);
    for (let left = views_left; left > 0; left -= 1)
      await server.data('revealUser', reveal, reviewer);
    expect((await cardOf(id, reviewer)).status).toBe(200);
    await server.pass(HOUR_MS + 1);
    const other = await operator(server, 'reviewer');
    for (let count = 0; count < OPERATOR_VIEWS_PER_HOUR_MAX; count += 1)
      await server.data('revealUser', reveal, other);
    expect((await cardOf(id, other)).error).toBe('view_limit');
  });

  test('is for reviewers with a reason, and there is none of a crypto withdrawal', async () => {
    const { user, id, reviewer } = await asked();
    for (const role of ['support', 'manager', 'auditor'] as const)
      expect((await cardOf(id, await operator(server, role))).error).toBe('forbidden');
    expect((await cardOf(id, user)).error).toBe('not_logged_in');
    const unsaid = await server.call('withdrawalCard', { id }, reviewer);
    expect(Object.keys(unsaid.fields ?? {})).toEqual(['reason']);
    const crypto = await server.data('withdraw', outOf({ ...user }, '100'), user);
    for (const missing of [crypto.id, 999_999])
      expect((await cardOf(missing, reviewer)).error).toBe('not_found');
  });
});
