/** Whether what an engine has on its way was sent: by its own journal, and by what the others have of the same number. */
import type { SentTransferRow } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { provenSent } from '../ledger/index.ts';
import { receivedOf } from './exchange/queries.ts';

const FACTS = ['owner', 'source', 'target', 'currencyId', 'amount'] as const;

/** Ids of those that are proven. The journal does not say where one went: what another engine has of it does. */
export async function proveSent(
  books: Queryable,
  others: readonly Queryable[],
  rows: readonly SentTransferRow[],
): Promise<Set<number>> {
  const proven = await provenSent(books, rows);
  const ids = [...proven];
  const received = await Promise.all(others.map((other) => receivedOf(other, ids)));
  for (const row of rows) {
    const { transferId } = row;
    const isOther = received.some((there) => {
      const arrived = there.get(transferId);
      return arrived !== undefined && FACTS.some((fact) => arrived[fact] !== row[fact]);
    });
    if (isOther) proven.delete(transferId);
  }
  return proven;
}
