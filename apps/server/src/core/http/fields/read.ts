/** Reads the fields of a request, or of one element of a request, by its schema. */
import { elementsOf, ProblemError } from '@fairlead/contract';
import * as z from 'zod/mini';
import type { Say } from '../../texts/texts.ts';
import { fieldTexts } from './texts.ts';

/** Throws field errors in the caller's language. Empty fields are taken out of `raw`. */
export function readFields<Schema extends z.ZodMiniType>(
  schema: Schema,
  raw: Record<string, unknown>,
  say: Say,
): z.output<Schema> {
  for (const name in raw) {
    const value = raw[name];
    // A form sends an empty field for what was left out.
    if (value === '') delete raw[name];
    // No table can hold it, and nobody types it.
    else if (typeof value === 'string' && value.includes('\0'))
      throw new ProblemError('validation_failed', {
        fields: { [name.slice(0, 40)]: say('fields.invalid') },
      });
  }
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new ProblemError('validation_failed', {
    fields: fieldTexts(parsed.error.issues, raw, say),
  });
}

/** The same of an element, which may be anything. */
export function readElement<Schema extends z.ZodMiniType>(
  schema: Schema,
  raw: unknown,
  say: Say,
): z.output<Schema> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new ProblemError('validation_failed');
  return readFields(schema, raw as Record<string, unknown>, say);
}

/** A list in a form is JSON text. */
function listOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An element with fields of text, numbers and the like; anything else is nothing, which no schema takes. What is nested a
 * thousand times over would break whatever copies it on its way to the engine.
 */
const flat = (element: unknown): unknown =>
  typeof element === 'object' &&
  element !== null &&
  !Array.isArray(element) &&
  Object.values(element).every((value) => typeof value !== 'object' || value === null)
    ? element
    : null;

/** A request of which only the number and the shape of elements is looked at: each is read by itself where it is answered. */
export const zUnreadElements = (field: string) =>
  z.strictObject({
    [field]: z.pipe(
      z.union([z.array(z.unknown()), z.pipe(z.string(), z.transform(listOf))]),
      elementsOf(z.pipe(z.unknown(), z.transform(flat))),
    ),
  });
