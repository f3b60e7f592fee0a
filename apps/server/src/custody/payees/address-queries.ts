/** Users' books of withdrawal addresses. */
import type { Chain } from '@fairlead/contract';
import type { Queryable } from '../../core/store/database.ts';

export type AddressChain = Chain;

export interface AddressRow {
  readonly addressId: number;
  readonly userId: number;
  readonly currencyId: number;
  readonly chain: AddressChain;
  /** In its chain's canonical form. */
  readonly address: string;
  readonly note: string;
  readonly createdAtMs: number;
  readonly usableAtMs: number;
}

interface AddressRecord {
  readonly address_id: bigint;
  readonly user_id: bigint;
  readonly currency_id: number;
  readonly chain: AddressChain;
  readonly address: string;
  readonly note: string;
  readonly created_at_ms: bigint;
  readonly usable_at_ms: bigint;
}

const COLUMNS =
  'address_id, user_id, currency_id, chain, address, note, created_at_ms, usable_at_ms';

const toAddress = (row: AddressRecord): AddressRow => ({
  addressId: Number(row.address_id),
  userId: Number(row.user_id),
  currencyId: row.currency_id,
  chain: row.chain,
  address: row.address,
  note: row.note,
  createdAtMs: Number(row.created_at_ms),
  usableAtMs: Number(row.usable_at_ms),
});

/** The addresses in a user's book, newest first; it is bounded when one is added. */
export async function addressesOf(source: Queryable, userId: number): Promise<AddressRow[]> {
  const rows = await source.query<AddressRecord>(
    `SELECT ${COLUMNS} FROM withdrawal_addresses
     WHERE user_id = $1 AND deleted_at_ms IS NULL ORDER BY address_id DESC`,
    [userId],
  );
  return rows.map(toAddress);
}

/** Adds an address; undefined when it is in the book. */
export async function insertAddress(
  transaction: Queryable,
  address: Omit<AddressRow, 'addressId'>,
  signedIntent: string | undefined,
): Promise<number | undefined> {
  const [row] = await transaction.query<{ address_id: bigint }>(
    `INSERT INTO withdrawal_addresses
       (user_id, currency_id, chain, address, note, created_at_ms, usable_at_ms, signed_intent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (user_id, currency_id, chain, address) WHERE deleted_at_ms IS NULL DO NOTHING
     RETURNING address_id`,
    [
      address.userId,
      address.currencyId,
      address.chain,
      address.address,
      address.note,
      address.createdAtMs,
      address.usableAtMs,
      signedIntent ?? null,
    ],
  );
  return row === undefined ? undefined : Number(row.address_id);
}

/** Takes an address out of its owner's book; false when it is not in it. */
export async function deleteAddress(
  source: Queryable,
  key: { readonly userId: number; readonly addressId: number },
  nowMs: number,
): Promise<boolean> {
  const rows = await source.query<{ address_id: bigint }>(
    `UPDATE withdrawal_addresses SET deleted_at_ms = $3
     WHERE address_id = $1 AND user_id = $2 AND deleted_at_ms IS NULL RETURNING address_id`,
    [key.addressId, key.userId, nowMs],
  );
  return rows.length > 0;
}
