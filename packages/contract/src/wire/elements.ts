/** Calls that do many things, each of which is checked and answered by itself. */
import * as z from 'zod/mini';
import { ELEMENTS_MAX } from './constants.ts';
import { ERRORS, type ErrorCode } from './errors.ts';

/** What such a call is given. */
export const elementsOf = <Element extends z.ZodMiniType>(element: Element) =>
  z.array(element).check(z.minLength(1), z.maxLength(ELEMENTS_MAX));

const zRefusal = z.object({
  type: z.literal('error'),
  code: z.literal(0),
  error: z.enum(Object.keys(ERRORS) as ErrorCode[]),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});

/** The envelope that something would have had by itself, whose DATA is this. */
export const resultOf = <Data extends z.ZodMiniType>(data: Data) =>
  z.union([z.object({ type: z.literal('ok'), code: z.literal(1), message: data }), zRefusal]);

/** In the order of what was asked. */
export const resultsOf = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ results: z.array(resultOf(data)) });
