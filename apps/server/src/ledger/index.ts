/** What other capabilities may use of ledger. */
export { availableTo } from './available.ts';
export { correctionsOf, countCorrections } from './correction-queries.ts';
export { accountSums } from './explorer-queries.ts';
export { type OwnPostingRecord, ownPostings } from './export-queries.ts';
export { hasComeBackAsSaid, hasLeftAsSaid, isBookedIn, provenSent } from './proof-queries.ts';
export {
  balancesOf,
  oldestSentMs,
  postingsPage,
  receivedTransfer,
  sentTransfersPage,
} from './queries.ts';
export { recordKindOf } from './record-kinds.ts';
export { onTheWaySql, type Passage, passagesAt } from './transfer-queries.ts';
export { postingView } from './views.ts';
export { CONVERT_CURRENCY, CONVERT_SCALE, worth } from './worth.ts';
