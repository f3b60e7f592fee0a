import { DRAWING_POINTS, type KeptDrawing, type SentDrawing } from '@fairlead/contract';
import { formatDecimal, PRICE_SCALE, parseDecimal } from '@fairlead/units';
import { FieldProblems } from '../core/http/fields/problems.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import type { Terms } from '../market/index.ts';
import { changeDrawings, type DrawingRow, drawingsOf } from './queries.ts';

export interface DrawingNeeds {
  readonly database: Database;
  readonly terms: Terms;
}

/** Any process answers: the tables are all there is. */
export function drawingHandlers({
  database,
  terms,
}: DrawingNeeds): Pick<Handlers, 'drawings' | 'saveDrawings'> {
  const of = (userId: number, symbol: string) => ({
    userId,
    marketId: terms.askedMarket(symbol).marketId,
  });
  const shown = (rows: readonly DrawingRow[]) => ({ drawings: rows.map(drawingView) });
  return {
    drawings: async (call) =>
      shown(await drawingsOf(database, of(userOf(call).userId, call.input.symbol))),
    saveDrawings: async (call) => {
      const { symbol, put, remove } = call.input;
      const owner = of(userOf(call).userId, symbol);
      const rows = readDrawings(put, call.say);
      return shown(await changeDrawings(database, owner, { put: rows, remove }));
    },
  };
}

/** Of one id the last is meant. */
function readDrawings(put: readonly SentDrawing[], say: Say): Omit<DrawingRow, 'number'>[] {
  const problems = new FieldProblems(say);
  put.forEach(({ tool, points, text }, at) => {
    if (points.length !== DRAWING_POINTS[tool]) problems.add(`put.${at}.points`, 'invalid');
    if ((text !== undefined) !== (tool === 'text')) problems.add(`put.${at}.text`, 'invalid');
  });
  problems.throwIfAny();
  return [...new Map(put.map((drawing) => [drawing.id, drawing])).values()].map(
    ({ id, tool, points, text }) => ({
      drawingId: id,
      tool,
      words: text,
      points: points.map(({ time, price }) => ({ timeMs: time, levelE8: levelE8(price) })),
    }),
  );
}

/** The schema lets nothing through that this does not read. */
const levelE8 = (text: string): bigint => parseDecimal(text, PRICE_SCALE) ?? 0n;

function drawingView({ number, drawingId, tool, words, points }: DrawingRow): KeptDrawing {
  return {
    id: drawingId,
    tool,
    points: points.map(({ timeMs, levelE8: level }) => ({
      time: timeMs,
      price: formatDecimal(level, PRICE_SCALE),
    })),
    ...(words !== undefined && { text: words }),
    number,
  };
}
