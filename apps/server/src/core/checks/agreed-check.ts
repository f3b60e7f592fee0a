/**
 * Holds what is open against the digests of what was agreed. The first start that knows them makes those that are missing;
 * from then on a row without one was not written by us, which a mark says under the same key, and a file outside. The mark
 * says which version of digests that was: the first start with a later one makes what that adds.
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
const VERSION = 2;

/** That every open row of this exchange has its digest. */
async function beginning(database: Database, version: number): Promise<string> {
  const exchange = String(await readSetting(database, 'exchange_id'));
  return version === 1 ? `begun|${exchange}` : `begun ${version}|${exchange}`;
}

/** The version of digests that every open row has one of; 0 before the first. */
async function versionOf(parts: AgreedCheckParts, drifts: Drift[]): Promise<number> {
  const { database, agreed, isBegun } = parts;
  const kept = await readSetting(database, AGREED_MARK);
  if (kept === undefined && !isBegun) return 0;
  for (let version = VERSION; kept !== undefined && version > 0; version -= 1) {
    const text = await beginning(database, version);
    if (agreed.judge(text, String(kept)) !== 'other') return version;
  }
  drifts.push({
    check: 'agreed_terms',
    subject: 'the mark that every open order has its digest is gone',
    difference: 1n,
  });
  return VERSION;
}

async function mark({ database, agreed, clock }: AgreedCheckParts): Promise<void> {
  const value = agreed.of(await beginning(database, VERSION));
  if ((await readSetting(database, AGREED_MARK)) === value) return;
  await writeSetting(database, AGREED_MARK, { value: JSON.stringify(value), nowMs: clock.now() });
}
