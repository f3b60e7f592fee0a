/**
 * The one text of a value that its hash is taken of: RFC 8785 (JSON Canonicalization Scheme) for the values that
 * receipts are made of. Whoever has the value has the text, byte for byte.
 */
import { InvariantError } from '@fairlead/units';

/**
 * The RFC 8785 text of a value of strings, safe integers, arrays and plain objects.
 *
 * Throws InvariantError for anything else: fractions, null, truth values, undefined members, and text that is not
 * well-formed UTF-16 (section 3.2.2.2 forbids it). Prices and amounts are decimal text, so no fraction is ever needed.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value === 'number') return canonicalInteger(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isPlainObject(value)) return canonicalObject(value);
  throw new InvariantError(`no canonical JSON: ${value === null ? 'null' : typeof value}`);
}

/** Strings as ECMAScript writes them, which is what section 3.2.2.2 takes over. */
function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new InvariantError('no canonical JSON: text is not well-formed');
  return JSON.stringify(text);
}

function canonicalInteger(value: number): string {
  if (!Number.isSafeInteger(value)) {
    throw new InvariantError(`no canonical JSON: ${value} is not a safe integer`);
  }
  return JSON.stringify(value);
}

/** Members in the order of their names' UTF-16 code units (section 3.2.3), which is the order of `sort`. */
function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  const members = Object.keys(value)
    .sort()
    .map((name) => `${canonicalText(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}

/** An object of JSON, not a Date, a Map or an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
