/**
 * What operators' passkeys signed, checked again by the signer (cases.md W12). Goal: whoever owns the exchange or its database,
 * and none of the keys that the policy lists, gets nothing paid, on any chain. Out of scope: who writes the list (honesty.md).
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { withdrawalApproval } from '@fairlead/contract';
import type { Desk, Job } from '@fairlead/signer/desk';
import { Journal } from '@fairlead/signer/journal';
import { intentHash, parsePolicy } from '@fairlead/signer/policy';
import { Signer } from '@fairlead/signer/signer';
import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../test/support/fixture.ts';
import { SoftAuthenticator } from '../../identity/test/authenticator.ts';
import type { SignerList } from '../../operators/access/signer-list.ts';
import { operator, type TestOperator } from '../../operators/test/fixture.ts';
import { type Signer as SigningOperator, signed, signer } from '../../operators/test/signer.ts';
import { BitcoinWorld } from './bitcoin-signer-fixture.ts';
import { SignerWorld, type TestSigner } from './signer-fixture.ts';
import type { Said } from './signer-world.ts';

const COIN = 100_000_000n;
let world: SignerWorld;
let wallet: TestSigner;
let ana: SigningOperator;
let bob: SigningOperator;
let list: SignerList;
const journals: Journal[] = [];

beforeAll(async () => {
  world = await SignerWorld.start();
  wallet = await world.signer();
  [ana, bob] = [await signer(world.server, 'reviewer'), await signer(world.server, 'reviewer')];
  list = await world.server.context.signerList();
});
afterAll(async () => {
  for (const journal of journals) journal.close();
  await world.stop();
});
afterEach(async () => {
  // What a test leaves open is none of the next one's.
  for (const job of await world.desk().jobs())
    await world.server.sequencer.run({
      kind: 'mark_withdrawal',
      withdrawalId: job.id,
      to: 'sent',
      txId: job.tx_id ?? `0x${randomBytes(32).toString('hex')}`,
    });
});

/** What an operator's page has them sign, and then passes. */
async function passes(server: TestServer, by: SigningOperator, id: number): Promise<void> {
  const { list: rows } = await server.data('operatorWithdrawals', {}, by);
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw new Error('not in the queue');
  const signature = await signed(server, by, withdrawalApproval(row));
  await server.data('decideWithdrawal', { id, decision: 'passed', ...signature }, by);
}

/** A withdrawal of one coin less the fee, passed by whoever is named. */
async function passed(
  by: readonly SigningOperator[],
  address = world.stranger(),
): Promise<{ readonly id: number; readonly address: typeof address }> {
  const approvalsNeeded = by.length === 2 ? 2 : 1;
  const { withdrawalId: id } = await world.passed(address, COIN, {
    operators: [],
    approvalsNeeded,
  });
  for (const each of by) await passes(world.server, each, id);
  return { id, address };
}

interface Given {
  readonly operators?: SignerList | undefined;
  readonly change?: ((job: Job) => Job) | undefined;
  /** Of `approvals_good_for_hours`. */
  readonly goodForHours?: number;
  /** By the signer's clock; that of the exchange without it. */
  readonly nowMs?: number;
}

/** One round of a signer of its own; why it did not sign, and what it did. */
async function round(given: Given = {}) {
  const { operators = list, change = (job) => job, goodForHours } = given;
  const { nowMs = Date.UTC(2027, 0, 15, 8) } = given;
  const said: Said[] = [];
  const journal = new Journal(path.join(world.folder, `operators-${journals.length}`));
  journals.push(journal);
  const real = world.desk();
  const desk: Desk = {
    jobs: async () => (await real.jobs()).map(change),
    report: (report) => real.report(report),
    passkeys: (after) => real.passkeys(after),
  };
  const policy = parsePolicy({
    ...{ ...world.policyJson(), operators },
    ...(goodForHours !== undefined && { approvals_good_for_hours: goodForHours }),
  });
  const say = (event: string, fields: object) => said.push({ event, fields: { ...fields } });
  const clock = { now: () => nowMs };
  await new Signer({ desk, wallet: wallet.wallet, journal, policy, clock, say }).round();
  return {
    whys: said.filter(({ event }) => event === 'refused').map(({ fields }) => fields['why']),
    entries: journal.entries().map(({ id }) => id),
  };
}

/** As who owns the exchange can: hashes fit whatever it says, signatures are those that there are. */
const approvedAnew = (job: Job): Job => ({
  ...job,
  approvals: job.approvals.map((each) => ({ ...each, intent_hash: intentHash(job) })),
});

const without = ({ signed: _, ...approval }: Job['approvals'][number]) => approval;
const NOBODY = '0 of 1 people of the policy signed what is to be paid';

test('what an operator of the list signed is paid', async () => {
  const { id, address } = await passed([ana]);
  expect(await round()).toEqual({ whys: [], entries: [id] });
  await world.anvil.mine(1);
  expect(await world.coinsOf(address)).toBe(parseEther('0.9'));
});

test('signed again after it was refused, the last signature counts, and the others are none of it', async () => {
  const { withdrawalId: id } = await world.passed(world.stranger(), COIN, { operators: [] });
  const { list: rows } = await world.server.data('operatorWithdrawals', {}, ana);
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw new Error('not in the queue');
  // As where the engine refuses the act: what was signed for another amount is kept too.
  for (const draft of [
    withdrawalApproval({ ...row, intent_hash: 'other' }),
    withdrawalApproval(row),
  ])
    await world.server.context.signedApprovals.take(
      {
        caller: { ...ana, role: 'reviewer' } as never,
        input: await signed(world.server, ana, draft),
        ip: '127.0.0.1',
      },
      () => draft,
    );
  await passes(world.server, ana, id);
  expect(await round()).toEqual({ whys: [], entries: [id] });
});

describe('two people', () => {
  test('are two of the list', async () => {
    const { id } = await passed([ana, bob]);
    expect(await round()).toEqual({ whys: [], entries: [id] });
  });

  test('are not two keys, or two accounts, of one person: the list says whose each is', async () => {
    await passed([ana, bob]);
    const operators = { ...list, list: list.list.map((each) => ({ ...each, person: 'Ana' })) };
    expect((await round({ operators })).whys).toEqual([
      '1 of 2 people of the policy signed what is to be paid',
    ]);
  });

  test('are not one signature under two names: what was signed says who signed', async () => {
    await passed([ana, bob]);
    const change = (job: Job) => {
      const [hers] = job.approvals.filter((each) => each.operator_id === ana.operatorId);
      return {
        ...job,
        approvals: job.approvals.map((each) => ({ ...each, signed: hers?.signed })),
      };
    };
    expect((await round({ change })).whys).toEqual([
      '1 of 2 people of the policy signed what is to be paid',
    ]);
  });
});

describe('who owns the exchange gets nothing', () => {
  test.each<[string, (job: Job) => Job]>([
    ['another address', (job) => approvedAnew({ ...job, address: world.stranger() })],
    ['another amount', (job) => approvedAnew({ ...job, amount: '1.90000000' })],
    ['the same amount in other words', (job) => approvedAnew({ ...job, amount: '0.9' })],
    ['another currency', (job) => approvedAnew({ ...job, currency_id: 3, amount: '1.000000' })],
    ['another owner', (job) => approvedAnew({ ...job, owner: job.owner + 1 })],
    [
      'another number: a signature pays one withdrawal',
      (job) => approvedAnew({ ...job, id: job.id + 1 }),
    ],
    [
      'another operator’s name',
      (job) => ({
        ...job,
        approvals: job.approvals.map((each) => ({ ...each, operator_id: bob.operatorId })),
      }),
    ],
    [
      'another nonce',
      (job) => ({
        ...job,
        approvals: job.approvals.map((each) => ({
          ...each,
          signed: each.signed && { ...each.signed, nonce: `${each.signed.nonce}A` },
        })),
      }),
    ],
    [
      'a signature cut off, as of an exchange or an approval of before',
      (job) => ({
        ...job,
        approvals: job.approvals.map(without),
      }),
    ],
    [
      'another passkey’s name',
      (job) => ({
        ...job,
        approvals: job.approvals.map((each) => ({
          ...each,
          signed: each.signed && { ...each.signed, credential_id: bob.device.id },
        })),
      }),
    ],
  ])('for %s', async (_what, change) => {
    await passed([ana]);
    expect(await round({ change })).toEqual({ whys: [NOBODY], entries: [] });
  });

  test('for what an operator signed of another withdrawal', async () => {
    const [first, second] = [await passed([ana]), await passed([ana])];
    const jobs = await world.desk().jobs();
    const other = jobs.find(({ id }) => id === second.id);
    const change = (job: Job) =>
      job.id === first.id
        ? {
            ...job,
            approvals: job.approvals.map((each, index) => ({
              ...each,
              signed: other?.approvals[index]?.signed,
            })),
          }
        : job;
    expect(await round({ change })).toEqual({ whys: [NOBODY], entries: [second.id] });
  });

  test('by an operator without a passkey, or one that was made after the list', async () => {
    const plain: TestOperator = await operator(world.server, 'reviewer');
    const late = await signer(world.server, 'reviewer');
    const { withdrawalId: id } = await world.passed(world.stranger(), COIN, { operators: [] });
    await world.server.data('decideWithdrawal', { id, decision: 'passed' }, plain);
    await passed([late]);
    expect(await round()).toEqual({ whys: [NOBODY, NOBODY], entries: [] });
  });

  test('by a key that was taken off the list, though the exchange still has it', async () => {
    await passed([ana]);
    const others = list.list.filter(({ credential_id: key }) => key !== ana.device.id);
    expect((await round({ operators: { ...list, list: others } })).whys).toEqual([NOBODY]);
  });

  test('by a key of its own under the name of a listed one', async () => {
    const device = new SoftAuthenticator();
    await passed([ana]);
    const change = (job: Job) => ({
      ...job,
      approvals: job.approvals.map((each) => {
        const forged = JSON.parse(device.use({ challenge: 'AAAA' })).response;
        return {
          ...each,
          signed: each.signed && { ...each.signed, signature: forged.signature },
        };
      }),
    });
    expect((await round({ change })).whys).toEqual([NOBODY]);
  });

  test.each<[string, Partial<SignerList>]>([
    ['another exchange', { deployment: 'elsewhere' }],
    ['another domain', { rp_id: 'fairlead.example' }],
    ['another page', { origins: ['https://fairlead.example'] }],
  ])('by what was signed for %s', async (_what, more) => {
    await passed([ana]);
    expect((await round({ operators: { ...list, ...more } })).whys).toEqual([NOBODY]);
  });
});

test('without a list a signer pays what the exchange says was approved, as before', async () => {
  const { id } = await passed([ana]);
  const policy = parsePolicy(world.policyJson());
  expect(policy.operators).toBeUndefined();
  wallet.again();
  await wallet.round();
  expect(wallet.journal.of(id)).toHaveLength(1);
});

describe('an approval with an end', () => {
  const HOUR_MS = 60 * 60_000;
  const LATE = `${NOBODY} in time: what was signed is too old, or of a time to come`;

  test('pays until its hours are over, by the time that was signed, and nothing after', async () => {
    const { id } = await passed([ana]);
    const signedAtMs = world.server.clock.nowMs;
    const late = { goodForHours: 24, nowMs: signedAtMs + 24 * HOUR_MS + 1 };
    expect(await round(late)).toEqual({ whys: [LATE], entries: [] });
    // Whoever owns the exchange says another time: it is none that anybody signed.
    const younger = (job: Job): Job => ({
      ...job,
      approvals: job.approvals.map((each) => ({
        ...each,
        time: late.nowMs,
        signed: each.signed && {
          ...each.signed,
          nonce: each.signed.nonce.replace(/^[^.]*/, late.nowMs.toString(36)),
        },
      })),
    });
    expect(await round({ ...late, change: younger })).toEqual({ whys: [NOBODY], entries: [] });
    expect(await round({ goodForHours: 24, nowMs: signedAtMs + 24 * HOUR_MS })).toEqual({
      ...{ whys: [], entries: [id] },
    });
  });

  test('of a time to come pays nothing before it', async () => {
    await passed([ana]);
    const nowMs = world.server.clock.nowMs - 6 * 60_000;
    expect(await round({ goodForHours: 24, nowMs })).toEqual({ whys: [LATE], entries: [] });
  });

  test('counts each for itself: one that is too old leaves one of two', async () => {
    const { id } = await passed([ana, bob]);
    const whys = ['0 of 2 people of the policy signed what is to be paid'];
    const nowMs = world.server.clock.nowMs + 2 * HOUR_MS;
    const late = await round({ goodForHours: 1, nowMs });
    expect(late.whys[0]).toMatch(whys[0] ?? '-');
    expect(await round({ nowMs })).toEqual({ whys: [], entries: [id] });
  });

  test('needs a list of people: without one its time is what the exchange says', () => {
    expect(() => parsePolicy({ ...world.policyJson(), approvals_good_for_hours: 24 })).toThrow(
      /needs operators/,
    );
  });
});

test('a list that counts a passkey twice is refused', () => {
  const [first] = list.list;
  for (const again of [
    { ...first, person: 'somebody else' },
    { ...first, person: 'somebody else', credential_id: 'AAAA' },
    { ...first, person: 'somebody else', public_key: 'AAAA' },
  ])
    expect(() =>
      parsePolicy({ ...world.policyJson(), operators: { ...list, list: [first, again] } }),
    ).toThrow(/a passkey is listed twice/);
});

test('in bitcoin too: what nobody of the list signed is not paid, and what they signed is', async () => {
  const bitcoin = await BitcoinWorld.start();
  try {
    const by = await signer(bitcoin.server, 'reviewer');
    const operators = await bitcoin.server.context.signerList();
    const paying = bitcoin.signer();
    const to = bitcoin.stranger();
    const { withdrawalId } = await bitcoin.passed(to.address, COIN, { operators: [] });
    await passes(bitcoin.server, by, withdrawalId);
    const real = bitcoin.desk();
    const thief = bitcoin.stranger().address;
    const desk = {
      jobs: async () => (await real.jobs()).map((job) => approvedAnew({ ...job, address: thief })),
      report: (report: Parameters<Desk['report']>[0]) => real.report(report),
    };
    paying.again({ policy: { operators }, desk });
    await paying.round();
    expect(paying.why()).toEqual([NOBODY]);
    expect(paying.journal.versions()).toEqual([]);
    paying.again({ policy: { operators } });
    await paying.round();
    expect(paying.versions(withdrawalId)).toHaveLength(1);
  } finally {
    await bitcoin.stop();
  }
});
