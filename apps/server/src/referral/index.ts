/** What other capabilities may use of referral. */
export { readPartners, readReferralTerms } from './queries.ts';
