export { canonicalJson } from './canonical-json.ts';
export { commitmentOf, GENESIS_HASH, receiptHash, sha256 } from './digest.ts';
export type { CheckStatus } from './finding.ts';
export {
  isReceipt,
  RECEIPT_KINDS,
  type Receipt,
  type ReceiptDropped,
  type ReceiptFields,
  type ReceiptKind,
  type ReceiptSample,
  type ReceiptSource,
} from './receipt.ts';
export {
  type ChainVerification,
  ChainVerifier,
  openingIdOf,
  type VerifiedReceipt,
  verifyChain,
} from './verify-chain.ts';
export {
  CHECK_NAMES,
  type Check,
  type CheckName,
  type Verification,
  type VerifyContext,
  verifyReceipt,
} from './verify-receipt.ts';
