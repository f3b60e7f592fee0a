export type { Side } from './book/side-code.ts';
export * from './changes.ts';
export * from './command.ts';
export * from './custody/commands.ts';
export * from './custody/rows.ts';
export { type Depth, type DepthLevel, Engine } from './engine.ts';
export {
  familyOf,
  isSubAccount,
  MAIN_OWNER_MAX,
  mainOf,
  subAccountOf,
} from './family.ts';
export { areFuturesTermsValid } from './futures/check-terms.ts';
export * from './futures/commands.ts';
export * from './futures/rows.ts';
export * from './futures/terms.ts';
export * from './hosting/commands.ts';
export { isHostingProductValid } from './hosting/configure.ts';
export * from './hosting/rows.ts';
export * from './hosting/terms.ts';
export { type LedgerAccount, ledgerAccount, ledgerAccountId } from './ledger/account-id.ts';
export * from './ledger/commands.ts';
export type { Balance } from './ledger/ledger.ts';
export { restoredEntry } from './ledger/restore-transfer.ts';
export * from './ledger/rows.ts';
export {
  DELIVERY_GRACE_MS,
  ICEBERG_PARTS_DEFAULT,
  LOSS_SKIP,
  SAMPLE_AHEAD_MAX_MS,
} from './limits.ts';
export { isMarketValid } from './market/check-terms.ts';
export * from './market/commands.ts';
export { derivativePrice } from './market/index-price.ts';
export * from './market/rows.ts';
export { isOfferingValid } from './offerings/check-terms.ts';
export * from './offerings/commands.ts';
export * from './offerings/rows.ts';
export * from './offerings/terms.ts';
export { areOptionTermsValid, isOptionCurrencyValid } from './options/check-terms.ts';
export * from './options/commands.ts';
export * from './options/rows.ts';
export * from './options/terms.ts';
export { OPENINGS } from './products.ts';
export * from './referral/commands.ts';
export { areReferralTermsValid, isRatioValid } from './referral/configure.ts';
export * from './referral/rows.ts';
export * from './referral/terms.ts';
export * from './result.ts';
export * from './spot/commands.ts';
export * from './spot/rows.ts';
export { sequenceOfLoss } from './state/declare-loss.ts';
export type { ParkingNeed } from './state/parking-need.ts';
export { stateHash, stateHashSteps } from './state/state-hash.ts';
export type { Steps } from './state/steps.ts';
export * from './terms.ts';
export { isLotBounded, isTickBounded } from './terms-bounds.ts';
