/**
 * What one operator tried alone, or with what another had seen before it changed (cases.md V8, L1,
 * L2, W12, W13, W14, W15). Goal: two are two persons who saw the same thing, and what they agreed on is what is done.
 */
import { randomUUID } from 'node:crypto';
import { amountMinor, DAY_MS, HOUR_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { type Holder, holder, usdtOf } from '../../custody/test/fixture.ts';
import { SignerDesk } from '../../custody/withdrawals/signer-desk.ts';
import {
  bankClaim,
  coolOff,
  lastActs,
  loginAs,
  operator,
  proofOf,
  type TestOperator,
  withdrawalOf,
} from './fixture.ts';

let server: TestServer;
let owner: TestOperator;
let reviewer: TestOperator;
let reviewer2: TestOperator;
let user: Holder;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  await server.run({
    kind: 'post_entry',
    reason: 'deposit',
    reference: 'fees to pay back',
    currencyId: 3,
    amount: amountMinor(100_000_000n),
    source: { house: 'external' },
    target: { house: 'fees' },
  });
});
afterAll(() => server.stop());
/** People of their own for each test, of whom nobody was changed lately. */
beforeEach(async () => {
  await server.context.database.query("UPDATE operators SET is_active = name = 'owner'");
  user = await holder(server);
  await server.fund(user.userId, 3, 50_000_000000n);
  [owner, reviewer, reviewer2] = [
    await operator(server, 'owner'),
    await operator(server, 'reviewer'),
    await operator(server, 'reviewer'),
  ];
});

const WHY = { reason: 'a test of what it takes' };
const again = async (person: TestOperator): Promise<TestOperator> => ({
  ...person,
  token: await loginAs(server, person.name),
});
const change = (by: TestOperator, id: number, to: object) =>
  server.call('changeOperator', { id, ...to, ...WHY }, by);
const reset = (by: TestOperator, id: number) => server.call('resetOperator', { id, ...WHY }, by);
const decide = (by: TestOperator, id: number) =>
  server.call('decideProposal', { id, decision: 'passed' }, by);
/** The number in "Proposal 17 waits for another operator". */
const proposalOf = ({ error, fields }: Reply): number => {
  expect(error).toBe('four_eyes');
  return Number(/\d+/.exec(fields?.['proposal_id'] ?? '')?.[0]);
};
const passOut = (by: TestOperator, id: number) =>
  server.call('decideWithdrawal', { id, decision: 'passed' }, by);
const twoApprovalsFrom = () =>
  String(Number(server.context.custodyTerms.chain(3, 'ERC20')?.twoApprovalsFrom ?? 0n) / 1e6);

describe('A2: one owner alone is not two', () => {
  test('an owner is not demoted, reset and promoted again without another', async () => {
    const victim = await operator(server, 'owner');
    const demotion = await change(owner, victim.operatorId, { role: 'reviewer' });
    expect(demotion).toMatchObject({ status: 403, error: 'four_eyes' });
    expect((await change(owner, victim.operatorId, { is_active: 'false' })).error).toBe(
      'four_eyes',
    );
    expect((await reset(owner, victim.operatorId)).error).toBe('four_eyes');
    const id = proposalOf(demotion);
    // Neither who asks nor whom it is about.
    expect((await decide(owner, id)).error).toBe('four_eyes');
    expect((await decide(victim, id)).error).toBe('four_eyes');
    expect((await decide(reviewer, id)).status).toBe(200);
    // The consent is to this change, once.
    expect((await change(owner, victim.operatorId, { role: 'manager' })).error).toBe('four_eyes');
    expect((await change(owner, victim.operatorId, { role: 'reviewer' })).status).toBe(200);
    expect((await server.call('operatorMe', {}, victim)).status).toBe(401);
    // An owner of yesterday is still one for what may be done to them.
    await server.pass(23 * HOUR_MS);
    owner = await again(owner);
    await server.context.database.query(
      'UPDATE operators SET is_active = false WHERE operator_id = ANY ($1::bigint[])',
      [[reviewer.operatorId, reviewer2.operatorId]],
    );
    expect((await reset(owner, victim.operatorId)).error).toBe('four_eyes');
    expect((await change(owner, victim.operatorId, { role: 'owner' })).error).toBe('four_eyes');
    await server.pass(HOUR_MS);
    owner = await again(owner);
    expect((await change(owner, victim.operatorId, { role: 'support' })).status).toBe(200);
  });

  test('nobody is reset behind the back of a third', async () => {
    const asked = await reset(owner, reviewer.operatorId);
    const id = proposalOf(asked);
    expect((await decide(reviewer, id)).error).toBe('four_eyes');
    await decide(reviewer2, id);
    expect((await reset(owner, reviewer.operatorId)).message.link).toMatch(/\/[\w-]{43}$/);
    expect((await reset(owner, reviewer.operatorId)).error).toBe('four_eyes');
    const acts = (await lastActs(server, 20)).map(({ action }) => action);
    expect(acts).toEqual(
      expect.arrayContaining(['operator.reset', 'operator.reset.refused', 'proposal.passed']),
    );
  });

  test('a consent is void when the operator was changed after it was given', async () => {
    const id = proposalOf(await reset(owner, reviewer.operatorId));
    await decide(reviewer2, id);
    await change(owner, reviewer.operatorId, { role: 'manager' });
    expect((await reset(owner, reviewer.operatorId)).error).toBe('four_eyes');
  });

  test.each([
    ['created', async () => newPerson()],
    ['reset', async () => resetPerson()],
    ['given another role', async () => changed({ role: 'owner' })],
    ['let in again', async () => changed({ is_active: 'false' }, { is_active: 'true' })],
  ] as const)('whoever was %s is nobody second for a day', async (_what, make) => {
    const withdrawalId = await withdrawalOf(server, user, twoApprovalsFrom());
    const claimer = await server.register();
    const picture = randomUUID();
    const [claimId] = [
      await bankClaim(server, claimer, { proof: await proofOf(server, claimer, picture) }),
      await bankClaim(server, claimer, { proof: await proofOf(server, claimer, picture) }),
    ];
    const person = await make();
    const until = new Date(server.clock.now() + DAY_MS)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ');
    const refusal = {
      status: 403,
      error: 'four_eyes',
      fields: {
        approves_from: `${person.name} counts as one of two operators from ${until} UTC on`,
      },
    };
    const list = await server.data('operators', {}, owner);
    expect(list.find(({ id }) => id === person.operatorId)?.approves_from).toBe(
      server.clock.now() + DAY_MS,
    );
    // Neither first, as the order in which two approve is the attacker's to choose,
    expect(await passOut(person, withdrawalId)).toMatchObject(refusal);
    const claim = { id: claimId, decision: 'passed', credited: '100', reference: randomUUID() };
    expect(await server.call('decideDeposit', claim, person)).toMatchObject(refusal);
    const freeze = { id: user.userId, is_frozen: 'true', ...WHY };
    await server.data('freezeUser', freeze, owner);
    const thaw = { ...freeze, is_frozen: 'false' };
    const mine = (await server.data('freezeUser', thaw, person)).proposal_id ?? 0;
    expect(await decide(owner, mine)).toMatchObject(refusal);
    // nor second.
    const others = (await server.data('freezeUser', thaw, owner)).proposal_id ?? 0;
    expect(await decide(person, others)).toMatchObject(refusal);
    await decide(reviewer2, others);
    expect((await passOut(owner, withdrawalId)).message.approvals).toHaveLength(1);
    expect(await passOut(person, withdrawalId)).toMatchObject(refusal);
    await server.data('decideDeposit', claim, owner);
    expect(await server.call('decideDeposit', claim, person)).toMatchObject(refusal);
    // Saying no, and what takes one, is theirs at once.
    const rejection = { id: claimId, decision: 'rejected', ...WHY };
    expect((await server.call('decideDeposit', rejection, person)).status).toBe(200);
    await server.pass(DAY_MS);
    expect((await passOut(await again(person), withdrawalId)).message.status).toBe('passed');
  });

  /** Added over the API; the fixture's password makes logging in again simple. */
  async function newPerson(): Promise<TestOperator> {
    const name = `new-${randomUUID().slice(0, 8)}`;
    const { operator_id } = await server.data('createOperator', { name, role: 'reviewer' }, owner);
    return known({ operatorId: operator_id, name, token: '' });
  }
  async function resetPerson(): Promise<TestOperator> {
    const asked = proposalOf(await reset(owner, reviewer.operatorId));
    await decide(reviewer2, asked);
    await server.data('resetOperator', { id: reviewer.operatorId, ...WHY }, owner);
    return known(reviewer);
  }
  async function changed(...changes: readonly object[]): Promise<TestOperator> {
    for (const each of changes)
      expect((await change(owner, reviewer.operatorId, each)).status).toBe(200);
    return again(reviewer);
  }
  async function known(person: TestOperator): Promise<TestOperator> {
    await server.context.database.query(
      `UPDATE operators SET confirmed_at_ms = created_at_ms, password_hash = (SELECT password_hash FROM operators WHERE operator_id = $1)
       WHERE operator_id = $2`,
      [reviewer2.operatorId, person.operatorId],
    );
    return again(person);
  }

  test('with COOLING_OFF_HOURS=0, possible in demo only, they count at once', async () => {
    const hasty = await startTestServer({ environment: { COOLING_OFF_HOURS: '0' } });
    try {
      const [first, second] = [await operator(hasty, 'owner'), await operator(hasty, 'reviewer')];
      const promotion = { id: second.operatorId, role: 'manager', ...WHY };
      await hasty.data('changeOperator', promotion, first);
      const entry = {
        currency_id: 3,
        amount: '1',
        source: 'house:external',
        target: 'house:capital',
      };
      const { proposal_id: id } = await hasty.data('proposeEntry', { ...entry, ...WHY }, first);
      const token = await loginAs(hasty, second.name);
      const passed = await hasty.data('decideProposal', { id, decision: 'passed' }, { token });
      expect(passed.status).toBe('passed');
    } finally {
      await hasty.stop();
    }
  });
});

describe('A3: the second approves what they saw', () => {
  test.each([
    ['nothing', {}],
    ['the claimed amount', { credited: '25', reference: 'BANK-778' }],
    ['another reference', { credited: '900000', reference: 'BANK-779' }],
    ['no reference', { credited: '900000' }],
    ['no amount', { reference: 'BANK-778' }],
  ])('%s is not what the first said', async (_what, said) => {
    const claimer = await server.register();
    const id = await bankClaim(server, claimer, { amount: '25' });
    const figures = { credited: '900000', reference: 'BANK-778' };
    const pass = (by: TestOperator, more: object) =>
      server.call('decideDeposit', { id, decision: 'passed', ...more }, by);
    expect((await pass(reviewer2, figures)).message.status).toBe('under_review');
    expect((await pass(reviewer, said)).error).toBe('intent_changed');
    expect((await usdtOf(server, claimer)).available).toBe('0.000000');
    const rejection = { id, decision: 'rejected', ...WHY };
    expect((await server.call('decideDeposit', rejection, reviewer)).status).toBe(200);
  });

  test('the same figures, however they are written, are', async () => {
    const claimer = await server.register();
    const id = await bankClaim(server, claimer, { amount: '25' });
    const pass = (by: TestOperator, credited: string) =>
      server.call('decideDeposit', { id, decision: 'passed', credited, reference: 'BANK-9' }, by);
    await pass(reviewer2, '900000');
    expect((await pass(reviewer, '900000.000000')).message.status).toBe('passed');
    expect((await usdtOf(server, claimer)).available).toBe('900000.000000');
  });
});

describe('A5: one transaction pays one withdrawal', () => {
  const HASH = () => randomUUID().replaceAll('-', '').repeat(2);
  const sent = (id: number, tx_id: string, by = reviewer) =>
    server.call('withdrawalSent', { id, tx_id }, by);
  async function passed(amount?: string): Promise<number> {
    const id = await withdrawalOf(server, user, amount);
    await passOut(reviewer2, id);
    if (amount !== undefined) await passOut(owner, id);
    return id;
  }

  test('not two, however its name is written and however many at once', async () => {
    const [one, two, three] = [await passed(), await passed(), await passed()];
    const hash = HASH();
    const names = [`0x${hash}`, hash.toUpperCase(), `0X${hash}`];
    const replies = await Promise.all(
      [one, two, three].map((id, index) =>
        sent(id, names[index] ?? '', [owner, reviewer, reviewer2][index]),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ error }) => error === 'reference_used')).toHaveLength(2);
    // Said again of the same it is as true as before.
    const winner = [one, two, three][replies.findIndex(({ status }) => status === 200)] ?? 0;
    expect((await sent(winner, hash)).status).toBe(200);
  });

  test("nor is the signer's transaction of another one", async () => {
    const [one, two] = [await passed(), await passed()];
    const txId = `0x${HASH()}`;
    await server.run({ kind: 'mark_withdrawal', withdrawalId: one, to: 'signed', txId });
    expect((await sent(two, txId)).error).toBe('reference_used');
  });

  test('and the signer cannot name one that paid another', async () => {
    const [one, two] = [await passed(), await passed()];
    const txId = `0x${HASH()}`;
    await sent(one, txId);
    const { terms } = server.context;
    const currencyOf = (currencyId: number) => terms.knownCurrency(currencyId);
    const desk = new SignerDesk({ ...server.context, currencyOf });
    for (const state of ['signed', 'sent'] as const)
      await expect(desk.report({ id: two, state, txId })).rejects.toMatchObject({
        code: 'not_sendable',
      });
    const { list } = await server.data('operatorWithdrawals', { send_state: 'idle' }, reviewer);
    expect(list.map(({ id }) => id)).toContain(two);
  });

  test('a large one is called sent by two', async () => {
    const large = await passed(twoApprovalsFrom());
    const txId = `0x${HASH()}`;
    const proposal = proposalOf(await sent(large, txId));
    expect((await decide(reviewer, proposal)).error).toBe('four_eyes');
    expect((await decide(reviewer2, proposal)).message).toMatchObject({
      kind: 'mark_sent',
      status: 'passed',
    });
    expect((await sent(large, txId)).message).toMatchObject({ send_state: 'sent', tx_id: txId });
  });

  test('W14: what the signer began is never paid by another transaction, by its own in the word of two', async () => {
    const begun = await passed();
    const signed = { kind: 'mark_withdrawal', withdrawalId: begun, txId: `0x${HASH()}` } as const;
    await server.run({ ...signed, to: 'signed' });
    expect((await sent(begun, `0x${HASH()}`)).error).toBe('not_sendable');
    const own = proposalOf(await sent(begun, signed.txId));
    await server.run({ ...signed, to: 'unknown' });
    expect((await decide(reviewer2, own)).message.failure).toBe('intent_changed');
    await decide(reviewer2, proposalOf(await sent(begun, signed.txId)));
    expect((await sent(begun, signed.txId)).message).toMatchObject({ send_state: 'sent' });
  });
});

describe('A6: what was agreed on is what was seen', () => {
  const propose = async (id: number, more: object = { act: 'refund' }): Promise<number> =>
    (await server.data('proposeSend', { id, ...WHY, ...more }, reviewer)).proposal_id;
  async function passed(): Promise<number> {
    const id = await withdrawalOf(server, user);
    await passOut(reviewer, id);
    return id;
  }
  const hash = () => `0x${randomUUID().replaceAll('-', '').repeat(2)}`;

  test('W15: a refund proposed before the payment left does not refund what is on its way', async () => {
    const id = await passed();
    const before = await usdtOf(server, user);
    const proposal = await propose(id);
    const mark = { kind: 'mark_withdrawal', withdrawalId: id, txId: hash() } as const;
    await server.run({ ...mark, to: 'signed' });
    await server.run({ ...mark, to: 'unknown' });
    expect((await decide(reviewer2, proposal)).message).toMatchObject({
      status: 'passed',
      failure: 'intent_changed',
    });
    expect(await usdtOf(server, user)).toEqual(before);
    await server.run({ ...mark, to: 'sent' });
  });

  test('a second try is agreed on for one failure, not for the next', async () => {
    const id = await passed();
    const fail = async () => {
      const mark = { kind: 'mark_withdrawal', withdrawalId: id, txId: hash() } as const;
      await server.run({ ...mark, to: 'signed' });
      await server.run({ ...mark, to: 'failed', reason: 'reverted' });
    };
    await fail();
    const [one, two] = [await propose(id, { act: 'resend' }), await propose(id)];
    expect((await decide(reviewer2, one)).message.failure).toBeUndefined();
    await fail();
    expect((await decide(reviewer2, two)).message.failure).toBe('intent_changed');
  });

  test('what takes two steps is finished after an end between them, once', async () => {
    const id = await passed();
    const before = await usdtOf(server, user);
    const mark = { kind: 'mark_withdrawal', withdrawalId: id, txId: hash() } as const;
    await server.run({ ...mark, to: 'signed' });
    await server.run({ ...mark, to: 'unknown' });
    const proposal = await propose(id, { act: 'refund', proof: 'its number paid another one' });
    await server.context.database.query(
      `UPDATE proposals SET status = 'passed', decided_by = $2, decided_at_ms = 1 WHERE proposal_id = $1`,
      [proposal, reviewer2.operatorId],
    );
    await server.run({ ...mark, to: 'failed', reason: `proposal ${proposal}` });
    await server.context.proposals.finishAll();
    expect(Number((await usdtOf(server, user)).available)).toBe(Number(before.available) + 100);
  });

  test('D10: an account frozen anew stays frozen', async () => {
    const freeze = (is_frozen: 'true' | 'false', by = reviewer) =>
      server.data('freezeUser', { id: user.userId, is_frozen, ...WHY }, by);
    await freeze('true');
    const proposal = (await freeze('false')).proposal_id ?? 0;
    await freeze('true', owner);
    expect((await decide(reviewer2, proposal)).message.failure).toBe('intent_changed');
    const isFrozen = async () =>
      (await server.data('operatorUser', { id: user.userId }, owner)).user.is_frozen;
    expect(await isFrozen()).toBe(true);
    const anew = (await freeze('false')).proposal_id ?? 0;
    expect(anew).not.toBe(proposal);
    expect((await decide(reviewer2, anew)).message.failure).toBeUndefined();
    expect(await isFrozen()).toBe(false);
  });

  const ENTRY = { currency_id: 3, amount: '5', source: 'house:external', target: 'house:capital' };
  const proposeEntry = async (by: TestOperator) =>
    (await server.data('proposeEntry', { ...ENTRY, ...WHY }, by)).proposal_id;
  const posted = async (id: number) =>
    (await server.data('ledgerEntries', { reference: `proposal:${id}` }, owner)).total;

  test('W13: what a stopped operator proposed is not passed any more, only rejected', async () => {
    const proposer = await operator(server, 'manager');
    const id = await proposeEntry(proposer);
    await change(owner, proposer.operatorId, { is_active: 'false' });
    await coolOff(server);
    expect(await decide(reviewer, id)).toMatchObject({
      error: 'four_eyes',
      fields: { id: 'Whoever proposed this is no operator any more' },
    });
    expect(await posted(id)).toBe(0);
    const rejection = { id, decision: 'rejected', ...WHY };
    expect((await server.call('decideProposal', rejection, reviewer)).status).toBe(200);
  });

  test('what nobody decided for seven days is void, and asked for anew is another', async () => {
    const id = await proposeEntry(reviewer);
    const { list } = await server.data('proposals', { status: 'open', limit: 100 }, reviewer);
    const shown = list.find((each) => each.id === id);
    expect(shown?.expires_at).toBe((shown?.time ?? 0) + 7 * DAY_MS);
    await server.pass(7 * DAY_MS + 1);
    reviewer = await again(reviewer);
    reviewer2 = await again(reviewer2);
    owner = await again(owner);
    expect((await decide(reviewer2, id)).error).toBe('intent_changed');
    expect(await posted(id)).toBe(0);
    const anew = await proposeEntry(reviewer);
    expect(anew).not.toBe(id);
    await decide(reviewer2, anew);
    expect(await posted(anew)).toBe(1);
  });
});
