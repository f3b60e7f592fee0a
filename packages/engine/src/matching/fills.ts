/** The fills of one taker, in the order in which they came to be; reused from order to order. */
export class Fills {
  /** Slots; as their complement where the fill was of a part that was shown and more is. */
  #makers = new Int32Array(64);
  #prices = new Float64Array(64);
  #lots = new Float64Array(64);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
  }

  add(maker: number, priceTicks: number, lots: number): void {
    if (this.#count === this.#makers.length) this.#grow();
    this.#makers[this.#count] = maker;
    this.#prices[this.#count] = priceTicks;
    this.#lots[this.#count] = lots;
    this.#count += 1;
  }

  /** The latest fill took all that its maker showed, and it shows more. */
  markSlice(): void {
    const at = this.#count - 1;
    this.#makers[at] = ~(this.#makers[at] ?? 0);
  }

  /** The maker's slot; it may hold no remainder any more. */
  maker(at: number): number {
    const maker = this.#makers[at] ?? 0;
    return maker < 0 ? ~maker : maker;
  }

  /** Whether its maker came again behind it, with a new place in the queue. */
  isSlice(at: number): boolean {
    return (this.#makers[at] ?? 0) < 0;
  }

  /** The maker's price. */
  price(at: number): number {
    return this.#prices[at] ?? 0;
  }

  lots(at: number): number {
    return this.#lots[at] ?? 0;
  }

  #grow(): void {
    const makers = new Int32Array(this.#count * 2);
    const prices = new Float64Array(this.#count * 2);
    const lots = new Float64Array(this.#count * 2);
    makers.set(this.#makers);
    prices.set(this.#prices);
    lots.set(this.#lots);
    this.#makers = makers;
    this.#prices = prices;
    this.#lots = lots;
  }
}
