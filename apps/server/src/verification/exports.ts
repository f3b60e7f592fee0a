/** Verifications as CSV, for operators. */
import { plainCells, type TableExports } from '../core/operations/exports.ts';
import type { Database } from '../core/store/database.ts';
import { readTableRows } from '../core/store/export-queries.ts';
import { MASKED_COLUMNS, withMaskedUser } from '../identity/users/index.ts';

const VERIFICATIONS = {
  columns: `verification_id, verifications.user_id, ${MASKED_COLUMNS}, level, status, country, reason,
    (SELECT name FROM operators WHERE operators.operator_id = verifications.operator_id)
      AS decided_by, verifications.created_at_ms, decided_at_ms`,
  from: 'verifications JOIN users ON users.user_id = verifications.user_id',
  time: 'verifications.created_at_ms',
  status: 'status',
  orderBy: 'verification_id DESC',
};

export const verificationTableExports = ({
  database,
}: {
  readonly database: Database;
}): Pick<TableExports, 'verifications'> => ({
  verifications: {
    shownBy: 'operatorVerifications',
    read: async (filter) =>
      (await readTableRows(database, VERIFICATIONS, filter)).map((record) =>
        plainCells(withMaskedUser(record)),
      ),
  },
});
