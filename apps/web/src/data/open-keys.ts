/**
 * Idempotency keys of money calls whose outcome is not known yet, kept in the tab's storage: a page that is
 * loaded anew in the middle of a call repeats it under its key.
 */
export interface OpenKey {
  /** The request without its secrets. */
  readonly request: string;
  readonly key: string;
}

interface StoredKey extends OpenKey {
  readonly atMs: number;
}

/** After this a repeat is meant as a second one. */
const KEPT_FOR_MS = 3_600_000;
const nameOf = (route: string): string => `open-call-${route}`;

const isStored = (value: unknown): value is StoredKey =>
  typeof value === 'object' &&
  value !== null &&
  'request' in value &&
  'key' in value &&
  'atMs' in value &&
  typeof value.request === 'string' &&
  typeof value.key === 'string' &&
  typeof value.atMs === 'number';

/** The open call of a route; undefined when there is none, or none that can be read. */
export function readOpenKey(route: string): OpenKey | undefined {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(nameOf(route)) ?? 'null');
    if (!isStored(stored) || Date.now() - stored.atMs > KEPT_FOR_MS) return undefined;
    return { request: stored.request, key: stored.key };
  } catch {
    return undefined;
  }
}

/** Remembers a call before it is sent; undefined forgets it once its outcome is known. */
export function keepOpenKey(route: string, open: OpenKey | undefined): void {
  try {
    if (open === undefined) window.sessionStorage.removeItem(nameOf(route));
    else {
      const stored: StoredKey = { ...open, atMs: Date.now() };
      window.sessionStorage.setItem(nameOf(route), JSON.stringify(stored));
    }
  } catch {
    // Closed storage: then the key lives as long as the page.
  }
}
