/** Accounts of many users at once, to be shown masked. */
import type { Queryable } from '../core/store/database.ts';
import type { RecordOwner } from '../custody/index.ts';
import type { AccountKind } from '../identity/users/index.ts';

export interface Person extends RecordOwner {
  readonly userId: number;
  readonly createdAtMs: number;
}

/** By id; ids that are nobody's are left out. */
export async function peopleById(
  source: Queryable,
  userIds: readonly number[],
): Promise<Map<number, Person>> {
  if (userIds.length === 0) return new Map();
  const rows = await source.query<{
    user_id: bigint;
    kind: AccountKind;
    account: string;
    area_code: string | null;
    created_at_ms: bigint;
  }>(
    `SELECT user_id, kind, account, area_code, created_at_ms FROM users
     WHERE user_id = ANY ($1::bigint[])`,
    [userIds],
  );
  const people = rows.map(
    (row): Person => ({
      userId: Number(row.user_id),
      kind: row.kind,
      account: row.account,
      areaCode: row.area_code ?? undefined,
      createdAtMs: Number(row.created_at_ms),
    }),
  );
  return new Map(people.map((person) => [person.userId, person]));
}
