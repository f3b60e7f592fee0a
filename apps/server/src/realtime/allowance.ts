/** A bucket of tokens that fills with time. */
export class Allowance {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #atMs: number;

  constructor(limits: { readonly burst: number; readonly perSecond: number }, nowMs: number) {
    this.#burst = limits.burst;
    this.#perSecond = limits.perSecond;
    this.#left = limits.burst;
    this.#atMs = nowMs;
  }

  /** Takes `cost` if it is there. */
  take(cost: number, nowMs: number): boolean {
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = nowMs;
    this.#left = Math.min(this.#burst, this.#left + (passedMs * this.#perSecond) / 1_000);
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }
}
