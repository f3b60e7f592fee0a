/**
 * Idempotency keys of money calls whose outcome is not known yet, kept in the tab's storage: a page that is
 * loaded anew in the middle of a call repeats it under its key.
 */
import { makeIdempotencyKey } from '@fairlead/client';
import { tabStorage } from './storage.ts';

export interface OpenKey {
  /** The request without its secrets. */
  readonly request: string;
  readonly key: string;
  /** What was meant by it, where the request says the same in other figures from one moment to the next. */
  readonly meant?: string;
}

interface StoredKey extends OpenKey {
  readonly atMs: number;
}

/** After this a repeat is meant as a second one. */
const KEPT_FOR_MS = 3_600_000;
const nameOf = (slot: string): string => `open-call-${slot}`;

/** Where the open call of a route and a user lies. */
export const slotOf = (route: string, callerId: string | undefined): string =>
  callerId === undefined ? route : `${route}-${callerId}`;

const isStored = (value: unknown): value is StoredKey =>
  typeof value === 'object' &&
  value !== null &&
  'request' in value &&
  'key' in value &&
  'atMs' in value &&
  typeof value.request === 'string' &&
  typeof value.key === 'string' &&
  typeof value.atMs === 'number' &&
  (!('meant' in value) || typeof value.meant === 'string');

/**
 * The same request after an unknown outcome keeps its key, and so does one by which the same is meant: half of a
 * balance that has changed meanwhile. Anything else gets a new one. A code typed anew does not make it another request.
 */
export function nextKey(open: OpenKey | undefined, request: object, meant?: string): OpenKey {
  const text = JSON.stringify(request, (name, value) =>
    name === 'fund_password' || name === 'otp' ? undefined : value,
  );
  const isSame = open?.request === text || (meant !== undefined && open?.meant === meant);
  if (isSame && open !== undefined) return open;
  return { request: text, key: makeIdempotencyKey(), ...(meant !== undefined && { meant }) };
}

/**
 * What goes under an open key: the request that it was made for, as it was, with the codes typed now. Another one
 * under the same key would be refused, and under another key it could be done twice.
 */
export const requestOf = <Request extends object>(open: OpenKey, request: Request): Request =>
  // It was made of a request of this route.
  open.meant === undefined ? request : { ...request, ...(JSON.parse(open.request) as Request) };

/** The open call of a slot; undefined when there is none, or none that can be read. */
export function readOpenKey(slot: string): OpenKey | undefined {
  try {
    const stored: unknown = JSON.parse(tabStorage.read(nameOf(slot)) ?? 'null');
    if (!isStored(stored) || Date.now() - stored.atMs > KEPT_FOR_MS) return undefined;
    const { request, key, meant } = stored;
    return { request, key, ...(meant !== undefined && { meant }) };
  } catch {
    // Not ours, or cut off.
    return undefined;
  }
}

/** Remembers a call before it is sent; undefined forgets it once its outcome is known. */
export function keepOpenKey(slot: string, open: OpenKey | undefined): void {
  const stored: StoredKey | undefined = open && { ...open, atMs: Date.now() };
  tabStorage.write(nameOf(slot), stored === undefined ? null : JSON.stringify(stored));
}
