/** What owners of locked funds see live: balances and records of purchases, days and ends, theirs only. */
import type { PrivateData } from '@fairlead/contract';
import { USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveFixture } from '../../../test/support/live-fixture.ts';
import { MAKER, TAKER } from '../../../test/support/test-sequencer.ts';
import { Schedules } from '../../core/operations/schedules.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { FIFTEEN } from './fixture.ts';

let live: LiveFixture;
beforeEach(async () => {
  live = await LiveFixture.open();
  const { market } = live;
  const { currencyId } = USDT;
  await market.run({ kind: 'configure_hosting', product: FIFTEEN });
  await market.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: 'treasury',
    currencyId,
    amount: amountMinor(1_000_000000n),
    source: { house: 'external' },
    target: { house: 'yield_treasury' },
  });
  const [source, target] = ['coin', 'trust'] as const;
  const amount = amountMinor(2_000_000000n);
  await market.run({ kind: 'transfer', owner: MAKER, source, target, currencyId, amount });
});
afterEach(() => live.close());

test('a purchase, a day and an early end move the balance and are records, of the owner only', async () => {
  const { market } = live;
  live.addSession('maker', MAKER);
  live.addSession('taker', TAKER);
  const [owner, other, guest] = [await live.connect(), await live.connect(), await live.connect()];
  await owner.ask('login', { token: 'maker' });
  await other.ask('login', { token: 'taker' });
  const trust = () =>
    (owner.of('balance') as PrivateData['balance'][])
      .filter(({ account }) => account === 'trust')
      .map(({ available, frozen }) => [available, frozen]);
  const bought = { owner: MAKER, productId: 1, amount: amountMinor(1_000_000000n) } as const;
  await market.run({ kind: 'buy_hosting', ...bought });
  await owner.until(() => trust().length === 1);
  expect(trust()).toEqual([['1000.000000', '1000.000000']]);
  const hostingId = market.sequencer.health().lastSequence;

  market.clock.nowMs += DAY_MS;
  const { sequencer, clock } = market;
  const log = { info: () => {}, warn: () => {} };
  const schedules = new Schedules({ sequencer, clock, log, tables: EXCHANGE_TABLES });
  await schedules.run();
  await schedules.stop();
  await owner.until(() => trust().length === 2 && owner.of('record').length === 1);
  expect(trust()[1]).toEqual(['1004.000000', '1000.000000']);

  await market.run({ kind: 'redeem_hosting', owner: MAKER, hostingId });
  await owner.until(() => trust().length === 3 && owner.of('record').length === 2);
  expect(trust()[2]).toEqual(['1942.000000', '0.000000']);
  expect(owner.of('record')).toMatchObject([
    { kind: 'hosting_interest', account: 'trust', amount: '4.000000' },
    { kind: 'hosting_redemption', account: 'trust', amount: '-62.000000' },
  ]);
  expect([other.of('record'), other.of('balance'), guest.of('record')]).toEqual([[], [], []]);
});
