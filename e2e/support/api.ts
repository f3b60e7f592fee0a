import { randomUUID } from 'node:crypto';
import type { ResponseOf, RouteName } from '@fairlead/contract';
import { routes } from '@fairlead/contract';

/** Calls the API as a plain HTTP client would; throws on anything but success. */
export async function call<Name extends RouteName>(
  url: string,
  name: Name,
  request: Readonly<Record<string, string>> = {},
  token?: string,
): Promise<ResponseOf<Name>> {
  const { method, path } = routes[name];
  const form = new URLSearchParams(request).toString();
  const response = await fetch(
    `${url}/api/${path}${method === 'GET' && form !== '' ? `?${form}` : ''}`,
    {
      method,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': randomUUID(),
        ...(token === undefined ? {} : { authorization: token }),
      },
      ...(method === 'GET' ? {} : { body: form }),
    },
  );
  const envelope = (await response.json()) as { type: string; message: ResponseOf<Name> };
  if (envelope.type !== 'ok') throw new Error(`${path}: ${JSON.stringify(envelope)}`);
  return envelope.message;
}

/** Registers a user by e-mail through the demo inbox; returns the session's token. */
export async function registerUser(
  url: string,
  email: string,
  password = 'harbour-42',
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
  });
  return token;
}

/** The index price of a market, asked for until the first sample after a start is there. */
export async function indexPrice(url: string, symbol: string): Promise<string> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const quotation = (await call(url, 'quotations')).find((each) => each.symbol === symbol);
    if (quotation?.index_price !== undefined) return quotation.index_price;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${symbol} has no index price`);
}
