import * as z from 'zod/mini';
import {
  DRAWING_TEXT_MAX,
  DRAWING_TOOLS,
  DRAWINGS_AT_ONCE_MAX,
  DRAWINGS_MAX,
} from './wire/constants.ts';
import { route } from './wire/route.ts';
import { zSymbol, zTime } from './wire/scalars.ts';

/** Where a finger was: eight decimals at most, on no grid, below zero too. */
const zLevel = z.string().check(z.regex(/^-?(?:0|[1-9]\d{0,9})(?:\.\d{1,8})?$/));

const zDrawingId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,36}$/));

const zDrawing = z.strictObject({
  /** Made by the device; one of the market's drawings has it. */
  id: zDrawingId,
  tool: z.enum(DRAWING_TOOLS),
  /** As many as the tool is placed by: two of a line, a rectangle and a Fibonacci retracement, else one. */
  points: z
    .array(z.strictObject({ time: zTime, price: zLevel }))
    .check(z.minLength(1), z.maxLength(2)),
  /** Of the tool `text`, and of no other. */
  text: z.optional(
    z.string().check(z.minLength(1), z.maxLength(DRAWING_TEXT_MAX), z.regex(/^\P{Cc}+$/u)),
  ),
});

export type SentDrawing = z.output<typeof zDrawing>;

const zKeptDrawing = z.object({
  ...zDrawing.shape,
  /** Of its last change: the greater one is the later. */
  number: z.number(),
});

export type KeptDrawing = z.infer<typeof zKeptDrawing>;

const kept = z.object({ drawings: z.array(zKeptDrawing) });

const tag = 'Charts';

export const drawingRoutes = {
  drawings: route({
    method: 'GET',
    path: 'user/drawings',
    tag,
    summary: 'What one drew on the chart of a market, what changed last at the end',
    access: 'user',
    request: z.strictObject({ symbol: zSymbol }),
    response: kept,
  }),
  saveDrawings: route({
    method: 'POST',
    path: 'user/drawings/save',
    tag,
    summary:
      'Removes drawings and puts others, each in place of the one of its id; of too many those that changed longest ago give way',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      symbol: zSymbol,
      put: z._default(z.array(zDrawing).check(z.maxLength(DRAWINGS_AT_ONCE_MAX)), []),
      remove: z._default(z.array(zDrawingId).check(z.maxLength(DRAWINGS_MAX)), []),
    }),
    response: kept,
  }),
} as const;
