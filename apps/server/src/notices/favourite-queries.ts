/** Favourite markets of a user, in the order they were added. */
import { FAVOURITES_MAX } from '@fairlead/contract';
import type { Database, Queryable } from '../core/store/database.ts';

export async function favouritesOf(source: Queryable, userId: number): Promise<number[]> {
  const rows = await source.query<{ market_id: number }>(
    'SELECT market_id FROM favourites WHERE user_id = $1 ORDER BY favourite_id',
    [userId],
  );
  return rows.map((row) => row.market_id);
}

/** Adds in the order given, then takes away; what is there stays where it is. Beyond the limit nothing is added. */
export function changeFavourites(
  database: Database,
  userId: number,
  { add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] },
): Promise<number[]> {
  return database.transaction(async (transaction) => {
    await transaction.query('SELECT FROM users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    await transaction.query('DELETE FROM favourites WHERE user_id = $1 AND market_id = ANY($2)', [
      userId,
      remove,
    ]);
    await transaction.query(
      `INSERT INTO favourites (user_id, market_id)
       SELECT $1::bigint, market_id FROM unnest($2::integer[]) WITH ORDINALITY AS added (market_id, place)
       WHERE market_id NOT IN (SELECT market_id FROM favourites WHERE user_id = $1)
       ORDER BY place
       LIMIT greatest(0, $3 - (SELECT count(*) FROM favourites WHERE user_id = $1))
       ON CONFLICT DO NOTHING`,
      [userId, add, FAVOURITES_MAX],
    );
    return favouritesOf(transaction, userId);
  });
}
