/** A program that signs calls of the product's own API, written by the page and not by our client. */
import { createHmac, sign as signEd25519 } from 'node:crypto';
import { type RouteName, routes } from '@fairlead/contract';
import {
  PASSWORD,
  type Reply,
  readReply,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';

export interface Program {
  readonly key: string;
  /** Signs a text as the header has it. */
  readonly sign: (text: string) => string;
}

/** What may be other than a right call has it. */
export interface Sent {
  readonly key?: string;
  readonly aheadMs?: number;
  readonly timestamp?: string;
  readonly window?: string;
  readonly idempotencyKey?: string;
  readonly ip?: string;
  readonly json?: boolean;
  /** Changes what is sent after it was signed. */
  readonly tamper?: (call: SentCall) => Partial<SentCall>;
}

export interface SentCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Every permission that may be chosen. */
export const CHOSEN = ['trade', 'futures', 'options', 'earn', 'transfer'] as const;
export const ALL = Object.fromEntries(CHOSEN.map((name) => [name, true]));

/** Makes a key of a user that has what is asked for. */
export async function programOf(
  server: TestServer,
  user: TestUser,
  may: object = {},
): Promise<Program & { readonly id: number }> {
  const asked = { label: 'bot', password: PASSWORD, ...may };
  const { key, secret = '', api_key } = await server.data('createApiKey', asked, user);
  return { id: api_key.id, key, sign: hmacOf(secret) };
}

export const hmacOf =
  (secret: string): Program['sign'] =>
  (text) =>
    createHmac('sha256', secret).update(text).digest('hex');

export const ed25519Of =
  (privateKey: Parameters<typeof signEd25519>[2]): Program['sign'] =>
  (text) =>
    signEd25519(null, Buffer.from(text), privateKey).toString('base64');

let lastKey = 0;

/** Signs and sends; each call has a time of its own. */
export async function signedCall<Name extends RouteName>(
  server: TestServer,
  program: Program,
  name: Name,
  request: Readonly<Record<string, unknown>> = {},
  sent: Sent = {},
): Promise<Reply<Name>> {
  const call = compose(server, program, name, request, sent);
  return send(server, { ...call, ...sent.tamper?.(call) }, sent.ip);
}

export async function send<Name extends RouteName>(
  server: TestServer,
  call: SentCall,
  ip = '127.0.0.1',
): Promise<Reply<Name>> {
  const { method, url, payload, headers } = call;
  const reply = await server.app.inject({
    method,
    url,
    headers,
    remoteAddress: ip,
    ...(method !== 'GET' && { payload }),
  });
  return readReply(reply);
}

/** A call as it is sent, signed. */
export function compose(
  server: TestServer,
  program: Program,
  name: RouteName,
  request: Readonly<Record<string, unknown>> = {},
  sent: Sent = {},
): SentCall {
  const { method, path, isMoney } = routes[name];
  const form = new URLSearchParams(
    Object.entries(request).map(([field, value]) => [field, String(value)]),
  ).toString();
  const isQuery = method === 'GET';
  const url = `/api/${path}${isQuery && form !== '' ? `?${form}` : ''}`;
  const isJson = sent.json === true && !isQuery;
  const payload = isQuery ? '' : isJson ? JSON.stringify(request) : form;
  const timestamp = sent.timestamp ?? String((sent.aheadMs ?? 0) + stamp(server));
  lastKey += 1;
  const key = sent.idempotencyKey ?? (isMoney ? `program-${lastKey}` : '');
  const lines = [timestamp, sent.window ?? '', method, url, key, payload];
  return {
    method,
    url,
    payload,
    headers: {
      'api-key': sent.key ?? program.key,
      'api-timestamp': timestamp,
      'api-signature': program.sign(lines.join('\n')),
      ...(sent.window !== undefined && { 'api-window': sent.window }),
      ...(key !== '' && { 'idempotency-key': key }),
      ...(!isQuery && {
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      }),
    },
  };
}

let stamped = 0;

/** The server's clock stands still in tests: calls go back from it, a millisecond each, within the window. */
function stamp(server: TestServer): number {
  stamped = (stamped + 1) % 4_000;
  return server.clock.now() - stamped;
}
