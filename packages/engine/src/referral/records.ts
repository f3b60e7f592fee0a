/** What the state's hash takes of referral. */
import type { HashRecord } from '../state/hash-sum.ts';
import type { ReferralSnapshot } from './rows.ts';

export function referralRecords({
  referralTerms,
  partners,
  referrals,
  rebateDays,
}: ReferralSnapshot): HashRecord[] {
  return [
    ...referralTerms.map(({ levels }): HashRecord => {
      return ['referral_terms', ...levels.flatMap(({ needs, ratioPpm }) => [needs, ratioPpm])];
    }),
    ...partners.map(({ owner, ratioPpm }): HashRecord => ['partner', owner, ratioPpm]),
    ...referrals.map(({ owner, inviter }): HashRecord => ['referral', owner, inviter]),
    ...rebateDays.map(({ inviter, currencyId, day, amount }): HashRecord => {
      return ['rebate_day', inviter, currencyId, day, amount];
    }),
  ];
}
