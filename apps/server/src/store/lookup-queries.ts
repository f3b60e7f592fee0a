/** What the sequencer asks the tables before it executes: keys and names that were used before. */
import type { EntryReason } from '@fairlead/engine';
import type { Queryable } from './database.ts';

/** A first answer as its table holds it. */
export interface StoredAnswer {
  readonly owner: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  /** JSON text, to the byte as it was first given. */
  readonly body: string;
}

interface AnswerRecord {
  readonly owner_id: bigint;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

const toAnswer = (row: AnswerRecord): StoredAnswer => ({
  owner: Number(row.owner_id),
  key: row.key,
  fingerprint: row.fingerprint,
  status: row.status,
  body: row.body,
});

/** The newest answers, newest first; one more than `answersMax` when there are more. */
export async function newestAnswers(
  source: Queryable,
  answersMax: number,
): Promise<StoredAnswer[]> {
  const rows = await source.query<AnswerRecord>(
    `SELECT owner_id, key, fingerprint, status, body FROM idempotency_keys
     ORDER BY created_at_ms DESC LIMIT $1`,
    [answersMax + 1],
  );
  return rows.map(toAnswer);
}

export interface UsedNamesQuery {
  readonly keys: readonly { readonly owner: number; readonly key: string }[];
  readonly clientOrderIds: readonly { readonly owner: number; readonly clientOrderId: string }[];
  readonly references: readonly { readonly reason: EntryReason; readonly reference: string }[];
}

/** What of a query was used before; places count from 0 in the query's lists. */
export interface UsedNames {
  readonly answers: ReadonlyMap<number, StoredAnswer>;
  readonly clientOrderIds: ReadonlySet<number>;
  readonly references: ReadonlySet<number>;
}

interface UsedNameRecord extends AnswerRecord {
  readonly list: 'answers' | 'client_order_ids' | 'references';
  readonly place: bigint;
}

/** One probe per row; LIMIT keeps the planner from joining the whole table instead. */
const USED_NAMES = `
  SELECT 'answers' AS list, asked.place, found.*
  FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS asked (owner_id, key, place),
    LATERAL (
      SELECT stored.owner_id, stored.key, stored.fingerprint, stored.status, stored.body
      FROM idempotency_keys AS stored
      WHERE stored.owner_id = asked.owner_id AND stored.key = asked.key LIMIT 1
    ) AS found
  UNION ALL
  SELECT 'client_order_ids', asked.place, NULL, NULL, NULL, NULL, NULL
  FROM unnest($3::bigint[], $4::text[]) WITH ORDINALITY AS asked (owner_id, client_order_id, place),
    LATERAL (
      SELECT FROM orders AS stored
      WHERE stored.owner_id = asked.owner_id AND stored.client_order_id = asked.client_order_id
      LIMIT 1
    ) AS found
  UNION ALL
  SELECT 'references', asked.place, NULL, NULL, NULL, NULL, NULL
  FROM unnest($5::text[], $6::text[]) WITH ORDINALITY AS asked (reason, reference, place),
    LATERAL (
      SELECT FROM journal_entries AS stored
      WHERE stored.reason = asked.reason AND stored.reference = asked.reference LIMIT 1
    ) AS found`;

/** Looks all names up in one statement. */
export async function findUsedNames(source: Queryable, asked: UsedNamesQuery): Promise<UsedNames> {
  const rows = await source.query<UsedNameRecord>(USED_NAMES, [
    asked.keys.map(({ owner }) => owner),
    asked.keys.map(({ key }) => key),
    asked.clientOrderIds.map(({ owner }) => owner),
    asked.clientOrderIds.map(({ clientOrderId }) => clientOrderId),
    asked.references.map(({ reason }) => reason),
    asked.references.map(({ reference }) => reference),
  ]);
  const answers = new Map<number, StoredAnswer>();
  const clientOrderIds = new Set<number>();
  const references = new Set<number>();
  for (const row of rows) {
    // Ordinality counts from 1.
    const place = Number(row.place) - 1;
    if (row.list === 'answers') answers.set(place, toAnswer(row));
    else if (row.list === 'client_order_ids') clientOrderIds.add(place);
    else references.add(place);
  }
  return { answers, clientOrderIds, references };
}
