/** Snapshots whose offerings or subscriptions contradict them are refused: nothing is repaired silently. */
import { Engine } from '@fairlead/engine';
import { InvariantError } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { testRefusals } from '../../../test/kit/restore.ts';
import { LAUNCHES_MS, NEW_USDT, OfferingExchange } from './words.ts';

describe('a snapshot whose offerings contradict it is refused', () => {
  const exchange = OfferingExchange.begin();
  exchange.pass(exchange.buy(1, 10).subscriptionId);
  exchange.buy(2, 20);
  const good = exchange.engine.takeSnapshot();
  const [locked, open] = good.subscriptions;
  const [offering] = good.offerings;
  if (!locked || !open || !offering) throw new Error('rows');
  const changed = (change: object) => ({ subscriptions: [locked, { ...open, ...change }] });

  testRefusals(good, [
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
  ]);

  test('a market that is open before the launch is found', () => {
    const markets = [{ ...NEW_USDT, state: 'open' } as const];
    expect(() => new Engine({ ...good, markets }).checkInvariants()).toThrow(InvariantError);
  });
});
