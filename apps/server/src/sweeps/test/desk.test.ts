/** What the sweeping signer tells, as operators see it: kept as it was told, once, and no word of it moves a balance. */
import { DAY_MS } from '@fairlead/units';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { SIGNER_TOKEN } from '../../chains/test/signer-world.ts';
import { HIT } from '../../holds/index.ts';
import { operator, type TestOperator } from '../../operators/test/fixture.ts';
import { SWEPT_ADDRESSES_MAX } from '../desk.ts';
import { gaugeSweeps } from '../gauges.ts';

const HOT = '0x52908400098527886E0F7030069857D2E4169EE7';
const server: TestServer = await startTestServer({
  environment: { SIGNER_TOKEN, OWN_ADDRESSES: HOT },
});
const auditor: TestOperator = await operator(server, 'auditor');
afterAll(() => server.stop());

const asSigner = { token: SIGNER_TOKEN };
let names = 0;
let txId: string;
beforeEach(() => {
  names += 1;
  txId = `0x${names.toString(16).padStart(64, 'a')}`;
});

const sweep = (change: object = {}) => ({
  ...{ chain: 'ERC20', tx_id: txId, state: 'signed', to: 'hot', currency_id: 2, address: HOT },
  ...{ amount: '1.399969030920131', fee: '0.000030969079869', sources: 1 },
  ...change,
});
const tell = (change: object = {}) => server.call('signerSweep', sweep(change), asSigner);
const newest = async () => (await server.data('operatorSweeps', {}, auditor)).list[0];

test('a sweep is kept once, ends once, and moves nothing in the books', async () => {
  const ledger = await server.ledger();
  for (const [state, kept] of [
    ['signed', 'signed'],
    ['signed', 'signed'],
    ['sent', 'sent'],
    ['signed', 'sent'],
    ['failed', 'sent'],
  ] as const)
    expect((await tell({ state })).message).toEqual({ state: kept });
  const { list, total } = await server.data('operatorSweeps', {}, auditor);
  expect([total, list[0]]).toMatchObject([
    1,
    { tx_id: txId, state: 'sent', currency: 'ETH', amount: '1.399969030920131', is_own: true },
  ]);
  expect(await server.ledger()).toBe(ledger);
  const acts = await server.context.database.query<{ subject: string }>(
    `SELECT subject FROM audit_log WHERE action = 'sweep_report'`,
  );
  expect(acts).toHaveLength(2);
});

test('another sweep under the same name, and a currency that is none, are refused', async () => {
  await tell();
  for (const change of [
    { amount: '2' },
    { address: `0x${'1'.repeat(40)}` },
    { to: 'cold' },
    { currency_id: 3 },
  ])
    expect((await tell({ state: 'sent', ...change })).error).toBe('reference_used');
  expect((await newest())?.state).toBe('signed');
  expect((await tell({ currency_id: 4_000 })).error).toBe('validation_failed');
});

test('an address that is in no setting is marked; a failure says why', async () => {
  await tell({ state: 'failed', address: `0x${'1'.repeat(40)}`, reason: 'reverted' });
  expect(await newest()).toMatchObject({ is_own: false, state: 'failed', reason: 'reverted' });
  const failed = await server.data('operatorSweeps', { state: 'failed' }, auditor);
  expect(failed.list.map(({ tx_id: name }) => name)).toEqual([txId]);
});

test('what was told stays in the table, whoever asks for another', async () => {
  await tell();
  const { database } = server.context;
  for (const change of [`amount = '9'`, `address = 'me'`, `state = 'signed'`])
    await expect(
      database.query(`UPDATE sweeps SET ${change} WHERE tx_id = $1`, [txId]),
    ).rejects.toThrow(/stays as it was signed/);
  await expect(database.query('DELETE FROM sweeps')).rejects.toThrow();
});

test('operators and Prometheus see how each signer stands, and since when', async () => {
  const registry = new Registry();
  gaugeSweeps(registry, { database: server.context.database, clock: server.clock });
  const stand = (standing: string) =>
    server.data('signerSweepStanding', { chain: 'ERC20', standing }, asSigner);
  await stand('ready');
  expect(await registry.metrics()).not.toMatch(/^fairlead_sweeper_waits_seconds\{/m);
  await stand('fees_used_up');
  const since = server.clock.nowMs;
  server.clock.nowMs += 60_000;
  await stand('fees_used_up');
  expect(await server.data('operatorSweepers', {}, auditor)).toEqual([
    { chain: 'ERC20', standing: 'fees_used_up', since, time: since + 60_000 },
  ]);
  server.clock.nowMs += 30_000;
  const figures = await registry.metrics();
  expect(figures).toContain('fairlead_sweeper_waits_seconds{chain="ERC20",why="fees_used_up"} 90');
  expect(figures).toContain('fairlead_sweeper_quiet_seconds{chain="ERC20"} 30');
  expect(figures).toMatch(/fairlead_sweeps\{chain="ERC20"\} [1-9]/);
  expect(figures).toContain('fairlead_sweep_age_seconds{chain="ERC20"} 90');
});

test('the signer is told of addresses that were credited, page by page, and of no others', async () => {
  const { database } = server.context;
  const users = Array.from({ length: SWEPT_ADDRESSES_MAX + 2 }, (_, n) => 5_000 + n);
  for (const userId of users) {
    await database.query(`INSERT INTO deposit_addresses VALUES ('OMNI', $1, $2, 0)`, [
      `address ${userId}`,
      userId,
    ]);
    // The first was never credited.
    await database.query(
      `INSERT INTO chain_transfers (chain, tx_id, output_index, address, owner_id, currency_id,
         amount_minor, height, block_hash, state, is_missing, reversals, created_at_ms, updated_at_ms)
       VALUES ('OMNI', $1, 1, $2, $3, 1, 1, 1, 'b', $4, false, 0, 0, 0)`,
      [`tx ${userId}`, `address ${userId}`, userId, userId === 5_000 ? 'ignored' : 'credited'],
    );
  }
  const page = (after?: number) =>
    server.data('signerDeposits', { chain: 'OMNI', ...(after && { after }) }, asSigner);
  const first = await page();
  expect(first.list).toHaveLength(SWEPT_ADDRESSES_MAX);
  expect([first.list[0]?.user_id, first.has_more]).toEqual([5_001, true]);
  const rest = await page(first.list.at(-1)?.user_id);
  expect(rest).toEqual({
    list: [{ user_id: 5_101, address: 'address 5101' }],
    has_more: false,
  });
});

test('an address is named again once no hold is on its user', async () => {
  const { database, holds, audit } = server.context;
  const { userId } = await server.register();
  await database.query(`INSERT INTO deposit_addresses VALUES ('TRC20', $1, $2, 0)`, [
    'held address',
    userId,
  ]);
  await database.query(
    `INSERT INTO chain_transfers (chain, tx_id, output_index, address, owner_id, currency_id,
       amount_minor, height, block_hash, state, is_missing, reversals, created_at_ms, updated_at_ms)
     VALUES ('TRC20', 'tx', 0, 'held address', $1, 1, 1, 1, 'b', 'credited', false, 0, 0, 0)`,
    [userId],
  );
  const named = async () =>
    (await server.data('signerDeposits', { chain: 'TRC20' }, asSigner)).list.map(
      ({ user_id: id }) => id,
    );
  expect(await named()).toEqual([userId]);
  await holds.placeBySystem({ userId, kind: 'deposit', recordId: 1, reason: HIT });
  expect(await named()).toEqual([]);
  server.clock.nowMs += 15 * DAY_MS;
  await holds.sweep(audit);
  expect(await named()).toEqual([userId]);
  // Of a newer one it is not known yet whose wallet it came from.
  const keep = (status: string, depositId: number, chain: string) =>
    database.query(
      `INSERT INTO deposits (deposit_id, owner_id, kind, currency_id, chain, tx_id, output_index, amount_minor, fee_minor,
         is_priority, receivable_minor, status, is_suspended, reason, approvals, created_at_ms, updated_at_ms)
       VALUES ($1, $2, 'chain', 1, $4, $5, 0, 1, 0, false, 0, $3, true, 'origin_needed', '[]', 0, 0)`,
      [depositId, userId, status, chain, `tx ${depositId}`],
    );
  await keep('under_review', 900_001, 'ERC20');
  expect(await named()).toEqual([userId]);
  await keep('under_review', 900_002, 'TRC20');
  expect(await named()).toEqual([]);
});
