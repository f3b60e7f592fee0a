import { REFERENCES_MAX } from '../limits.ts';

/** The names used lately, so that one in flight to the tables is not used twice. */
export class RecentNames {
  /** In the order of use, which a Set keeps. */
  readonly #known = new Set<string>();

  has(name: string): boolean {
    return this.#known.has(name);
  }

  add(name: string): void {
    this.#known.add(name);
    if (this.#known.size <= REFERENCES_MAX) return;
    for (const oldest of this.#known) {
      this.#known.delete(oldest);
      return;
    }
  }

  delete(name: string): void {
    this.#known.delete(name);
  }

  /** Oldest first, in the form that `restore` takes. */
  list(): string[] {
    return [...this.#known];
  }

  restore(names: readonly string[]): void {
    for (const known of names) this.#known.add(known);
  }
}
