/** Terms of futures take two operators, and what is open and what the house stands for can be read (L3, F6, F12). */
import type { FuturesTermsView } from '@fairlead/contract';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { lastActs, operator, postJson, type TestOperator } from '../../operators/test/fixture.ts';
import {
  inForceBy,
  passBy,
  passInTable,
  proposedBy,
  reason,
  restartAndFinish,
  termsOperators,
} from '../../operators/test/terms-kit.ts';
import { passSeconds } from '../../options/test/fixture.ts';
import { gaugeFutures } from '../gauges.ts';
import { atIndex, holderOf, open, startFuturesServer, waitingLong } from './fixture.ts';

let server: TestServer;
let manager: TestOperator;
let manager2: TestOperator;
let auditor: TestOperator;
let user: TestUser;
beforeAll(async () => {
  server = await startFuturesServer();
  ({ manager, manager2, auditor } = await termsOperators(server));
  user = await holderOf(server);
});
afterAll(async () => {
  expect((await server.context.reconciler.checkQuick()).drifts).toEqual([]);
  await server.stop();
});

const BTC: FuturesTermsView = {
  symbol: 'BTC/USDT',
  lot_size: '0.1',
  min_lots: 2,
  max_lots: 1_000,
  multiples: [
    { multiple: 10, maintenance_rate: '0.005', max_notional: '5000' },
    { multiple: 100, maintenance_rate: '0.005', max_notional: '1000' },
  ],
  open_fee: '0.0005',
  close_fee: '0.0005',
  insurance_share: '0.2',
  half_spread: '0.0001',
  price_step: '0.0001',
  profit_cap: 10,
  max_open_interest: '20000',
  max_positions: 3,
  is_open: true,
};

const save = (terms: object, by: { readonly token?: string | undefined } = manager) =>
  postJson(server, 'operatorSaveFutures', { terms, reason }, by);
const decide = (by: TestOperator, id: number) => passBy(server, by, id);
const present = () => server.data('operatorFutures', {}, { token: auditor.token });
const history = async () => {
  const asked = { subject: 'futures ' };
  const { list } = await server.data('termsHistory', asked, { token: auditor.token });
  const read = (text: unknown): unknown => JSON.parse(String(text));
  return list.map(({ before, after, ...version }) => ({
    ...version,
    before: read(before),
    after: read(after),
  }));
};

const proposed = (terms: object) => proposedBy(save(terms));
const inForce = (terms: object) => inForceBy(server, save(terms), manager2);

describe('terms', () => {
  test('are read as they are in force, and as they would be written back', async () => {
    expect(await present()).toEqual([BTC]);
  });

  test('are in force once another manager passes them, with their history', async () => {
    const tighter = { ...BTC, max_lots: 500, multiples: BTC.multiples.slice(0, 1), is_open: false };
    const id = await proposed(tighter);
    expect(await present()).toEqual([BTC]);
    expect((await decide(manager, id)).error).toBe('four_eyes');
    const passed = await decide(manager2, id);
    expect(passed.message).toMatchObject({ kind: 'futures_terms', status: 'passed', reason });
    expect(passed.message.failure).toBeUndefined();
    expect(await present()).toEqual([tighter]);
    expect(await server.data('futuresDeal', { symbol: 'BTC/USDT' })).toMatchObject({
      max_lots: 500,
      is_open: false,
    });
    expect((await server.data('quotations'))[0]?.contract).toBe(false);
    expect(await history()).toMatchObject([
      { subject: 'futures BTC/USDT', before: BTC, after: tighter, operator: manager.name },
    ]);
    expect((await lastActs(server, 2)).map(({ action }) => action)).toEqual([
      'proposal.passed',
      'proposal.carried_out',
    ]);
    await inForce(BTC);
    expect(await present()).toEqual([BTC]);
  });

  test('are not put in force over others that came meanwhile', async () => {
    const [first, second] = [
      await proposed({ ...BTC, max_positions: 7 }),
      await proposed({ ...BTC, max_positions: 8 }),
    ];
    await decide(manager2, first);
    const reply = await decide(manager2, second);
    expect(reply.message).toMatchObject({ status: 'passed', failure: 'intent_changed' });
    expect((await present())[0]?.max_positions).toBe(7);
    await inForce(BTC);
  });

  test('are put in force once where the process ended between decision and effect', async () => {
    const id = await proposed({ ...BTC, max_positions: 9 });
    const versions = (await history()).length;
    await passInTable(server, manager2, id);
    await restartAndFinish(server);
    expect((await present())[0]?.max_positions).toBe(9);
    expect(await history()).toHaveLength(versions + 1);
    await inForce(BTC);
  });

  const hundred = { multiple: 100, maintenance_rate: '0.005', max_notional: '1000' };
  test.each([
    ['multiples out of order', { multiples: BTC.multiples.toReversed() }],
    ['a multiple twice', { multiples: [hundred, hundred] }],
    [
      'a maintenance of more than half of the margin',
      { multiples: [{ ...hundred, maintenance_rate: '0.005001' }] },
    ],
    ['a multiple of one', { multiples: [{ ...hundred, multiple: 1 }] }],
    ['fewer lots at most than at least', { min_lots: 5, max_lots: 4 }],
    ['a fee above all', { open_fee: '1.000001' }],
    ['a share above the fee', { insurance_share: '1.000001' }],
    ['a spread above 1 %', { half_spread: '0.010001' }],
    ['a cap above a hundred', { profit_cap: 101 }],
    ['amounts beyond the ledger', { max_open_interest: '9'.repeat(30) }],
  ])('terms_invalid: %s', async (_name, wrong) => {
    const reply = await save({ ...BTC, ...wrong });
    expect([reply.status, reply.error]).toEqual([422, 'terms_invalid']);
  });

  test.each([
    [{ min_lots: 5, max_lots: 4 }, ['terms.max_lots', 'terms.min_lots']],
    [
      { multiples: [{ ...hundred, maintenance_rate: '0.005001' }] },
      ['terms.multiples.0.maintenance_rate', 'terms.multiples.0.multiple'],
    ],
    [
      { half_spread: '0.005', multiples: [hundred] },
      ['terms.half_spread', 'terms.multiples.0.maintenance_rate'],
    ],
    [{ open_fee: '0.010001' }, ['terms.open_fee']],
  ])('a refusal of %j names the fields that do not fit', async (wrong, fields) => {
    const reply = await save({ ...BTC, ...wrong });
    expect(reply.error).toBe('terms_invalid');
    expect(Object.keys(reply.fields ?? {}).sort()).toEqual([...fields].sort());
  });

  test.each([
    [{ symbol: 'NO/USDT' }, ['terms.symbol']],
    [{ lot_size: '0.000000001' }, ['terms.lot_size']],
    [
      {
        multiples: [{ multiple: 2, maintenance_rate: '0.0000001', max_notional: '1.0000001' }],
        half_spread: '0.00000001',
      },
      ['terms.multiples.0.maintenance_rate', 'terms.multiples.0.max_notional', 'terms.half_spread'],
    ],
    [{ multiples: [] }, ['terms']],
    [{ lot_size: '0' }, ['terms']],
    [{ max_positions: 10_001 }, ['terms']],
    // Nothing that would make a result can be written.
    [{ price: '100' }, ['price']],
    [{ liquidation_price: '100' }, ['liquidation_price']],
  ])('%j is a field error of %j', async (wrong, fields) => {
    const reply = await save({ ...BTC, ...wrong });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.fields ?? {}).sort()).toEqual([...fields].sort());
  });

  test('are a manager’s to propose', async () => {
    for (const each of [auditor, await operator(server, 'reviewer')])
      expect((await save(BTC, each)).error).toBe('forbidden');
    expect((await save(BTC, user)).error).toBe('not_logged_in');
  });
});

describe('what is open', () => {
  test('everybody’s positions, what they hold, and what the house keeps ready for them', async () => {
    const other = await holderOf(server);
    const held = await open(server, user);
    const short = await open(server, other, { more: { side: 'short', lots: '20' } });
    const { position: waiting } = await server.data('openPosition', waitingLong('90'), user);
    await passSeconds(server, 1, () => '101');
    const listed = async (filter: object = {}) =>
      (await server.data('operatorPositions', { ...filter }, { token: auditor.token })).list;
    expect(await listed()).toMatchObject([
      { id: waiting.id, user_id: user.userId, status: 'waiting' },
      { id: short.id, user_id: other.userId, unrealised_pnl: '-2.020000' },
      { id: held.id, user_id: user.userId, unrealised_pnl: '0.990000' },
    ]);
    expect((await listed({ user_id: other.userId })).map(({ id }) => id)).toEqual([short.id]);
    expect(await listed({ symbol: 'ETH/USDT' })).toEqual([]);
    expect((await listed({ status: 'waiting' })).map(({ id }) => id)).toEqual([waiting.id]);

    const exposure = await server.data('operatorExposure', {}, { token: auditor.token });
    expect(exposure).toMatchObject({
      time: server.clock.now(),
      currencies: [
        {
          currency: 'USDT',
          contract_house: '50000.000000',
          // 10 × (10.001 + 19.998); what waits keeps nothing.
          contract_reserved: '299.990000',
          contract_available: '49700.010000',
          insurance_fund: '1000.029999',
          unrealised_pnl: '-1.030000',
        },
      ],
      markets: [
        {
          symbol: 'BTC/USDT',
          long_notional: '100.010000',
          short_notional: '199.980000',
          waiting_notional: '90.000000',
          max_open_interest: '20000.000000',
          positions: 3,
        },
      ],
    });
    expect(exposure.markets[0]).not.toHaveProperty('max_exposure');

    const { list: holds } = await server.data('ledgerHolds', {}, { token: auditor.token });
    expect(holds).toMatchObject([
      { kind: 'position', id: waiting.id, user_id: user.userId, amount: '9.045000' },
      { kind: 'position', id: short.id, user_id: other.userId, amount: '19.998000' },
      { kind: 'position', id: held.id, user_id: user.userId, amount: '10.001000' },
    ]);

    const figures = new Registry();
    gaugeFutures(figures, server.context);
    const text = await figures.metrics();
    expect(text).toContain('fairlead_open_positions{status="waiting"} 1\n');
    expect(text).toContain('fairlead_open_positions{status="holding"} 2\n');
    expect(text).toContain('fairlead_insurance_fund{currency="USDT"} 1000.029999\n');

    // A correction that two passed cannot take out what is promised either.
    const taken = await moveOut('49700.010001');
    expect(taken).toMatchObject({ status: 'passed', failure: 'insufficient_balance' });
    expect(await moveOut('40000')).not.toHaveProperty('failure');
    for (const [owner, { id }] of [
      [user, held],
      [other, short],
    ] as const)
      await atIndex(server, 'closePosition', { position_id: id }, owner);
    await server.data('closePosition', { position_id: waiting.id }, user);
    const after = await server.data('operatorExposure', {}, { token: auditor.token });
    expect(after.currencies).toMatchObject([
      { contract_reserved: '0.000000', unrealised_pnl: '0.000000' },
    ]);
    expect(after.markets).toMatchObject([{ positions: 0, long_notional: '0.000000' }]);
  });

  const moveOut = async (amount: string) => {
    const entry = {
      currency_id: 3,
      amount,
      source: 'house:contract_house',
      target: 'house:capital',
      reason,
    };
    const { proposal_id } = await server.data('proposeEntry', entry, manager);
    return (await decide(manager2, proposal_id)).message;
  };

  test('a market with positions is halted, not closed', async () => {
    const { id } = await open(server, user);
    const closed = { symbol: 'BTC/USDT', state: 'closed', reason };
    const halt = (state: string) =>
      server.call('operatorHalt', { ...closed, state }, { token: manager.token });
    expect((await halt('closed')).error).toBe('market_in_use');
    expect((await halt('halted')).status).toBe(200);
    await atIndex(server, 'closePosition', { position_id: id }, user);
    expect((await halt('open')).status).toBe(200);
  });
});
