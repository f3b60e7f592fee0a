/**
 * Calls of a provider: what is asked and what is answered are signed with one secret, as Standard Webhooks has it, the answer over the
 * id of what was asked. So nobody between answers in its place, and no answer is one to another question. Whatever is not a right
 * answer is none.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_HEADERS as HEADERS } from '@fairlead/contract';
import { SECOND_MS } from '@fairlead/units';
import type * as z from 'zod/mini';
import type { ProviderConfig } from '../config/providers.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 10_000;
/** How far a message's time may be from ours. */
const AGE_MAX_SECONDS = 300;
/** What is said of one question; others say that nothing is answered here. */
const OF_THIS_QUESTION: ReadonlySet<number> = new Set([400, 409, 422]);

export interface Signed {
  readonly id: string;
  /** Whole seconds since 1970. */
  readonly timestamp: string;
  readonly body: string;
}

interface Signing {
  readonly secret: string;
  readonly nowMs: number;
}

/** What came with its signatures, of which one must be right. */
export interface SignedMessage extends Signed {
  readonly signatures: string;
}

/** v1 of Standard Webhooks: HMAC-SHA256 over id, time and body, base64. */
export const signatureOf = ({ id, timestamp, body }: Signed, secret: string | Buffer): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

/** Whether one of the signatures is right, and made for now. */
export function isSigned(message: SignedMessage, { secret, nowMs }: Signing): boolean {
  const seconds = Number(message.timestamp);
  const isNow = Math.abs(nowMs / SECOND_MS - seconds) <= AGE_MAX_SECONDS;
  if (!/^\d{1,12}$/.test(message.timestamp) || !isNow) return false;
  const right = Buffer.from(signatureOf(message, secret));
  return message.signatures.split(' ').some((each) => {
    const given = Buffer.from(each);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

export const signedHeaders = (
  { id, body }: Pick<Signed, 'id' | 'body'>,
  { secret, nowMs }: Signing,
): Record<string, string> => {
  const timestamp = String(Math.floor(nowMs / SECOND_MS));
  return {
    'content-type': 'application/json',
    [HEADERS.id]: id,
    [HEADERS.timestamp]: timestamp,
    [HEADERS.signature]: signatureOf({ id, timestamp, body }, secret),
  };
};

/** A message as it came: `header` gives one of its headers, '' where there is none. */
export const signedMessage = (header: (name: string) => string, body: string): SignedMessage => ({
  id: header(HEADERS.id),
  timestamp: header(HEADERS.timestamp),
  signatures: header(HEADERS.signature),
  body,
});

/**
 * Asks, under the question's id, which is the same for every try and an idempotency key too; undefined where nothing came that counts
 * as an answer. Never rejects. `onThere` is told where the provider is there all the same: it signed what is no answer to this
 * question, or says that this question is wrong.
 */
export async function ask<Schema extends z.ZodMiniType<{ readonly id: string }>>(
  { url, secret }: ProviderConfig,
  question: { readonly id: string },
  {
    schema,
    now,
    onThere,
  }: { readonly schema: Schema; readonly now: () => number; readonly onThere?: () => void },
): Promise<z.infer<Schema> | undefined> {
  const { id } = question;
  const body = JSON.stringify(question);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { ...signedHeaders({ id, body }, { secret, nowMs: now() }), 'idempotency-key': id },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await textOf(response);
    if (OF_THIS_QUESTION.has(response.status)) onThere?.();
    if (!response.ok || text === undefined) return undefined;
    // Over the id of what was asked, whatever the answer says its own is.
    const answer = { ...signedMessage((name) => response.headers.get(name) ?? '', text), id };
    if (!isSigned(answer, { secret, nowMs: now() })) return undefined;
    onThere?.();
    const read = schema.safeParse(JSON.parse(text));
    return read.success && read.data.id === id ? read.data : undefined;
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
