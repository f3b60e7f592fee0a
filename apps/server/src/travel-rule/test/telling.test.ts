/**
 * What a recipient's provider is told after a withdrawal was sent, and what a user reads whose identity was taken back meanwhile. Goal:
 * each transaction is told, once, under one id, whatever fails between; and the words are of what it is.
 */
import { DAY_MS, MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { textsOf } from '../../core/texts/texts.ts';
import { type Holder, holder, outOf } from '../../custody/test/fixture.ts';
import { operator } from '../../operators/test/fixture.ts';
import { TravelRule } from '../travel-rule.ts';
import { HARBOUR, type TravelWorld, travelWorld } from './fixture.ts';

let world: TravelWorld;
let user: Holder;

beforeAll(async () => {
  world = await travelWorld();
});
beforeEach(async () => {
  world.calm();
  user = await holder(world.server);
});
afterAll(() => world?.stop());

const NAMES = {
  recipient_wallet: 'provider',
  recipient_provider: HARBOUR.provider,
  beneficiary: HARBOUR.beneficiary,
};
const out = async (more: Record<string, unknown> = NAMES) =>
  (await world.server.data('withdraw', outOf(user, '100', more), user)).id;
const hash = () => `0x${crypto.randomUUID().replaceAll('-', '').repeat(2)}`;
const told = () =>
  world.asked.flatMap((each) => ('message' in each ? [[each.id, each.transaction]] : []));
const openHolds = async () =>
  (await world.server.data('holds', {}, user)).filter(({ end }) => end === undefined);
const said = (word: string) => textsOf('en')(`reasons.${word}` as 'reasons.hold_travel_rule');

async function sent(id: number): Promise<string> {
  const by = await operator(world.server, 'reviewer');
  await world.server.data('decideWithdrawal', { id, decision: 'passed' }, by);
  const txId = hash();
  const mark = { kind: 'mark_withdrawal', withdrawalId: id, txId } as const;
  await world.server.run({ ...mark, to: 'signed' });
  await world.server.run({ ...mark, to: 'sent' });
  return txId;
}

describe('the transaction of a withdrawal', () => {
  test('is told once it is sent, and once', async () => {
    const id = await out();
    await world.round();
    expect(told()).toEqual([]);
    const txId = await sent(id);
    await world.round();
    await world.round();
    const [question] = world.asked;
    expect(told()).toEqual([[`${question?.id}_sent`, { chain: 'ERC20', tx_id: txId }]]);
  });

  test('is told again under the same id until it is taken, also by a server that was started anew', async () => {
    const id = await out();
    await world.round();
    await sent(id);
    Object.assign(world.sandbox, { answer: () => ({ id: 'another', answer: 'taken' }) });
    await world.round();
    await world.round();
    expect(told()).toHaveLength(1);
    Object.assign(world.sandbox, { answer: undefined });
    await world.server.pass(MINUTE_MS);
    const { config, ...rest } = world.server.context;
    const anew = new TravelRule({ ...rest, provider: config.travelRule });
    await anew.round(world.server.context);
    await world.server.pass(DAY_MS);
    await world.round();
    expect(told()).toHaveLength(2);
    expect(new Set(told().map(([name]) => name)).size).toBe(1);
  });

  test('of an own wallet is told nobody, and what was told stays as it was', async () => {
    const own = await out({ recipient_wallet: 'own' });
    await world.round();
    await sent(own);
    await world.round();
    expect(told()).toEqual([]);
    const id = await out();
    await world.round();
    await sent(id);
    await world.round();
    const change = `UPDATE travel_messages SET told_tx_id = 'x' WHERE withdrawal_id = ${id}`;
    await expect(world.server.context.database.query(change)).rejects.toThrow('stays as it was');
  });
});

test('a user whose verification was taken back reads that, and not that a provider is silent', async () => {
  const { database } = world.server.context;
  const verified = (status: string) =>
    database.query(
      `UPDATE verifications SET status = $2, reason = CASE WHEN $2 = 'rejected' THEN 'kyc_unreadable' END
       WHERE user_id = $1`,
      [user.userId, status],
    );
  await out();
  await verified('rejected');
  await world.round();
  expect(await openHolds()).toMatchObject([{ reason: said('hold_travel_rule_unverified') }]);
  expect(world.asked).toEqual([]);
  await verified('passed');
  await world.server.pass(11 * MINUTE_MS);
  Object.assign(world.sandbox, { isAway: true });
  await world.round();
  await world.round();
  expect(await openHolds()).toMatchObject([{ reason: said('hold_travel_rule_away') }]);
  await verified('rejected');
  await world.round();
  await world.round();
  expect(await openHolds()).toMatchObject([{ reason: said('hold_travel_rule_unverified') }]);
  Object.assign(world.sandbox, { isAway: false });
  await verified('passed');
  await world.server.pass(11 * MINUTE_MS);
  await world.round();
  expect(await openHolds()).toEqual([]);
});

test('a user takes along what they said also where nobody is asked any more', async () => {
  await out();
  await world.round();
  const day = new Date(world.server.clock.now()).toISOString().slice(0, 10);
  const range = { what: 'withdrawals', from: day, to: day, time_zone: 'UTC' } as const;
  const { travelRule } = world.server.context;
  Object.defineProperty(travelRule, 'isOn', { value: false, configurable: true });
  try {
    const text = JSON.stringify(await world.server.data('exportOwn', range, user));
    for (const part of ['recipient_wallet', 'Harbour Exchange', 'Jon Lee'])
      expect(text).toContain(part);
  } finally {
    Reflect.deleteProperty(travelRule, 'isOn');
  }
});
