/** The audit log as CSV, for operators. */
import { plainCells, type TableExports } from '../core/operations/exports.ts';
import type { Database } from '../core/store/database.ts';
import { readTableRows } from '../core/store/export-queries.ts';

const AUDIT = {
  columns: `audit_id, time_ms, operator_id, (SELECT name FROM operators
    WHERE operators.operator_id = audit_log.operator_id) AS operator, action, subject,
    detail::text AS detail, ip, encode(hash, 'hex') AS hash`,
  from: 'audit_log',
  time: 'time_ms',
  orderBy: 'audit_id DESC',
};

export const auditTableExport = ({
  database,
}: {
  readonly database: Database;
}): Pick<TableExports, 'audit'> => ({
  audit: {
    shownBy: 'auditLog',
    read: async (filter) =>
      (await readTableRows(database, AUDIT, filter)).map((record) => plainCells(record)),
  },
});
