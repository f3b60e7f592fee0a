/**
 * A call of a provider that an operator named: what is asked and what is answered are signed with one secret, as Standard Webhooks
 * has it, the answer over the id of what was asked. So nobody between answers in the provider's place, and no answer is one to
 * another question. Whatever is not a right answer is none.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '@fairlead/units';

export interface SignedProvider {
  readonly url: URL;
  readonly secret: string;
}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 10_000;
/** How far an answer's time may be from ours. */
const AGE_MAX_SECONDS = 300;

export const HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

export interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
}

const signatureOf = ({ id, timestamp, body }: Signed, secret: string): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

/** Whether one of the signatures is right, and made for now. */
export function isSigned(
  message: Signed,
  signatures: string,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): boolean {
  const seconds = Number(message.timestamp);
  const isNow = Math.abs(nowMs / SECOND_MS - seconds) <= AGE_MAX_SECONDS;
  if (!/^\d{1,12}$/.test(message.timestamp) || !isNow) return false;
  const right = Buffer.from(signatureOf(message, secret));
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

export const signedHeaders = (
  { id, body }: Pick<Signed, 'id' | 'body'>,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): Record<string, string> => {
  const timestamp = String(Math.floor(nowMs / SECOND_MS));
  return {
    'content-type': 'application/json',
    [HEADERS.id]: id,
    [HEADERS.timestamp]: timestamp,
    [HEADERS.signature]: signatureOf({ id, timestamp, body }, secret),
  };
};

/** Asks; the JSON of what is rightly signed, undefined where nothing such came. Never rejects. */
export async function askSigned(
  { url, secret }: SignedProvider,
  question: { readonly id: string },
  now: () => number,
): Promise<unknown> {
  const { id } = question;
  const body = JSON.stringify(question);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: signedHeaders({ id, body }, { secret, nowMs: now() }),
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await textOf(response);
    if (!response.ok || text === undefined) return undefined;
    const timestamp = response.headers.get(HEADERS.timestamp) ?? '';
    const signatures = response.headers.get(HEADERS.signature) ?? '';
    if (!isSigned({ id, timestamp, body: text }, signatures, { secret, nowMs: now() }))
      return undefined;
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for one that is longer than any answer. */
async function textOf({ body }: Response): Promise<string | undefined> {
  if (body === null) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > ANSWER_BYTES_MAX) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
