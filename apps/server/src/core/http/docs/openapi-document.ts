/** The API as an OpenAPI 3.1 document, made from the contract and nothing else. */
import {
  DEFAULT_LANGUAGE,
  ERRORS,
  type ErrorCode,
  keyPermissionOf,
  LANGUAGES,
  PRODUCT,
  type RouteName,
  type RouteSpec,
  routeEntries,
  SHARE_HEADER,
  SHARED_CALLS,
  SUB_ACCOUNT_CALLS,
  SUB_ACCOUNT_HEADER,
  VERSION,
} from '@fairlead/contract';
import * as z from 'zod/mini';
import { exampleOf, KEY_SCHEMES, keyErrorsOf, securityOf, WINDOW_HEADER } from './key-calls.ts';

type Json = Readonly<Record<string, unknown>>;

/** Codes that any call may answer with. */
const COMMON: readonly ErrorCode[] = ['validation_failed', 'rate_limited', 'internal'];
const MONEY: readonly ErrorCode[] = [
  'idempotency_key_required',
  'idempotency_conflict',
  'in_progress',
  'overloaded',
  'unavailable',
];

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly paths: Readonly<Record<string, Json>>;
  readonly [name: string]: unknown;
}

/** The refusals a call can answer with, its own ones first. */
export function errorsOf(spec: RouteSpec): readonly ErrorCode[] {
  const { who } = spec.access;
  return [
    ...new Set<ErrorCode>([
      ...spec.errors,
      ...(spec.isMoney ? MONEY : []),
      ...(who === 'public' ? [] : (['not_logged_in'] as const)),
      ...(who === 'operator' ? (['forbidden'] as const) : []),
      ...COMMON,
    ]),
  ];
}

/** `name` is the exchange's. */
export function openApiDocument(name: string = PRODUCT): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, spec] of routeEntries) {
    const path = `/api/${spec.path}`;
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation(route, spec) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version: VERSION,
      description:
        'Amounts, prices and rates are decimal strings; times are milliseconds since 1970 UTC. ' +
        'Bodies are form-encoded or JSON. Every answer has the same envelope.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routeEntries.map(([, { tag }]) => tag))].map((tag) => ({ name: tag })),
    paths,
    components: {
      securitySchemes: {
        user: { type: 'apiKey', in: 'header', name: 'authorization' },
        operator: { type: 'apiKey', in: 'header', name: 'authorization' },
        recovery: { type: 'apiKey', in: 'header', name: 'authorization' },
        signer: { type: 'apiKey', in: 'header', name: 'authorization' },
        sweeper: { type: 'apiKey', in: 'header', name: 'authorization' },
        ...KEY_SCHEMES,
      },
      schemas: { Failure: failureSchema() },
    },
  };
}

function operation(name: RouteName, spec: RouteSpec): Json {
  const security = securityOf(name, spec);
  const example = exampleOf(name);
  const request = schemaOf(spec.request, 'input');
  const isQuery = spec.method === 'GET';
  const hasBody = Object.keys((request['properties'] as Json | undefined) ?? {}).length > 0;
  return {
    operationId: name,
    tags: [spec.tag],
    summary: spec.summary,
    ...(security.length > 0 && { security }),
    parameters: [...headers(name, spec), ...(isQuery ? queryParameters(request, example) : [])],
    ...(!isQuery &&
      hasBody && {
        requestBody: {
          required: true,
          content: spec.isMultipart
            ? { 'multipart/form-data': { schema: withFile(request) } }
            : {
                'application/x-www-form-urlencoded': { schema: request },
                'application/json': { schema: request, ...(example !== undefined && { example }) },
              },
        },
      }),
    responses: { 200: success(spec), ...failures([...errorsOf(spec), ...keyErrorsOf(name, spec)]) },
  };
}

/** A request as it may be sent, or an answer as it is given. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** The fields of an upload with the file itself. */
function withFile(request: Json): Json {
  const required = (request['required'] as readonly string[] | undefined) ?? [];
  return {
    ...request,
    properties: {
      ...(request['properties'] as Json | undefined),
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
    required: [...required, 'file'],
  };
}

function headers(name: RouteName, spec: RouteSpec): Json[] {
  const list: Json[] = [
    {
      name: 'language-mark',
      in: 'header',
      schema: { enum: LANGUAGES, default: DEFAULT_LANGUAGE },
    },
  ];
  if (spec.isMoney)
    list.push({
      name: 'idempotency-key',
      in: 'header',
      required: true,
      description: 'The same key with the same content answers the first result again.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,64}$' },
    });
  if (SUB_ACCOUNT_CALLS.has(name))
    list.push({
      name: SUB_ACCOUNT_HEADER,
      in: 'header',
      description: 'The own sub-account that the call is made as, by its id; not with an API key.',
      schema: { type: 'string', pattern: '^[1-9][0-9]{8,9}$' },
    });
  if (SHARED_CALLS.has(name))
    list.push({
      name: SHARE_HEADER,
      in: 'header',
      description:
        'The account of somebody else that the call reads, as `user/account_shares` names it; not with an API key or a sub-account.',
      schema: { type: 'string', pattern: '^[1-9][0-9]{0,14}\\.(0|[1-9][0-9]?)$' },
    });
  if (keyPermissionOf(name) !== undefined) list.push(WINDOW_HEADER);
  return list;
}

function queryParameters(request: Json, example: Json = {}): Json[] {
  const required = new Set((request['required'] as readonly string[] | undefined) ?? []);
  return Object.entries((request['properties'] as Json | undefined) ?? {}).map(
    ([name, schema]) => ({
      name,
      in: 'query',
      required: required.has(name),
      schema,
      ...(example[name] !== undefined && { example: example[name] }),
    }),
  );
}

function success(spec: RouteSpec): Json {
  if (spec.isBinary)
    return {
      description: 'The picture',
      content: { 'image/*': { schema: { type: 'string', contentMediaType: 'image/*' } } },
    };
  return {
    description: 'Success',
    ...(spec.isMoney && {
      headers: {
        'idempotent-replayed': {
          description: 'true when this is the first answer again',
          schema: { type: 'string' },
        },
      },
    }),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['type', 'code', 'message'],
          properties: {
            type: { const: 'ok' },
            code: { const: 1 },
            message: schemaOf(spec.response, 'output'),
          },
        },
      },
    },
  };
}

function failures(codes: readonly ErrorCode[]): Record<number, Json> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
  return Object.fromEntries(
    [...byStatus]
      .sort(([left], [right]) => left - right)
      .map(([status, list]) => [status, { description: list.join(', '), content }]),
  );
}

function failureSchema(): Json {
  return {
    type: 'object',
    required: ['type', 'code', 'error', 'message'],
    properties: {
      type: { enum: ['error', '999'] },
      code: { enum: [0, 999] },
      error: { enum: Object.keys(ERRORS) },
      message: { type: 'string', description: 'In the language of language-mark' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
      request_id: { type: 'string' },
    },
  };
}
