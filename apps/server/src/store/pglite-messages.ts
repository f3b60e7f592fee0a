/** What the PGlite driver and its worker say to each other. Each request has one answer, in order. */
export interface WorkerSetup {
  /** The database's folder; absent for one in memory. */
  readonly folder?: string;
  /** A dump that a database in memory starts from. */
  readonly template?: string;
  /** Whether fsync reaches the operating system; false only to test the self-test. */
  readonly isSyncHooked: boolean;
}

export type WorkerRequest =
  | { readonly kind: 'exchange'; readonly bytes: Uint8Array }
  | { readonly kind: 'dump'; readonly path: string }
  | { readonly kind: 'close' };

export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'answer'; readonly bytes: Uint8Array };
