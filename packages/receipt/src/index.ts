export { canonicalJson } from './canonical-json.ts';
export { CHAIN_IDS, CHAINS_MAX, chainBeginOf } from './chains.ts';
export { changeIdOf } from './check-change.ts';
export { type ShortDelivery, shortDeliveryOf } from './check-option.ts';
export { commitmentOf, GENESIS_HASH, receiptHash, sha256 } from './digest.ts';
export type { CheckStatus } from './finding.ts';
export {
  type BrokenHead,
  brokenHeads,
  type ChainSaid,
  type Head,
  headLine,
  readHeadLines,
} from './heads.ts';
export {
  HASH_BYTES,
  type HashBytes,
  heightOf,
  LIABILITY_SUM_MAX,
  type LiabilityLeaf,
  type SumNode,
  treeBytes,
} from './liability-node.ts';
export {
  isLiabilitySnapshot,
  type LiabilitySnapshot,
  type LiabilityTree,
  snapshotHash,
  treeText,
} from './liability-snapshot.ts';
export {
  leafNode,
  pathIn,
  publishedRoot,
  type TreeShape,
  topOf,
  treeTop,
} from './liability-tree.ts';
export {
  type Attestation,
  type Attested,
  attestedBy,
  BadTimestampError,
  BITCOIN_TAG,
  bitcoinHeight,
  isOts,
  mergeTimestamps,
  type Operation,
  type OtsFile,
  PENDING_TAG,
  pendingUri,
  readOts,
  readTimestamp,
  type Timestamp,
  writeOts,
  writeTimestamp,
} from './open-timestamps.ts';
export {
  isReceipt,
  previousIdOf,
  RECEIPT_KINDS,
  type Receipt,
  type ReceiptDropped,
  type ReceiptFields,
  type ReceiptKind,
  type ReceiptSample,
  type ReceiptSource,
} from './receipt.ts';
export { hostNote } from './venue-hosts.ts';
export {
  type ArchiveBegin,
  type ArchivedPosting,
  type ArchiveHasher,
  type ArchiveVerification,
  verifyArchive,
} from './verify-archive.ts';
export {
  type ChainVerification,
  ChainVerifier,
  openingIdOf,
  type VerifiedReceipt,
  verifyChain,
} from './verify-chain.ts';
export {
  hexOf,
  isLiabilityProof,
  LIABILITY_FORMAT,
  type LiabilityCheck,
  type LiabilityPath,
  type LiabilityProof,
  type LiabilitySibling,
  type LiabilityVerification,
  verifyLiabilityProof,
  verifySnapshot,
} from './verify-liabilities.ts';
export {
  CHECK_NAMES,
  type Check,
  type CheckName,
  type Verification,
  type VerifyContext,
  verifyReceipt,
} from './verify-receipt.ts';
