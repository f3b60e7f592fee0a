/** Addresses of the house: by two operators, with a message that the address's key signed, public for anybody to check. */

import { BTC, ETH } from '@fairlead/testkit';
import { hex } from '@scure/base';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { coolOff, operator, type TestOperator } from '../../operators/test/fixture.ts';

const account = privateKeyToAccount(`0x${hex.encode(Uint8Array.from({ length: 32 }, () => 9))}`);

let server: TestServer;
let manager: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  server = await startTestServer({ environment: { PUBLIC_URL: 'http://exchange.example' } });
  [manager, second] = [await operator(server, 'manager'), await operator(server, 'manager')];
  await coolOff(server);
});
afterAll(() => server.stop());

const MESSAGE = 'Reserves of exchange.example on 2027-01-15';
async function signed(change = {}, message = MESSAGE) {
  return {
    chain: 'ERC20',
    address: account.address,
    currency_id: ETH.currencyId,
    message,
    signature: await account.signMessage({ message }),
    balance: '12.5',
    reason: 'the cold wallet',
    ...change,
  };
}
const propose = (request: object) =>
  server.call('proposeReserve', { ...request }, { token: manager.token });
const pass = (id: number) =>
  server.data('decideProposal', { id, decision: 'passed' }, { token: second.token });

describe('an address is not proposed', () => {
  test.each([
    ['with a signature of another text', { message: `${MESSAGE}!` }, 'signature_wrong'],
    ['with no signature', { signature: '0x00000000' }, 'signature_wrong'],
    ['of another key', { address: `0x${'12'.repeat(20)}` }, 'signature_wrong'],
    ['of another network', { chain: 'TRC20' }, 'validation_failed'],
    ['of no currency', { currency_id: 999 }, 'validation_failed'],
    [
      'with more decimals than there are',
      { balance: '1.0000000000000000001' },
      'validation_failed',
    ],
  ])('%s', async (_what, change, error) => {
    expect(await propose(await signed(change))).toMatchObject({ error });
  });

  test.each([
    'Reserves on 2027-01-15',
    'Reserves of exchange.example',
    'Reserves of exchange.example on 2027-01-07',
    'Reserves of exchange.example on 2028-01-15',
  ])('by a message that does not say of which exchange and when: "%s"', async (message) => {
    const reply = await propose(await signed({}, message));
    expect(reply.fields?.['message']).toContain('exchange.example');
  });

  test('by anybody but managers and owners', async () => {
    const reviewer = await operator(server, 'reviewer');
    const reply = await server.call('proposeReserve', await signed(), reviewer);
    expect(reply).toMatchObject({ error: 'forbidden' });
  });
});

test('a passed one is public with message and signature, its balance said to be entered', async () => {
  const { proposal_id: id } = (await propose(await signed())).message;
  expect((await server.data('reserves')).list).toEqual([]);
  const alone = { id, decision: 'passed' };
  expect(await server.call('decideProposal', alone, { token: manager.token })).toMatchObject({
    error: 'four_eyes',
  });
  expect((await pass(id)).failure).toBeUndefined();
  const { list } = await server.data('reserves');
  expect(list).toEqual([
    {
      id: expect.any(Number),
      chain: 'ERC20',
      address: account.address,
      currency: 'ETH',
      message: MESSAGE,
      signature: await account.signMessage({ message: MESSAGE }),
      time: server.clock.now(),
      balance: `12.5${'0'.repeat(ETH.scale - 1)}`,
      balance_source: 'operator',
      balance_at: server.clock.now(),
    },
  ]);
  expect(await propose(await signed())).toMatchObject({ error: 'already_listed' });
});

test('reserves stand beside what is owed, checked ones apart', async () => {
  const user = await server.register();
  await server.fund(user.userId, ETH.currencyId, 13n * 10n ** BigInt(ETH.scale));
  await server.fund(user.userId, BTC.currencyId, 1n);
  await server.context.liabilities.take();
  const compare = async () => {
    const { compared } = await server.data('reserves');
    return Object.fromEntries(
      compared.map(({ currency, reserves, checked, is_covered: isCovered }) => [
        currency,
        [Number(reserves), Number(checked), isCovered],
      ]),
    );
  };
  expect(await compare()).toEqual({
    BTC: [0, 0, false],
    ETH: [12.5, 0, false],
    USDT: [0, 0, true],
  });
  // A node of the chain is asked after each publication, and its word counts from then on.
  const held = 14n * 10n ** BigInt(ETH.scale);
  const asked = vi.spyOn(server.context.chains, 'balanceOf').mockResolvedValue(held);
  server.clock.nowMs += 1;
  await server.context.liabilities.take();
  asked.mockRestore();
  expect(await compare()).toEqual({ BTC: [0, 0, false], ETH: [14, 14, true], USDT: [0, 0, true] });
});

test('an address that is given up counts no more and stays in the list', async () => {
  const [reserve] = (await server.data('reserves')).list;
  const end = { id: reserve?.id, reason: 'the key was moved' };
  const { proposal_id: id } = await server.data('proposeReserveEnd', end, manager);
  await pass(id);
  const { list, compared } = await server.data('reserves');
  expect(list).toMatchObject([{ address: account.address, ended_at: server.clock.now() }]);
  expect(Number(compared.find(({ currency }) => currency === 'ETH')?.reserves)).toBe(0);
  expect(await server.call('proposeReserveEnd', end, manager)).toMatchObject({
    error: 'not_found',
  });
  const again = (await propose(await signed())).message;
  await pass(again.proposal_id);
  expect((await server.data('operatorReserves', {}, manager)).list).toHaveLength(2);
});
