/**
 * What nodes that lie or lag, copies of a journal, restored exchanges and approvals that somebody forged can do to payments on
 * Tron, and what they cannot.
 */
import type { Job, Report } from '@fairlead/signer/desk';
import { intentHash } from '@fairlead/signer/policy';
import { BTC } from '@fairlead/testkit';
import { describe, expect, test } from 'vitest';
import { operator } from '../../operators/test/fixture.ts';
import { MINUTE_MS, type TestTronSigner, type TronWorld, useTron } from './tron-signer-fixture.ts';

let world: TronWorld;
let signer: TestTronSigner;
useTron((parts) => {
  ({ world, signer } = parts);
});

/** Signed, told and on its way. */
async function sent() {
  const to = world.stranger();
  const { withdrawalId, owner } = await world.passed(to, 20_000_000n);
  await signer.round();
  return { to, withdrawalId, owner };
}

const peer = (n: 0 | 1) => {
  const found = world.peers[n];
  if (found === undefined) throw new Error('no such node');
  return found;
};

const refund = async (id: number) => {
  const reviewer = await operator(world.server, 'reviewer');
  const proof = 'two explorers show nothing of it';
  const asked = { id, act: 'refund', reason: 'never left', proof };
  return world.server.call('proposeSend', asked, reviewer);
};

describe('W2: a node that hides a payment does not have it paid twice', () => {
  test('where another shows it', async () => {
    const { to, withdrawalId } = await sent();
    world.net.settle();
    peer(0).hidesAll = true;
    world.net.pass(80 * MINUTE_MS);
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    expect(signer.why()).toContain('the nodes do not say the same of it');
    peer(0).hidesAll = false;
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.paid(to)).toBe(19_900_000n);
  });

  test('where it is the only one: it stays unknown, and the signer says what is missing', async () => {
    signer.again({ urls: [world.urls[0] ?? ''] });
    const { to, withdrawalId } = await sent();
    world.net.settle();
    peer(0).hidesAll = true;
    world.net.pass(80 * MINUTE_MS);
    await signer.round();
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'unknown',
      reason: 'expired_one_node',
    });
    expect(signer.why()).toEqual(['expired_one_node']);
    expect((await refund(withdrawalId)).error).toBe('not_sendable');
    signer.again();
    peer(0).hidesAll = false;
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.paid(to)).toBe(19_900_000n);
  });

  test('where solid parts hide it, and one whole chain shows it', async () => {
    const { to, withdrawalId } = await sent();
    world.net.settle();
    peer(0).hidesAll = true;
    peer(1).hidesSolid = true;
    world.net.pass(80 * MINUTE_MS);
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'unknown',
      reason: 'expired_unproved',
    });
    peer(0).hidesAll = false;
    peer(1).hidesSolid = false;
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.paid(to)).toBe(19_900_000n);
  });
});

describe('W15: that a payment expired is not believed', () => {
  test('of nodes whose blocks are said to be of later, while the clock is before', async () => {
    const { withdrawalId } = await sent();
    world.net.pool.clear();
    for (const each of world.peers) each.aheadMs = 100 * MINUTE_MS;
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    // Nor when it is just past: nodes that lie alike gain minutes at most.
    signer.clock.skewMs = 62 * MINUTE_MS;
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    expect(signer.journal.entries()).toMatchObject([{ final: undefined }]);
  });

  test('of a node that lags: it may have it in a block that is not solid there', async () => {
    const { withdrawalId } = await sent();
    world.net.pass(80 * MINUTE_MS, { forgets: true });
    peer(1).behind = 5;
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({
      sendState: 'unknown',
      reason: 'expired_unproved',
    });
    peer(1).behind = 0;
    await signer.round();
    expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'failed', reason: 'expired' });
  });

  test('of nodes that have not the block that it refers to', async () => {
    const { withdrawalId } = await sent();
    world.net.pass(80 * MINUTE_MS, { forgets: true });
    const height = signer.journal.entries()[0]?.reference.height ?? 0;
    world.net.blocks = world.net.blocks.map((block) =>
      block.height === height ? { ...block, id: block.id.replace(/.{8}$/, '00000000') } : block,
    );
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('unknown');
  });

  test('while a node is out of reach; other payments go on', async () => {
    const { withdrawalId } = await sent();
    world.net.pass(80 * MINUTE_MS, { forgets: true });
    peer(1).fault = { status: 503, body: '' };
    await expect(signer.round()).rejects.toThrow('503');
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    peer(1).fault = undefined;
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('failed');
  });
});

test('a node that tells of another result than the others settles nothing', async () => {
  const { withdrawalId } = await sent();
  world.net.settle();
  peer(0).lie = (info) => ({ ...info, log: [] });
  await signer.round();
  expect((await world.row(withdrawalId)).sendState).toBe('signed');
  peer(0).lie = (info) => ({ ...info, fee: 1 });
  await signer.round();
  expect((await world.row(withdrawalId)).sendState).toBe('signed');
  peer(0).lie = (info) => ({ ...info, id: 'ab'.repeat(32) });
  await expect(signer.round()).rejects.toThrow('another transaction');
  peer(0).lie = undefined;
  await signer.round();
  expect((await world.row(withdrawalId)).sendState).toBe('sent');
});

test('a node that says it took a payment and keeps it does not keep it from the others', async () => {
  const { to, withdrawalId } = await sent();
  const [raw = ''] = world.net.sent;
  // The first has it, as it says; no other ever heard of it.
  world.net.pool.clear();
  peer(0).pretends = true;
  await signer.round();
  expect(world.net.pool.size).toBe(1);
  expect(new Set(world.net.sent)).toEqual(new Set([raw]));
  await signer.finish();
  expect((await world.row(withdrawalId)).sendState).toBe('sent');
  expect(world.paid(to)).toBe(19_900_000n);
});

test('a payment that nodes cannot tell of holds up no other', async () => {
  const [odd, next] = [world.stranger(), world.stranger()];
  await world.passed(odd, 150_000_000n, { currency: BTC });
  await world.passed(next, 150_000_000n, { currency: BTC });
  world.net.untold = odd;
  await expect(signer.round()).rejects.toThrow('does not speak');
  world.net.settle();
  expect(world.net.trx.get(next)).toBe(1_400_000n);
  world.net.untold = undefined;
  await signer.finish();
  expect(world.net.trx.get(odd)).toBe(1_400_000n);
});

test('a node that is named twice is no witness of itself', () => {
  const [url = ''] = world.urls;
  expect(() => signer.again({ urls: [url, `${url}/`] })).toThrow('named twice');
});

describe('W15: an exchange that wants it no longer', () => {
  test('what was refunded is never sent again, and its end is written down', async () => {
    const { withdrawalId, to } = await sent();
    world.net.pool.clear();
    const mark = { kind: 'mark_withdrawal', withdrawalId } as const;
    await world.server.run({ ...mark, to: 'failed', reason: 'two people were believed' });
    await world.server.run({ ...mark, to: 'refunded' });
    const before = world.net.sent.length;
    await signer.round();
    signer.again();
    await signer.finish();
    expect(world.net.sent).toHaveLength(before);
    expect(signer.journal.entries()).toMatchObject([{ isStopped: true, final: undefined }]);
    expect(signer.events().filter((event) => event === 'not_wanted')).toHaveLength(1);
    world.net.pass(80 * MINUTE_MS);
    await signer.round();
    expect(signer.journal.entries()).toMatchObject([{ final: 'failed', reason: 'expired' }]);
    expect(world.paid(to)).toBe(0n);
  });

  test('what somebody else sent after all is told of', async () => {
    const { withdrawalId, to } = await sent();
    const mark = { kind: 'mark_withdrawal', withdrawalId } as const;
    await world.server.run({ ...mark, to: 'failed', reason: 'two people were believed' });
    await world.server.run({ ...mark, to: 'refunded' });
    world.net.settle();
    await signer.round();
    expect(world.paid(to)).toBe(19_900_000n);
    expect(signer.said.at(-1)).toMatchObject({
      event: 'not_taken',
      fields: { id: withdrawalId, state: 'sent', code: 'not_sendable' },
    });
  });

  test('two people cannot refund what is unknown: the signer finds out', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n);
    for (const each of world.peers) each.losesCalls = true;
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('unknown');
    expect((await refund(withdrawalId)).error).toBe('not_sendable');
    world.net.pass(80 * MINUTE_MS);
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('failed');
    expect((await refund(withdrawalId)).type).toBe('ok');
  });
});

test('a hold before it was sent: it stays signed until it expires, and is sent again by two', async () => {
  const { withdrawalId } = await world.passed(world.stranger(), 20_000_000n);
  signer.again({ desk: world.endingDesk() });
  await expect(signer.round()).rejects.toThrow('the process ends');
  const { trading, reconciler } = world.server.context;
  const stop = { kind: 'set_trading_mode', reason: 'a test' } as const;
  await world.server.run({ ...stop, mode: 'cancel_only', cause: 'drift' });
  signer.again();
  await signer.round();
  expect(signer.said.at(-1)).toMatchObject({
    event: 'not_wanted',
    fields: { code: 'held_for_loss' },
  });
  world.net.pass(80 * MINUTE_MS);
  await signer.round();
  const { since: endsSinceMs = 0 } = trading.view(reconciler);
  await world.server.run({ ...stop, mode: 'open', cause: 'operator', endsSinceMs });
  expect(world.net.sent).toEqual([]);
  expect(await world.row(withdrawalId)).toMatchObject({ sendState: 'failed', reason: 'expired' });
});

describe('W2: copies', () => {
  test('a journal from before a payment signs nothing for it, and says so', async () => {
    const copy = signer.copy();
    const { withdrawalId, to } = await sent();
    signer.again({}, copy);
    await signer.finish();
    expect((await world.row(withdrawalId)).sendState).toBe('signed');
    expect(signer.events()).toContain('unknown_version');
    expect(signer.journal.entries()).toEqual([]);
    expect(world.paid(to)).toBe(19_900_000n);
  });

  test('a journal from before it was sent finds it in its block', async () => {
    const to = world.stranger();
    const { withdrawalId } = await world.passed(to, 20_000_000n);
    signer.again({ desk: world.endingDesk() });
    await expect(signer.round()).rejects.toThrow('the process ends');
    const copy = signer.copy();
    signer.again();
    await signer.round();
    world.net.settle();
    const before = world.net.sent.length;
    signer.again({}, copy);
    await signer.round();
    expect((await world.row(withdrawalId)).sendState).toBe('sent');
    expect(world.net.sent).toHaveLength(before);
  });

  test('a restored exchange that gives a number again neither pays nor closes by the old payment', async () => {
    await world.passed(world.stranger(), 20_000_000n);
    const [old] = await world.desk().jobs();
    await signer.finish();
    expect(signer.journal.entries()).toMatchObject([{ final: 'sent' }]);
    const other: Job = { ...(old as Job), address: world.stranger() };
    const approvals = [{ operator_id: 1, intent_hash: intentHash(other) }];
    const reports: Report[] = [];
    signer.again({
      desk: {
        jobs: async () => [{ ...other, approvals }],
        report: async (report) => void reports.push(report),
      },
    });
    await signer.finish();
    expect(reports).toEqual([]);
    expect(signer.journal.entries()).toHaveLength(1);
    expect(signer.why()).toEqual(['another withdrawal was signed under this number']);
  });

  test('a restored exchange that forgot a payment is told of it, and does not have it made again', async () => {
    const { to, withdrawalId } = await sent();
    const desk = world.desk();
    const reports: Report[] = [];
    const { tx_id: _name, ...job } = (await desk.jobs())[0] as Job;
    world.net.settle();
    signer.again({
      desk: {
        jobs: async () => [{ ...job, send_state: 'idle' }],
        report: async (report) => void reports.push(report),
      },
    });
    await signer.round();
    expect(reports.map(({ state }) => state)).toEqual(['signed', 'sent']);
    expect(reports[0]).toMatchObject({ id: withdrawalId });
    await signer.finish();
    expect(world.paid(to)).toBe(19_900_000n);
    expect(signer.journal.entries()).toHaveLength(1);
  });
});

test('W2: what is on its way is not signed again for an exchange that was restored and says idle', async () => {
  const { to } = await sent();
  const { tx_id: _name, ...job } = (await world.desk().jobs())[0] as Job;
  signer.again({
    desk: { jobs: async () => [{ ...job, send_state: 'idle' }], report: () => Promise.resolve() },
  });
  for (let round = 0; round < 3; round += 1) await signer.round();
  // Nor when its time is over and nobody can prove that it is nowhere.
  world.net.settle();
  for (const each of world.peers) each.hidesSolid = true;
  world.net.pass(80 * MINUTE_MS);
  await signer.round();
  expect(signer.journal.entries()).toHaveLength(1);
  expect(world.paid(to)).toBe(19_900_000n);
});

test('approvals that somebody forged pay up to the cap and no more', async () => {
  const thief = world.stranger();
  await world.passed(world.stranger(), 20_000_000n);
  const [real] = await world.desk().jobs();
  const forged = (id: number): Job => {
    const job = { ...(real as Job), id, address: thief, amount: '400.000000', approvals_needed: 1 };
    return { ...job, approvals: [{ operator_id: 1, intent_hash: intentHash(job) }] };
  };
  signer.again({
    desk: {
      jobs: async () => [1, 2, 3, 4].map((n) => forged(90_000 + n)),
      report: () => Promise.resolve(),
    },
  });
  await signer.finish();
  expect(world.paid(thief)).toBe(800_000_000n);
  expect(signer.why()).toEqual(['the daily cap']);
});

test('a user whose passkey is known is paid nothing that it did not sign', async () => {
  await world.passed(world.stranger(), 20_000_000n);
  const [job] = await world.desk().jobs();
  const entry = {
    ...{ id: 1, is_added: true, owner: job?.owner ?? 0 },
    ...{ credential_id: 'AAAA', public_key: 'AAAA' },
  };
  const desk = world.desk();
  const passkeys = {
    ...{ deployment: 'x', rp_id: 'exchange.example', origins: ['https://exchange.example'] },
    ripe_after_hours: 1,
  };
  let jobs: readonly Job[] = [];
  signer.again({
    policy: { passkeys },
    desk: {
      jobs: async () => jobs,
      report: (report) => desk.report(report),
      passkeys: async () => ({ list: [entry], has_more: false }),
    },
  });
  await signer.round();
  world.net.pass(61 * MINUTE_MS);
  jobs = await desk.jobs();
  await signer.round();
  expect(signer.why()).toEqual(['its owner has a passkey and did not sign it']);
  expect(signer.journal.entries()).toEqual([]);
});
