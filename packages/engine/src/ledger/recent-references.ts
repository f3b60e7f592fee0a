/** The references of the latest posted entries, so that one in flight to the tables is not posted twice. */

import { NewestSet } from '@fairlead/units';
import { REFERENCES_MAX } from '../limits.ts';
import type { EntryReason } from './rows.ts';

export interface EntryReference {
  readonly reason: EntryReason;
  readonly reference: string;
}

/** Begin the references that the engine makes itself; nobody else may use one up. */
const RESERVED = ['withdrawal:', 'reversal:', 'release:'] as const;

export const isReservedReference = (reference: string): boolean =>
  RESERVED.some((prefix) => reference.startsWith(prefix));

export class RecentReferences {
  readonly #names = new NewestSet<string>(REFERENCES_MAX);

  has({ reason, reference }: EntryReference): boolean {
    return this.#names.has(`${reason} ${reference}`);
  }

  add({ reason, reference }: EntryReference): void {
    this.#names.add(`${reason} ${reference}`);
  }

  list(): string[] {
    return [...this.#names];
  }

  restore(references: readonly string[]): void {
    for (const known of references) this.#names.add(known);
  }
}
