/**
 * Q4: one owner, in whichever order of stopping, demoting, resetting and letting in, is one person. Goal: whoever comes in
 * by an owner's link counts as one of two only in the word of somebody else, as long as there was somebody in the last month.
 */
import { DAY_MS } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { holder } from '../../custody/test/fixture.ts';
import {
  bankClaim,
  loginAs,
  OPERATOR_PASSWORD,
  operator,
  type TestOperator,
  useLink,
} from './fixture.ts';

const WHY = { reason: 'a test of who is there' };
let server: TestServer;
let owner: TestOperator;
let reviewer: TestOperator;
beforeEach(async () => {
  server = await startTestServer();
  const token = await server.ownerToken();
  const { id } = await server.data('operatorMe', {}, { token });
  owner = { operatorId: id, name: 'owner', token };
  reviewer = await operator(server, 'reviewer', 'reviewer');
});
afterEach(() => server.stop());

const again = async (person: TestOperator) => ({
  ...person,
  token: await loginAs(server, person.name),
});
/** Days later; the owner logs in again. */
async function later(days: number): Promise<void> {
  await server.pass(days * DAY_MS);
  owner = { ...owner, token: await server.ownerToken() };
}
const change = (of: TestOperator, to: object, by = owner) =>
  server.data('changeOperator', { id: of.operatorId, ...to, ...WHY }, by);
const stop = (of: TestOperator) => change(of, { is_active: 'false' });
const letIn = (of: TestOperator) => change(of, { is_active: 'true' });
const reset = (of: TestOperator, by = owner) =>
  server.call('resetOperator', { id: of.operatorId, ...WHY }, by);
const confirm = (of: TestOperator, by: TestOperator) =>
  server.call('confirmOperator', { id: of.operatorId }, by);
/** A second account of whoever adds it: the link is opened by its maker. */
async function sock(name: string, role = 'owner', by = owner): Promise<TestOperator> {
  const { operator_id, link } = await server.data('createOperator', { name, role }, by);
  await useLink(server, link);
  return again({ operatorId: operator_id, name, token: '' });
}
/** What an owner wants a second person for. */
async function proposed(): Promise<number> {
  const entry = { currency_id: 3, amount: '1', source: 'house:external', target: 'house:capital' };
  return (await server.data('proposeEntry', { ...entry, ...WHY }, owner)).proposal_id;
}
async function passes(by: TestOperator): Promise<Reply<'decideProposal'>> {
  const id = await proposed();
  return server.call('decideProposal', { id, decision: 'passed' }, await again(by));
}
const refusal = ({ error, fields }: Pick<Reply, 'error' | 'fields'>) => [
  error,
  ...Object.keys(fields ?? {}),
];
const UNCONFIRMED = ['four_eyes', 'confirmation'];

describe('Q4: a newcomer while the others are kept away', () => {
  test.each([
    ['stopped', { is_active: 'false' }, { is_active: 'true' }],
    ['demoted to support', { role: 'support' }, { role: 'reviewer' }],
    ['demoted to auditor', { role: 'auditor' }, { role: 'reviewer' }],
    [
      'demoted and stopped at once',
      { role: 'support', is_active: 'false' },
      { role: 'reviewer', is_active: 'true' },
    ],
  ])(
    'where the others are %s, does not count, then or after they are back',
    async (_how, away, back) => {
      await change(reviewer, away);
      const second = await sock('second');
      await change(reviewer, back);
      await later(2);
      expect(refusal(await passes(second))).toEqual(UNCONFIRMED);
      const asked = await confirm(second, owner);
      expect(refusal(asked)).toEqual(UNCONFIRMED);
      expect(asked.fields?.['confirmation']).toContain('reviewer could');
      // Whoever is back says who it is.
      expect((await confirm(second, await again(reviewer))).status).toBe(200);
      expect((await passes(second)).message.status).toBe('passed');
    },
  );

  test.each([
    ['let in again', { is_active: 'false' }, { is_active: 'true' }],
    ['promoted again', { role: 'support' }, { role: 'reviewer' }],
  ])('whoever was just %s confirms nobody for a day', async (_how, away, back) => {
    await change(reviewer, away);
    const second = await sock('second');
    await change(reviewer, back);
    expect(refusal(await confirm(second, await again(reviewer)))).toEqual([
      'four_eyes',
      'approves_from',
    ]);
    await later(1);
    expect((await confirm(second, await again(reviewer))).status).toBe(200);
  });

  test('two of one maker confirm neither each other nor whom they would let in', async () => {
    await stop(reviewer);
    const [one, two] = [await sock('sock.one'), await sock('sock.two')];
    await later(2);
    expect(refusal(await confirm(two, await again(one)))).toEqual(UNCONFIRMED);
    expect(refusal(await confirm(one, await again(two)))).toEqual(UNCONFIRMED);
    // The owner did not make a link that their second account makes.
    const request = { name: 'sock.three', role: 'owner' };
    const made = await server.call('createOperator', request, await again(one));
    expect(refusal(made)).toEqual(UNCONFIRMED);
    expect(refusal(await reset(two, await again(one)))).toEqual(UNCONFIRMED);
  });

  test('does not become somebody by another role, nor by being stopped and let in', async () => {
    await stop(reviewer);
    const { operator_id, link } = await server.data(
      'createOperator',
      { name: 'second', role: 'support' },
      owner,
    );
    const second = { operatorId: operator_id, name: 'second', token: '' };
    // While the link is open,
    await change(second, { role: 'reviewer' });
    await stop(second);
    await letIn(second);
    await useLink(server, link);
    // and after it.
    await change(second, { role: 'manager' });
    await stop(second);
    await letIn(second);
    await later(2);
    expect(refusal(await passes(second))).toEqual(UNCONFIRMED);
  });

  test('passes no money alone either: many of them would have no bound together', async () => {
    await server.context.custodyTerms.seed({ isDemo: true });
    await stop(reviewer);
    const second = await sock('second', 'reviewer');
    await later(2);
    const id = await bankClaim(server, await holder(server), { amount: '100' });
    const passed = await server.call(
      'decideDeposit',
      { id, decision: 'passed' },
      await again(second),
    );
    expect(refusal(passed)).toEqual(UNCONFIRMED);
  });
});

describe('Q4: a colleague whose place is taken', () => {
  test('is not reset alone while a third is there, nor after the third was stopped or demoted', async () => {
    const third = await operator(server, 'manager', 'third');
    expect(refusal(await reset(reviewer))).toEqual(['four_eyes', 'proposal_id']);
    await stop(third);
    expect(refusal(await reset(reviewer))).toEqual(['four_eyes', 'proposal_id']);
    await letIn(third);
    await change(third, { role: 'auditor' });
    expect(refusal(await reset(reviewer))).toEqual(['four_eyes', 'proposal_id']);
  });

  test('is not confirmed by whoever made the newest link, before or after it is used, wherever it was sent', async () => {
    const other = await operator(server, 'owner', 'other');
    const joined = await sock('joined', 'reviewer', other);
    expect((await confirm(joined, owner)).status).toBe(200);
    await later(2);
    const consent = await reset(joined);
    const id = Number(/\d+/.exec(consent.fields?.['proposal_id'] ?? '')?.[0]);
    await server.data('decideProposal', { id, decision: 'passed' }, await again(reviewer));
    const { link } = await server.data(
      'resetOperator',
      { id: joined.operatorId, email: 'the.owner@x.example', ...WHY },
      owner,
    );
    // The last link that was used is another's: it says nothing of this one.
    expect((await confirm(joined, owner)).error).toBe('not_found');
    expect((await confirm(joined, await again(reviewer))).error).toBe('not_found');
    await useLink(server, link);
    await later(2);
    expect(refusal(await confirm(joined, owner))).toEqual(UNCONFIRMED);
    expect(refusal(await passes(joined))).toEqual(UNCONFIRMED);
    expect((await confirm(joined, await again(reviewer))).status).toBe(200);
  });

  test('where nobody else is there, the one reset is not the one before for a month', async () => {
    await useLink(server, (await reset(reviewer)).message.link);
    await later(2);
    expect(refusal(await passes(reviewer))).toEqual(UNCONFIRMED);
    expect(refusal(await confirm(reviewer, owner))).toEqual(UNCONFIRMED);
    // Nor by a second reset, or as a newcomer of another name.
    await useLink(server, (await reset(reviewer)).message.link);
    const second = await sock('second');
    await later(2);
    for (const person of [reviewer, second])
      expect(refusal(await passes(person))).toEqual(UNCONFIRMED);
    await later(27);
    expect((await confirm(reviewer, owner)).status).toBe(200);
    expect((await passes(reviewer)).message.status).toBe('passed');
  });
});

describe('Q4: an exchange whose other operator left goes on', () => {
  test('a month after they were stopped: whoever made the link confirms, or adds the second anew', async () => {
    await stop(reviewer);
    const second = await sock('second', 'manager');
    await later(29);
    expect(refusal(await confirm(second, owner))).toEqual(UNCONFIRMED);
    expect(refusal(await confirm(second, await again(second)))).toEqual(['four_eyes']);
    await later(2);
    expect((await confirm(second, owner)).status).toBe(200);
    expect((await passes(second)).message.status).toBe('passed');
  });

  test('another owner who vanished and cannot be stopped alone is gone after 90 days', async () => {
    const vanished = await operator(server, 'owner', 'vanished');
    await stop(reviewer);
    await later(89);
    const second = await sock('second', 'manager');
    expect(refusal(await passes(second))).toEqual(UNCONFIRMED);
    await later(2);
    expect((await confirm(second, owner)).status).toBe(200);
    const asked = await server.call(
      'changeOperator',
      { id: vanished.operatorId, is_active: 'false', ...WHY },
      owner,
    );
    const id = Number(/\d+/.exec(asked.fields?.['proposal_id'] ?? '')?.[0]);
    await server.data('decideProposal', { id, decision: 'passed' }, await again(second));
    await stop(vanished);
  });

  test('the second operator of all who loses everything on the first day comes in again as before', async () => {
    await server.context.database.query('DELETE FROM operator_sessions WHERE operator_id <> 1');
    await server.context.database.query("DELETE FROM operators WHERE name = 'reviewer'");
    const second = await sock('second', 'reviewer');
    await useLink(server, (await reset(second)).message.link);
    await later(1);
    const login = { name: 'second', password: OPERATOR_PASSWORD };
    expect((await server.call('operatorLogin', login)).status).toBe(200);
    expect((await passes(second)).message.status).toBe('passed');
  });
});
