/** Terms of options take two operators, and what is open and what the house stands for can be read (L3, F12). */
import type { OptionCurrencyView, OptionTermsView } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import {
  lastActs,
  operator,
  passSaved,
  postJson,
  proposalOf,
  type TestOperator,
} from '../../operators/test/fixture.ts';
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
import { buy, buyer, passSeconds, startOptionServer } from './fixture.ts';

let server: TestServer;
let manager: TestOperator;
let manager2: TestOperator;
let auditor: TestOperator;
let user: TestUser;
beforeAll(async () => {
  server = await startOptionServer({ startTimer: () => () => {} });
  ({ manager, manager2, auditor } = await termsOperators(server));
  user = await buyer(server);
});
afterAll(() => server.stop());

const BTC: OptionTermsView = {
  symbol: 'BTC/USDT',
  times: [
    { seconds: 30, payout_ratio: '0.75', min_amount: '10', max_amount: '500' },
    { seconds: 60, payout_ratio: '0.8', min_amount: '10', max_amount: '500' },
  ],
  max_exposure: '5000',
  max_orders: 50,
  is_open: true,
};
const USDT: OptionCurrencyView = {
  currency_id: 3,
  fee_rate: '0.01',
  amounts: ['10', '50', '100'],
  is_open: true,
};

const saveTerms = (terms: object, by: { readonly token?: string | undefined } = manager) =>
  postJson(server, 'operatorSaveOptions', { terms, reason }, by);
const saveCurrency = (terms: object, by: { readonly token?: string | undefined } = manager) =>
  postJson(server, 'operatorSaveOptionCurrency', { terms, reason }, by);
const decide = (by: TestOperator, id: number) => passBy(server, by, id);
const present = () => server.data('operatorOptions', {}, { token: auditor.token });
const history = (subject: string) => historyOf(server, subject, auditor);

const proposed = (terms: object) => proposedBy(saveTerms(terms));
const inForce = (terms: object) => inForceBy(server, saveTerms(terms), manager2);

test('terms are read as they are in force', async () => {
  expect(await present()).toEqual({ currencies: [USDT], markets: [BTC] });
});

describe('new terms', () => {
  test('are in force once another manager passes them, with their history', async () => {
    const closer = { ...BTC, times: BTC.times.slice(0, 1), max_orders: 5, max_exposure: '4000.5' };
    const id = await proposed(closer);
    expect((await present()).markets).toEqual([BTC]);
    expect((await decide(manager, id)).error).toBe('four_eyes');
    const passed = await decide(manager2, id);
    expect(passed.message).toMatchObject({ kind: 'option_terms', status: 'passed', reason });
    expect(passed.message.failure).toBeUndefined();
    expect((await present()).markets).toEqual([closer]);
    expect(await server.data('optionTimes', { symbol: 'BTC/USDT' })).toHaveLength(1);
    expect(await history('options BTC/USDT')).toMatchObject([
      { before: BTC, after: closer, by: manager.name },
    ]);
    expect((await lastActs(server, 2)).map(({ action }) => action)).toEqual([
      'proposal.passed',
      'proposal.carried_out',
    ]);
    await inForce(BTC);
    expect((await present()).markets).toEqual([BTC]);
  });

  test('of a market that had none, and of what is paid in', async () => {
    const eth = { ...BTC, symbol: 'ETH/USDT', is_open: false };
    await inForce(eth);
    expect((await present()).markets).toEqual([BTC, eth]);
    expect(await history('options ETH/USDT')).toEqual([
      { before: undefined, after: eth, by: manager.name },
    ]);
    const dearer = { ...USDT, fee_rate: '0.05', amounts: [] };
    const { message } = await saveCurrency(dearer);
    await decide(manager2, proposalOf(message));
    expect((await present()).currencies).toEqual([dearer]);
    expect(await history('option_currency USDT')).toMatchObject([{ before: USDT, after: dearer }]);
    await passSaved(server, (await saveCurrency(USDT)).message, manager2);
    expect((await server.data('payableCurrencies'))[0]?.fee_rate).toBe('0.01');
  });

  test('are not put in force over others that came meanwhile', async () => {
    const [first, second] = [
      await proposed({ ...BTC, max_orders: 7 }),
      await proposed({ ...BTC, max_orders: 8 }),
    ];
    await decide(manager2, first);
    const reply = await decide(manager2, second);
    expect(reply.message).toMatchObject({ status: 'passed', failure: 'intent_changed' });
    expect((await present()).markets[0]?.max_orders).toBe(7);
    await inForce(BTC);
  });

  test('are put in force once where the process ended between decision and effect', async () => {
    const id = await proposed({ ...BTC, max_orders: 9 });
    const versions = (await history('options BTC/USDT')).length;
    await passInTable(server, manager2, id);
    await restartAndFinish(server);
    expect((await present()).markets[0]?.max_orders).toBe(9);
    expect(await history('options BTC/USDT')).toHaveLength(versions + 1);
    await inForce(BTC);
  });

  test.each([
    ['times out of order', { times: BTC.times.toReversed() }],
    ['a time twice', { times: [BTC.times[0], BTC.times[0]] }],
    ['a pay-out above the stake', { times: [{ ...BTC.times[0], payout_ratio: '1.000001' }] }],
    ['a minimum above the maximum', { times: [{ ...BTC.times[0], min_amount: '501' }] }],
    ['a stake that wins nothing', { times: [{ ...BTC.times[0], min_amount: '0.000001' }] }],
  ])('terms_invalid: %s', async (_name, wrong) => {
    expect((await saveTerms({ ...BTC, ...wrong })).error).toBe('terms_invalid');
  });

  test('terms_invalid: a fee above 20 %, stakes out of order', async () => {
    expect((await saveCurrency({ ...USDT, fee_rate: '0.200001' })).error).toBe('terms_invalid');
    expect((await saveCurrency({ ...USDT, amounts: ['50', '10'] })).error).toBe('terms_invalid');
  });

  test.each([
    [{ symbol: 'NO/USDT' }, ['terms.symbol']],
    [{ max_exposure: '1.0000001' }, ['terms.max_exposure']],
    [
      {
        times: [
          { seconds: 30, payout_ratio: '0.7500001', min_amount: '0.0000001', max_amount: '5' },
        ],
      },
      ['terms.times.0.payout_ratio', 'terms.times.0.min_amount'],
    ],
    [{ times: [] }, ['terms']],
    [{ times: [{ ...BTC.times[0], seconds: 4 }] }, ['terms']],
    [{ max_orders: 0 }, ['terms']],
    [{ win_probability: '0.4' }, ['win_probability']],
  ])('%j is a field error of %j', async (wrong, fields) => {
    const reply = await saveTerms({ ...BTC, ...wrong });
    expect([reply.status, Object.keys(reply.fields ?? {})]).toEqual([422, fields]);
  });

  test('a currency that is not there, a reason that is none', async () => {
    const reply = await saveCurrency({ ...USDT, currency_id: 99 });
    expect(Object.keys(reply.fields ?? {})).toEqual(['terms.currency_id']);
    const short = { terms: BTC, reason: 'x' };
    const refused = await postJson(server, 'operatorSaveOptions', short, manager);
    expect(Object.keys(refused.fields ?? {})).toEqual(['reason']);
  });

  test('are a manager’s to propose', async () => {
    for (const each of [auditor, await operator(server, 'reviewer')]) {
      expect((await saveTerms(BTC, each)).error).toBe('forbidden');
      expect((await saveCurrency(USDT, each)).error).toBe('forbidden');
    }
    expect((await saveTerms(BTC, user)).error).toBe('not_logged_in');
  });
});

describe('what is open', () => {
  test('everybody’s orders by user, market and status, and what they come to', async () => {
    const other = await buyer(server);
    const orders = [
      await buy(server, user, { more: { amount: '100' } }),
      await buy(server, other, { more: { amount: '40', direction: 'fall', seconds: 60 } }),
    ];
    const listed = async (filter: object = {}) =>
      (await server.data('operatorOptionOrders', { ...filter }, { token: auditor.token })).list;
    expect(await listed()).toMatchObject([
      { id: orders[1]?.id, user_id: other.userId, direction: 'fall', amount: '40.000000' },
      { id: orders[0]?.id, user_id: user.userId, direction: 'rise', amount: '100.000000' },
    ]);
    expect((await listed({ user_id: user.userId })).map(({ id }) => id)).toEqual([orders[0]?.id]);
    expect(await listed({ symbol: 'ETH/USDT' })).toEqual([]);
    expect(await listed({ status: 'settled' })).toEqual([]);
    const stranger = { symbol: 'NO/USDT' };
    const unknown = await server.call('operatorOptionOrders', stranger, { token: auditor.token });
    expect(unknown.error).toBe('not_found');

    const { currencies, markets } = await server.data(
      'operatorExposure',
      {},
      { token: auditor.token },
    );
    expect(currencies).toMatchObject([
      {
        currency: 'USDT',
        option_house: '10000.000000',
        option_reserved: '107.000000',
        option_available: '9893.000000',
        option_escrow: '141.400000',
      },
    ]);
    expect(markets.find(({ symbol }) => symbol === 'BTC/USDT')).toMatchObject({
      rise_payout: '75.000000',
      fall_payout: '32.000000',
      max_exposure: '5000.000000',
      option_orders: 2,
    });
    await passSeconds(server, 61, () => '101');
    const after = await server.data('operatorExposure', {}, { token: auditor.token });
    expect(after.currencies).toMatchObject([
      { option_house: '9965.000000', option_reserved: '0.000000', option_escrow: '0.000000' },
    ]);
    expect(await listed({ status: 'settled' })).toMatchObject([
      { id: orders[1]?.id, result: 'lose', paid: '0.000000' },
      { id: orders[0]?.id, result: 'win', paid: '175.000000' },
    ]);
  });
});
