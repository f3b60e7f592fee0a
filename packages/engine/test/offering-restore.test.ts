/** Snapshots whose offerings, subscriptions or rebates contradict them are refused: nothing is repaired silently. */
import { Engine, type Snapshot } from '@fairlead/engine';
import { InvariantError, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { LAUNCHES_MS, NEW_USDT, OfferingExchange } from './offering-words.ts';
import { ADA, BOB, CARL, ReferralExchange } from './referral-words.ts';

function expectRefused(good: Snapshot, change: Partial<Snapshot>): void {
  expect(() => new Engine({ ...good, ...change })).toThrow(InvariantError);
}

describe('offerings with', () => {
  const exchange = OfferingExchange.begin();
  exchange.pass(exchange.buy(1, 10).subscriptionId);
  exchange.buy(2, 20);
  const good = exchange.engine.takeSnapshot();
  const [locked, open] = good.subscriptions;
  const [offering] = good.offerings;
  if (!locked || !open || !offering) throw new Error('rows');
  const changed = (change: object) => ({ subscriptions: [locked, { ...open, ...change }] });

  test.each([
    ['a subscription twice', { subscriptions: [locked, open, open] }],
    ['a subscription that is missing', { subscriptions: [locked] }],
    ['a locked one that is missing', { subscriptions: [open] }],
    ['a rejected one', changed({ status: 'rejected' })],
    ['a released one', { subscriptions: [{ ...locked, isReleased: true }, open] }],
    ['one that passed without an entry', changed({ status: 'passed' })],
    ['one of an unknown owner', changed({ owner: 9 })],
    ['one of an unknown offering', changed({ offeringId: 9 })],
    ['one in another currency', changed({ currencyId: 1 })],
    ['one paid in another currency', changed({ paymentCurrencyId: 1 })],
    ['one at another price', changed({ issuePrice: open.issuePrice + 1n })],
    ['one that paid less', changed({ paid: open.paid - 1n })],
    ['one of more', changed({ amount: open.amount + 1n })],
    ['one released before the launch', changed({ unlocksAtMs: LAUNCHES_MS - 1 })],
    ['an id that was not given out', changed({ subscriptionId: 10_000 })],
    ['an offering twice', { offerings: [offering, offering] }],
    ['more sold than was', { offerings: [{ ...offering, soldMinor: offering.soldMinor + 1n }] }],
    ['less sold than was', { offerings: [{ ...offering, soldMinor: offering.soldMinor - 1n }] }],
    ['less on sale than was sold', { offerings: [{ ...offering, totalMinor: 2_999n }] }],
    ['terms that nobody takes', { offerings: [{ ...offering, lockupDays: -1 }] }],
    ['an unknown currency', { currencies: good.currencies.filter((row) => row.name !== 'NEW') }],
  ])('%s are refused', (_, change) => {
    expectRefused(good, change as Partial<Snapshot>);
  });

  test('nothing wrong are taken', () => {
    expect(new Engine(good).stateHash()).toBe(exchange.engine.stateHash());
  });

  test('a market that is open before the launch are found', () => {
    const markets = [{ ...NEW_USDT, state: 'open' } as const];
    expect(() => new Engine({ ...good, markets }).checkInvariants()).toThrow(InvariantError);
  });
});

describe('referral with', () => {
  const exchange = ReferralExchange.begin();
  exchange.setPartner(BOB, 100_000n);
  exchange.trade(BOB, CARL, 10_000);
  const good = exchange.engine.takeSnapshot();
  const [row] = good.rebateDays;
  if (!row) throw new Error('rows');
  const pending = (change: object) => ({ rebateDays: [{ ...row, ...change }] });
  const ratioPpm = ratePpm(100_000n);

  test.each([
    ['somebody who invited themselves', { referrals: [{ owner: CARL, inviter: CARL }] }],
    [
      'a ring of two',
      {
        referrals: [
          { owner: BOB, inviter: ADA },
          { owner: ADA, inviter: BOB },
        ],
      },
    ],
    [
      'a ring of three, and one who leads to it',
      {
        owners: [...good.owners, 4],
        referrals: [
          { owner: 4, inviter: ADA },
          { owner: ADA, inviter: BOB },
          { owner: BOB, inviter: CARL },
          { owner: CARL, inviter: ADA },
        ],
      },
    ],
    ['an owner invited twice', { referrals: [...good.referrals, { owner: BOB, inviter: CARL }] }],
    ['an unknown inviter', { referrals: [{ owner: BOB, inviter: 9 }] }],
    ['an unknown invitee', { referrals: [{ owner: 9, inviter: BOB }] }],
    ['a partner without a ratio', { partners: [{ owner: BOB }] }],
    ['a partner twice', { partners: [...good.partners, ...good.partners] }],
    ['an unknown partner', { partners: [{ owner: 9, ratioPpm }] }],
    ['a partner with all of a fee', { partners: [{ owner: BOB, ratioPpm: ratePpm(1_000_000n) }] }],
    ['levels twice', { referralTerms: [...good.referralTerms, ...good.referralTerms] }],
    ['levels that nobody takes', { referralTerms: [{ levels: [] }] }],
    ['a unit more pending', pending({ amount: row.amount + 1n })],
    ['a unit less pending', pending({ amount: row.amount - 1n })],
    ['nothing pending', { rebateDays: [] }],
    ['a day of no rebate', pending({ amount: 0n })],
    ['a day that was paid', pending({ paidAtMs: exchange.timeMs })],
    ['a day that is to come', pending({ day: row.day + 1 })],
    ['a day of somebody unknown', pending({ inviter: 9 })],
    ['a day in another currency', pending({ currencyId: 1 })],
    ['a day twice', { rebateDays: [row, row] }],
  ])('%s is refused', (_, change) => {
    expectRefused(good, change as Partial<Snapshot>);
  });

  test('nothing wrong is taken', () => {
    expect(new Engine(good).stateHash()).toBe(exchange.engine.stateHash());
  });
});
