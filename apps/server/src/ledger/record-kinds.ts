/** What users' records call the reasons of entries. */
import type { RecordKind } from '@fairlead/contract';
import type { EntryReason } from '@fairlead/engine';

/** House reasons never touch a user's account; a division moves it as it is from one engine's books to another's. */
export function recordKindOf(reason: EntryReason): RecordKind {
  switch (reason) {
    case 'capital':
      return 'correction';
    case 'division':
      return 'transfer';
    default:
      return reason;
  }
}
