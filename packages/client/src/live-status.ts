/** `connecting`: not yet or again; `live`: connected and subscribed; `offline`: an attempt failed. */
export type LiveState = 'connecting' | 'live' | 'offline';

export interface LiveStatus {
  readonly state: LiveState;
  /** Since when, by this machine's clock. */
  readonly sinceMs: number;
}
