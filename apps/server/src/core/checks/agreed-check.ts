/**
 * Holds what is open against the digests of what was agreed. The first start that knows them makes those that are missing;
 * from then on a row without one was not written by us, which a mark says under the same key, and a file outside.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../sequencer/ports.ts';
import type { AgreedDigests } from '../store/batch/writer.ts';
import type { Database } from '../store/database.ts';
import type { AgreedRows, ExchangeTables } from '../store/exchange-tables.ts';
import { AGREED_MARK, readSetting, writeSetting } from '../store/settings-queries.ts';
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
}

/** What is open and not as it was agreed. */
export async function checkAgreed(parts: AgreedCheckParts): Promise<Drift[]> {
  const drifts: Drift[] = [];
  const isFirst = await isFirstCheck(parts, drifts);
  for (const { agreed: rows } of parts.tables.checks)
    if (rows !== undefined) await look(parts, rows, { isFirst, drifts });
  if (drifts.length === 0) await mark(parts);
  return drifts.slice(0, DRIFTS_MAX);
}

async function look(
  { database, agreed: judge }: AgreedCheckParts,
  rows: AgreedRows,
  { isFirst, drifts }: { readonly isFirst: boolean; readonly drifts: Drift[] },
): Promise<void> {
  for await (const page of rows.read(database)) {
    const made: NewDigest[] = [];
    for (const { id, agreed, digest, subject } of page) {
      const judgement = digest === undefined ? 'missing' : judge.judge(agreed, digest);
      if (judgement === 'present') continue;
      if (judgement === 'previous' || (judgement === 'missing' && isFirst))
        made.push({ id, before: digest, digest: judge.of(agreed) });
      else drifts.push({ check: 'agreed_terms', subject, difference: 1n });
    }
    await replaceDigests(database, rows, made);
    if (drifts.length >= DRIFTS_MAX) return;
    await turn();
  }
}

/** That every open row of this exchange has its digest. */
const beginning = async (database: Database): Promise<string> =>
  `begun|${String(await readSetting(database, 'exchange_id'))}`;

async function isFirstCheck(parts: AgreedCheckParts, drifts: Drift[]): Promise<boolean> {
  const { database, agreed, isBegun } = parts;
  const kept = await readSetting(database, AGREED_MARK);
  if (kept === undefined && !isBegun) return true;
  const isOurs =
    kept !== undefined && agreed.judge(await beginning(database), String(kept)) !== 'other';
  if (!isOurs)
    drifts.push({
      check: 'agreed_terms',
      subject: 'the mark that every open order has its digest is gone',
      difference: 1n,
    });
  return false;
}

async function mark({ database, agreed, clock }: AgreedCheckParts): Promise<void> {
  const value = agreed.of(await beginning(database));
  if ((await readSetting(database, AGREED_MARK)) === value) return;
  await writeSetting(database, AGREED_MARK, { value: JSON.stringify(value), nowMs: clock.now() });
}
