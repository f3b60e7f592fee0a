/** Drawings of a user on a market; each change is a new row, whose number says which came later. */
import { DRAWINGS_MAX, DRAWINGS_OF_USER_MAX, type DrawingTool } from '@fairlead/contract';
import type { Database, Queryable, SqlValue } from '../core/store/database.ts';

export interface DrawingRow {
  readonly number: number;
  readonly drawingId: string;
  readonly tool: DrawingTool;
  readonly words: string | undefined;
  readonly points: readonly { readonly timeMs: number; readonly levelE8: bigint }[];
}

interface Place {
  readonly userId: number;
  readonly marketId: number;
}

/** How many there may be. */
export interface DrawingBounds {
  readonly ofMarket: number;
  readonly ofUser: number;
}

const BOUNDS: DrawingBounds = { ofMarket: DRAWINGS_MAX, ofUser: DRAWINGS_OF_USER_MAX };

interface DrawingRecord {
  readonly number: bigint;
  readonly drawing_id: string;
  readonly tool: DrawingTool;
  readonly words: string | null;
  readonly time_ms: bigint;
  readonly level_e8: bigint;
  readonly end_time_ms: bigint | null;
  readonly end_level_e8: bigint | null;
}

const toDrawing = (row: DrawingRecord): DrawingRow => ({
  number: Number(row.number),
  drawingId: row.drawing_id,
  tool: row.tool,
  words: row.words ?? undefined,
  points: [
    { timeMs: Number(row.time_ms), levelE8: row.level_e8 },
    ...(row.end_time_ms === null || row.end_level_e8 === null
      ? []
      : [{ timeMs: Number(row.end_time_ms), levelE8: row.end_level_e8 }]),
  ],
});

/** What changed last comes last. */
export async function drawingsOf(
  source: Queryable,
  { userId, marketId }: Place,
): Promise<DrawingRow[]> {
  const rows = await source.query<DrawingRecord>(
    `SELECT number, drawing_id, tool, words, time_ms, level_e8, end_time_ms, end_level_e8
     FROM drawings WHERE user_id = $1 AND market_id = $2 ORDER BY number`,
    [userId, marketId],
  );
  return rows.map(toDrawing);
}

/**
 * Takes away, then puts in the order given; each drawing's row takes the place of the one of its id. Of more than a market, or
 * a user, may have, those that changed longest ago go. The lock lets two devices count one another.
 */
export function changeDrawings(
  database: Database,
  place: Place,
  {
    put,
    remove,
  }: {
    readonly put: readonly Omit<DrawingRow, 'number'>[];
    readonly remove: readonly string[];
  },
  { ofMarket, ofUser }: DrawingBounds = BOUNDS,
): Promise<DrawingRow[]> {
  const { userId, marketId } = place;
  const ids = put.map(({ drawingId }) => drawingId);
  return database.transaction(async (transaction) => {
    await transaction.query('SELECT FROM users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    await transaction.query(
      'DELETE FROM drawings WHERE user_id = $1 AND market_id = $2 AND drawing_id = ANY($3)',
      [userId, marketId, [...remove, ...ids]],
    );
    if (put.length > 0) {
      await transaction.query(
        `INSERT INTO drawings (user_id, market_id, drawing_id, tool, words, time_ms, level_e8, end_time_ms, end_level_e8)
         SELECT $1::bigint, $2::integer, drawing_id, tool, words, time_ms, level_e8, end_time_ms, end_level_e8
         FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
           WITH ORDINALITY
           AS put (drawing_id, tool, words, time_ms, level_e8, end_time_ms, end_level_e8, place)
         ORDER BY place`,
        [userId, marketId, ids, ...columnsOf(put)],
      );
      await transaction.query(
        `DELETE FROM drawings WHERE number IN (
           SELECT number FROM drawings WHERE user_id = $1 AND market_id = $2
           ORDER BY number DESC OFFSET $3)`,
        [userId, marketId, ofMarket],
      );
      await transaction.query(
        `DELETE FROM drawings WHERE number IN (
           SELECT number FROM drawings WHERE user_id = $1 ORDER BY number DESC OFFSET $2)`,
        [userId, ofUser],
      );
    }
    return drawingsOf(transaction, place);
  });
}

function columnsOf(put: readonly Omit<DrawingRow, 'number'>[]): SqlValue[] {
  const ends = put.map(({ points }) => points[1]);
  return [
    put.map(({ tool }) => tool),
    put.map(({ words }) => words ?? null),
    put.map(({ points }) => points[0]?.timeMs ?? 0),
    put.map(({ points }) => points[0]?.levelE8 ?? 0n),
    ends.map((end) => end?.timeMs ?? null),
    ends.map((end) => end?.levelE8 ?? null),
  ];
}
