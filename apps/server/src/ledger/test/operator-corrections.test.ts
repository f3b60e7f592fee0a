/**
 * Q3: a correction says why. Two operators take money from a user; the record used to say "Correction" and nothing came.
 * Goal: the record shows reason, entry and the numbers of both, the user is told by message and mail, and everybody can
 * see how many there are.
 */
import { LANGUAGES } from '@fairlead/contract';
import { amountMinor } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { decide, type Holder, holder } from '../../custody/test/fixture.ts';
import { operator, type TestOperator, withdrawalOf } from '../../operators/test/fixture.ts';

const REASON = 'Claim 17 was credited twice';
let server: TestServer;
let user: Holder;
let manager: TestOperator;
let reviewer: TestOperator;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
  [manager, reviewer] = [await operator(server, 'manager'), await operator(server, 'reviewer')];
});
afterAll(() => server.stop());

const counts = () => server.data('corrections', {});
/** What was told by mail is shown to its owner alone. */
const mailsOf = async () => server.data('inbox', {}, user);

async function correct(): Promise<void> {
  const entry = {
    currency_id: 3,
    amount: '400',
    source: `user:${user.userId}:coin`,
    target: 'house:capital',
    reason: REASON,
  };
  const { proposal_id: id } = await server.data('proposeEntry', entry, manager);
  await server.data('decideProposal', { id, decision: 'passed' }, reviewer);
  await server.notices.settled();
}

describe('Q3: a correction by two operators', () => {
  test('shows reason, entry and both operators by number in the record, the file and the wire', async () => {
    expect(await counts()).toEqual({ count: 0, refunds: 0, reversals: 0 });
    await correct();
    const { list } = await server.data('records', { kind: 'correction' }, user);
    const operators = [manager.operatorId, reviewer.operatorId];
    expect(list).toMatchObject([
      { amount: '-400.000000', correction: { reason: REASON, operators } },
    ]);
    const [record] = list;
    const entry = record?.correction?.entry_id;
    expect(record?.note).toBe(
      `Correction ${entry} by operators ${operators.join(', ')}: ${REASON}`,
    );
    expect(JSON.stringify(record)).not.toContain(manager.name);
    const day = new Date(server.clock.now()).toISOString().slice(0, 10);
    const period = { from: day, to: day, time_zone: 'UTC' };
    const statement = await server.data('statement', period, user);
    expect(statement.corrections).toEqual([record]);
    const [stored] = await server.context.database.query<{ reason: string }>(
      'SELECT reason FROM journal_entries WHERE entry_id = $1',
      [entry ?? 0],
    );
    expect(stored?.reason).toBe('correction');
  });

  test('is told by message and by mail, once, in each language', async () => {
    for (const lang of LANGUAGES) {
      const { list } = await server.data(
        'messages',
        {},
        { ...user, headers: { 'language-mark': lang } },
      );
      const told = list.filter(({ kind }) => kind === 'balance_corrected');
      expect(told).toHaveLength(1);
      const [{ body = '', link = '' } = {}] = told;
      for (const word of ['400', 'USDT', REASON, `${manager.operatorId}, ${reviewer.operatorId}`])
        expect(body).toContain(word);
      expect(link).toBe('pages/assets/record');
    }
    const mails = (await mailsOf()).filter(({ scene }) => scene === 'balance_corrected');
    expect(mails).toHaveLength(1);
    await server.restart();
    await server.notices.settled();
    expect((await mailsOf()).filter(({ scene }) => scene === 'balance_corrected')).toHaveLength(1);
  });

  test('is counted for everybody to see', async () => {
    expect(await counts()).toEqual({
      count: 1,
      refunds: 0,
      reversals: 0,
      last_at: expect.any(Number),
    });
  });

  test('so is a withdrawal that two gave back; why they did is theirs', async () => {
    await server.run({
      kind: 'post_entry',
      reason: 'deposit',
      reference: 'fees to pay back',
      currencyId: 3,
      amount: amountMinor(1_000_000n),
      source: { house: 'external' },
      target: { house: 'fees' },
    });
    const id = await withdrawalOf(server, user);
    await decide(server, id, 'passed', [1]);
    const asked = { id, act: 'refund', reason: 'the bank of this mule asked us to' };
    const { proposal_id } = await server.data('proposeSend', asked, reviewer);
    await server.data('decideProposal', { id: proposal_id, decision: 'passed' }, reviewer2());
    await server.notices.settled();
    const { list } = await server.data('records', { kind: 'withdrawal', limit: 1 }, user);
    expect(list[0]).toMatchObject({
      correction: {
        reason: 'it could not be sent and was given back',
        operators: [reviewer.operatorId, other.operatorId],
      },
    });
    expect(JSON.stringify(list)).not.toContain('mule');
    expect(await counts()).toMatchObject({ count: 1, refunds: 1 });
    expect((await mailsOf()).map(({ scene }) => scene)).toContain('withdrawal_rejected');
  });
});

let other: TestOperator;
beforeAll(async () => {
  other = await operator(server, 'reviewer');
});
const reviewer2 = () => other;
