/** What other capabilities may use of receipts. */
export type { HeadPublisher } from './head-publisher.ts';
export { publishedHeads } from './published-heads.ts';
export {
  latestSubjects,
  readAwaitedSamples,
  readChainHead,
  readLastSamples,
  readLosses,
} from './queries.ts';
export { shortSince } from './refund-queries.ts';
