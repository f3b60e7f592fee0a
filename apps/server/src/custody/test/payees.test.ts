/**
 * Address books and bank cards over HTTP (cases.md W7, W10, V4, A10). Goal: nothing gets in
 * without fund password, second factor and code; everything new cools off; what is secret is masked and
 * encrypted.
 */
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import {
  addAddress,
  addressRequest,
  ETH_ADDRESS,
  ETH_ADDRESS_2,
  ETH_ADDRESS_3,
  FUND_PASSWORD,
  holder,
  outOf,
  payeeCode,
  secondFactor,
  TRON_ADDRESS,
  usdtOf,
  verify,
} from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function member(): Promise<TestUser> {
  const user = await server.register();
  await server.context.fundPasswords.setFirst(user.userId, FUND_PASSWORD);
  return user;
}

const book = (user: TestUser) => server.data('withdrawalAddresses', {}, user);

describe('wallet/addaddress', () => {
  test('keeps the one canonical writing, tells the owner, and cools off for 24 hours', async () => {
    const user = await member();
    const request = await addressRequest(server, user, {
      address: ETH_ADDRESS.toLowerCase(),
      note: 'cold',
    });
    const usableAtMs = server.clock.now() + DAY_MS;
    const { id, usable_at } = await server.data('addAddress', request, user);
    expect(usable_at).toBe(usableAtMs);
    expect(await book(user)).toEqual([
      { id, currency_id: 3, chain: 'ERC20', address: ETH_ADDRESS, note: 'cold', usable_at },
    ]);
    const { list } = await server.data('messages', {}, user);
    expect(list[0]).toMatchObject({ kind: 'address_added' });
    expect(list[0]?.body).toContain(ETH_ADDRESS);
  });

  test('needs the fund password, the code and the second factor, each of them right', async () => {
    const user = await server.register();
    const request = await addressRequest(server, user);
    const refusal = async (more = {}) =>
      (await server.call('addAddress', { ...request, ...more }, user)).error;
    expect(await refusal()).toBe('fund_password_not_set');
    await server.context.fundPasswords.setFirst(user.userId, FUND_PASSWORD);
    expect(await refusal({ fund_password: '000001' })).toBe('fund_password_wrong');
    expect(await refusal({ code: '000000' })).toBe('code_wrong');
    const otp = await secondFactor(server, user);
    expect(await refusal()).toBe('mfa_required');
    expect(await refusal({ otp: '000000' })).toBe('code_wrong');
    expect(await book(user)).toEqual([]);
    expect(await refusal({ otp: otp() })).toBeUndefined();
    await server.pass(60_000);
    // The code is used up.
    expect(await refusal({ address: ETH_ADDRESS_2, otp: otp() })).toBe('code_expired');
    expect(await book(user)).toHaveLength(1);
  });

  test.each([
    ['a wrong checksum', 'ERC20', ETH_ADDRESS_3.replace('BeAed', 'BeAeD')],
    ['the zero address', 'ERC20', `0x${'0'.repeat(40)}`],
    ['a Tron address on Ethereum', 'ERC20', TRON_ADDRESS],
    ['an Ethereum address on Tron', 'TRC20', ETH_ADDRESS],
    ['one character too few', 'ERC20', ETH_ADDRESS.slice(0, -1)],
    ['blanks around it', 'ERC20', ` ${ETH_ADDRESS}`],
  ])('W10: refuses %s before a code is used up', async (_what, chain, address) => {
    const user = await member();
    const request = await addressRequest(server, user, { chain, address });
    const refused = await server.call('addAddress', request, user);
    expect(refused.error).toBe('validation_failed');
    expect(Object.keys(refused.fields ?? {})).toEqual(['address']);
    const right = { ...request, chain: 'ERC20', address: ETH_ADDRESS };
    expect((await server.call('addAddress', right, user)).status).toBe(200);
  });

  test('W10: takes addresses of the main network only, and of networks the currency has', async () => {
    const user = await member();
    const bitcoin = { currency_id: 1, chain: 'OMNI' };
    const test = await addressRequest(server, user, {
      ...bitcoin,
      address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    });
    expect((await server.call('addAddress', test, user)).error).toBe('validation_failed');
    const main = { ...test, address: 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4' };
    await server.data('addAddress', main, user);
    expect(await book(user)).toMatchObject([
      { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    ]);
    const request = await addressRequest(server, user, { currency_id: 1 });
    expect((await server.call('addAddress', request, user)).error).toBe('chain_closed');
  });

  test('W10: an address of our own is refused', async () => {
    const user = await member();
    await server.context.database.query('INSERT INTO deposit_addresses VALUES ($1, $2, $3, $4)', [
      'ERC20',
      ETH_ADDRESS_3,
      user.userId,
      server.clock.now(),
    ]);
    const request = await addressRequest(server, user, { address: ETH_ADDRESS_3.toLowerCase() });
    const refused = await server.call('addAddress', request, user);
    expect([refused.error, Object.keys(refused.fields ?? {})]).toEqual([
      'validation_failed',
      ['address'],
    ]);
  });

  test('W7: one that is deleted and added again cools off anew, in whatever writing', async () => {
    const user = await holder(server);
    expect(await usableAt(user)).toBeLessThanOrEqual(server.clock.now());
    const twice = await addressRequest(server, user, { address: ETH_ADDRESS.toLowerCase() });
    const known = await server.call('addAddress', twice, user);
    expect([known.error, Object.keys(known.fields ?? {})]).toEqual([
      'validation_failed',
      ['address'],
    ]);
    await server.data('deleteAddress', { id: user.addressId }, user);
    expect((await server.call('withdraw', outOf(user), user)).error).toBe('address_not_set');
    const { id } = await addAddress(server, user, { address: ETH_ADDRESS.toLowerCase() });
    const again = outOf(user, '100', { address_id: id });
    const refused = await server.call('withdraw', again, user);
    expect(refused.error).toBe('address_cooling_off');
    expect(refused.fields).toEqual({ usable_at: String(await usableAt(user)) });
    // The stored time does not listen to the caller's clock.
    const headers = { date: new Date(server.clock.now() + 2 * DAY_MS).toUTCString() };
    expect((await server.call('withdraw', again, { ...user, headers })).error).toBe(
      'address_cooling_off',
    );
    await server.pass(DAY_MS - 1);
    expect((await server.call('withdraw', again, user)).error).toBe('address_cooling_off');
    await server.pass(1);
    expect((await server.call('withdraw', again, user)).status).toBe(200);
  });

  test('of parallel equal requests one gets in, and the book has its bound', async () => {
    const user = await member();
    const request = await addressRequest(server, user);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => server.call('addAddress', request, user)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await server.context.database.query(
      `INSERT INTO withdrawal_addresses
         (user_id, currency_id, chain, address, note, created_at_ms, usable_at_ms)
       SELECT $1, 3, 'ERC20', 'filler ' || number, '', 0, 0 FROM generate_series(1, 19) AS number`,
      [user.userId],
    );
    const full = await addressRequest(server, user, { address: ETH_ADDRESS_2 });
    expect((await server.call('addAddress', full, user)).error).toBe('address_limit');
    const [first] = await book(user);
    await server.data('deleteAddress', { id: first?.id }, user);
    expect((await server.call('addAddress', full, user)).status).toBe(200);
  });

  async function usableAt(user: TestUser): Promise<number> {
    const [first] = await book(user);
    return first?.usable_at ?? Number.NaN;
  }
});

const CARD = {
  name: 'Salary',
  card_number: '4111 1111 1111 1234',
  deposit_bank: 'First Bank',
  branch: 'Harbour',
  bank_name: 'First Bank',
  bank_address: '1 Quay',
  swift_code: 'abcdefgh',
  full_name: 'Test Person',
  iban: 'gb82 west 1234 5698 7654 32',
  payee_address: '2 Quay',
  postal_code: '100-0001',
};

const cardRequest = async (user: TestUser, more = {}) => ({
  ...CARD,
  fund_password: FUND_PASSWORD,
  code: await payeeCode(server, user),
  ...more,
});

const cards = async (user: TestUser) => (await server.data('bankCards', {}, user)).cards;

describe('user/cash_save', () => {
  test('shows numbers masked, keeps them encrypted, and tells the owner', async () => {
    const user = await member();
    const request = await cardRequest(user);
    const { id, usable_at } = await server.data('saveBankCard', request, user);
    expect(usable_at).toBe(server.clock.now() + DAY_MS);
    expect(await cards(user)).toEqual([
      {
        ...CARD,
        id,
        card_number: '**** 1234',
        iban: '**** 5432',
        swift_code: 'ABCDEFGH',
        usable_at,
      },
    ]);
    const { database, bankCards } = server.context;
    const [row] = await database.query<{ sealed: Uint8Array }>(
      'SELECT sealed FROM bank_cards WHERE card_id = $1',
      [id],
    );
    const kept = Buffer.from(row?.sealed ?? []).toString('latin1');
    for (const secret of ['4111', '9876', 'Test Person']) expect(kept).not.toContain(secret);
    expect(await bankCards.full(id)).toMatchObject({
      card_number: '4111111111111234',
      iban: 'GB82WEST12345698765432',
    });
    const { list } = await server.data('messages', {}, user);
    expect(list[0]).toMatchObject({ kind: 'card_added' });
    expect(list[0]?.body).not.toContain('9876');
  });

  test.each([
    ['iban', 'GB82WEST12345698765431'],
    ['iban', '- - - - -'],
    ['card_number', '------'],
    ['swift_code', 'ABCDEFGHI'],
  ])('refuses the %s %s before a code is used up', async (field, value) => {
    const user = await member();
    const request = await cardRequest(user);
    const refused = await server.call('saveBankCard', { ...request, [field]: value }, user);
    expect([refused.error, Object.keys(refused.fields ?? {})]).toEqual([
      'validation_failed',
      [field],
    ]);
    expect((await server.call('saveBankCard', request, user)).status).toBe(200);
  });

  test('needs fund password and code like an address', async () => {
    const user = await member();
    const request = await cardRequest(user);
    const refusal = async (more: object) =>
      (await server.call('saveBankCard', { ...request, ...more }, user)).error;
    expect(await refusal({ fund_password: '000001' })).toBe('fund_password_wrong');
    expect(await refusal({ code: '000000' })).toBe('code_wrong');
    expect(await cards(user)).toEqual([]);
  });

  test('W6: a changed card cools off anew and leaves earlier withdrawals where they go', async () => {
    const user = await member();
    await verify(server, user.userId);
    await server.fund(user.userId, 3, 1_000_000000n);
    const { id } = await server.data('saveBankCard', await cardRequest(user), user);
    await server.pass(DAY_MS);
    const request = { currency_id: 3, card_id: id, amount: '100', fund_password: FUND_PASSWORD };
    const info = await server.data('withdrawalInfo', { currency_id: 3 }, user);
    expect(info).toMatchObject({ fee: '2.000000', min_withdraw: '50.000000', needs: [] });
    await server.data('withdraw', request, user);
    const { list } = await server.data('withdrawals', {}, user);
    expect(list).toMatchObject([{ kind: 'bank', chain: 'BANK', address: 'First Bank **** 5432' }]);
    const change = await cardRequest(user, { id, iban: 'DE89370400440532013000' });
    const changed = await server.data('saveBankCard', change, user);
    expect(await cards(user)).toMatchObject([{ id: changed.id, iban: '**** 3000' }]);
    expect((await server.call('withdraw', request, user)).error).toBe('not_found');
    const renewed = { ...request, card_id: changed.id };
    expect((await server.call('withdraw', renewed, user)).error).toBe('address_cooling_off');
    expect(await server.context.bankCards.full(id)).toMatchObject({
      iban: 'GB82WEST12345698765432',
    });
    await server.pass(DAY_MS);
    expect((await server.call('withdraw', renewed, user)).status).toBe(200);
    expect(await usdtOf(server, user)).toMatchObject({ frozen: '200.000000' });
  });

  test('V4: a stranger’s card answers like a missing one, to change or delete', async () => {
    const user = await member();
    const stranger = await member();
    const { id } = await server.data('saveBankCard', await cardRequest(stranger), stranger);
    const request = await cardRequest(user);
    const theirs = await server.call('saveBankCard', { ...request, id }, user);
    const missing = await server.call('saveBankCard', { ...request, id: 999_999 }, user);
    expect(theirs.error).toBe('not_found');
    expect(missing.text).toBe(theirs.text);
    const deleteTheirs = await server.call('deleteBankCard', { id }, user);
    const deleteMissing = await server.call('deleteBankCard', { id: 999_999 }, user);
    expect(deleteTheirs.error).toBe('not_found');
    expect(deleteMissing.text).toBe(deleteTheirs.text);
    expect(await cards(stranger)).toHaveLength(1);
  });

  test('takes ten cards', async () => {
    const user = await member();
    const { id } = await server.data('saveBankCard', await cardRequest(user), user);
    await server.context.database.query(
      `INSERT INTO bank_cards (user_id, sealed, key_id, created_at_ms, usable_at_ms)
       SELECT user_id, sealed, key_id, 0, 0 FROM bank_cards, generate_series(1, 9)
       WHERE card_id = $1`,
      [id],
    );
    const request = await cardRequest(user);
    expect((await server.call('saveBankCard', request, user)).error).toBe('card_limit');
    await server.data('saveBankCard', { ...request, id }, user);
    expect(await cards(user)).toHaveLength(10);
  });
});
