/** Takes over the calls that boot.js began before this code was there; each answer is used once. */

declare global {
  interface Window {
    early?: Map<string, Promise<Response>>;
  }
}

/** Answers older than this are not taken over: the page slept meanwhile. */
const EARLY_FOR_MS = 10_000;

/** The platform's fetch, unless the same GET is already on its way. A failed early call is made again. */
export function earlyFetch(url: string, init: RequestInit): Promise<Response> {
  const isPlainGet = init.method === 'GET' && performance.now() < EARLY_FOR_MS;
  const early = isPlainGet ? window.early?.get(url) : undefined;
  window.early?.delete(url);
  return early === undefined ? fetch(url, init) : early.catch(() => fetch(url, init));
}
