/** What the sequencer asks the tables before it executes: keys and names that were used before. */
import type { EntryReason } from '@fairlead/engine';
import type { Queryable, SqlValue } from './database.ts';

/** A first answer as its table holds it. */
export interface StoredAnswer {
  readonly owner: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  /** JSON text, to the byte as it was first given, as it is kept (small-answer.ts). */
  readonly body: string;
  readonly timeMs: number;
}

/** Names an answer and its place in the order of time. */
export type StoredKey = Pick<StoredAnswer, 'owner' | 'key' | 'timeMs'>;

interface AnswerRecord {
  readonly owner_id: bigint;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  readonly created_at_ms: bigint;
}

const toAnswer = (row: AnswerRecord): StoredAnswer => ({
  owner: Number(row.owner_id),
  key: row.key,
  fingerprint: row.fingerprint,
  status: row.status,
  body: row.body,
  timeMs: Number(row.created_at_ms),
});

/** The first answer to the call of an owner by which an entry was made, if it was one with a key. */
export async function answerBehind(
  source: Queryable,
  { entryId, owner }: { readonly entryId: number; readonly owner: number },
): Promise<(StoredAnswer & { readonly route: string }) | undefined> {
  const [row] = await source.query<AnswerRecord & { readonly route: string }>(
    `SELECT owner_id, key, route, fingerprint, status, body, created_at_ms
     FROM journal_entries JOIN first_answers
       ON created_at_ms = journal_entries.time_ms AND first_answers.sequence = journal_entries.sequence
     WHERE entry_id = $1 AND owner_id = $2`,
    [entryId, owner],
  );
  return row && { ...toAnswer(row), route: row.route };
}

/** The newest answers, newest first; one more than `answersMax` when there are more. */
export async function newestAnswers(
  source: Queryable,
  answersMax: number,
): Promise<StoredAnswer[]> {
  const rows = await source.query<AnswerRecord>(
    `SELECT owner_id, key, fingerprint, status, body, created_at_ms FROM first_answers
     ORDER BY created_at_ms DESC LIMIT $1`,
    [answersMax + 1],
  );
  return rows.map(toAnswer);
}

/** Keys of the answers before one, the newest first, at most `limit`. */
export async function keysBefore(
  source: Queryable,
  { owner, key, timeMs }: StoredKey,
  limit: number,
): Promise<StoredKey[]> {
  const rows = await source.query<Pick<AnswerRecord, 'owner_id' | 'key' | 'created_at_ms'>>(
    `SELECT owner_id, key, created_at_ms FROM first_answers
     WHERE created_at_ms <= $1 AND (created_at_ms, owner_id, key) < ($1, $2, $3)
     ORDER BY created_at_ms DESC, owner_id DESC, key DESC LIMIT $4`,
    [timeMs, owner, key, limit],
  );
  return rows.map((row) => ({
    owner: Number(row.owner_id),
    key: row.key,
    timeMs: Number(row.created_at_ms),
  }));
}

export interface UsedNamesQuery {
  readonly keys: readonly { readonly owner: number; readonly key: string }[];
  readonly clientOrderIds: readonly { readonly owner: number; readonly clientOrderId: string }[];
  /** Of positions. */
  readonly clientPositionIds: readonly { readonly owner: number; readonly clientOrderId: string }[];
  /** Of orders that wait for a price. */
  readonly clientTriggerIds: readonly { readonly owner: number; readonly clientOrderId: string }[];
  readonly clientListIds: readonly { readonly owner: number; readonly clientOrderId: string }[];
  readonly references: readonly { readonly reason: EntryReason; readonly reference: string }[];
  readonly chainOutputs: readonly ChainOutputName[];
  /** Ids of deposits, found when they are not, or no longer, passed. */
  readonly unpassedDeposits: readonly number[];
  /** Ids of transfers that came from other engines. */
  readonly receivedTransfers: readonly number[];
}

/** One output of one transaction on one chain. */
export interface ChainOutputName {
  readonly chain: string;
  readonly txId: string;
  readonly outputIndex: number;
}

/** What of a query was used before; places count from 0 in the query's lists. */
export interface UsedNames {
  readonly answers: ReadonlyMap<number, StoredAnswer>;
  readonly clientOrderIds: ReadonlySet<number>;
  readonly clientPositionIds: ReadonlySet<number>;
  readonly clientTriggerIds: ReadonlySet<number>;
  readonly clientListIds: ReadonlySet<number>;
  readonly references: ReadonlySet<number>;
  readonly chainOutputs: ReadonlySet<number>;
  readonly unpassedDeposits: ReadonlySet<number>;
  readonly receivedTransfers: ReadonlySet<number>;
}

type NameList = Exclude<keyof UsedNames, 'answers'>;

interface UsedNameRecord extends AnswerRecord {
  readonly list: 'answers' | NameList;
  readonly place: bigint;
}

/**
 * One probe per row; LIMIT keeps the planner from joining the whole table instead. Those that are asked most come first: making
 * the plan of all of them costs more than looking up a hundred names, so what follows the last that is asked is left out.
 */
const ARMS: readonly string[] = [
  `SELECT 'answers' AS list, asked.place, found.*
  FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS asked (owner_id, key, place),
    LATERAL (
      SELECT stored.owner_id, stored.key, stored.fingerprint, stored.status, stored.body,
        stored.created_at_ms
      FROM first_answers AS stored
      WHERE stored.owner_id = asked.owner_id AND stored.key = asked.key LIMIT 1
    ) AS found`,
  `SELECT 'clientOrderIds', asked.place, NULL, NULL, NULL, NULL, NULL, NULL
  FROM unnest($3::bigint[], $4::text[]) WITH ORDINALITY AS asked (owner_id, client_order_id, place),
    LATERAL (
      SELECT FROM orders AS stored
      WHERE stored.owner_id = asked.owner_id AND stored.client_order_id = asked.client_order_id
      LIMIT 1
    ) AS found`,
  `SELECT 'references', asked.place, NULL, NULL, NULL, NULL, NULL, NULL
  FROM unnest($5::text[], $6::text[]) WITH ORDINALITY AS asked (reason, reference, place),
    LATERAL (
      SELECT FROM journal_entries AS stored
      WHERE stored.reason = asked.reason AND stored.reference = asked.reference LIMIT 1
    ) AS found`,
  `SELECT 'chainOutputs', asked.place, NULL, NULL, NULL, NULL, NULL, NULL
  FROM unnest($7::text[], $8::text[], $9::bigint[])
      WITH ORDINALITY AS asked (chain, tx_id, output_index, place),
    LATERAL (
      SELECT FROM deposits AS stored
      WHERE stored.kind = 'chain' AND stored.reason IS DISTINCT FROM 'orphaned'
        AND stored.chain = asked.chain AND stored.tx_id = asked.tx_id
        AND stored.output_index = asked.output_index
      LIMIT 1
    ) AS found`,
  `SELECT 'unpassedDeposits', asked.place, NULL, NULL, NULL, NULL, NULL, NULL
  FROM unnest($10::bigint[]) WITH ORDINALITY AS asked (deposit_id, place),
    LATERAL (
      SELECT FROM deposits AS stored
      WHERE stored.deposit_id = asked.deposit_id AND stored.status <> 'passed' LIMIT 1
    ) AS found`,
  `SELECT 'clientPositionIds', asked.place, NULL, NULL, NULL, NULL, NULL, NULL
  FROM unnest($11::bigint[], $12::text[]) WITH ORDINALITY AS asked (owner_id, client_order_id, place),
    LATERAL (
      SELECT FROM positions AS stored
      WHERE stored.owner_id = asked.owner_id AND stored.client_order_id = asked.client_order_id
      LIMIT 1
    ) AS found`,
  `SELECT 'clientTriggerIds', asked.place, NULL, NULL, NULL, NULL, NULL, NULL
  FROM unnest($13::bigint[], $14::text[]) WITH ORDINALITY AS asked (owner_id, client_order_id, place),
    LATERAL (
      SELECT FROM trigger_orders AS stored
      WHERE stored.owner_id = asked.owner_id AND stored.client_order_id = asked.client_order_id
      LIMIT 1
    ) AS found`,
  `SELECT 'clientListIds', asked.place, NULL, NULL, NULL, NULL, NULL, NULL
  FROM unnest($15::bigint[], $16::text[]) WITH ORDINALITY AS asked (owner_id, client_order_id, place),
    LATERAL (
      SELECT FROM order_lists AS stored
      WHERE stored.owner_id = asked.owner_id AND stored.client_list_id = asked.client_order_id
      LIMIT 1
    ) AS found`,
  `SELECT 'receivedTransfers', asked.place, NULL, NULL, NULL, NULL, NULL, NULL
  FROM unnest($17::bigint[]) WITH ORDINALITY AS asked (transfer_id, place),
    LATERAL (
      SELECT FROM received_transfers AS stored WHERE stored.transfer_id = asked.transfer_id LIMIT 1
    ) AS found`,
];

/** Looks all names up in one statement. */
export async function findUsedNames(source: Queryable, asked: UsedNamesQuery): Promise<UsedNames> {
  const columns: readonly (readonly SqlValue[])[] = [
    [asked.keys.map(({ owner }) => owner), asked.keys.map(({ key }) => key)],
    [
      asked.clientOrderIds.map(({ owner }) => owner),
      asked.clientOrderIds.map(({ clientOrderId }) => clientOrderId),
    ],
    [
      asked.references.map(({ reason }) => reason),
      asked.references.map(({ reference }) => reference),
    ],
    [
      asked.chainOutputs.map(({ chain }) => chain),
      asked.chainOutputs.map(({ txId }) => txId),
      asked.chainOutputs.map(({ outputIndex }) => outputIndex),
    ],
    [asked.unpassedDeposits],
    [
      asked.clientPositionIds.map(({ owner }) => owner),
      asked.clientPositionIds.map(({ clientOrderId }) => clientOrderId),
    ],
    [
      asked.clientTriggerIds.map(({ owner }) => owner),
      asked.clientTriggerIds.map(({ clientOrderId }) => clientOrderId),
    ],
    [
      asked.clientListIds.map(({ owner }) => owner),
      asked.clientListIds.map(({ clientOrderId }) => clientOrderId),
    ],
    [asked.receivedTransfers],
  ];
  const isAsked = ([list]: readonly SqlValue[]): boolean => Array.isArray(list) && list.length > 0;
  const arms = Math.max(columns.findLastIndex(isAsked), 0) + 1;
  const rows = await source.query<UsedNameRecord>(
    ARMS.slice(0, arms).join(' UNION ALL '),
    columns.slice(0, arms).flat(),
  );
  const answers = new Map<number, StoredAnswer>();
  const names: Record<NameList, Set<number>> = {
    clientOrderIds: new Set(),
    clientPositionIds: new Set(),
    clientTriggerIds: new Set(),
    clientListIds: new Set(),
    references: new Set(),
    chainOutputs: new Set(),
    unpassedDeposits: new Set(),
    receivedTransfers: new Set(),
  };
  for (const row of rows) {
    // Ordinality counts from 1.
    const place = Number(row.place) - 1;
    if (row.list === 'answers') answers.set(place, toAnswer(row));
    else names[row.list].add(place);
  }
  return { answers, ...names };
}
