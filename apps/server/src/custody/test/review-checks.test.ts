/** What a reviewer is told beside a request (cases.md L4, W6, U8): what is young, new or in another name is pointed out. */
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { SoftAuthenticator } from '../../identity/test/authenticator.ts';
import { guardChecks, guardsOf } from '../../identity/users/index.ts';
import { bankClaim, operator, withdrawalOf } from '../../operators/test/fixture.ts';
import { isSameName } from '../review-checks.ts';
import { FUND_PASSWORD, type Holder, holder, payeeCode, secondFactor } from './fixture.ts';

let server: TestServer;
let user: Holder;
beforeAll(async () => {
  const environment = { TRUST_PROXY: '10.0.0.0/8', COUNTRY_HEADER: 'cf-ipcountry' };
  server = await startTestServer({ environment });
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
});
afterAll(() => server.stop());

/** Logs in anew, behind the proxy or past it. */
async function logIn(country: string, ip = '10.0.0.1', who: TestUser = user): Promise<void> {
  const headers = { 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': country };
  const request = { account_type: 'email', account: who.email, password: PASSWORD };
  await server.data('login', request, { ip, headers });
}

async function checksOf(id: number): Promise<Record<string, string>> {
  const by = await operator(server, 'reviewer');
  const { list } = await server.data('operatorWithdrawals', { status: 'under_review' }, by);
  const checks = list.find((each) => each.id === id)?.checks ?? [];
  return Object.fromEntries(checks.map(({ check, state }) => [check, state]));
}

test('what is younger than a week is to be looked at; a week later it has passed', async () => {
  const id = await withdrawalOf(server, user);
  expect(await checksOf(id)).toEqual({
    destination: 'look',
    books: expect.stringMatching(/^(passed|unknown)$/),
    verified: 'passed',
    account: 'look',
    password: 'passed',
    fund_password: 'look',
    second_factor: 'look',
    device: 'passed',
    country: 'unknown',
  });
  await server.pass(7 * DAY_MS);
  expect(await checksOf(id)).toMatchObject({
    destination: 'passed',
    account: 'passed',
    fund_password: 'passed',
  });
});

describe('a country', () => {
  test('is what the trusted proxy says, and a second one is new', async () => {
    const id = await withdrawalOf(server, user);
    await logIn('JP');
    // The account is older: from where it was used before, nobody knows.
    expect((await checksOf(id))['country']).toBe('unknown');
    await logIn('BR');
    expect((await checksOf(id))['country']).toBe('look');
    const { background } = await server.data(
      'operatorUser',
      { id: user.userId },
      await operator(server, 'reviewer'),
    );
    expect(background).toMatchObject({ country: 'BR', verified_name: 'T•••' });
    expect(background.new_country_at).toBe(server.clock.now());
  });

  test('that the caller claims, or that the proxy does not know, is none', async () => {
    const seen = async () =>
      (await server.context.database.query('SELECT country FROM known_countries ORDER BY 1'))
        .length;
    const before = await seen();
    await logIn('CN', '203.0.113.9');
    await logIn('XX');
    await logIn('T1');
    await logIn('cn');
    expect(await seen()).toBe(before);
  });
});

const CARD = {
  ...{ name: 'Salary', card_number: '4111111111113000', deposit_bank: 'First', branch: 'Harbour' },
  ...{ bank_name: 'Bank of X', bank_address: '1 Quay', swift_code: 'ABCDEFGH' },
  ...{ iban: '1111113000', payee_address: '2 Quay', postal_code: '100-0001' },
};

async function bankWithdrawal(by: TestUser, full_name: string): Promise<number> {
  const code = await payeeCode(server, by);
  const request = { ...CARD, full_name, fund_password: FUND_PASSWORD, code };
  const { id: card_id } = await server.data('saveBankCard', request, by);
  await server.pass(DAY_MS);
  const wish = { currency_id: 3, card_id, amount: '100', fund_password: FUND_PASSWORD };
  return (await server.data('withdraw', wish, by)).id;
}

test('a bank card in another name than the verified one is to be looked at', async () => {
  const payee = await holder(server);
  expect((await checksOf(await bankWithdrawal(payee, 'TEST')))['card_name']).toBe('passed');
  expect((await checksOf(await bankWithdrawal(payee, 'A Thief')))['card_name']).toBe('look');
});

test.each([
  ['Ken Tanaka', 'TANAKA, Ken', true],
  ['José  García', 'josé garcía', true],
  ['Ken Tanaka', 'Ken Tanaka-Smith', false],
  ['田中 健', '健 田中', true],
  ['Test', 'Testa', false],
])('%s and %s are one name: %s', (one, other, same) => {
  expect(isSameName(one, other)).toBe(same);
});

test('a claim says what its sender was told to write, and loses its checks when it is decided', async () => {
  const by = await operator(server, 'reviewer');
  const id = await bankClaim(server, user, { amount: '100' });
  const { list } = await server.data('operatorDeposits', { status: 'under_review' }, by);
  const claim = list.find((each) => each.id === id);
  expect(claim?.bank_reference).toBe(`FL-${user.userId}`);
  expect(claim?.checks.map(({ check }) => check)).toContain('picture');
  const rejected = { id, decision: 'rejected', reason: 'no such payment' };
  expect((await server.data('decideDeposit', rejected, by)).checks).toEqual([]);
});

test('a second factor that is younger than a week is to be looked at, with its time', async () => {
  const guarded = await holder(server);
  const id = await withdrawalOf(server, guarded);
  const factorOf = async () => {
    const by = await operator(server, 'reviewer');
    const { list } = await server.data('operatorWithdrawals', { status: 'under_review' }, by);
    const checks = list.find((each) => each.id === id)?.checks ?? [];
    return checks.find(({ check }) => check === 'second_factor');
  };
  expect(await factorOf()).toEqual({ check: 'second_factor', state: 'look' });
  const time = server.clock.now();
  const code = await secondFactor(server, guarded);
  expect(await factorOf()).toEqual({ check: 'second_factor', state: 'look', time });
  await server.pass(7 * DAY_MS);
  expect(await factorOf()).toEqual({ check: 'second_factor', state: 'passed', time });
  const device = new SoftAuthenticator();
  const proof = { password: PASSWORD, otp: code() };
  const { options } = await server.data('beginPasskey', proof, guarded);
  const made = { credential: device.make(options), name: 'Ring' };
  await server.data('confirmPasskey', made, guarded);
  expect(await factorOf()).toMatchObject({ state: 'look', time: server.clock.now() });
});

test('a first country has passed when it was named at the opening, or for a week', async () => {
  const older = await holder(server);
  const id = await withdrawalOf(server, older);
  await logIn('JP', '10.0.0.1', older);
  expect((await checksOf(id))['country']).toBe('unknown');
  await server.pass(7 * DAY_MS);
  expect((await checksOf(id))['country']).toBe('passed');
  const younger = await server.trader();
  await logIn('JP', '10.0.0.1', younger);
  const guards = (await guardsOf(server.context.database, [younger.userId])).get(younger.userId);
  const checks = guards === undefined ? [] : guardChecks(guards, server.clock.now());
  expect(checks).toContainEqual({ check: 'country', state: 'passed', country: 'JP' });
});
