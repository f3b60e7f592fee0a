/** What the record of a correction says beside its kind: why, under which entry, and by which two operators. */
import type { PostingRecord } from '@fairlead/contract';
import type { Say } from '../core/texts/texts.ts';
import { sayReason } from '../notices/index.ts';
import type { Correction } from './correction-queries.ts';

/** As the record has it. */
export function correctionView(
  { entryId, reason, operatorIds }: Correction,
  say: Say,
): NonNullable<PostingRecord['correction']> {
  return { entry_id: entryId, reason: sayReason(reason, say), operators: [...operatorIds] };
}

/** In one line, for lists and files. */
export function correctionNote({ entryId, reason, operatorIds }: Correction, say: Say): string {
  const said = { entry: entryId, reason: sayReason(reason, say) };
  return operatorIds.length === 0
    ? say('records.undone', said)
    : say('records.corrected', { ...said, operators: operatorIds.join(', ') });
}
