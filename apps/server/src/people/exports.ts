/** Users as CSV, for operators. */
import { plainCells, type TableExports } from '../core/operations/exports.ts';
import type { Database } from '../core/store/database.ts';
import { readTableRows } from '../core/store/export-queries.ts';
import { verificationSql } from '../custody/index.ts';
import { MASKED_COLUMNS, partnerSql, withMaskedUser } from '../identity/users/index.ts';

const USERS = {
  columns: `user_id, ${MASKED_COLUMNS}, nickname, is_bot,
    ${partnerSql('users.user_id')} AS is_partner,
    ${verificationSql('basic', 'users.user_id')} AS basic,
    ${verificationSql('advanced', 'users.user_id')} AS advanced, created_at_ms`,
  from: 'users',
  time: 'created_at_ms',
  orderBy: 'user_id DESC',
};

export const peopleTableExports = ({
  database,
}: {
  readonly database: Database;
}): Pick<TableExports, 'users'> => ({
  users: {
    shownBy: 'operatorUsers',
    read: async (filter) =>
      (await readTableRows(database, USERS, filter)).map((record) =>
        plainCells(withMaskedUser(record)),
      ),
  },
});
