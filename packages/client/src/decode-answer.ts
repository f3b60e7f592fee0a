import type { Envelope, ErrorCode } from '@fairlead/contract';
import { ERRORS, type ErrorSpec } from '@fairlead/contract/errors';
import { ApiError } from './api-error.ts';

const GATEWAY_STATUSES = new Set([502, 503, 504]);
const SPECS: Readonly<Partial<Record<ErrorCode, ErrorSpec>>> = ERRORS;

/** Reads the envelope: DATA, or throws the ApiError that it says. */
export async function decodeAnswer<Data>(
  response: Response,
  idempotencyKey: string | undefined,
): Promise<Data> {
  const { status } = response;
  const key = idempotencyKey !== undefined && { idempotencyKey };
  const envelope = await readEnvelope<Data>(response);
  if (envelope === undefined) {
    const message = `not an answer of the API (HTTP ${status})`;
    const isRetryable = GATEWAY_STATUSES.has(status);
    throw new ApiError({ code: 'unreadable', message, status, isRetryable, ...key });
  }
  if (envelope.type === 'ok') return envelope.message;
  const retryAfterMs = readRetryAfterMs(response.headers.get('retry-after'));
  throw new ApiError({
    code: envelope.error,
    message: envelope.message,
    status,
    isRetryable: SPECS[envelope.error]?.isRetryable ?? false,
    ...(envelope.type === 'error' && envelope.fields && { fields: envelope.fields }),
    ...(envelope.type === 'error' && envelope.request_id && { requestId: envelope.request_id }),
    ...(envelope.type === 'error' && envelope.work && { work: envelope.work }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...key,
  });
}

async function readEnvelope<Data>(response: Response): Promise<Envelope<Data> | undefined> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    return isEnvelope<Data>(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function isEnvelope<Data>(body: unknown): body is Envelope<Data> {
  if (typeof body !== 'object' || body === null || !('type' in body)) return false;
  if (body.type === 'ok') return 'message' in body;
  if (body.type !== 'error' && body.type !== '999') return false;
  return 'error' in body && 'message' in body && typeof body.message === 'string';
}

/** The header in seconds, as the server sends it. */
function readRetryAfterMs(header: string | null): number | undefined {
  const seconds = header === null || header === '' ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}
