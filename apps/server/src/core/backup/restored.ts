/**
 * What an exchange whose database was restored may have given out after the backup: nobody can know, so as much as it could
 * have in that time. The next start finds its tables behind that and declares a loss.
 */

import { readChainHead } from '../../receipts/queries.ts';
import { isSeen, type Seen } from '../sequencer/seen.ts';
import type { Queryable } from '../store/database.ts';
import { readSetting, writeSetting } from '../store/settings-queries.ts';
import { readLeader } from '../store/snapshot-reader.ts';

const SETTING = 'restored';
/** Of each kind, in a second: several times what any engine was measured to commit. */
const NUMBERS_PER_SECOND = 100_000;
/** Of those that the database itself gives: people, messages, proposals. Users' ids have 33 bits. */
const IDS_PER_SECOND = 10;
const IDS_MAX = 100_000_000;

/** Within the transaction that restores: notes what may have been given out since the backup was made. */
export async function markRestored(
  session: Queryable,
  { createdAtMs, nowMs }: { readonly createdAtMs: number; readonly nowMs: number },
): Promise<void> {
  const seconds = Math.ceil(Math.max(1_000, nowMs - createdAtMs) / 1_000);
  const { counters } = await readLeader(session);
  const head = await readChainHead(session);
  const beyond = (last: number): number => last + seconds * NUMBERS_PER_SECOND;
  const seen: Seen = {
    epoch: 0,
    sequence: beyond(counters.sequence),
    timeMs: Math.max(counters.timeMs, nowMs),
    orderId: beyond(counters.orderId),
    tradeId: beyond(counters.tradeId),
    entryId: beyond(counters.entryId),
    receiptId: beyond(head?.receiptId ?? 0),
  };
  await writeSetting(session, SETTING, { value: JSON.stringify(seen), nowMs });
  await session.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1)
     FROM pg_sequences WHERE schemaname = 'public'`,
    [Math.min(seconds * IDS_PER_SECOND, IDS_MAX)],
  );
}

/** What was noted at the last restore; undefined where there was none. `onIgnored` is told of what cannot be that. */
export async function readRestored(
  source: Queryable,
  onIgnored: () => void,
): Promise<Seen | undefined> {
  const seen = await readSetting(source, SETTING);
  if (isSeen(seen)) return seen;
  if (seen !== undefined) onIgnored();
  return undefined;
}
