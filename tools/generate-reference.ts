/**
 * `npm run reference`: writes docs/reference/errors.md, http.md and specification.md, `.env.example`, the tables of settings, and
 * the table of terms of docs/internals/honesty.md, from the tree. A test compares the files
 * with what this makes, so they are never behind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {
  type Access,
  API_KEY_PERMISSIONS,
  ERRORS,
  type ErrorCode,
  keyPermissionOf,
  type RouteName,
  type RouteSpec,
  routeEntries,
  routes,
} from '@fairlead/contract';
import { callsOf, SIGNED_ERRORS } from '../apps/server/src/core/http/docs/key-calls.ts';
import { errorsOf, schemaOf } from '../apps/server/src/core/http/docs/openapi-document.ts';
import { RATE_LIMITS } from '../apps/server/src/core/http/limits.ts';
import { CATALOGUES } from '../apps/server/src/core/texts/texts.ts';
import { environmentExample, withSettings } from './settings-pages.ts';
import { specificationPage } from './specification.ts';
import { withTermsTable } from './terms-table.ts';

type Schema = Readonly<Record<string, unknown>>;

const FOLDER = path.resolve(import.meta.dirname, '../docs/reference');
const NOTE = '<!-- Made by `npm run reference` from packages/contract; edit that. -->';

/** Written by hand but for their tables. */
const HONESTY = '../internals/honesty.md';
const BOTS = '../operating/bots.md';
const WITH_SETTINGS = ['../operating/configure.md', '../operating/signer.md'];

/** File name → content. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ['errors.md', errorsPage()],
    ['http.md', httpPage()],
    ['specification.md', specificationPage(NOTE)],
    [HONESTY, withTermsTable(readFileSync(path.join(FOLDER, HONESTY), 'utf8'))],
    ...WITH_SETTINGS.map(
      (page) => [page, withSettings(readFileSync(path.join(FOLDER, page), 'utf8'))] as const,
    ),
    [BOTS, withPermissions(readFileSync(path.join(FOLDER, BOTS), 'utf8'))],
    ['../../.env.example', environmentExample()],
  ]);
}

/** The calls of keys, by what they need. */
function withPermissions(page: string): string {
  const rows = API_KEY_PERMISSIONS.map((permission) => {
    const calls = callsOf(permission).map(
      (name) => `\`${routes[name].method} ${routes[name].path}\``,
    );
    return `| \`${permission}\` | ${calls.join(', ')} |`;
  });
  const table = ['| permission | calls under `/api/` |', '|---|---|', ...rows].join('\n');
  return page.replace(
    /(<!-- permissions -->\n)[\s\S]*?(<!-- \/permissions -->)/,
    (_whole, begin: string, end: string) => `${begin}${table}\n${end}`,
  );
}

function errorsPage(): string {
  const users = new Map<ErrorCode, string[]>();
  for (const [, spec] of routeEntries)
    for (const code of spec.errors)
      users.set(code, [...(users.get(code) ?? []), `\`${spec.method} ${spec.path}\``]);
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { status, isRetryable } = ERRORS[code];
    const text = CATALOGUES.en.errors[code];
    const calls = users.get(code)?.join(', ') ?? 'any call';
    return `| \`${code}\` | ${status} | ${isRetryable ? 'yes' : 'no'} | ${text} | ${calls} |`;
  });
  return [
    '# Error codes',
    NOTE,
    '',
    'A refusal is `{"type":"error","code":0,"error":CODE,"message":TEXT}`, with `fields` where single fields are',
    'wrong and `request_id` above 499. `not_logged_in` has type `"999"` and code 999. Codes are stable; the text is in',
    'the language of `language-mark`. "Again" says whether the same request may succeed later without a change.',
    '',
    '| code | status | again | English text | of its own in |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function httpPage(): string {
  const tags = [...new Set(routeEntries.map(([, { tag }]) => tag))];
  return [
    '# HTTP calls',
    NOTE,
    '',
    'All below `/api`, form-encoded or JSON; GET takes a query. Success is `{"type":"ok","code":1,"message":DATA}`.',
    'Codes are explained in [errors.md](errors.md). Amounts, prices and rates are decimal strings (`decimal`), times',
    'milliseconds since 1970 UTC. Unknown fields are refused. The same as OpenAPI: `GET /api/openapi.json`, to browse',
    'at `/api/docs`.',
    '',
    'Calls marked **key** need an `idempotency-key` header: the same key with the same content answers the first',
    'result again.',
    '',
    'A session is what a login gives as `token`, sent with each call as `authorization: TOKEN`.',
    'Programs make calls with an API key in place of a session, as far as a call says, as with "or a key that may `futures`". How they are',
    `signed: [bots.md](../operating/bots.md#our-own-calls). Each is refused with ${list(SIGNED_ERRORS)} where key, time or`,
    'signature are wrong, with `api_permission_missing` where the key may not, and with `api_not_for_keys` where no key may.',
    'A session reads an account that [another user shares](../internals/sub-accounts.md#reading-for-an-adviser) with the header `share: ID.PLACE`, as `user/account_shares` names it; calls that do not only read are refused with `share_refused`, before anything else of them is looked at.',
    'A session makes calls as a [sub-account](../internals/sub-accounts.md) of its user with the header `sub-account: ID`; those that only the main account may make are refused with `sub_account_refused`.',
    '',
    ...rates(),
    ...tags.flatMap((tag) => [
      `## ${tag}`,
      '',
      ...routeEntries
        .filter(([, spec]) => spec.tag === tag)
        .flatMap(([name, spec]) => section(name, spec)),
    ]),
  ].join('\n');
}

function rates(): string[] {
  const rows = Object.entries(RATE_LIMITS).map(
    ([name, { points, seconds, by }]) => `| ${name} | ${points} in ${seconds} s | ${by} |`,
  );
  return ['| rate class | calls | counted by |', '|---|---|---|', ...rows, ''];
}

const list = (codes: readonly ErrorCode[]): string => codes.map((code) => `\`${code}\``).join(', ');

function section(name: RouteName, spec: RouteSpec): string[] {
  const { method, path: address, summary, isMoney, rate } = spec;
  const facts = [accessText(name, spec.access), `rate ${rate}`, ...(isMoney ? ['**key**'] : [])];
  return [
    `### ${method} ${address}`,
    '',
    `${summary}. ${facts.join(', ')}.`,
    '',
    ...fields(schemaOf(spec.request, 'input')),
    'DATA:',
    '',
    '```',
    typeText(schemaOf(spec.response, 'output'), 0),
    '```',
    '',
    `Refusals: ${errorsOf(spec)
      .map((code) => `\`${code}\``)
      .join(' ')}`,
    '',
  ];
}

function accessText(name: RouteName, access: Access): string {
  if (access.who === 'operator') return `Operators (${access.roles.join(', ')}; owner always)`;
  const permission = keyPermissionOf(name);
  if (access.who === 'recovery') return 'The token of a recovery';
  if (access.who === 'signer') return '`SIGNER_TOKEN`';
  if (access.who === 'sweeper') return '`SWEEPER_TOKEN`';
  const own = access.who === 'user' ? 'Logged in' : 'Anyone';
  return permission === undefined ? own : `${own} or a key that may \`${permission}\``;
}

function fields(schema: Schema): string[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  if (properties.length === 0) return [];
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const rows = properties.map(([name, field]) => {
    const fallback = field['default'] === undefined ? '' : `, default ${String(field['default'])}`;
    return `| \`${name}\` | ${required.has(name) ? 'yes' : 'no'} | ${cell(typeText(field, 0))}${fallback} |`;
  });
  return ['| field | required | type |', '|---|---|---|', ...rows, ''];
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** A schema as a reader would write its type. */
function typeText(schema: Schema, depth: number): string {
  if (Array.isArray(schema['anyOf'])) return unionText(schema['anyOf'] as Schema[], depth);
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[]).map(String).join(' | ');
  if (schema['const'] !== undefined) return String(schema['const']);
  switch (schema['type']) {
    case 'object':
      return objectText(schema, depth);
    case 'array':
      return arrayText(schema, depth);
    case 'string':
      return stringText(schema);
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return otherText(schema['type']);
  }
}

/** A choice of plain types, such as text or null. */
function otherText(type: unknown): string {
  if (!Array.isArray(type)) return 'any';
  return type.map((name) => (name === 'string' ? 'text' : String(name))).join(' | ');
}

/** Numbers and booleans may come as text in a form: said once, not at every field. */
function unionText(options: readonly Schema[], depth: number): string {
  const texts = [...new Set(options.map((option) => typeText(option, depth)))];
  if (texts.includes('number')) return 'number';
  if (texts.includes('boolean')) return 'boolean';
  return texts.join(' | ');
}

function objectText(schema: Schema, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const lines = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(
    ([name, field]) =>
      `${indent}${name}${required.has(name) ? '' : '?'}: ${typeText(field, depth + 1)}`,
  );
  return ['{', ...lines, `${'  '.repeat(depth)}}`].join('\n');
}

function arrayText(schema: Schema, depth: number): string {
  const tuple = schema['prefixItems'];
  if (Array.isArray(tuple))
    return `[${(tuple as Schema[]).map((item) => typeText(item, depth)).join(', ')}]`;
  return `[${typeText(schema['items'] as Schema, depth)}]`;
}

function stringText(schema: Schema): string {
  const pattern = JSON.stringify([schema['pattern'], schema['allOf']]);
  if (pattern.includes('\\\\d{0,29}') || pattern.includes('(0|[1-9]\\\\d*)(\\\\.\\\\d+)?'))
    return 'decimal';
  return 'text';
}

if (process.argv[1] === import.meta.filename)
  for (const [name, content] of referencePages()) writeFileSync(path.join(FOLDER, name), content);
