/**
 * `npm run operator -- reset`: whoever holds the server's machine lets an operator in anew. Goal: it gives access and no second
 * person, whoever of the operators, or nobody of them, holds the machine; every owner sees it, and the audit log has it.
 */
import { DAY_MS } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import {
  lastActs,
  loginAs,
  OPERATOR_PASSWORD,
  operator,
  type TestOperator,
  useLink,
} from './fixture.ts';

const WHY = { reason: 'a test of the machine' };
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const reset = (name: string) => server.context.resetByMachine(name);
const again = async (person: TestOperator) => ({
  ...person,
  token: await loginAs(server, person.name),
});
/** Resets by the machine and comes in by the link, as whoever holds it could. */
async function takeOver(person: TestOperator): Promise<TestOperator> {
  await useLink(server, (await reset(person.name)).link);
  return again(person);
}
async function ownerOf(): Promise<TestOperator> {
  const token = await server.ownerToken();
  const { id } = await server.data('operatorMe', {}, { token });
  return { operatorId: id, name: 'owner', token };
}
const confirm = (of: TestOperator, by: TestOperator) =>
  server.call('confirmOperator', { id: of.operatorId }, by);
/** What takes two, proposed by one and passed by another. */
async function passes(by: TestOperator, proposer: TestOperator) {
  const entry = { currency_id: 3, amount: '1', source: 'house:external', target: 'house:capital' };
  const { proposal_id: id } = await server.data('proposeEntry', { ...entry, ...WHY }, proposer);
  return server.call('decideProposal', { id, decision: 'passed' }, by);
}
const create = (name: string, by: TestOperator) =>
  server.call('createOperator', { name, role: 'owner' }, by);
const UNCONFIRMED = { error: 'four_eyes', fields: { confirmation: expect.anything() } };

test('the first owner, whose password nobody ever used, comes in and counts after the cooling-off', async () => {
  const made = await reset('owner');
  expect(made).toMatchObject({
    link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/console\/#\/enrol\/[\w-]{43}$/),
    expiresAtMs: server.clock.now() + DAY_MS,
    approvesFromMs: server.clock.now() + DAY_MS,
  });
  expect(made.waitsFor).toBeUndefined();
  await useLink(server, made.link);
  const owner = await again({ operatorId: 1, name: 'owner', token: '' });
  const [row] = await server.data('operators', {}, owner);
  expect(row?.needs_confirmation).toBeUndefined();
  const second = await server.data('createOperator', { name: 'second', role: 'manager' }, owner);
  await useLink(server, second.link);
  await server.pass(2 * DAY_MS);
  const by = await again({ operatorId: second.operator_id, name: 'second', token: '' });
  expect((await passes(by, await again(owner))).message.status).toBe('passed');
});

test('a sole owner who was there is another person for a month, and brings nobody in until then', async () => {
  await server.ownerToken();
  expect((await reset('owner')).waitsFor).toBe('owner');
  let owner = await takeOver({ operatorId: 1, name: 'owner', token: '' });
  expect(await create('sock', owner)).toMatchObject(UNCONFIRMED);
  await server.pass(29 * DAY_MS);
  owner = await takeOver(owner);
  expect(await create('sock', owner)).toMatchObject(UNCONFIRMED);
  await server.pass(2 * DAY_MS);
  expect((await reset('owner')).waitsFor).toBeUndefined();
  owner = await takeOver(owner);
  expect((await create('second', owner)).status).toBe(200);
});

describe('beside others', () => {
  let owner: TestOperator;
  let reviewer: TestOperator;
  beforeEach(async () => {
    owner = await ownerOf();
    reviewer = await operator(server, 'reviewer', 'reviewer');
  });

  test('nobody can say who used the link while anybody else was there: each may hold the machine', async () => {
    const third = await operator(server, 'manager', 'third');
    const taken = await takeOver(reviewer);
    for (const by of [owner, third]) expect(await confirm(taken, by)).toMatchObject(UNCONFIRMED);
    expect(await confirm(taken, taken)).toMatchObject({ error: 'four_eyes' });
    expect(await passes(taken, owner)).toMatchObject(UNCONFIRMED);
    expect(await create('sock', await takeOver(owner))).toMatchObject(UNCONFIRMED);
  });

  test('both of two who were reset count for nobody, until both were away for a month', async () => {
    const [first, second] = [await takeOver(owner), await takeOver(reviewer)];
    expect(await confirm(second, first)).toMatchObject(UNCONFIRMED);
    await server.pass(29 * DAY_MS);
    expect((await reset('owner')).waitsFor).toBeDefined();
  });

  test('another operator resets them in the console as ever, and answers for that link', async () => {
    const third = await operator(server, 'manager', 'third');
    const taken = await takeOver(reviewer);
    const asked = await server.call('resetOperator', { id: taken.operatorId, ...WHY }, owner);
    const id = Number(/\d+/.exec(asked.fields?.['proposal_id'] ?? '')?.[0]);
    await server.data('decideProposal', { id, decision: 'passed' }, third);
    const request = { id: taken.operatorId, ...WHY };
    const { link } = await server.data('resetOperator', request, owner);
    await useLink(server, link);
    expect((await confirm(taken, third)).status).toBe(200);
  });

  test('every owner sees it on every page for a month, others do not, and the audit log keeps it', async () => {
    const other = await operator(server, 'owner', 'other');
    const atMs = server.clock.now();
    await reset('reviewer');
    expect(await lastActs(server, 1)).toMatchObject([
      { action: 'operator.reset', subject: 'operator reviewer', detail: { by: 'machine' } },
    ]);
    for (const by of [owner, other])
      expect((await server.data('operatorMe', {}, by)).machine_resets).toEqual([
        { name: 'reviewer', time: atMs },
      ]);
    const manager = await operator(server, 'manager', 'manager');
    expect((await server.data('operatorMe', {}, manager)).machine_resets).toBeUndefined();
    await server.pass(31 * DAY_MS);
    expect(
      (await server.data('operatorMe', {}, await again(other))).machine_resets,
    ).toBeUndefined();
  });

  test('it ends what was open, and an unknown name is told which there are', async () => {
    await reset('reviewer');
    expect((await server.call('operatorMe', {}, reviewer)).status).toBe(401);
    const login = { name: 'reviewer', password: OPERATOR_PASSWORD };
    expect((await server.call('operatorLogin', login)).error).toBe('login_failed');
    await expect(reset('reviewr')).rejects.toThrow(
      'no active operator is called reviewr; there are: owner, reviewer',
    );
  });
});
