/** Where checks in the background go on after a restart: places, and no evidence of anything. */
import type { Queryable } from '../store/database.ts';

export async function readCheckPlace(source: Queryable, name: string): Promise<unknown> {
  const [row] = await source.query<{ place: unknown }>(
    'SELECT place FROM check_places WHERE check_name = $1',
    [name],
  );
  return row?.place;
}

export async function writeCheckPlace(
  target: Queryable,
  name: string,
  { place, nowMs }: { readonly place: object; readonly nowMs: number },
): Promise<void> {
  await target.query(
    `INSERT INTO check_places VALUES ($1, $2::text::jsonb, $3)
     ON CONFLICT (check_name) DO UPDATE SET place = excluded.place, updated_at_ms = excluded.updated_at_ms`,
    [name, JSON.stringify(place), nowMs],
  );
}
