/**
 * What a user's passkey signed, checked again by the signer (cases.md W17). Goal: whatever the exchange or its database says
 * after the signature, nothing but what was signed is paid to an owner whose passkey the signer knows. Out of scope: a page
 * that shows one thing and has another signed (honesty.md).
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Desk, Job } from '@fairlead/signer/desk';
import { Journal } from '@fairlead/signer/journal';
import { PasskeyBook, PasskeyChecks } from '@fairlead/signer/passkeys';
import { intentHash, parsePolicy } from '@fairlead/signer/policy';
import { Signer } from '@fairlead/signer/signer';
import { LONE } from '@fairlead/testkit';
import { HOUR_MS } from '@fairlead/units';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../test/support/fixture.ts';
import { insertAddress } from '../../custody/payees/address-queries.ts';
import { FUND_PASSWORD, verify } from '../../custody/test/fixture.ts';
import { addPasskey, outDraft, signed } from '../../custody/test/signing.ts';
import { intentHash as operatorsHash, withdrawalIntent } from '../../custody/withdrawals/intent.ts';
import type { SoftAuthenticator } from '../../identity/test/authenticator.ts';
import { FINAL, SignerWorld, type TestSigner } from './signer-fixture.ts';
import type { Said } from './signer-world.ts';

const RIPE_HOURS = 24;
const USDT = { currencyId: 3, name: 'USDT', scale: 6 };

let world: SignerWorld;
let wallet: TestSigner;
let count = 0;
beforeAll(async () => {
  world = await SignerWorld.start();
  await world.server.context.custodyTerms.seed({ isDemo: true });
  wallet = await world.signer();
});
afterAll(() => world.stop());

interface Owner {
  readonly user: TestUser;
  readonly device: SoftAuthenticator;
  readonly address: Hex;
  readonly addressId: number;
}

/** Who may withdraw 100 USDT to an address, with a passkey. */
async function owner(): Promise<Owner> {
  const { server } = world;
  const user = await server.register();
  await server.fund(user.userId, USDT.currencyId, 1_000_000_000n);
  await verify(server, user.userId);
  await server.context.fundPasswords.setFirst(user.userId, FUND_PASSWORD);
  const device = await addPasskey(server, user);
  const address = world.stranger();
  const row = { userId: user.userId, currencyId: 3, chain: 'ERC20', address, note: '' } as const;
  const times = { createdAtMs: 1, usableAtMs: 1 };
  const addressId = await insertAddress(server.context.database, { ...row, ...times }, undefined);
  return { user, device, address, addressId: addressId ?? 0 };
}

/** Asks as the app does, and has it passed. */
async function passed({ user, device, address, addressId }: Owner): Promise<number> {
  const { server } = world;
  const draft = outDraft({ address, amount: '96.000000', fee: '4.000000' });
  const proof = await signed({ server, user, device }, draft);
  const request = { currency_id: 3, chain: 'ERC20', address_id: addressId, amount: '100' };
  const secrets = { fund_password: FUND_PASSWORD, ...proof };
  const { id } = await server.data('withdraw', { ...request, ...secrets }, user);
  await server.run({
    kind: 'decide_withdrawal',
    withdrawalId: id,
    operatorId: 1,
    intentHash: operatorsHash(withdrawalIntent(await world.row(id), USDT)),
    decision: 'passed',
    lone: LONE,
  });
  return id;
}

/** A signer that asks for passkeys, with files of its own. */
class CarefulSigner {
  readonly said: Said[] = [];
  readonly clock = { nowMs: Date.UTC(2027, 0, 15, 8), now: () => this.clock.nowMs };
  readonly journal: Journal;
  readonly #bookFile: string;
  #book: PasskeyBook;
  /** What the exchange says in place of what is. */
  lie: Partial<Desk> = {};

  constructor() {
    count += 1;
    this.journal = new Journal(path.join(world.folder, `careful-${count}`));
    this.#bookFile = path.join(world.folder, `passkeys-${count}`);
    this.#book = new PasskeyBook(this.#bookFile);
  }

  /** As after its process ended. */
  again(): void {
    this.#book.close();
    this.#book = new PasskeyBook(this.#bookFile);
  }

  async round(): Promise<void> {
    const real = world.desk();
    const { deployment } = await world.server.data('passkeyIntent', {}, await anybody());
    const policy = parsePolicy({
      ...world.policyJson(),
      passkeys: {
        deployment,
        rp_id: 'localhost',
        origins: ['http://localhost:8080'],
        ripe_after_hours: RIPE_HOURS,
      },
    });
    const say = (event: string, fields: object) => this.said.push({ event, fields: { ...fields } });
    const checks =
      policy.passkeys &&
      new PasskeyChecks(policy.passkeys, this.#book, (learned) => say(learned.event, learned));
    const desk: Desk = {
      jobs: () => real.jobs(),
      report: (report) => real.report(report),
      passkeys: (after) => real.passkeys(after),
      ...this.lie,
    };
    const parts = { desk, wallet: wallet.wallet, journal: this.journal, policy };
    await new Signer({ ...parts, passkeys: checks, clock: this.clock, say }).round();
  }

  /** Why it did not sign. */
  whys(): unknown[] {
    return this.said.filter(({ event }) => event === 'refused').map(({ fields }) => fields['why']);
  }

  pass(hours: number): void {
    this.clock.nowMs += hours * HOUR_MS;
  }
}

let known: TestUser | undefined;
async function anybody(): Promise<TestUser> {
  known ??= await world.server.register();
  return known;
}

/** The jobs, one of them changed, with approvals that fit what it says. */
const changedJobs = (id: number, change: (job: Job) => Job) => async () =>
  (await world.desk().jobs()).map((job) => (job.id === id ? change(job) : job));

/** As who owns the exchange can: operators' words are whatever it says. */
function approvedAnew(job: Job): Job {
  const { signed: proof, ...rest } = job;
  const text = proof && Buffer.from(proof.client_data, 'base64url').toString();
  const challenge = text && String((JSON.parse(text) as { challenge: string }).challenge);
  const hash = challenge && Buffer.from(challenge, 'base64url').toString('hex');
  const intent_hash = intentHash(rest, hash);
  const approvals = [1, 2].map((operator_id) => ({ operator_id, intent_hash }));
  return { ...job, approvals };
}

let signer: CarefulSigner;
let first: Owner;
beforeEach(async () => {
  signer = new CarefulSigner();
  first = await owner();
  // It saw the passkey, and long ago.
  await signer.round();
  signer.pass(RIPE_HOURS);
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

/** Tokens that an address got. */
const paid = async (address: Hex): Promise<bigint> =>
  (await world.anvil.client.readContract({
    address: world.token,
    abi: [
      {
        type: 'function',
        name: 'balanceOf',
        stateMutability: 'view',
        inputs: [{ type: 'address', name: 'of' }],
        outputs: [{ type: 'uint256', name: '' }],
      },
    ],
    functionName: 'balanceOf',
    args: [address],
  })) as bigint;

describe('of an owner whose passkey is known', () => {
  test('what was signed is paid', async () => {
    await passed(first);
    await signer.round();
    await world.anvil.mine(FINAL);
    expect(await paid(first.address)).toBe(96_000_000n);
  });

  test.each<[string, (job: Job) => Job]>([
    ['address', (job) => ({ ...job, address: world.stranger() })],
    ['amount', (job) => ({ ...job, amount: '96.000001' })],
    ['amount’s writing', (job) => ({ ...job, amount: '96' })],
    ['currency', (job) => ({ ...job, currency_id: 2 })],
    ['owner', (job) => ({ ...job, owner: job.owner + 1 })],
    ['fee', (job) => ({ ...job, signed: job.signed && { ...job.signed, fee: '3.000000' } })],
    [
      'nonce',
      (job) => ({ ...job, signed: job.signed && { ...job.signed, nonce: `${job.signed.nonce}A` } }),
    ],
    [
      'signature',
      (job) => ({ ...job, signed: job.signed && { ...job.signed, signature: 'AAAA' } }),
    ],
  ])(
    'a changed %s is refused, whatever operators are said to have approved',
    async (_what, change) => {
      const id = await passed(first);
      signer.lie = { jobs: changedJobs(id, (job) => approvedAnew(change(job))) };
      await signer.round();
      expect(signer.journal.entries()).toEqual([]);
      expect(signer.whys()).toHaveLength(1);
      expect(signer.whys()[0]).toMatch(/signed/);
    },
  );

  test('one for another network is refused: the signature names it', async () => {
    const id = await passed(first);
    const checks = changedJobs(id, (job) => approvedAnew({ ...job, chain: 'OMNI' }));
    signer.lie = {
      jobs: async () =>
        (await checks()).map((job) => ({ ...job, chain: 'ERC20', address: world.stranger() })),
    };
    await signer.round();
    expect(signer.journal.entries()).toEqual([]);
  });

  test('none at all is refused: an exchange that forgets it gets nothing', async () => {
    const id = await passed(first);
    signer.lie = { jobs: changedJobs(id, ({ signed: _, ...job }) => approvedAnew(job)) };
    await signer.round();
    expect(signer.whys()).toEqual(['its owner has a passkey and did not sign it']);
  });

  test('operators approved what was signed: another signature is none of theirs', async () => {
    const id = await passed(first);
    signer.lie = { jobs: changedJobs(id, ({ signed: _, ...job }) => job) };
    await signer.round();
    expect(signer.whys()).toEqual(['an approval is for something else']);
  });

  test('a signature pays once, under whatever number', async () => {
    const id = await passed(first);
    await signer.round();
    const jobs = await world.desk().jobs();
    const job = jobs.find((each) => each.id === id) as Job;
    signer.lie = {
      jobs: async () => [approvedAnew({ ...job, id: id + 1_000, send_state: 'idle' })],
      report: async () => undefined,
    };
    await signer.round();
    expect(signer.whys()).toEqual(['what its owner signed paid another withdrawal']);
  });
});

describe('who takes over the exchange and adds a passkey', () => {
  /** The owner's withdrawal, signed by another passkey that the exchange says is theirs. */
  async function forged() {
    const thief = await owner();
    const id = await passed(thief);
    const list = async (after: number) => {
      const page = await world.desk().passkeys(after);
      const mine = page.list.map((each) =>
        each.owner === thief.user.userId ? { ...each, owner: first.user.userId } : each,
      );
      return { ...page, list: mine };
    };
    signer.lie = {
      passkeys: list,
      jobs: changedJobs(id, (job) => ({ ...job, owner: first.user.userId })),
    };
    return thief;
  }

  test('waits for as long as a new one does, and it is said at once', async () => {
    await forged();
    await signer.round();
    expect(signer.journal.entries()).toEqual([]);
    expect(signer.whys()).toEqual(['it is signed by a passkey that is too new, or gone']);
    expect(signer.said).toContainEqual({
      event: 'passkey_added',
      fields: expect.objectContaining({ owner: first.user.userId }),
    });
  });

  test('cannot change the key of one that is known: it is said, and the old one goes on to count', async () => {
    const id = await passed(first);
    const other = await owner();
    const page = await world.desk().passkeys(0);
    const key = page.list.find(({ owner: of }) => of === other.user.userId)?.public_key ?? '';
    const list = page.list.map((each) =>
      each.owner === first.user.userId ? { ...each, public_key: key } : each,
    );
    signer.again();
    signer.lie = { passkeys: async () => ({ list, has_more: false }) };
    await signer.round();
    expect(signer.said.map(({ event }) => event)).toContain('passkey_changed');
    expect(signer.journal.of(id)).toHaveLength(1);
  });

  test('cannot take one away: its owner stays guarded for as long as a new one takes, and it is said', async () => {
    const id = await passed(first);
    const gone = (await world.desk().passkeys(0)).list
      .filter(({ owner: of }) => of === first.user.userId)
      .map((each) => ({ ...each, id: each.id + 1_000_000, is_added: false }));
    signer.lie = {
      passkeys: async () => ({ list: gone, has_more: false }),
      jobs: changedJobs(id, ({ signed: _, ...job }) => approvedAnew(job)),
    };
    await signer.round();
    expect(signer.said.map(({ event }) => event)).toContain('passkey_gone');
    expect(signer.whys()).toEqual(['its owner has a passkey and did not sign it']);
    signer.again();
    signer.pass(RIPE_HOURS - 1);
    await signer.round();
    expect(signer.journal.of(id)).toEqual([]);
    signer.pass(1);
    await signer.round();
    expect(signer.journal.of(id)).toHaveLength(1);
  });
});

test('a passkey that is new at an owner without any is checked, and guards nothing yet', async () => {
  const fresh = new CarefulSigner();
  await passed(first);
  const id = await passed(first);
  fresh.lie = {
    jobs: changedJobs(id, (job) => approvedAnew({ ...job, address: world.stranger() })),
  };
  await fresh.round();
  expect(fresh.whys()).toEqual(['its owner signed something else']);
  expect(fresh.journal.of(id)).toEqual([]);
  expect(fresh.journal.entries()).toHaveLength(1);
});
