/** A bucket of tokens that fills with time. */
export class Allowance {
  readonly #factor: number;
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #atMs: number;

  /** Full as of `nowMs`; `factor` multiplies both limits. */
  constructor(
    limits: { readonly burst: number; readonly perSecond: number },
    factor: number,
    nowMs: number,
  ) {
    this.#factor = factor;
    this.#burst = limits.burst * factor;
    this.#perSecond = limits.perSecond * factor;
    this.#left = this.#burst;
    this.#atMs = nowMs;
  }

  /** Takes `cost` if it is there; `spared` is what must be left of an allowance whose factor is 1. */
  take(cost: number, nowMs: number, spared = 0): boolean {
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = nowMs;
    this.#left = Math.min(this.#burst, this.#left + (passedMs * this.#perSecond) / 1_000);
    if (this.#left < cost + spared * this.#factor) return false;
    this.#left -= cost;
    return true;
  }
}
