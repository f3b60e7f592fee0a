export {
  type ApiClient,
  type ApiClientOptions,
  type CallOptions,
  createApiClient,
  makeIdempotencyKey,
} from './api-client.ts';
export { ApiError, type ApiErrorCode } from './api-error.ts';
export { type BookLevel, compareDecimals } from './book-side.ts';
export {
  type CallSigner,
  createSigner,
  ed25519Signer,
  hmacSigner,
  type SignerOptions,
  type SignText,
} from './call-signer.ts';
export { fetchOwnPicture, fetchPicture, fetchPoster } from './fetch-picture.ts';
export {
  type CallsOf,
  createKeyClient,
  type KeyCall,
  type KeyClient,
  type KeyClientOptions,
} from './key-client.ts';
export { type LiveBookOptions, watchBook } from './live-book.ts';
export {
  createLiveClient,
  type LiveClient,
  type LiveClientOptions,
  type PrivateEventName,
} from './live-client.ts';
export type { LiveState, LiveStatus } from './live-status.ts';
export { type BookSnapshot, type BookView, OrderBookReplica } from './order-book-replica.ts';
export { type SendFileOptions, sendFile, sendFileTo } from './send-file.ts';
export { createServerClock, type ServerClock } from './server-clock.ts';
export { StepFollower, type StepFollowerParts, type StepsRead } from './step-follower.ts';
