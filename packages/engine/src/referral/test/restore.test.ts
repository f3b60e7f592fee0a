/** Snapshots whose invitees, partners or rebates contradict them are refused: nothing is repaired silently. */
import { ratePpm } from '@fairlead/units';
import { describe } from 'vitest';
import { testRefusals } from '../../../test/kit/restore.ts';
import { ADA, BOB, CARL, ReferralExchange } from './words.ts';

describe('a snapshot whose referral contradicts it is refused', () => {
  const exchange = ReferralExchange.begin();
  exchange.setPartner(BOB, 100_000n);
  exchange.trade(BOB, CARL, 10_000);
  const good = exchange.engine.takeSnapshot();
  const [row] = good.rebateDays;
  if (!row) throw new Error('rows');
  const pending = (change: object) => ({ rebateDays: [{ ...row, ...change }] });
  const ratioPpm = ratePpm(100_000n);

  testRefusals(good, [
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
  ]);
});
