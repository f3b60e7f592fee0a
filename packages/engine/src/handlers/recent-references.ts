/** The references of the latest posted entries, so that one in flight to the tables is not posted twice. */
import type { EntryReason } from '../changes.ts';
import { RecentNames } from '../table/recent-names.ts';

export interface EntryReference {
  readonly reason: EntryReason;
  readonly reference: string;
}

export class RecentReferences {
  readonly #names = new RecentNames();

  has({ reason, reference }: EntryReference): boolean {
    return this.#names.has(`${reason} ${reference}`);
  }

  add({ reason, reference }: EntryReference): void {
    this.#names.add(`${reason} ${reference}`);
  }

  list(): string[] {
    return this.#names.list();
  }

  restore(references: readonly string[]): void {
    this.#names.restore(references);
  }
}
