/** Waits; rejects with the signal's reason when it is aborted first. Replaced in tests. */
export type Wait = (delayMs: number, signal: AbortSignal) => Promise<void>;

export const wait: Wait = (delayMs, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(finish, delayMs);
    signal.addEventListener('abort', give, { once: true });
    function finish(): void {
      signal.removeEventListener('abort', give);
      resolve();
    }
    function give(): void {
      clearTimeout(timer);
      reject(signal.reason);
    }
  });
