/**
 * What attackers change in a request. Goal: one thing wrong at a time, in a field at any depth, in the names of fields,
 * in a header or in the bytes of the body. Method: tables of values that programs stumble over; fast-check chooses.
 */
import fc from 'fast-check';

/** How a request is sent. */
export interface Wire {
  /** Sent as JSON or a form; as the query of a GET. */
  readonly fields: Record<string, unknown>;
  readonly asForm: boolean;
  /** In place of the fields: the body as it is. */
  readonly raw?: string;
  /** Over those that the call would have; undefined takes one away. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const deep = (levels: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;

/** Values for any field, whatever it was. */
const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  -0,
  1e300,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '-1',
  '+1',
  '01',
  '1.',
  '.5',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '１',
  '٣',
  '2147483648',
  '9223372036854775808',
  '9'.repeat(30),
  `0.${'0'.repeat(18)}1`,
  '1.0000000000000000001',
  'a'.repeat(300),
  '界'.repeat(5_000),
  'é'.normalize('NFD'),
  '\ud800',
  'a\udc00b',
  '\u202eabc',
  'a\u0000b',
  '\u0001\u001f',
  'a\r\nset-cookie: x=1',
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  '=cmd|calc',
  '../../../../etc/passwd',
  '%00%2e%2e%2f',
  '__proto__',
  'constructor',
  [],
  [1],
  ['a', 'b'],
  {},
  { $gt: '' },
  { length: 1e9 },
  { toString: 1, valueOf: 1 },
  { toJSON: 'x' },
  deep(200),
];

const EXTRA_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'role',
  'user_id',
  'userId',
  'balance',
  'is_frozen',
  'status',
  'a\u0000b',
  'ключ',
  '\ud800',
  'x'.repeat(5_000),
  'a[b]',
  'a.b',
];

const HEADERS: readonly (readonly [name: string, values: readonly (string | undefined)[]])[] = [
  [
    'content-type',
    [
      undefined,
      '',
      'text/plain',
      'application/xml',
      'application/json; charset=utf-16',
      'application/json;charset=utf-8;a=b',
      ' application/json',
      'application/json\t',
      'APPLICATION/JSON',
      'application/json, text/plain',
      'application/json; ',
      'application/jsonx',
      'application/x-www-form-urlencoded; boundary=x',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=x',
      '__proto__',
    ],
  ],
  [
    'authorization',
    [
      undefined,
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Bearer Bearer x',
      'Basic b3duZXI6cGFzcw==',
      'null',
      'undefined',
      '__proto__',
      'constructor',
      `Bearer ${'x'.repeat(43)}`,
      'x'.repeat(201),
      'x'.repeat(8_000),
      "' OR 1=1 --",
      'é',
      '\u00ff'.repeat(43),
    ],
  ],
  [
    'idempotency-key',
    [undefined, '', ' ', 'a b', 'x'.repeat(64), 'x'.repeat(65), 'é', "'; --", '__proto__', 'a,b'],
  ],
  ['device-id', ['', 'x', 'x'.repeat(128), 'x'.repeat(129), 'é'.repeat(20), "' OR '1'='1' --"]],
  ['language-mark', ['', 'xx', 'EN', 'th,en', '__proto__', 'constructor', 'x'.repeat(5_000)]],
  ['x-forwarded-for', ['127.0.0.1', 'evil', '1.2.3.4, 5.6.7.8', '::1', 'x'.repeat(4_000)]],
  ['x-forwarded-host', ['evil.example']],
  ['x-forwarded-proto', ['https', 'gopher']],
  ['forwarded', ['for=127.0.0.1;host=evil.example']],
  ['host', ['evil.example', 'localhost:99999', 'a b', '']],
  ['origin', ['https://evil.example', 'null', 'https://localhost.evil.example']],
  ['x-http-method-override', ['DELETE', 'GET']],
  ['accept-encoding', ['gzip, br', 'identity;q=0', '*;q=0', 'x'.repeat(1_000)]],
  ['accept', ['text/html', 'image/*;q=0']],
  ['user-agent', ['', 'x'.repeat(5_000), 'a\u00ff', '<script>', "'; --"]],
  ['cookie', ['token=x', '__proto__=x', 'x'.repeat(4_000)]],
  ['if-none-match', ['*', '"x"']],
  ['range', ['bytes=0-0', 'bytes=-1']],
];

const RAW: readonly string[] = [
  '',
  '{',
  '{}x',
  '[]',
  'null',
  '1',
  '"x"',
  'true',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"id":1e400}',
  '{"id":-0}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  `{"a":"${'x'.repeat(300_000)}"}`,
  'a=1&a=2',
  'a[b]=c&a[__proto__]=d',
  '%',
  '%zz=1',
  'a=%00',
  'a=%ED%A0%80',
  '&&&===',
  Array.from({ length: 2_000 }, (_, at) => `f${at}=1`).join('&'),
  '\u0000\u0001\u0002',
];

/** One thing wrong with a request that was right. */
export function mutated(wire: Wire): fc.Arbitrary<Wire> {
  const names = Object.keys(wire.fields);
  const attacks: fc.WeightedArbitrary<Wire>[] = [
    { weight: 2, arbitrary: extraField(wire) },
    { weight: 4, arbitrary: headers(wire) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW).map((raw) => ({ ...wire, raw })) },
  ];
  if (names.length > 0) attacks.push({ weight: 8, arbitrary: wrongField(wire, names) });
  return fc.oneof(...attacks);
}

function wrongField(wire: Wire, names: readonly string[]): fc.Arbitrary<Wire> {
  const name = fc.constantFrom(...names);
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...WRONG) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  );
  const steps = fc.array(fc.nat(7), { minLength: 4, maxLength: 4 });
  return fc.tuple(name, value, steps, fc.constantFrom('replace', 'wrap', 'drop')).map(
    ([field, wrong, path, how]): Wire => ({
      ...wire,
      fields: within(wire.fields, field, { how, wrong, path }),
      // What a form cannot say goes as JSON.
      asForm: wire.asForm && how !== 'wrap' && (typeof wrong !== 'object' || wrong === null),
    }),
  );
}

interface Change {
  readonly how: string;
  readonly wrong: unknown;
  /** Which of the values below, level by level; past the last of them the value itself. */
  readonly path: readonly number[];
}

/** A copy in which one value is wrong: the field itself, or one below it. */
function within(
  object: Record<string, unknown>,
  field: string,
  change: Change,
): Record<string, unknown> {
  const value = object[field];
  const inside = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const [step = 0, ...path] = change.path;
  const below = inside[step % (inside.length + 1)];
  if (below !== undefined) {
    const copy = within(value as Record<string, unknown>, below, { ...change, path });
    return { ...object, [field]: Array.isArray(value) ? Object.values(copy) : copy };
  }
  if (change.how === 'wrap') return { ...object, [field]: [value] };
  if (change.how === 'replace') return { ...object, [field]: change.wrong };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== field));
}

function extraField(wire: Wire): fc.Arbitrary<Wire> {
  return fc.tuple(fc.constantFrom(...EXTRA_NAMES), fc.constantFrom(...WRONG)).map(
    ([name, value]): Wire => ({
      ...wire,
      // Not by spreading, which would set the prototype where it is meant to be a field.
      fields: Object.fromEntries([...Object.entries(wire.fields), [name, value]]),
      asForm: wire.asForm && typeof value !== 'object',
    }),
  );
}

function headers(wire: Wire): fc.Arbitrary<Wire> {
  const one = fc
    .constantFrom(...HEADERS)
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const));
  return one.map(([name, value]) => ({ ...wire, headers: { ...wire.headers, [name]: value } }));
}
