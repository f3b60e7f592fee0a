/** What was agreed of lists that are not over, and where each stands: the text that its digest is made of, and the rows that have one. */
import type { OrderListRow } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import type { AgreedRow } from '../../core/store/exchange-tables.ts';
import { ORDER_LIST_COLUMNS, type OrderListRecord, toOrderList } from './record.ts';

const ROWS_PER_PAGE = 2_000;

type Digested = OrderListRecord & { readonly agreed_digest: string | null };

/** It is digested anew with each change. The name that its owner gave it comes last: it may hold anything. */
export const agreedList = (row: OrderListRow): string =>
  `list|${row.listId}|${row.owner}|${row.marketId}|${row.kind}|${row.workingId}|${row.firstId}|${row.secondId}|${row.status}|${row.received}|${row.settlesAtMs}|${row.createdAtMs}|${row.clientListId}`;

/** Every one that is not over, by owner and id. */
export async function* readAgreedLists(source: Queryable): AsyncGenerator<readonly AgreedRow[]> {
  for (let after = [0n, 0n]; ; ) {
    const rows = await source.query<Digested>(
      `SELECT ${ORDER_LIST_COLUMNS}, agreed_digest FROM order_lists
       WHERE status <> 'done' AND (owner_id, list_id) > ($1, $2)
       ORDER BY owner_id, list_id LIMIT ${ROWS_PER_PAGE}`,
      after,
    );
    yield rows.map(toAgreed);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return;
    after = [last.owner_id, last.list_id];
  }
}

function toAgreed(record: Digested): AgreedRow {
  const row = toOrderList(record);
  const { listId, owner, status, workingId = 'none', firstId, secondId = 'none' } = row;
  return {
    id: listId,
    agreed: agreedList(row),
    digest: record.agreed_digest ?? undefined,
    subject: `list ${listId} of owner ${owner}: is not what was placed, says ${status}, ${firstId} and ${secondId} behind ${workingId}`,
  };
}
