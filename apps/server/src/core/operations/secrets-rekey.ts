/**
 * A new SECRET_KEY: everything that a previous one encrypted is encrypted anew at the start, before anyone is
 * served, so that the previous one can then be forgotten. Pictures themselves stay as they are: only their
 * keys are wrapped anew (cases.md O9).
 */

import type { Database } from '../store/database.ts';
import {
  countryOf,
  listOperatorSecrets,
  listSealed,
  SEALED_TABLES,
  type SealedRow,
  type SealedTable,
  updateIdDigest,
  updateOperatorSecret,
  updateSealed,
} from './rekey-queries.ts';
import { idDigest, type Secrets } from './secrets.ts';

const ROWS_PER_STEP = 200;

/** Gives how many rows were encrypted anew; a second run finds none. */
export async function rekey(database: Database, secrets: Secrets): Promise<number> {
  let count = 0;
  for (const table of SEALED_TABLES) {
    for (;;) {
      const step = { keyId: secrets.keyId, rowsMax: ROWS_PER_STEP };
      const rows = await listSealed(database, table, step);
      for (const row of rows) await rekeyRow({ database, secrets }, table, row);
      count += rows.length;
      if (rows.length < ROWS_PER_STEP) break;
    }
  }
  for (const { operatorId, sealed } of await listOperatorSecrets(database)) {
    if (secrets.isCurrent(sealed)) continue;
    await updateOperatorSecret(database, operatorId, secrets.seal(secrets.open(sealed)));
    count += 1;
  }
  return count;
}

async function rekeyRow(
  { database, secrets }: { readonly database: Database; readonly secrets: Secrets },
  table: SealedTable,
  { rowId, sealed, place }: SealedRow,
): Promise<void> {
  const opened = secrets.unwrap(sealed, place);
  const resealed = secrets.wrap(opened, place);
  await database.transaction(async (transaction) => {
    if (table === 'verifications') {
      const country = await countryOf(transaction, rowId);
      const { idNumber } = JSON.parse(Buffer.from(opened).toString()) as {
        readonly idNumber?: string;
      };
      if (country !== undefined && idNumber !== undefined)
        await updateIdDigest(transaction, rowId, idDigest(secrets, country, idNumber));
    }
    await updateSealed(transaction, table, { rowId, sealed, resealed, keyId: secrets.keyId });
  });
}
