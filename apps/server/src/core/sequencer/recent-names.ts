/** The latest of names that may be used once: what is on its way to the tables, and a little more. */
export class RecentNames {
  readonly #namesMax: number;
  /** In the order of use, which a Set keeps. */
  readonly #names = new Set<string>();

  constructor(namesMax: number) {
    this.#namesMax = namesMax;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string): void {
    this.#names.add(name);
    if (this.#names.size <= this.#namesMax) return;
    for (const oldest of this.#names) {
      this.#names.delete(oldest);
      return;
    }
  }

  clear(): void {
    this.#names.clear();
  }
}
