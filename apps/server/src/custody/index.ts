/** What other capabilities may use of custody. */
export { depositById, depositOfOutput, hasCreditedClaim } from './deposits/queries.ts';
export { heldWords, largestLoneSum } from './lone-word-queries.ts';
export {
  queueCounts,
  type RecordOwner,
  type VerificationState,
  verificationSql,
} from './operator-queries.ts';
export type { BankCards } from './payees/bank-cards.ts';
export { currencyInfo, waysOf } from './views.ts';
