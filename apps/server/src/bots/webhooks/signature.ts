/** Signatures of Standard Webhooks (standardwebhooks.com, v1): HMAC-SHA256 over id, time and body, base64. */
import { randomBytes } from 'node:crypto';
import { WEBHOOK_HEADERS } from '@fairlead/contract';
import { SECOND_MS } from '@fairlead/units';
import { signatureOf } from '../../core/operations/signed-calls.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string =>
  `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

export interface SignedMessage {
  readonly id: string;
  readonly nowMs: number;
  readonly body: string;
}

/** The headers of a message; with several secrets each signs, so that a receiver may still have the one before. */
export function signedHeaders(
  { id, nowMs, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / SECOND_MS));
  const signatures = secrets.map((secret) =>
    signatureOf({ id, timestamp, body }, Buffer.from(secret.slice(PREFIX.length), 'base64')),
  );
  return {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: signatures.join(' '),
  };
}
