/**
 * Sends one request and judges the answer. What must hold of every answer, whatever was sent: it is no 5xx, it is the
 * envelope with a known code and that code's status, DATA is what the contract declares (the server of the tests throws
 * otherwise, which is a 500), it shows nobody else's words and no secret, and it took less than a second.
 */
import { ERRORS, type ErrorCode, type RouteName, routes } from '@fairlead/contract';
import { multipartBody } from '../../src/verification/test/upload-fixture.ts';
import type { Wire } from './mutations.ts';
import { type Actor, isUser, other, PRIVATE, type World } from './world.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const SLOW_MS = 1_000;
/** Answers of these hold the token that they open. */
const GIVES_TOKEN: ReadonlySet<RouteName> = new Set(['login', 'register', 'operatorLogin']);

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly isOk: boolean;
  readonly error: ErrorCode | undefined;
  /** Something waited for a sample, and time went on. */
  readonly hasTicked: boolean;
}

let keys = 0;

/** Sends; throws what is wrong with the answer. */
export async function attack(
  world: World,
  name: RouteName,
  { actor, wire }: { readonly actor: Actor; readonly wire: Wire },
): Promise<Answered> {
  const sent = compose(world, name, actor, wire);
  const answered = await inject(world, sent);
  judge(world, name, actor, answered);
  let { elapsedMs } = answered;
  // The machine may have been busy: only what is slow each time is slow.
  for (let again = 0; again < 2 && elapsedMs >= SLOW_MS; again += 1)
    elapsedMs = (await inject(world, sent)).elapsedMs;
  if (elapsedMs >= SLOW_MS) throw new Error(`took ${elapsedMs} ms`);
  return answered;
}

interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

function compose(world: World, name: RouteName, actor: Actor, wire: Wire): Sent {
  const { method, path, isMoney, isMultipart } = routes[name];
  keys += 1;
  const token = world.tokenOf(actor);
  const { type, payload } = bodyOf(wire, { isMultipart });
  const isQuery = method === 'GET';
  const given: Record<string, string | undefined> = {
    ...(!isQuery && { 'content-type': type }),
    ...(isMoney && { 'idempotency-key': `fuzz-${keys}` }),
    ...(token !== undefined && { authorization: token }),
    ...wire.headers,
  };
  const headers = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const query = isQuery ? (wire.raw ?? formOf(wire.fields)) : '';
  const url = `/api/${path}${query === '' ? '' : `?${query}`}`;
  return { method, url, headers, ...(!isQuery && { payload }) };
}

function bodyOf(
  wire: Wire,
  { isMultipart }: { readonly isMultipart: boolean },
): { readonly type: string; readonly payload: string | Buffer } {
  if (isMultipart && wire.raw === undefined) {
    const fields = Object.fromEntries(
      Object.entries(wire.fields).map(([name, value]) => [name, asText(value)]),
    );
    const { body, type } = multipartBody({ bytes: PIXEL, purpose: '', fields });
    return { type, payload: body };
  }
  const type = wire.asForm ? 'application/x-www-form-urlencoded' : 'application/json';
  if (wire.raw !== undefined) return { type, payload: wire.raw };
  return { type, payload: wire.asForm ? formOf(wire.fields) : JSON.stringify(wire.fields) };
}

function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toWellFormed();
}

const formOf = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value.slice(0, 3) : [value]).map(
        (each) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(asText(each))}`,
      ),
    )
    .join('&');

interface Injected extends Answered {
  readonly elapsedMs: number;
  readonly type: string;
}

/** Calls what waits for the next sample is given one, a second later. */
async function inject({ server }: World, sent: Sent): Promise<Injected> {
  const startedAt = performance.now();
  let isAnswered = false;
  const answer = server.app.inject({ ...sent, remoteAddress: '127.0.0.1' } as never).finally(() => {
    isAnswered = true;
  });
  let hasTicked = false;
  while (!isAnswered) {
    if (server.sequencer.health().parkedCommands > 0) {
      hasTicked = true;
      await server.pass(1_000);
    }
    await Promise.race([answer, new Promise((resolve) => setImmediate(resolve))]);
  }
  const { statusCode, headers, body } = await answer;
  const envelope = body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
  return {
    status: statusCode,
    type: String(headers['content-type'] ?? ''),
    text: body,
    isOk: statusCode < 400,
    error: envelope['error'] as ErrorCode | undefined,
    hasTicked,
    elapsedMs: performance.now() - startedAt,
  };
}

function judge(world: World, name: RouteName, actor: Actor, answered: Injected): void {
  const { status, text } = answered;
  const fail = (why: string): never => {
    throw new Error(`${why}: ${status} ${text.slice(0, 500)}`);
  };
  if (status >= 500) fail('a 5xx');
  judgeEnvelope(name, answered, fail);
  // Who shows the password is the user from now on.
  const isLogin = answered.isOk && GIVES_TOKEN.has(name);
  for (const user of ['ann', 'ben'] as const) {
    if (isLogin) continue;
    const isOthers = actor === 'guest' || (isUser(actor) && user === other(actor));
    if (isOthers && PRIVATE[user].test(text)) fail(`${actor} sees what is ${user}'s`);
  }
  const own = world.tokenOf(actor);
  for (const secret of world.secrets())
    if (text.includes(secret) && !(GIVES_TOKEN.has(name) && secret !== own))
      fail('an answer holds a secret');
  if (/\n\s+at |node_modules|SELECT .* FROM /.test(text)) fail('an answer tells of the inside');
}

function judgeEnvelope(
  name: RouteName,
  { status, type, text, isOk, error }: Injected,
  fail: (why: string) => never,
): void {
  if (isOk && routes[name].isBinary && type.startsWith('image/')) return;
  if (type !== 'application/json; charset=utf-8') fail(`no JSON but ${type}`);
  const envelope = JSON.parse(text) as Record<string, unknown>;
  const names = Object.keys(envelope).sort().join();
  if (isOk) {
    if (names !== 'code,message,type' || envelope['type'] !== 'ok' || envelope['code'] !== 1)
      fail('no envelope of a success');
    return;
  }
  if (error === undefined || !Object.hasOwn(ERRORS, error)) fail('an unknown code');
  else if (ERRORS[error].status !== status) fail(`${error} with another status`);
  const isLogin = error === 'not_logged_in';
  if (envelope['type'] !== (isLogin ? '999' : 'error')) fail('no envelope of a refusal');
  if (envelope['code'] !== (isLogin ? 999 : 0)) fail('no envelope of a refusal');
  if (typeof envelope['message'] !== 'string' || envelope['message'] === '') fail('no words');
  const fields = envelope['fields'];
  if (
    fields !== undefined &&
    !Object.values(fields as object).every((word) => typeof word === 'string')
  )
    fail('fields that are no words');
}
