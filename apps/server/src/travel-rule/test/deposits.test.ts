/**
 * Deposits under the travel rule. Goal: from the threshold on nothing that came is usable before its owner's word or its provider's
 * answer, nothing is lost or kept for ever, and no forged, repeated or strange message says anything. Method: deposits as a watcher
 * credits them, the sandbox told what to answer, callbacks signed by `standardwebhooks`, over the wire.
 */

import { ledgerAccountId } from '@fairlead/engine';
import { amountMinor, DAY_MS, MINUTE_MS } from '@fairlead/units';
import { Webhook } from 'standardwebhooks';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readReply } from '../../../test/support/fixture.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { addAddress, ETH_ADDRESS, type Holder, holder, outOf } from '../../custody/test/fixture.ts';
import { ORIGIN_MISMATCH, ORIGIN_UNSAID } from '../../holds/index.ts';
import { operator, type TestOperator } from '../../operators/test/fixture.ts';
import { TravelDeposits } from '../deposits.ts';
import { AWAY_AFTER_MS } from '../travel-rule.ts';
import type { OriginNeeds } from '../worth.ts';
import { SECRET, type TravelWorld, travelWorld } from './fixture.ts';

const ETH = 2;
const USDT = 3;
const ONE = 1_000_000n;
const KEY = privateKeyToAccount(`0x${'42'.repeat(32)}`);
const OWN = { wallet: 'own' };
const HARBOUR = { wallet: 'provider', provider: 'Harbour Exchange', originator: 'Jon Lee' };

let world: TravelWorld;
let user: Holder;
let first: TestOperator;
let second: TestOperator;
let payments = 0;

beforeAll(async () => {
  world = await travelWorld({ TRAVEL_RULE_PROOF_FROM: '1000' });
});
afterAll(() => world?.stop());
beforeEach(async () => {
  world.calm();
  user = await holder(world.server);
  first = await operator(world.server, 'reviewer');
  second = await operator(world.server, 'reviewer');
});

const round = () => world.server.context.travelDeposits.round(world.server.context);
const sweep = () => world.server.context.holds.sweep(world.server.context.audit);
const txOf = (payment: number) => `0x${payment.toString(16).padStart(64, '0')}`;
const addressOf = ({ userId }: { userId: number }) =>
  privateKeyToAccount(`0x${userId.toString(16).padStart(64, '0')}`).address;

interface Output {
  readonly currencyId?: number;
  readonly amount: bigint;
  readonly outputIndex?: number;
  readonly to?: Holder;
  readonly senders?: readonly string[];
}

/** As a watcher does: seen, noted, and credited as the rule says. */
function came(usdt: bigint, more: Pick<Output, 'to' | 'senders'> = {}): Promise<number> {
  payments += 1;
  return opened({ amount: usdt * ONE, ...more });
}
/** An output of the last payment. */
async function opened(output: Output): Promise<number> {
  const { server } = world;
  const { currencyId = USDT, outputIndex = 0, to = user } = output;
  const [txId, amount] = [txOf(payments), amountMinor(output.amount)];
  const done = await server.sequencer.run({
    kind: 'open_deposit',
    owner: to.userId,
    depositKind: 'chain',
    currencyId,
    ...{ chain: 'ERC20', txId, outputIndex, amount, openMax: 0 },
  });
  if (!done.ok || done.value.kind !== 'deposit') throw new Error('not opened');
  const { depositId } = done.value.deposit;
  await noted(output, depositId);
  return depositId;
}
/** Where an output of the last payment stands at its watcher: seen, and no deposit yet, or open. */
async function noted(output: Output, depositId: number | undefined): Promise<void> {
  const { currencyId = USDT, outputIndex = 0, to = user, senders = [ETH_ADDRESS] } = output;
  await world.server.context.database.query(
    `INSERT INTO chain_transfers (chain, tx_id, output_index, address, owner_id, currency_id, amount_minor, height, block_hash,
       state, is_missing, deposit_id, reversals, created_at_ms, updated_at_ms, senders)
     VALUES ('ERC20', $1, $2, $3, $4, $5, $6, 1, 'b', $7, false, $8, 0, 1, 1, $9)
     ON CONFLICT (chain, tx_id, output_index) DO UPDATE SET state = excluded.state, deposit_id = excluded.deposit_id`,
    [
      ...[txOf(payments), outputIndex, addressOf(to), to.userId, currencyId, output.amount],
      ...[depositId === undefined ? 'seen' : 'open', depositId ?? null, senders],
    ],
  );
}
async function credit(
  depositId: number,
  usdt: bigint,
  { currencyId = USDT, needs = world.server.context as OriginNeeds } = {},
): Promise<void> {
  const { server } = world;
  const deposit = { depositId, currencyId, amount: usdt * ONE };
  const isHeld = await server.context.travelDeposits.asksOrigin(deposit, needs);
  await server.run({
    kind: 'credit_deposit',
    depositId,
    minimum: amountMinor(1n),
    reference: `ERC20:${depositId}:0`,
    ...(isHeld && { isHeld }),
  });
}
async function deposited(usdt = 100n, more: Parameters<typeof came>[1] = {}): Promise<number> {
  const id = await came(usdt, more);
  await credit(id, usdt);
  await round();
  return id;
}

const shown = async (id: number, by = user) =>
  (await world.server.data('deposits', {}, by)).list.find((one) => one.id === id);
const listed = async (id: number) =>
  (await world.server.data('operatorDeposits', { id }, first)).list[0];
const coin = async (by = user) => {
  const [row] = await world.server.context.database.query<{ total: bigint; frozen: bigint }>(
    'SELECT total_minor AS total, frozen_minor AS frozen FROM balances WHERE account_id = $1',
    [ledgerAccountId(by.userId, 'coin', USDT)],
  );
  return { total: row?.total, frozen: row?.frozen };
};
const say = (id: number, origin: object, by = user) =>
  world.server.call('sayOrigin', { id, ...origin }, by);
/** By keys, also of whom no session is left. */
const openHolds = async (by = user) =>
  (await world.server.context.holds.of(by.userId)).filter(({ ended }) => ended === undefined);
const state = async (id: number) => {
  const { database } = world.server.context;
  const sql = 'SELECT status FROM deposits WHERE deposit_id = $1';
  return (await database.query<{ status: string }>(sql, [id]))[0]?.status;
};
const asked = (id: number) => world.asked.filter((each) => each.id === `travel_in_${id}`);
async function letGo(): Promise<void> {
  const { server } = world;
  const { list } = await server.data('operatorHolds', { user_id: user.userId }, first);
  const open = list.find(({ end }) => end === undefined);
  const ended = await server.data('endHold', { id: open?.id, reason: 'called them' }, first);
  await server.data('decideProposal', { id: ended.proposal_id, decision: 'passed' }, second);
}

interface Told {
  readonly id?: string;
  readonly name?: string;
  readonly amount?: string;
  readonly txId?: string;
  readonly address?: string;
  readonly currency?: string;
}
let told = 0;
const messageOf = (of: number, more: Told = {}) => {
  const { id, name = 'TEST', amount = '100', txId, address, currency = 'USDT' } = more;
  told += 1;
  return {
    id: id ?? `harbour-${told}`,
    transfer: {
      direction: 'in',
      ...{ chain: 'ERC20', tx_id: txId ?? txOf(of), address: address ?? addressOf(user) },
      ...{ currency, amount },
    },
    ivms101: {
      originator: { originatorPerson: [natural('Jon Lee')] },
      beneficiary: { beneficiaryPerson: [natural(name)], accountNumber: ['ignored'] },
      originatingVASP: { legalPerson: { name: 'Harbour' } },
    },
  };
};
const natural = (primaryIdentifier: string) => ({
  naturalPerson: {
    name: { nameIdentifier: [{ primaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' }] },
    dateAndPlaceOfBirth: { dateOfBirth: '1990-01-01', placeOfBirth: 'Cork' },
  },
});
async function callBack(
  message: { readonly id: string },
  { secret = SECRET, id = message.id, atMs = world.server.clock.now() } = {},
) {
  const payload = JSON.stringify(message);
  const at = new Date(atMs);
  const signature = new Webhook(Buffer.from(secret).toString('base64')).sign(id, at, payload);
  const response = await world.server.app.inject({
    method: 'POST',
    url: '/api/travel/callback',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(atMs / 1_000)),
      'webhook-signature': signature,
    },
    payload,
  });
  return readReply<'travelCallback'>(response);
}

describe('a deposit from the threshold on', () => {
  test('is its owner’s at once, and usable by nothing before the word', async () => {
    const id = await deposited(100n);
    expect(await coin()).toEqual({ total: 1_100n * ONE, frozen: 100n * ONE });
    expect(await shown(id)).toMatchObject({
      status: 'under_review',
      reason: textsOf('en')('reasons.origin_needed'),
      origin: { is_asked: true },
    });
    expect(await openHolds()).toMatchObject([
      { kind: 'deposit', recordId: id, reason: 'hold_travel_origin_unsaid' },
    ]);
    const all = outOf(user, '1050', { recipient_wallet: 'own' });
    expect((await world.server.call('withdraw', all, user)).error).toBe('insufficient_balance');
    await world.server.context.reconciler.checkEverything();
    expect(world.server.context.reconciler.isSound).toBe(true);
  });

  test('below it is passed as ever, and is asked about by nobody', async () => {
    const id = await came(49n);
    await credit(id, 49n);
    await round();
    expect(await shown(id)).not.toHaveProperty('origin');
    expect([await state(id), await openHolds()]).toEqual(['passed', []]);
  });

  test('from an own wallet it is usable with the word, which may be repeated and not changed', async () => {
    const id = await deposited();
    expect((await say(id, OWN)).type).toBe('ok');
    expect((await say(id, OWN)).type).toBe('ok');
    await round();
    expect(await state(id)).toBe('passed');
    expect(await coin()).toEqual({ total: 1_100n * ONE, frozen: 0n });
    expect(await openHolds()).toEqual([]);
    expect((await say(id, OWN)).type).toBe('ok');
    expect((await say(id, HARBOUR)).error).toBe('already_decided');
    expect((await listed(id))?.travel_rule).toEqual({ wallet: 'own', senders: [ETH_ADDRESS] });
    expect(asked(id)).toEqual([]);
  });

  test.each([
    ['no name', { wallet: 'provider' }, ['provider', 'originator']],
    ['one name', { ...HARBOUR, originator: undefined }, ['originator']],
    ['a name too many', { wallet: 'own', provider: 'Harbour' }, ['provider']],
    ['another word', { wallet: 'mine' }, ['wallet']],
  ])('is not said with %s', async (_what, origin, fields) => {
    const id = await deposited();
    const answer = await say(id, origin);
    expect(answer.error).toBe('validation_failed');
    expect(Object.keys(answer.fields ?? {})).toEqual(fields);
  });

  test('is not said by another user, nor of what is not held', async () => {
    const id = await deposited();
    const other = await holder(world.server);
    expect((await say(id, OWN, other)).error).toBe('not_found');
    expect((await say(999_999, OWN)).error).toBe('not_found');
    expect((await world.server.call('sayOrigin', { id, ...OWN })).error).toBe('not_logged_in');
    const small = await deposited(10n);
    expect((await say(small, OWN)).error).toBe('already_decided');
    expect(await state(id)).toBe('under_review');
  });

  test('is taken along with what was said of it', async () => {
    const id = await deposited();
    await say(id, HARBOUR);
    const { travelDeposits } = world.server.context;
    expect((await travelDeposits.of([id])).get(id)?.origin).toEqual(HARBOUR);
    const day = new Date(world.server.clock.now()).toISOString().slice(0, 10);
    const range = { what: 'deposits', from: day, to: day, time_zone: 'UTC' };
    const { csv } = await world.server.data('exportOwn', range, user);
    expect(csv).toContain('provider,Harbour Exchange,Jon Lee');
  });
});

describe('another provider', () => {
  test('is asked with the names alone, and its yes makes it usable', async () => {
    const id = await deposited();
    await say(id, HARBOUR);
    await round();
    expect(asked(id)).toHaveLength(1);
    expect(asked(id)[0]).toMatchObject({
      id: `travel_in_${id}`,
      transfer: {
        ...{ direction: 'in', currency: 'USDT', amount: '100.000000', chain: 'ERC20' },
        ...{ tx_id: txOf(payments), address: addressOf(user) },
      },
      provider: 'Harbour Exchange',
    });
    expect(JSON.stringify(asked(id)[0])).toContain('"primaryIdentifier":"Jon Lee"');
    expect(JSON.stringify(asked(id)[0])).toContain('"primaryIdentifier":"Test"');
    expect(await state(id)).toBe('passed');
    expect((await listed(id))?.travel_rule).toMatchObject({
      ...HARBOUR,
      answer: 'accepted',
      reference: `sandbox-travel_in_${id}`,
    });
  });

  test.each([
    ['rejected', 'rejected'],
    ['unknown', 'unknown_provider'],
  ] as const)('that says %s is a hold, which two let go', async (word, answer) => {
    world.sandbox[word] = ['harbour'];
    const id = await deposited();
    await say(id, HARBOUR);
    await round();
    await round();
    expect(await openHolds()).toMatchObject([{ reason: 'hold_travel_origin' }]);
    expect((await listed(id))?.travel_rule?.answer).toBe(answer);
    await round();
    expect(await state(id)).toBe('under_review');
    await letGo();
    await round();
    expect(await state(id)).toBe('passed');
    expect((await coin()).frozen).toBe(0n);
  });

  test('that refused and nobody decides: the hold ends, and the money is usable', async () => {
    world.sandbox.rejected = ['harbour'];
    const id = await deposited();
    await say(id, HARBOUR);
    await round();
    await round();
    const [hold] = await openHolds();
    await world.server.data('appealHold', { id: hold?.holdId, text: 'it is my brother' }, user);
    await world.server.pass(13 * DAY_MS);
    await sweep();
    await round();
    expect(await state(id)).toBe('under_review');
    await world.server.pass(DAY_MS);
    await sweep();
    await round();
    expect([await state(id), (await coin()).frozen]).toEqual(['passed', 0n]);
  });

  test('that is away is asked again, and its user is told after ten minutes', async () => {
    world.sandbox.isAway = true;
    const id = await deposited();
    await say(id, HARBOUR);
    await round();
    await round();
    expect([await state(id), await openHolds()]).toEqual(['under_review', []]);
    await world.server.pass(AWAY_AFTER_MS);
    await round();
    expect(await openHolds()).toMatchObject([{ reason: 'hold_travel_origin_away' }]);
    world.sandbox.isAway = false;
    await world.server.pass(10 * MINUTE_MS);
    await round();
    await round();
    expect([await state(id), await openHolds()]).toEqual(['passed', []]);
  });

  test('nobody says anything: at the end of its hold it is usable', async () => {
    const id = await deposited();
    await world.server.pass(14 * DAY_MS);
    await sweep();
    await round();
    expect([await state(id), (await coin()).frozen]).toEqual(['passed', 0n]);
    expect(await openHolds()).toEqual([]);
  });
});

describe('the message of a provider', () => {
  test('for the verified name makes it usable without a word, once, and is kept nowhere', async () => {
    const id = await deposited();
    const message = messageOf(payments, { name: 'tést' });
    expect(await callBack(message)).toMatchObject({
      status: 200,
      message: { id: message.id, answer: 'taken' },
    });
    await round();
    expect([await state(id), await openHolds()]).toEqual(['passed', []]);
    expect((await callBack(message)).status).toBe(200);
    const kept = await world.server.context.database.query(
      'SELECT to_jsonb(asked) AS asked, to_jsonb(taken) AS taken FROM travel_deposits AS asked, travel_callbacks AS taken WHERE deposit_id = $1',
      [id],
    );
    expect(JSON.stringify(kept)).not.toContain('Jon');
    expect(JSON.stringify(kept)).not.toMatch(/t[eé]st"/i);
    const other = { ...message, transfer: { ...message.transfer, amount: '99' } };
    expect((await callBack(other)).error).toBe('idempotency_conflict');
  });

  test('that comes before the last confirmation asks its user nothing', async () => {
    const id = await came(100n);
    expect((await callBack(messageOf(payments))).status).toBe(200);
    await credit(id, 100n);
    await round();
    expect([await state(id), await openHolds()]).toEqual(['passed', []]);
  });

  test.each([
    ['name', { name: 'Somebody Else' }],
    ['amount', { amount: '99.5' }],
  ])('with another %s is a hold for people', async (reason, more) => {
    const id = await deposited();
    const message = messageOf(payments, more);
    expect((await callBack(message)).status).toBe(200);
    await round();
    expect(await openHolds()).toMatchObject([{ reason: 'hold_travel_origin_mismatch' }]);
    expect((await listed(id))?.travel_rule).toMatchObject({
      ...{ answer: 'mismatch', reason, reference: message.id },
    });
    // What is said later changes nothing, nor does another message.
    expect((await say(id, OWN)).error).toBe('already_decided');
    expect((await callBack(messageOf(payments))).status).toBe(200);
    await round();
    expect(await state(id)).toBe('under_review');
    await letGo();
    await round();
    expect(await state(id)).toBe('passed');
  });

  test('of a payment that is not there, or to another address, is refused, and may be said again', async () => {
    const id = await came(100n);
    const early = messageOf(payments + 1);
    expect((await callBack(early)).error).toBe('not_found');
    expect((await callBack(messageOf(payments, { address: ETH_ADDRESS }))).error).toBe('not_found');
    const next = await came(100n);
    expect((await callBack(early)).status).toBe(200);
    await credit(next, 100n);
    await credit(id, 100n);
    await round();
    expect([await state(next), await state(id)]).toEqual(['passed', 'under_review']);
  });

  test('says the amount as the chain does, and the currency in any case', async () => {
    payments += 1;
    const id = await opened({ currencyId: ETH, amount: 123_456_789n });
    const amount = '1.234567890123456789';
    expect((await callBack(messageOf(payments, { amount, currency: 'eth' }))).status).toBe(200);
    expect((await listed(id))?.travel_rule).toMatchObject({ answer: 'accepted' });
  });

  test('decides the outputs of its currency that it is about, and no others', async () => {
    const [one, two] = [await came(60n), await opened({ amount: 60n * ONE, outputIndex: 1 })];
    const other = await opened({ amount: 40n * ONE, outputIndex: 2 });
    const coins = await opened({ currencyId: ETH, amount: 60n, outputIndex: 3 });
    const answers = async () => {
      const found = await world.server.context.travelDeposits.of([one, two, other, coins]);
      return [one, two, other, coins].map((id) => found.get(id)?.answer);
    };
    const sixty = messageOf(payments, { amount: '60' });
    for (const message of [sixty, sixty]) expect((await callBack(message)).status).toBe(200);
    expect(await answers()).toEqual(['accepted', undefined, undefined, undefined]);
    const second = messageOf(payments, { amount: '60', name: 'Somebody Else' });
    expect((await callBack(second)).status).toBe(200);
    expect(await answers()).toEqual(['accepted', 'mismatch', undefined, undefined]);
    expect((await callBack(messageOf(payments, { amount: '160' }))).status).toBe(200);
    expect(await answers()).toEqual(['accepted', 'mismatch', 'accepted', undefined]);
    const strange = messageOf(payments, { currency: 'BTC', amount: '60' });
    expect((await callBack(strange)).error).toBe('not_found');
  });

  test('waits while an output of it is seen and is no deposit yet', async () => {
    const first = await came(60n);
    const seen = { amount: 40n * ONE, outputIndex: 1 };
    await noted(seen, undefined);
    const message = messageOf(payments);
    expect((await callBack(message)).error).toBe('not_found');
    const second = await opened(seen);
    expect((await callBack(message)).status).toBe(200);
    const found = await world.server.context.travelDeposits.of([first, second]);
    expect([...found.values()].map(({ answer }) => answer)).toEqual(['accepted', 'accepted']);
  });

  test('is said again of a payment that was orphaned, and answers it where it is mined anew', async () => {
    const orphaned = await deposited();
    const message = messageOf(payments);
    await world.server.run({ kind: 'drop_deposit', depositId: orphaned, reason: 'orphaned' });
    expect((await callBack(messageOf(payments))).error).toBe('not_found');
    const second = await opened({ amount: 100n * ONE });
    expect((await callBack(message)).status).toBe(200);
    await world.server.run({ kind: 'drop_deposit', depositId: second, reason: 'orphaned' });
    expect((await callBack(message)).error).toBe('not_found');
    const third = await opened({ amount: 100n * ONE });
    expect((await callBack(message)).status).toBe(200);
    await credit(third, 100n);
    expect(await state(third)).toBe('passed');
  });

  test('that does not match is a hold also where its user said an own wallet', async () => {
    const id = await deposited();
    await say(id, OWN);
    await callBack(messageOf(payments, { name: 'Somebody Else' }));
    await round();
    await round();
    expect(await openHolds()).toMatchObject([{ reason: 'hold_travel_origin_mismatch' }]);
    expect(await state(id)).toBe('under_review');
  });

  test.each([
    ['another secret', { secret: `${SECRET}x` }],
    ['another id', { id: 'other' }],
    ['an old time', { atMs: -6 * MINUTE_MS }],
  ])('signed with %s is none', async (_what, wrong) => {
    const id = await deposited();
    const atMs = 'atMs' in wrong ? { atMs: world.server.clock.now() + wrong.atMs } : {};
    const answer = await callBack(messageOf(payments), { ...wrong, ...atMs });
    expect(answer.error).toBe('api_signature_wrong');
    const bare = await world.server.call('travelCallback', messageOf(payments));
    expect(bare.error).toBe('api_signature_wrong');
    await round();
    expect(await state(id)).toBe('under_review');
  });
});

describe('an own wallet', () => {
  const prove = async (signer = KEY, address: string = KEY.address) => {
    const { server } = world;
    const asked = await server.data('askWalletProof', { chain: 'ERC20', address }, user);
    const signature = await signer.signMessage({ message: asked.message });
    return server.call('signWalletProof', { id: asked.id, signature }, user);
  };

  test('is to be proven from its worth on, by one of the addresses that it came from', async () => {
    const id = await deposited(1_000n, { senders: [ETH_ADDRESS, KEY.address] });
    expect((await shown(id))?.origin?.prove).toEqual([ETH_ADDRESS, KEY.address]);
    expect((await say(id, OWN)).error).toBe('wallet_proof_needed');
    const stranger = privateKeyToAccount(`0x${'43'.repeat(32)}`);
    expect((await prove(stranger)).error).toBe('signature_wrong');
    expect((await prove(stranger, stranger.address)).type).toBe('ok');
    expect((await say(id, OWN)).error).toBe('wallet_proof_needed');
    expect((await prove()).type).toBe('ok');
    expect((await shown(id))?.origin).toEqual({ is_asked: true });
    expect((await say(id, OWN)).type).toBe('ok');
    await round();
    expect(await state(id)).toBe('passed');
    expect((await listed(id))?.travel_rule?.proven).toBe(KEY.address);
  });

  test('of which the chain does not tell is its owner’s word', async () => {
    const id = await deposited(1_000n, { senders: [] });
    expect((await say(id, OWN)).type).toBe('ok');
  });

  test('is proven by a text of an hour, for one user', async () => {
    const { server } = world;
    const request = { chain: 'ERC20', address: KEY.address.toLowerCase() };
    const asked = await server.data('askWalletProof', request, user);
    expect(asked.message).toContain(
      `the wallet ${KEY.address} (ERC20) is mine, user ${user.userId}`,
    );
    const signature = await KEY.signMessage({ message: asked.message });
    const other = await holder(server);
    const sign = { id: asked.id, signature };
    expect((await server.call('signWalletProof', sign, other)).error).toBe('not_found');
    await server.pass(60 * MINUTE_MS);
    expect((await server.call('signWalletProof', sign, user)).error).toBe('not_found');
    const bad = { chain: 'ERC20', address: `${KEY.address.slice(0, -1)}z` };
    expect((await server.call('askWalletProof', bad, user)).error).toBe('validation_failed');
  });

  test('a withdrawal to it waits for the proof, which its owner may give then', async () => {
    const { server } = world;
    await server.fund(user.userId, USDT, 5_000n * ONE);
    const { id: addressId } = await addAddress(server, user, { address: KEY.address });
    await server.pass(DAY_MS);
    first = await operator(server, 'reviewer');
    const own = outOf({ ...user, addressId }, '1500', { recipient_wallet: 'own' });
    const { id } = await server.data('withdraw', own, user);
    const pass = () => server.call('decideWithdrawal', { id, decision: 'passed' }, first);
    await world.round();
    expect((await pass()).error).toBe('travel_rule_waits');
    expect(await openHolds()).toMatchObject([{ reason: 'hold_travel_rule_unproved' }]);
    const { list } = await server.data('withdrawals', {}, user);
    expect(list.find((one) => one.id === id)?.asks_proof).toBe(true);
    expect((await prove()).type).toBe('ok');
    await world.round();
    expect(await openHolds()).toEqual([]);
    expect((await pass()).type).toBe('ok');
    const small = outOf(user, '999', { recipient_wallet: 'own' });
    const { id: below } = await server.data('withdraw', small, user);
    await world.round();
    const asked = (await server.data('withdrawals', {}, user)).list.find((one) => one.id === below);
    expect(asked).not.toHaveProperty('asks_proof');
  });
});

describe('whatever happens', () => {
  test('what waited before a restart waits after it, and what was answered is released', async () => {
    const [waits, answered] = [await deposited(), await deposited()];
    await say(answered, OWN);
    await world.server.restart();
    await round();
    expect([await state(waits), await state(answered)]).toEqual(['under_review', 'passed']);
    expect((await coin()).frozen).toBe(100n * ONE);
  });

  test('of a user who is not verified nobody is asked, and a hold says so', async () => {
    const { server } = world;
    const stranger = { ...(await server.trader()), addressId: 0 };
    const id = await deposited(100n, { to: stranger });
    await say(id, HARBOUR, stranger);
    await round();
    await round();
    expect(asked(id)).toEqual([]);
    expect(await openHolds(stranger)).toMatchObject([{ reason: 'hold_travel_origin_unverified' }]);
  });

  test('an orphaned one leaves as it came, held or not', async () => {
    const id = await deposited();
    await world.server.run({ kind: 'drop_deposit', depositId: id, reason: 'orphaned' });
    await round();
    await sweep();
    expect(await coin()).toEqual({ total: 1_000n * ONE, frozen: 0n });
    expect(await openHolds()).toEqual([]);
  });

  test('a hold for its origin that comes too late holds nothing else', async () => {
    const { database, holds } = world.server.context;
    const id = await deposited();
    await world.server.run({ kind: 'drop_deposit', depositId: id, reason: 'orphaned' });
    const found = { userId: user.userId, kind: 'deposit', recordId: id } as const;
    for (const reason of [ORIGIN_UNSAID, ORIGIN_MISMATCH] as const)
      expect(await holds.placeBySystem({ ...found, reason })).toBeUndefined();
    await sweep();
    expect(await openHolds()).toEqual([]);
    const rows = await database.query('SELECT FROM withdrawal_holds WHERE owner_id = $1', [
      user.userId,
    ]);
    expect(rows).toEqual([]);
  });

  test('of which one fails, the others go on', async () => {
    const { server } = world;
    const { database, verification, config } = server.context;
    const [waits, answered] = [await deposited(), await deposited()];
    await say(answered, OWN);
    const fresh = await came(100n);
    await credit(fresh, 100n);
    const fails = () => Promise.reject(new Error('the mail is away'));
    const failing = new TravelDeposits({
      ...{ database, verification, clock: server.clock, provider: config.travelRule },
      holds: { placeBySystem: fails, clear: fails },
    });
    // Its hold cannot be ended; what has none is released.
    const free = await came(100n);
    await credit(free, 100n);
    await say(free, OWN);
    const warned: unknown[] = [];
    const log = { warn: (said: unknown) => void warned.push(said) };
    await failing.round({ ...server.context, log });
    expect([await state(free), await state(answered)]).toEqual(['passed', 'under_review']);
    expect(warned).toMatchObject([{ deposit: fresh }, { deposit: answered }]);
    await round();
    expect([await state(answered), await state(waits)]).toEqual(['passed', 'under_review']);
  });

  test('held for want of an index, it is usable once it is worth too little', async () => {
    const { server } = world;
    payments += 1;
    const [small, large] = [
      await opened({ currencyId: ETH, amount: 1_000_000n }),
      await opened({ currencyId: ETH, amount: 2_000_000n, outputIndex: 1 }),
    ];
    const at = (price: bigint | undefined) => ({
      ...server.context,
      marketData: { usdtPrice: () => price },
    });
    for (const id of [small, large])
      await credit(id, 1n, { currencyId: ETH, needs: at(undefined) });
    await server.context.travelDeposits.round(at(undefined));
    expect(await openHolds()).toHaveLength(2);
    // Worth 50 and 100, and then the first 49.99.
    await server.context.travelDeposits.round(at(5_000n * 10n ** 8n));
    expect(await openHolds()).toHaveLength(2);
    await server.context.travelDeposits.round(at(4_999n * 10n ** 8n));
    expect([await state(small), await state(large)]).toEqual(['passed', 'under_review']);
    expect(await openHolds()).toMatchObject([{ recordId: large }]);
  });

  test('refused before the rule was off it is held with an end, at which it is usable', async () => {
    const { server } = world;
    const id = await deposited();
    await callBack(messageOf(payments, { name: 'Somebody Else' }));
    await server.restart({});
    try {
      await round();
      await round();
      expect(await openHolds()).toMatchObject([{ reason: 'hold_travel_origin_mismatch' }]);
      await server.pass(14 * DAY_MS);
      await sweep();
      await round();
      expect([await state(id), await openHolds()]).toEqual(['passed', []]);
    } finally {
      await server.restart(world.environment);
    }
  });

  test('with the rule off nothing is asked, and what only waited is usable', async () => {
    const id = await deposited();
    await world.server.restart({});
    await round();
    await round();
    expect([await state(id), await openHolds()]).toEqual(['passed', []]);
    const next = await came(100n);
    await credit(next, 100n);
    expect(await shown(next)).not.toHaveProperty('origin');
    expect((await say(next, OWN)).error).toBe('not_found');
    const proof = { chain: 'ERC20', address: KEY.address };
    expect((await world.server.call('askWalletProof', proof, user)).error).toBe('not_found');
    expect((await callBack(messageOf(payments))).error).toBe('not_found');
  });
});
