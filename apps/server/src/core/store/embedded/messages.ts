/** What the PGlite driver and its worker say to each other. Each request has one answer, in order. */
import { inspect } from 'node:util';

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

/** What stopped a start, in one line: the engine's own faults are plain objects. */
export function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const said = inspect(error, { depth: 1, breakLength: Number.POSITIVE_INFINITY, compact: true });
  return `the embedded database cannot be opened: ${said.replaceAll(/\s+/g, ' ')}`;
}
