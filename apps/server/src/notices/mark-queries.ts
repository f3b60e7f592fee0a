/** Up to which commit users were told. */
import type { Queryable } from '../core/store/database.ts';

export async function readToldMark(source: Queryable, name: string): Promise<number | undefined> {
  const [row] = await source.query<{ sequence: bigint }>(
    'SELECT sequence FROM told_marks WHERE name = $1',
    [name],
  );
  return row && Number(row.sequence);
}

export async function saveToldMark(
  target: Queryable,
  name: string,
  sequence: number,
): Promise<void> {
  await target.query(
    `INSERT INTO told_marks (name, sequence) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sequence = excluded.sequence`,
    [name, sequence],
  );
}
