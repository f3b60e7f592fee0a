/** Payments of the cold wallet: what was built stays as it is, what became of it is written once. */
import type { ColdChain, ColdStatus } from '@fairlead/contract';
import type { ColdPlace } from '../chains/index.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { KeySignatures } from './psbt.ts';

export interface ColdSpend {
  readonly id: number;
  readonly chain: ColdChain;
  readonly currency: string;
  /** The wallet as it was then: an output descriptor, or a Safe's (safeDescriptor). */
  readonly descriptor: string;
  /** Signatures do not change it: a transaction's name, or a safeTxHash. */
  readonly txId: string;
  readonly address: string;
  readonly amount: bigint;
  /** Fee, change and its place are bitcoin's. */
  readonly fee: bigint | undefined;
  readonly change: bigint | undefined;
  readonly changeIndex: number | undefined;
  /** What wallets sign: a PSBT, or a Safe's typed data in JSON. */
  readonly psbt: Uint8Array;
  /** Of a Safe's payment; `fromHeight` is the block at which it was built. */
  readonly nonce: bigint | undefined;
  readonly fromHeight: number | undefined;
  /** The transaction that called the Safe with it. */
  readonly carriedBy: string | undefined;
  readonly reason: string;
  readonly proposedBy: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly status: ColdStatus;
  /** With its signatures: a whole transaction, or what a Safe is called with. */
  readonly raw: string | undefined;
  readonly ended: { readonly by: number; readonly reason: string } | undefined;
  readonly changedAtMs: number;
}

export interface SpentCoin {
  readonly txId: string;
  readonly index: number;
  readonly place: ColdPlace;
}

export interface StoredSignatures extends KeySignatures {
  readonly operatorId: number;
  readonly timeMs: number;
}

interface SpendRecord {
  readonly cold_spend_id: bigint;
  readonly chain: ColdChain;
  readonly currency: string;
  readonly descriptor: string;
  readonly tx_id: string;
  readonly address: string;
  readonly amount_minor: bigint;
  readonly fee_minor: bigint | null;
  readonly change_minor: bigint | null;
  readonly change_index: number | null;
  readonly nonce: bigint | null;
  readonly from_height: bigint | null;
  readonly carried_by: string | null;
  readonly psbt: Uint8Array;
  readonly reason: string;
  readonly proposed_by: bigint;
  readonly created_at_ms: bigint;
  readonly expires_at_ms: bigint;
  readonly status: ColdStatus;
  readonly raw: string | null;
  readonly ended_by: bigint | null;
  readonly ended_for: string | null;
  readonly changed_at_ms: bigint;
}

const toSpend = (row: SpendRecord): ColdSpend => ({
  id: Number(row.cold_spend_id),
  chain: row.chain,
  currency: row.currency,
  descriptor: row.descriptor,
  txId: row.tx_id,
  address: row.address,
  amount: row.amount_minor,
  fee: row.fee_minor ?? undefined,
  change: row.change_minor ?? undefined,
  changeIndex: row.change_index ?? undefined,
  nonce: row.nonce ?? undefined,
  fromHeight: row.from_height === null ? undefined : Number(row.from_height),
  carriedBy: row.carried_by ?? undefined,
  psbt: row.psbt,
  reason: row.reason,
  proposedBy: Number(row.proposed_by),
  createdAtMs: Number(row.created_at_ms),
  expiresAtMs: Number(row.expires_at_ms),
  status: row.status,
  raw: row.raw ?? undefined,
  ended:
    row.ended_by === null || row.ended_for === null
      ? undefined
      : { by: Number(row.ended_by), reason: row.ended_for },
  changedAtMs: Number(row.changed_at_ms),
});

export function spendsPage(source: Queryable, request: PageRequest): Promise<Page<ColdSpend>> {
  const listing = {
    ...{ columns: '*', from: 'cold_spends', where: new Conditions() },
    orderBy: 'cold_spend_id DESC',
  };
  return readPage<SpendRecord, ColdSpend>(source, listing, request, toSpend);
}

export async function findSpend(source: Queryable, id: number): Promise<ColdSpend | undefined> {
  const [row] = await source.query<SpendRecord>(
    'SELECT * FROM cold_spends WHERE cold_spend_id = $1',
    [id],
  );
  return row && toSpend(row);
}

/** Those that may still pay, the oldest first. */
export async function openSpends(source: Queryable, limit: number): Promise<ColdSpend[]> {
  const rows = await source.query<SpendRecord>(
    `SELECT * FROM cold_spends WHERE status IN ('signing', 'signed', 'sent')
     ORDER BY cold_spend_id LIMIT $1`,
    [limit],
  );
  return rows.map(toSpend);
}

/** In the order of its inputs. */
export async function coinsOf(source: Queryable, id: number): Promise<SpentCoin[]> {
  const rows = await source.query<{
    tx_id: string;
    output_index: number;
    branch: 0 | 1;
    place: number;
  }>(
    `SELECT tx_id, output_index, branch, place FROM cold_coins WHERE cold_spend_id = $1
     ORDER BY position`,
    [id],
  );
  return rows.map((row) => ({
    txId: row.tx_id,
    index: row.output_index,
    place: { branch: row.branch, index: row.place },
  }));
}

/** Coins of open payments, as `transaction:output`. */
export async function heldCoins(source: Queryable): Promise<ReadonlySet<string>> {
  const rows = await source.query<{ coin: string }>(
    `SELECT tx_id || ':' || output_index AS coin FROM cold_coins WHERE is_held`,
  );
  return new Set(rows.map(({ coin }) => coin));
}

/** The next index of a wallet's change branch that no payment named yet. */
export async function nextChange(source: Queryable, descriptor: string): Promise<number> {
  const [row] = await source.query<{ next: number }>(
    `SELECT coalesce(max(change_index) + 1, 0)::integer AS next FROM cold_spends
     WHERE descriptor = $1`,
    [descriptor],
  );
  return row?.next ?? 0;
}

export async function signaturesOf(
  source: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredSignatures[]>> {
  if (ids.length === 0) return new Map();
  const rows = await source.query<{
    cold_spend_id: bigint;
    key_number: number;
    signatures: string;
    operator_id: bigint;
    time_ms: bigint;
  }>(
    `SELECT cold_spend_id, key_number, signatures, operator_id, time_ms FROM cold_signatures
     WHERE cold_spend_id = ANY($1::bigint[]) ORDER BY cold_spend_id, key_number`,
    [[...ids]],
  );
  const bySpend = new Map<number, StoredSignatures[]>();
  for (const row of rows) {
    const id = Number(row.cold_spend_id);
    const signed = bySpend.get(id) ?? [];
    signed.push({
      key: row.key_number,
      signatures: row.signatures.split(',').map((text) => Buffer.from(text, 'hex')),
      operatorId: Number(row.operator_id),
      timeMs: Number(row.time_ms),
    });
    bySpend.set(id, signed);
  }
  return bySpend;
}

export interface NewSpend
  extends Pick<
    ColdSpend,
    | 'descriptor'
    | 'txId'
    | 'address'
    | 'amount'
    | 'psbt'
    | 'reason'
    | 'proposedBy'
    | 'createdAtMs'
    | 'expiresAtMs'
  > {
  readonly fee: bigint;
  readonly change: bigint;
  readonly changeIndex: number;
  readonly coins: readonly SpentCoin[];
}

/** Writes a payment with its coins; undefined where another open one took one of them meanwhile. */
export async function insertSpend(
  database: Database,
  { coins, ...spend }: NewSpend,
): Promise<number | undefined> {
  class Taken extends Error {}
  try {
    return await database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ cold_spend_id: bigint }>(
        `INSERT INTO cold_spends (chain, currency, descriptor, tx_id, address, amount_minor, fee_minor, change_minor,
           change_index, psbt, reason, proposed_by, created_at_ms, expires_at_ms, changed_at_ms)
         VALUES ('OMNI', 'BTC', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11)
         RETURNING cold_spend_id`,
        [
          ...[spend.descriptor, spend.txId, spend.address, spend.amount, spend.fee, spend.change],
          ...[spend.changeIndex, spend.psbt, spend.reason, spend.proposedBy],
          ...[spend.createdAtMs, spend.expiresAtMs],
        ],
      );
      if (row === undefined) throw new Error('an inserted row is told');
      const held = await transaction.query(
        `INSERT INTO cold_coins (cold_spend_id, position, tx_id, output_index, branch, place)
         SELECT $1, n - 1, tx_id, output_index, branch, place
         FROM unnest($2::text[], $3::integer[], $4::integer[], $5::integer[])
           WITH ORDINALITY AS coins (tx_id, output_index, branch, place, n)
         ON CONFLICT DO NOTHING RETURNING position`,
        [
          row.cold_spend_id,
          coins.map(({ txId }) => txId),
          coins.map(({ index }) => index),
          coins.map(({ place }) => place.branch),
          coins.map(({ place }) => place.index),
        ],
      );
      if (held.length < coins.length) throw new Taken();
      return Number(row.cold_spend_id);
    });
  } catch (error) {
    if (error instanceof Taken) return undefined;
    throw error;
  }
}

export interface NewSafeSpend
  extends Omit<NewSpend, 'fee' | 'change' | 'changeIndex' | 'coins'>,
    Pick<ColdSpend, 'currency'> {
  readonly nonce: bigint;
  readonly fromHeight: number;
}

/** Writes a payment of a Safe; undefined where another open one took its nonce meanwhile. */
export async function insertSafeSpend(
  database: Database,
  spend: NewSafeSpend,
): Promise<number | undefined> {
  const [row] = await database.query<{ cold_spend_id: bigint }>(
    `INSERT INTO cold_spends (chain, currency, descriptor, tx_id, address, amount_minor, nonce, from_height, psbt, reason,
       proposed_by, created_at_ms, expires_at_ms, changed_at_ms)
     VALUES ('ERC20', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11)
     ON CONFLICT DO NOTHING RETURNING cold_spend_id`,
    [
      ...[spend.currency, spend.descriptor, spend.txId, spend.address, spend.amount, spend.nonce],
      ...[spend.fromHeight, spend.psbt, spend.reason, spend.proposedBy],
      ...[spend.createdAtMs, spend.expiresAtMs],
    ],
  );
  return row && Number(row.cold_spend_id);
}

export interface SignedSpend {
  readonly id: number;
  readonly signed: readonly KeySignatures[];
  readonly operatorId: number;
  readonly nowMs: number;
  /** What it is with enough of them. */
  readonly to: 'signed' | 'sent';
  /** Makes the whole of it once there are enough; undefined before. */
  readonly finalise: (signed: readonly KeySignatures[]) => string | undefined;
}

/** Keeps signatures, each key's first for ever, and with enough of them the whole transaction. False where it is open no more. */
export function addSignatures(
  database: Database,
  { id, signed, operatorId, nowMs, to, finalise }: SignedSpend,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [open] = await transaction.query(
      `SELECT 1 AS one FROM cold_spends WHERE cold_spend_id = $1 AND status = 'signing'
         AND expires_at_ms > $2 FOR UPDATE`,
      [id, nowMs],
    );
    if (open === undefined) return false;
    for (const { key, signatures } of signed)
      await transaction.query(
        'INSERT INTO cold_signatures VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
        [
          id,
          key,
          signatures.map((each) => Buffer.from(each).toString('hex')).join(),
          operatorId,
          nowMs,
        ],
      );
    const raw = finalise((await signaturesOf(transaction, [id])).get(id) ?? []);
    if (raw !== undefined)
      await transaction.query(
        `UPDATE cold_spends SET status = $4, raw = $2, changed_at_ms = $3
         WHERE cold_spend_id = $1`,
        [id, raw, nowMs, to],
      );
    return true;
  });
}

/** It may still pay. */
export type OpenStatus = 'signing' | 'signed' | 'sent';
export const isOpen = (status: ColdStatus): status is OpenStatus =>
  status === 'signing' || status === 'signed' || status === 'sent';

export interface SpendChange {
  readonly id: number;
  readonly from: OpenStatus;
  readonly to: ColdStatus;
  readonly carriedBy?: string | undefined;
  readonly nowMs: number;
  readonly ended?: { readonly by: number; readonly reason: string };
}

/** Writes what became of a payment; what ends frees its coins. False where it was something else meanwhile. */
export function changeSpend(
  database: Database,
  { id, from, to, carriedBy, nowMs, ended }: SpendChange,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const changed = await transaction.query(
      `UPDATE cold_spends SET status = $3, changed_at_ms = $4, ended_by = $5, ended_for = $6, carried_by = $7
       WHERE cold_spend_id = $1 AND status = $2 RETURNING cold_spend_id`,
      [id, from, to, nowMs, ended?.by ?? null, ended?.reason ?? null, carriedBy ?? null],
    );
    if (changed.length === 0) return false;
    if (to !== 'sent')
      await transaction.query('UPDATE cold_coins SET is_held = false WHERE cold_spend_id = $1', [
        id,
      ]);
    return true;
  });
}

/** How many coins each of them spends. */
export async function coinCounts(
  source: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await source.query<{ cold_spend_id: bigint; count: bigint }>(
    `SELECT cold_spend_id, count(*) AS count FROM cold_coins
     WHERE cold_spend_id = ANY($1::bigint[]) GROUP BY cold_spend_id`,
    [[...ids]],
  );
  return new Map(rows.map((row) => [Number(row.cold_spend_id), Number(row.count)]));
}
