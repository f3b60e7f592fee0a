/**
 * Holds what is open against the digests of what was agreed. The first start that knows them makes those that are missing;
 * from then on a row without one was not written by us, which a mark says under the same key, and a file outside. What was
 * digested later has a mark of its own: an engine of the version before, which may lead again for a while, goes by its own.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../sequencer/ports.ts';
import type { AgreedDigests } from '../store/batch/writer.ts';
import type { Database } from '../store/database.ts';
import type { AgreedRows, ExchangeTables } from '../store/exchange-tables.ts';
import {
  AGREED_MARK,
  LISTS_AGREED_MARK,
  readSetting,
  writeSetting,
} from '../store/settings-queries.ts';
import { type NewDigest, replaceDigests } from './agreed-queries.ts';
import { DRIFTS_MAX, type Drift } from './reconciliation.ts';

export type Judgement = 'present' | 'previous' | 'other';

/** Makes digests, and says of those that are kept whether they were made with the present secret or a previous one. */
export interface AgreedJudge extends AgreedDigests {
  judge(agreed: string, digest: string): Judgement;
}

export interface AgreedCheckParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly agreed: AgreedJudge;
  readonly tables: Pick<ExchangeTables, 'checks'>;
  /** Whether something outside the database knows that every row has its digest. */
  readonly isBegun: boolean;
  /** And that lists of orders have. */
  readonly hasLists?: boolean;
}

/** What is open and not as it was agreed. */
export async function checkAgreed(parts: AgreedCheckParts): Promise<Drift[]> {
  const drifts: Drift[] = [];
  const version = await versionOf(parts, drifts);
  for (const { agreed: rows } of parts.tables.checks)
    if (rows !== undefined) await look(parts, rows, { version, drifts });
  if (drifts.length === 0) await mark(parts);
  return drifts.slice(0, DRIFTS_MAX);
}

async function look(
  { database, agreed: judge }: AgreedCheckParts,
  rows: AgreedRows,
  { version, drifts }: { readonly version: number; readonly drifts: Drift[] },
): Promise<void> {
  const mayLack = version < (rows.since ?? 1);
  for await (const page of rows.read(database)) {
    const made: NewDigest[] = [];
    for (const { id, agreed, before, digest, subject } of page) {
      const judgement = digest === undefined ? 'missing' : judge.judge(agreed, digest);
      if (judgement === 'present') continue;
      const isOlder =
        version < VERSION &&
        digest !== undefined &&
        before !== undefined &&
        judge.judge(before, digest) !== 'other';
      if (judgement === 'previous' || isOlder || (judgement === 'missing' && mayLack))
        made.push({ id, before: digest, digest: judge.of(agreed) });
      else drifts.push({ check: 'agreed_terms', subject, difference: 1n });
    }
    await replaceDigests(database, rows, made);
    if (drifts.length >= DRIFTS_MAX) return;
    await turn();
  }
}

/** Of the first version orders, triggers and positions had digests; the second has lists, and how their orders wait. */
const MARKS = [AGREED_MARK, LISTS_AGREED_MARK] as const;
const VERSION = MARKS.length;

/** That every open row of this exchange has its digest. */
async function beginning(database: Database, mark: string): Promise<string> {
  const exchange = String(await readSetting(database, 'exchange_id'));
  return mark === AGREED_MARK ? `begun|${exchange}` : `begun ${mark}|${exchange}`;
}

/** The version of digests that every open row has one of; 0 before the first. */
async function versionOf(parts: AgreedCheckParts, drifts: Drift[]): Promise<number> {
  const { database, agreed, isBegun, hasLists = false } = parts;
  const known = [isBegun, hasLists];
  for (const [at, mark] of MARKS.entries()) {
    const kept = await readSetting(database, mark);
    if (kept === undefined && known[at] !== true) return at;
    const isOurs =
      kept !== undefined && agreed.judge(await beginning(database, mark), String(kept)) !== 'other';
    if (isOurs) continue;
    drifts.push({
      check: 'agreed_terms',
      subject: 'the mark that every open order has its digest is gone',
      difference: 1n,
    });
    return VERSION;
  }
  return VERSION;
}

async function mark({ database, agreed, clock }: AgreedCheckParts): Promise<void> {
  for (const name of MARKS) {
    const value = agreed.of(await beginning(database, name));
    if ((await readSetting(database, name)) === value) continue;
    await writeSetting(database, name, { value: JSON.stringify(value), nowMs: clock.now() });
  }
}
