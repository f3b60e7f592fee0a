import { randomUUID } from 'node:crypto';
import type { Envelope, ResponseOf, RouteName } from '@fairlead/contract';
import { routes } from '@fairlead/contract';

type Request = Readonly<Record<string, string>>;

/** How long an engine that is just starting may answer that it is not there yet. */
const AWAY_MAX_MS = 120_000;

/**
 * Calls the API as a plain HTTP client would, again under the same key while it answers `unavailable`; throws on
 * anything else but success.
 */
export async function call<Name extends RouteName>(
  url: string,
  name: Name,
  request: Request = {},
  token?: string,
): Promise<ResponseOf<Name>> {
  const caller = { key: randomUUID(), ...(token !== undefined && { token }) };
  const deadline = Date.now() + AWAY_MAX_MS;
  for (;;) {
    const { envelope } = await send(url, name, request, caller);
    if (envelope.type === 'ok') return envelope.message;
    if (envelope.error !== 'unavailable' || Date.now() > deadline)
      throw new Error(`${name}: ${JSON.stringify(envelope)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The HTTP status and the code of a refusal; 'ok' when the call succeeded. */
export async function outcome(
  url: string,
  name: RouteName,
  request: Request,
  caller: Caller = {},
): Promise<{ readonly status: number; readonly error: string }> {
  const { status, envelope } = await send(url, name, request, caller);
  return { status, error: envelope.type === 'ok' ? 'ok' : envelope.error };
}

interface Caller {
  readonly token?: string;
  readonly key?: string;
}

/** Calls and gives what came back, whatever it is. */
export async function send<Name extends RouteName>(
  url: string,
  name: Name,
  request: Request,
  { token, key = randomUUID() }: Caller,
): Promise<{ readonly status: number; readonly envelope: Envelope<ResponseOf<Name>> }> {
  const { method, path } = routes[name];
  const form = new URLSearchParams(request).toString();
  const response = await fetch(
    `${url}/api/${path}${method === 'GET' && form !== '' ? `?${form}` : ''}`,
    {
      method,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': key,
        ...(token === undefined ? {} : { authorization: token }),
      },
      ...(method === 'GET' ? {} : { body: form }),
    },
  );
  const envelope = (await response.json()) as Envelope<ResponseOf<Name>>;
  return { status: response.status, envelope };
}

/** One money call, to be sent as often as it takes. */
export interface MoneyCall {
  readonly route: RouteName;
  readonly token: string;
  readonly key: string;
  /** The body, as it is sent each time. */
  readonly form: string;
}

/** Sends a money call and gives the bytes of its answer; throws where there is none that is final. */
export async function sendMoney(
  url: string,
  { route, token, key, form }: MoneyCall,
  signal?: AbortSignal,
): Promise<{ readonly body: string; readonly isReplay: boolean }> {
  const { method, path } = routes[route];
  const response = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: token,
      'idempotency-key': key,
    },
    body: form,
    ...(signal !== undefined && { signal }),
  });
  if (response.status >= 500) throw new Error(`${response.status}`);
  return {
    body: await response.text(),
    isReplay: response.headers.get('idempotent-replayed') === 'true',
  };
}

/** Moves money between two accounts, and waits until it is there: of several engines it is on its way first. */
export async function transfer(url: string, move: Request, token: string): Promise<void> {
  const { id, status } = await call(url, 'transfer', move, token);
  if (status === 'done') return;
  const deadline = Date.now() + AWAY_MAX_MS;
  while (Date.now() < deadline) {
    const { envelope } = await send(url, 'transfers', {}, { token });
    const isDone = ({ id: each, status: now }: { id: number; status: string }) =>
      each === id && now === 'done';
    if (envelope.type === 'ok' && envelope.message.list.some(isDone)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`transfer ${id} did not arrive`);
}

/** Uploads a JPEG; gives the file's id. */
export async function upload(
  url: string,
  { picture, purpose }: { readonly picture: Buffer; readonly purpose: 'kyc' | 'deposit_proof' },
  token: string,
): Promise<number> {
  const form = new FormData();
  form.set('purpose', purpose);
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
  const response = await fetch(`${url}/api/${routes.upload.path}`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  const envelope = (await response.json()) as Envelope<ResponseOf<'upload'>>;
  if (envelope.type !== 'ok') throw new Error(`upload: ${JSON.stringify(envelope)}`);
  return envelope.message.file_id;
}

/** Registers a user by e-mail through the demo inbox, invited if there is a code; returns the session's token. */
export async function registerUser(
  url: string,
  email: string,
  { password = 'harbour-42', inviteCode }: { password?: string; inviteCode?: string } = {},
): Promise<string> {
  await call(url, 'smsMail', { email, scene: 'register' });
  const [message] = await call(url, 'inbox', { to: email });
  if (message === undefined) throw new Error('no code in the inbox');
  const { token } = await call(url, 'register', {
    account_type: 'email',
    account: email,
    code: message.code,
    password,
    password_confirmation: password,
    agreed: 'true',
    ...(inviteCode !== undefined && { invite_code: inviteCode }),
  });
  return token;
}

/** The index price of a market, asked for until the first sample after a start is there. */
export async function indexPrice(url: string, symbol: string): Promise<string> {
  const deadline = Date.now() + AWAY_MAX_MS;
  while (Date.now() < deadline) {
    const quotation = (await call(url, 'quotations')).find((each) => each.symbol === symbol);
    if (quotation?.index_price !== undefined) return quotation.index_price;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${symbol} has no index price`);
}
