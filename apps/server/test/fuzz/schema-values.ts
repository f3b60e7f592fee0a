/**
 * Values that a schema of the contract takes, drawn by fast-check. Goal: no route needs a generator of its own, so that
 * a new one is attacked from its first day on. Method: the schema's own structure; names of fields that a server with
 * data in it knows (ids, symbols, passwords) are mostly drawn from those. Out of scope: what no schema says, such as
 * which code was sent to whom.
 */
import fc from 'fast-check';
import type * as z from 'zod/mini';

/** Values worth sending for a field of this name. */
export type Hints = Readonly<Record<string, readonly unknown[]>>;

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly in?: z.ZodMiniType;
  readonly out?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly keyType?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}
interface Check {
  readonly check: string;
  readonly value?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: RegExp;
}

const definitionOf = (schema: z.ZodMiniType): Definition =>
  (schema as unknown as { readonly _zod: { readonly def: Definition } })._zod.def;
const checksOf = (schema: z.ZodMiniType): readonly Check[] =>
  (definitionOf(schema).checks ?? []).map(({ _zod: { def } }) => def);

/** Fields of an object schema; none for anything else. */
export const shapeOf = (schema: z.ZodMiniType): Readonly<Record<string, z.ZodMiniType>> =>
  definitionOf(schema).shape ?? {};

const isLeftOut = (schema: z.ZodMiniType): boolean =>
  ['optional', 'default'].includes(definitionOf(schema).type);

/** Characters beyond the keyboard's: other scripts, marks that combine, directions, emoji. */
const UNICODE = fc.constantFrom('é', 'ß', '界', 'ก', '้', 'ע', '\u202e', '😀', '\u0301', 'İ', 'ﬁ');
const letters = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcXYZ019 -_.@') },
  { weight: 1, arbitrary: UNICODE },
);

/** Objects of an object schema; hints count at any depth. */
export function requestOf(
  schema: z.ZodMiniType,
  hints: Hints,
): fc.Arbitrary<Record<string, unknown>> {
  const shape = shapeOf(schema);
  const fields = Object.entries(shape).map(([name, field]) => [name, fieldOf(name, field, hints)]);
  const needed = Object.keys(shape).filter((name) => !isLeftOut(shape[name] as z.ZodMiniType));
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: needed,
    noNullPrototype: true,
  });
}

function fieldOf(name: string, schema: z.ZodMiniType, hints: Hints): fc.Arbitrary<unknown> {
  const known = (hints[name] ?? []).filter((value) => schema.safeParse(value).success);
  const drawn = drawnFrom(schema, hints);
  if (known.length === 0) return drawn;
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: drawn },
  );
}

function drawnFrom(schema: z.ZodMiniType, hints: Hints): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return requestOf(schema, hints);
    case 'optional':
    case 'default':
      return drawnFrom(inner(definition.innerType), hints);
    case 'pipe':
      return pipeOf(schema, hints);
    case 'union':
      return fc.oneof(...(definition.options ?? []).map((option) => drawnFrom(option, hints)));
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: 0, max: 1_000 });
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(drawnFrom(inner(definition.element), hints), lengths(schema, 4));
    case 'record':
      return fc.dictionary(
        drawnFrom(inner(definition.keyType), hints) as fc.Arbitrary<string>,
        drawnFrom(inner(definition.valueType), hints),
        { maxKeys: 3 },
      );
    default:
      throw new Error(`the fuzzer knows no values of a ${definition.type}`);
  }
}

function inner(schema: z.ZodMiniType | undefined): z.ZodMiniType {
  if (schema === undefined) throw new Error('a schema without its inner one');
  return schema;
}

/** What is read from text: whole numbers by the bounds on the way, the rest by what the first schema takes. */
function pipeOf(schema: z.ZodMiniType, hints: Hints): fc.Arbitrary<unknown> {
  const bounds = { min: 0, max: Number.MAX_SAFE_INTEGER };
  if (!narrow(schema, bounds)) return drawnFrom(inner(definitionOf(schema).in), hints);
  const { min, max } = bounds;
  const edges = [min, min + 1, max - 1, max, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1];
  const whole = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min, max: Math.min(max, min + 100) }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...edges.filter((edge) => edge >= min && edge <= max)),
    },
  );
  return fc.oneof(whole, whole.map(String));
}

/** Narrows bounds by every number on the way; false where there is none. */
function narrow(schema: z.ZodMiniType, bounds: { min: number; max: number }): boolean {
  const definition = definitionOf(schema);
  if (definition.type === 'number') {
    for (const { check, value = 0 } of checksOf(schema)) {
      if (check === 'greater_than') bounds.min = Math.max(bounds.min, value);
      if (check === 'less_than') bounds.max = Math.min(bounds.max, value);
    }
    return true;
  }
  if (definition.type !== 'pipe') return false;
  const [left, right] = [
    narrow(inner(definition.in), bounds),
    narrow(inner(definition.out), bounds),
  ];
  return left || right;
}

function textOf(schema: z.ZodMiniType): fc.Arbitrary<string> {
  const patterns = checksOf(schema).flatMap(({ pattern }) => pattern ?? []);
  const [pattern] = patterns;
  const { minLength, maxLength } = lengths(schema, 60);
  const drawn =
    pattern === undefined
      ? fc.oneof(
          { weight: 5, arbitrary: fc.string({ unit: letters, minLength, maxLength }) },
          { weight: 1, arbitrary: fc.constant('a'.repeat(longest(schema))) },
        )
      : fc.stringMatching(pattern, { size: 'small' });
  // Where that is not the whole rule some do not pass: they are sent all the same.
  return drawn.map((text) => text.slice(0, longest(schema)));
}

/** The greatest length that passes, where it is said. */
const longest = (schema: z.ZodMiniType): number =>
  checksOf(schema).find(({ check }) => check === 'max_length')?.maximum ?? 200;

function lengths(schema: z.ZodMiniType, most: number): { minLength: number; maxLength: number } {
  const checks = checksOf(schema);
  const minLength = checks.find(({ check }) => check === 'min_length')?.minimum ?? 0;
  const maximum = checks.find(({ check }) => check === 'max_length')?.maximum ?? most;
  return { minLength, maxLength: Math.max(minLength, Math.min(most, maximum)) };
}
