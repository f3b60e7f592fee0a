/**
 * The treasury from the console down to nodes: anvil for ether, a server of ours that speaks Esplora's API for bitcoin. Goal: figures are
 * what nodes say or said, never a nought for what is not known; limits take two people, once, and move nothing.
 */
import { BTC, ETH } from '@fairlead/testkit';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { AgreeingNode } from '../../chains/agreeing-node.ts';
import type { ChainNode } from '../../chains/chain-node.ts';
import { Anvil } from '../../chains/test/anvil.ts';
import { accountKey } from '../../chains/test/chain-fixture.ts';
import { EsploraServer, payment } from '../../chains/test/esplora-server.ts';
import { passWithdrawal } from '../../chains/test/passed-withdrawal.ts';
import { coolOff, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { gaugeTreasury } from '../gauges.ts';
import { standingOf } from '../standing.ts';
import { treasuryView } from '../views.ts';

const HOT_BTC = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const RETIRED_BTC = 'tb1qqurswpc8qurswpc8qurswpc8qurswpc800zzll';
const DEPOSIT_BTC = 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy';
const HOT_ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const COIN = 100_000_000;

let bitcoin: EsploraServer;
let anvil: Anvil;
let server: TestServer;
let manager: TestOperator;
let second: TestOperator;
let auditor: TestOperator;

beforeAll(async () => {
  bitcoin = new EsploraServer();
  // This server of ours says that half of what an address got is spent.
  bitcoin.mine([payment([[HOT_BTC, 6 * COIN]]), payment([[RETIRED_BTC, 80 * COIN]])]);
  anvil = await Anvil.start();
  server = await startTestServer({
    environment: {
      XPUB_BTC: accountKey("m/84'/1'/0'").publicExtendedKey,
      RPC_BTC: await bitcoin.listen(),
      CONFIRMATIONS_BTC: '1',
      XPUB_EVM: accountKey("m/44'/60'/0'").publicExtendedKey,
      RPC_EVM: anvil.url,
      CONFIRMATIONS_EVM: '1',
      OWN_ADDRESSES: `${HOT_BTC},${RETIRED_BTC},${HOT_ETH}`,
      HOT_ADDRESSES: `${HOT_BTC},${HOT_ETH}`,
    },
  });
  // A test's server watches no chain by itself.
  await server.context.chains.start();
  [manager, second] = [await operator(server, 'manager'), await operator(server, 'manager')];
  await coolOff(server);
});
beforeEach(async () => {
  bitcoin.fault = undefined;
  auditor = await operator(server, 'auditor');
});
afterAll(async () => {
  await server?.context.chains.stop();
  await server?.stop();
  await bitcoin.close();
  await anvil?.stop();
});

const view = () => server.data('operatorTreasury', {}, auditor);
const lineOf = async (chain: string, currencyId: number) =>
  (await view()).lines.find((each) => each.chain === chain && each.currency_id === currencyId);
const bitcoinLine = () => lineOf('OMNI', BTC.currencyId);
const measure = () => server.context.treasury.measure();
const limits = (minimum: string, target: string, maximum: string) => ({
  ...{ chain: 'OMNI', currency_id: BTC.currencyId, minimum, target, maximum },
  reason: 'what a day needs',
});
const propose = (given: Readonly<Record<string, unknown>>, by = manager) =>
  server.call('proposeTreasuryLimits', given, by);
const pass = (id: number, by = second) =>
  server.call('decideProposal', { id, decision: 'passed' }, by);
async function set(minimum: string, target: string, maximum: string): Promise<void> {
  const { proposal_id: id } = await server.data(
    'proposeTreasuryLimits',
    limits(minimum, target, maximum),
    manager,
  );
  expect((await pass(id)).status).toBe(200);
}

describe('what is held', () => {
  test('is what nodes say of the wallets that are named hot, and of no other own one', async () => {
    await anvil.rpc('anvil_setBalance', [HOT_ETH, '0x1bc16d674ec80001']);
    await measure();
    expect(await bitcoinLine()).toMatchObject({
      ...{ state: 'fresh', hot: '3.00000000', measured_at: server.clock.nowMs },
      wallets: [{ address: HOT_BTC, balance: '3.00000000' }],
    });
    // The ledger counts ether in fewer decimals than the chain: what is below its last one is not counted.
    const ether = await lineOf('ERC20', ETH.currencyId);
    expect(ether).toMatchObject({ state: 'fresh', wallets: [{ address: HOT_ETH }] });
    expect(Number(ether?.hot)).toBe(2);
  });

  test('is of several nodes the least that any says', async () => {
    const says = (balance: bigint) => ({ balanceOf: async () => balance }) as unknown as ChainNode;
    const nodes = new AgreeingNode([says(5n), says(3n), says(4n)]);
    expect(await nodes.balanceOf({ address: HOT_BTC, currencyId: BTC.currencyId })).toBe(3n);
  });

  test('on a network without a node is not known, and not called nought', async () => {
    const { lines } = await view();
    const tron = lines.find(({ chain }) => chain === 'TRC20');
    expect(tron).toMatchObject({ state: 'unwatched', wallets: [] });
    expect(tron?.hot).toBeUndefined();
    expect(tron?.standing).toBeUndefined();
  });

  test('stays as it was told when the node is away, with its time, and is called stale', async () => {
    await measure();
    const told = server.clock.nowMs;
    server.clock.nowMs += 61_000;
    auditor = await operator(server, 'auditor');
    bitcoin.fault = { status: 503, body: 'away' };
    await measure();
    expect(await bitcoinLine()).toMatchObject({
      ...{ state: 'stale', hot: '3.00000000', measured_at: told },
    });
    const { currencies } = await view();
    const own = currencies.find((each) => each.currency_id === BTC.currencyId);
    expect(own).toMatchObject({ hot: '3.00000000', is_whole: false });
    bitcoin.fault = undefined;
    await measure();
    expect(await bitcoinLine()).toMatchObject({ state: 'fresh', measured_at: server.clock.nowMs });
  });

  test('on deposit addresses is asked of those that got most of the newest payments', async () => {
    bitcoin.mine([payment([[DEPOSIT_BTC, 4 * COIN]])]);
    await server.context.database.query(
      `INSERT INTO chain_transfers (chain, tx_id, output_index, address, owner_id, currency_id, amount_minor, height,
         block_hash, state, is_missing, reversals, created_at_ms, updated_at_ms)
       VALUES ('OMNI', $1, 0, $2, 1, $3, $4, 1, $1, 'ignored', false, 0, 1, 1)`,
      ['ab'.repeat(32), DEPOSIT_BTC, BTC.currencyId, 4n * BigInt(COIN)],
    );
    await server.context.treasury.measureDeposits();
    expect((await bitcoinLine())?.deposits).toEqual({
      ...{ balance: '2.00000000', addresses: 1, measured_at: server.clock.nowMs },
    });
  });

  test('is compared with what is owed: users’ balances and what is on its way to them', async () => {
    const before = (await view()).currencies.find((each) => each.currency_id === BTC.currencyId);
    const { userId } = await server.register();
    await server.fund(userId, BTC.currencyId, 8n * BigInt(COIN));
    const own = (await view()).currencies.find((each) => each.currency_id === BTC.currencyId);
    expect(Number(own?.owed)).toBeCloseTo(Number(before?.owed) + 8, 8);
    expect(own).toMatchObject({ hot: '3.00000000', deposits: '2.00000000', held: '5.00000000' });
    expect(Number(own?.coverage)).toBe(Math.floor((5 / Number(own?.owed)) * 10_000) / 100);
  });
});

describe('limits', () => {
  test('are proposed by a manager, passed by another, and kept for ever', async () => {
    const given = limits('2', '3', '5');
    expect((await propose(given, auditor)).error).toBe('forbidden');
    const reviewer = await operator(server, 'reviewer');
    expect((await propose(given, reviewer)).error).toBe('forbidden');
    const { proposal_id: id } = await server.data('proposeTreasuryLimits', given, manager);
    expect((await bitcoinLine())?.limits).toBeUndefined();
    expect((await pass(id, manager)).error).toBe('four_eyes');
    expect((await pass(id)).status).toBe(200);
    const inForce = { minimum: '2.00000000', target: '3.00000000', maximum: '5.00000000' };
    expect(await bitcoinLine()).toMatchObject({ limits: inForce, standing: 'within' });
    const history = { chain: 'OMNI', currency_id: BTC.currencyId, page: 1, limit: 10 };
    expect((await server.data('operatorTreasuryLimits', history, auditor)).list).toMatchObject([
      {
        ...{ ...inForce, proposal_id: id, proposed_by: manager.name, decided_by: second.name },
        reason: 'what a day needs',
      },
    ]);
    const elsewhere = { ...history, chain: 'ERC20', currency_id: ETH.currencyId };
    expect((await server.data('operatorTreasuryLimits', elsewhere, auditor)).list).toEqual([]);
    for (const change of [
      'UPDATE treasury_limits SET maximum_minor = 0',
      'DELETE FROM treasury_limits',
    ])
      await expect(server.context.database.query(change)).rejects.toThrow(/append-only/);
  });

  test.each([
    ['a target below the minimum', limits('3', '2', '5'), 'target'],
    ['a maximum below the target', limits('1', '3', '2'), 'maximum'],
    ['more decimals than there are', limits('0.000000001', '3', '5'), 'minimum'],
    ['no currency', { ...limits('1', '2', '3'), currency_id: 999 }, 'currency_id'],
    ['another network', { ...limits('1', '2', '3'), chain: 'TRC20' }, 'currency_id'],
  ])('with %s are refused', async (_what, given, field) => {
    const reply = await propose(given);
    expect(reply).toMatchObject({ error: 'validation_failed' });
    expect(Object.keys(reply.fields ?? {})).toEqual([field]);
  });

  test('that were made for others than those in force are not carried out', async () => {
    const ids = [];
    for (const maximum of ['6', '7'])
      ids.push(
        (await server.data('proposeTreasuryLimits', limits('2', '3', maximum), manager))
          .proposal_id,
      );
    const [one = 0, other = 0] = ids;
    expect((await pass(one)).status).toBe(200);
    await pass(other);
    expect((await bitcoinLine())?.limits?.maximum).toBe('6.00000000');
    // Carried out again, as after a crash in between, it sets nothing anew.
    const row = await server.context.proposals.find(one);
    await server.context.treasury.setLimits(row);
    const rows = await server.context.database.query(
      'SELECT 1 AS one FROM treasury_limits WHERE proposal_id = $1',
      [one],
    );
    expect(rows).toHaveLength(1);
    await expect(
      server.context.treasury.setLimits(await server.context.proposals.find(other)),
    ).rejects.toThrow('intent_changed');
  });

  test('say what is missing, and what is too much, to the last unit', async () => {
    await measure();
    await set('3.00000001', '4', '5');
    expect(await bitcoinLine()).toMatchObject({ standing: 'below', missing: '1.00000000' });
    await set('3', '3', '3');
    const within = await bitcoinLine();
    expect(within).toMatchObject({ standing: 'within' });
    expect([within?.missing, within?.excess]).toEqual([undefined, undefined]);
    await set('1', '2', '2.99999999');
    expect(await bitcoinLine()).toMatchObject({ standing: 'above', excess: '1.00000000' });
  });
});

describe('whoever is on duty', () => {
  test('sees withdrawals that the hot wallet cannot pay, and what is outside its limits', async () => {
    await measure();
    await set('1', '2', '5');
    const { treasury: calm } = await server.data('queueCounts', {}, auditor);
    expect(calm).toBe(0);
    await passWithdrawal(server, {
      ...{ address: RETIRED_BTC, amount: 350_000_000n, currency: BTC, chain: 'OMNI' },
      ...{ operators: [manager.operatorId], approvalsNeeded: 1 },
    });
    // Three and a half less a tenth for the fee, of which the wallet has three.
    expect(await bitcoinLine()).toMatchObject({
      ...{ waiting: { count: 1, amount: '3.40000000' }, short: '0.40000000', standing: 'within' },
    });
    expect((await server.data('queueCounts', {}, auditor)).treasury).toBe(1);
    expect((await view()).cold_payments).toBeUndefined();
  });

  test('has figures for alarms, and none for what is not known', async () => {
    const registry = new Registry();
    const { treasury, terms } = server.context;
    gaugeTreasury(registry, { treasury, terms, clock: server.clock });
    await measure();
    server.clock.nowMs += 120_000;
    const text = await registry.metrics();
    const own = '{currency="BTC",chain="OMNI"}';
    expect(text).toContain(`fairlead_hot_wallet_units${own} 3`);
    expect(text).toContain(`fairlead_hot_wallet_age_seconds${own} 120`);
    expect(text).toContain(`fairlead_hot_wallet_short_units${own} 0.4`);
    // Two were paid to users' addresses: what lies there is what the node says, whatever was told of sweeps.
    expect(text).toContain(`fairlead_deposit_addresses_units${own} 2`);
    expect(text).toContain(
      'fairlead_hot_wallet_limit_units{currency="BTC",chain="OMNI",limit="maximum"} 5',
    );
    expect(text).not.toContain('TRC20');
  });
});

describe('what is swept', () => {
  test('is never counted at a deposit address and again at the hot wallet after a sweep', async () => {
    const own = async () =>
      (await view()).currencies.find((each) => each.currency_id === BTC.currencyId);
    await measure();
    expect(await own()).toMatchObject({ held: '5.00000000' });
    // The deposit of two is swept; its address is asked every ten minutes only.
    bitcoin.mine([payment([[HOT_BTC, 4 * COIN]])]);
    await measure();
    expect(await own()).toMatchObject({ hot: '5.00000000', held: '5.00000000' });
    await server.context.treasury.measureDeposits();
    expect(await own()).toMatchObject({ held: '7.00000000' });
  });

  test('at deposit addresses counts no more once the node is away, and is not called whole', async () => {
    const own = async () =>
      (await view()).currencies.find((each) => each.currency_id === BTC.currencyId);
    bitcoin.fault = { status: 503, body: 'away' };
    await server.context.treasury.measureDeposits();
    bitcoin.fault = undefined;
    await measure();
    expect(await own()).toMatchObject({
      deposits: '2.00000000',
      held: '5.00000000',
      is_whole: false,
    });
    await server.context.treasury.measureDeposits();
    expect(await own()).toMatchObject({ held: '7.00000000' });
  });
});

test('payments of the cold wallet in bitcoin are none of a Safe’s, and what that holds is cold', async () => {
  const open = [
    { chain: 'OMNI', status: 'signing', amount: 150_000_000n },
    { chain: 'ERC20', status: 'signing', amount: 5_000_000_000n },
    { chain: 'ERC20', status: 'sent', amount: 7n },
  ];
  const balances = [{ asset: { currency: 'ETH' }, cold: 3n * 10n ** BigInt(ETH.scale) }];
  const safe = { measured: { balances } };
  const cold = { wallet: {}, safe, openPayments: async () => open };
  const { cold_payments: payments, currencies } = await treasuryView({
    ...server.context,
    cold: cold as unknown as TestServer['context']['cold'],
  });
  expect(payments).toMatchObject({
    ...{ currency_id: BTC.currencyId, signing: { count: 1, amount: '1.50000000' } },
    sent: { count: 0, amount: '0.00000000' },
  });
  // What the Safe holds is cold.
  const ether = currencies.find((each) => each.currency_id === ETH.currencyId);
  expect([Number(ether?.cold), Number(ether?.held)]).toEqual([3, 5]);
});

test('what is not known stands nowhere', () => {
  const nothing = { count: 0, amount: 0n };
  const leaving = { idle: { count: 1, amount: 5n }, signed: nothing, unknown: nothing };
  expect(standingOf({ hot: undefined, limits: undefined, leaving })).toEqual({
    ...{ standing: undefined, missing: undefined, excess: undefined, short: undefined },
  });
});
