/** What is open with the digest of what was agreed of it, a page at a time, and digests that are made anew. */
import type { OrderRow, PositionRow } from '@fairlead/engine';
import type { Queryable } from './database.ts';
import { POSITION_COLUMNS, type PositionRecord, toPosition } from './futures-record.ts';
import { ORDER_COLUMNS, type OrderRecord, toOrder } from './order-record.ts';

const ROWS_PER_PAGE = 2_000;

interface Digested {
  readonly agreed_digest: string | null;
}

export interface Agreed<Row> {
  readonly row: Row;
  readonly digest: string | undefined;
}

/** Every order that waits, by owner and id. */
export async function* openOrders(source: Queryable): AsyncGenerator<readonly Agreed<OrderRow>[]> {
  for (let after = [0n, 0n]; ; ) {
    const rows = await source.query<OrderRecord & Digested>(
      `SELECT ${ORDER_COLUMNS}, agreed_digest FROM orders
       WHERE status = 'waiting' AND (owner_id, order_id) > ($1, $2)
       ORDER BY owner_id, order_id LIMIT ${ROWS_PER_PAGE}`,
      after,
    );
    yield rows.map((row) => ({ row: toOrder(row), digest: row.agreed_digest ?? undefined }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return;
    after = [last.owner_id, last.order_id];
  }
}

/** Every position that waits or holds. */
export async function* openPositions(
  source: Queryable,
): AsyncGenerator<readonly Agreed<PositionRow>[]> {
  for (let after = 0n; ; ) {
    const rows = await source.query<PositionRecord & Digested>(
      `SELECT ${POSITION_COLUMNS}, agreed_digest FROM positions
       WHERE status IN ('waiting', 'holding') AND position_id > $1
       ORDER BY position_id LIMIT ${ROWS_PER_PAGE}`,
      [after],
    );
    yield rows.map((row) => ({ row: toPosition(row), digest: row.agreed_digest ?? undefined }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return;
    after = last.position_id;
  }
}

export interface NewDigest {
  readonly id: number;
  readonly before: string | undefined;
  readonly digest: string;
}

/** Puts digests in the place of those before, where nobody has written another meanwhile. */
export async function replaceDigests(
  target: Queryable,
  table: 'orders' | 'positions',
  digests: readonly NewDigest[],
): Promise<void> {
  if (digests.length === 0) return;
  const id = table === 'orders' ? 'order_id' : 'position_id';
  await target.query(
    `UPDATE ${table} SET agreed_digest = made.digest
     FROM unnest($1::bigint[], $2::text[], $3::text[]) AS made (id, before, digest)
     WHERE ${table}.${id} = made.id AND agreed_digest IS NOT DISTINCT FROM made.before`,
    [
      digests.map((each) => each.id),
      digests.map(({ before }) => before ?? null),
      digests.map(({ digest }) => digest),
    ],
  );
}
