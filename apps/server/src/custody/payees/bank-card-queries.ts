/** Users' bank cards, encrypted. A row never changes but for being taken out. */
import type { Queryable } from '../../core/store/database.ts';

export interface SealedCard {
  readonly cardId: number;
  readonly userId: number;
  readonly sealed: Uint8Array;
  readonly createdAtMs: number;
  readonly usableAtMs: number;
}

interface CardRecord {
  readonly card_id: bigint;
  readonly user_id: bigint;
  readonly sealed: Uint8Array;
  readonly created_at_ms: bigint;
  readonly usable_at_ms: bigint;
}

const COLUMNS = 'card_id, user_id, sealed, created_at_ms, usable_at_ms';

const toCard = (row: CardRecord): SealedCard => ({
  cardId: Number(row.card_id),
  userId: Number(row.user_id),
  sealed: row.sealed,
  createdAtMs: Number(row.created_at_ms),
  usableAtMs: Number(row.usable_at_ms),
});

/** A user's cards, newest first; they are bounded when one is added. */
export async function cardsOf(source: Queryable, userId: number): Promise<SealedCard[]> {
  const rows = await source.query<CardRecord>(
    `SELECT ${COLUMNS} FROM bank_cards
     WHERE user_id = $1 AND deleted_at_ms IS NULL ORDER BY card_id DESC`,
    [userId],
  );
  return rows.map(toCard);
}

/** Cards whoever they belong to, taken out or not: for those who pay to them. */
export async function anyCards(
  source: Queryable,
  cardIds: readonly number[],
): Promise<SealedCard[]> {
  const rows = await source.query<CardRecord>(
    `SELECT ${COLUMNS} FROM bank_cards WHERE card_id = ANY($1::bigint[])`,
    [cardIds],
  );
  return rows.map(toCard);
}

export async function insertCard(
  transaction: Queryable,
  card: Omit<SealedCard, 'cardId'> & {
    readonly keyId: string;
    readonly signedIntent: string | undefined;
  },
): Promise<number> {
  const rows = await transaction.query<{ card_id: bigint }>(
    `INSERT INTO bank_cards (user_id, sealed, key_id, created_at_ms, usable_at_ms, signed_intent)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING card_id`,
    [
      card.userId,
      card.sealed,
      card.keyId,
      card.createdAtMs,
      card.usableAtMs,
      card.signedIntent ?? null,
    ],
  );
  return Number(rows[0]?.card_id ?? 0n);
}

/** Takes a card of its owner out; false when there is none. */
export async function deleteCard(
  source: Queryable,
  key: { readonly userId: number; readonly cardId: number },
  nowMs: number,
): Promise<boolean> {
  const rows = await source.query<{ card_id: bigint }>(
    `UPDATE bank_cards SET deleted_at_ms = $3
     WHERE card_id = $1 AND user_id = $2 AND deleted_at_ms IS NULL RETURNING card_id`,
    [key.cardId, key.userId, nowMs],
  );
  return rows.length > 0;
}
