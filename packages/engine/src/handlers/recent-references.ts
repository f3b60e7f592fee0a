/** The references of the latest posted entries, so that one in flight to the tables is not posted twice. */
import type { EntryReason } from '../changes.ts';
import { REFERENCES_MAX } from '../limits.ts';

export interface EntryReference {
  readonly reason: EntryReason;
  readonly reference: string;
}

export class RecentReferences {
  /** In the order of posting, which a Set keeps. */
  readonly #known = new Set<string>();

  has({ reason, reference }: EntryReference): boolean {
    return this.#known.has(`${reason} ${reference}`);
  }

  add({ reason, reference }: EntryReference): void {
    this.#known.add(`${reason} ${reference}`);
    if (this.#known.size <= REFERENCES_MAX) return;
    for (const oldest of this.#known) {
      this.#known.delete(oldest);
      return;
    }
  }

  /** Oldest first, in the form that `restore` takes. */
  list(): string[] {
    return [...this.#known];
  }

  restore(references: readonly string[]): void {
    for (const known of references) this.#known.add(known);
  }
}
