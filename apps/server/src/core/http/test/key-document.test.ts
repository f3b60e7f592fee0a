/** Goal: the API's document says of each call which keys may make it, as the table has it, with an example that the call takes. */
import { API_KEY_CALLS, type ApiKeyCall, type RouteSpec, routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { KEY_EXAMPLES } from '../docs/key-calls.ts';
import { openApiDocument } from '../docs/openapi-document.ts';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name: string; readonly example?: unknown }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
}

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap(
  (each) => Object.values(each) as Operation[],
);
const signedIn = ({ security = [] }: Operation) => security.filter((line) => 'key' in line);

test('the calls of keys are those of the table, each with its permission', () => {
  const documented = operations.flatMap((operation) =>
    signedIn(operation).map(({ key }) => [operation.operationId, key]),
  );
  const table = Object.entries(API_KEY_CALLS).map(([name, permission]) => [name, [permission]]);
  expect(new Map(documented as never)).toEqual(new Map(table as never));
  for (const operation of operations)
    for (const line of signedIn(operation))
      expect(Object.keys(line)).toEqual(['key', 'keyTimestamp', 'keySignature']);
});

test('every scheme that a call names is declared', () => {
  const { securitySchemes } = document['components'] as { readonly securitySchemes: object };
  const named = operations.flatMap(({ security = [] }) => security.flatMap(Object.keys));
  expect([...new Set(named)].filter((name) => !(name in securitySchemes))).toEqual([]);
});

test.each(Object.keys(API_KEY_CALLS) as ApiKeyCall[])('the example of %s is taken', (name) => {
  const { request, method }: RouteSpec = routes[name];
  const example: Readonly<Record<string, unknown>> = KEY_EXAMPLES[name];
  expect(request.safeParse(example).error).toBeUndefined();
  const operation = operations.find(({ operationId }) => operationId === name);
  const shown =
    method === 'GET'
      ? Object.fromEntries(
          (operation?.parameters ?? []).flatMap(({ name: field, example: value }) =>
            value === undefined ? [] : [[field, value]],
          ),
        )
      : (operation?.requestBody?.content['application/json']?.example ?? {});
  expect(shown).toEqual(example);
});
