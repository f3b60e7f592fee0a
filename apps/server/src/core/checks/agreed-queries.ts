/** Digests of what was agreed that are made anew. */
import type { Queryable } from '../store/database.ts';
import type { AgreedRows } from '../store/exchange-tables.ts';

export interface NewDigest {
  readonly id: number;
  readonly before: string | undefined;
  readonly digest: string;
}

/** Puts digests in the place of those before, where nobody has written another meanwhile. */
export async function replaceDigests(
  target: Queryable,
  { table, id }: Pick<AgreedRows, 'table' | 'id'>,
  digests: readonly NewDigest[],
): Promise<void> {
  if (digests.length === 0) return;
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
