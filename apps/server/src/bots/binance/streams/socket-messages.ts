/** What programs say on the market streams' sockets: subscribe, unsubscribe, list, and one property. */
import type { IncomingMessage } from 'node:http';
import type { RawData } from 'ws';
import { BinanceError } from '../errors.ts';

export interface StreamMessage {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Given back with the answer. */
  readonly id: number | string | null;
}

/** Binance's codes on these sockets. */
const INVALID = 2;
const TOO_MANY = 3;

export const invalid = (text: string): BinanceError =>
  new BinanceError(INVALID, `Invalid request: ${text}`);
export const tooManyStreams = (): BinanceError =>
  new BinanceError(TOO_MANY, 'Invalid request: too many streams on one connection');

/** Reads a message; throws what its sender is told. */
export function readStreamMessage(text: string): StreamMessage {
  const value = readObject(text);
  const { method, params = [], id = null } = value;
  if (typeof method !== 'string') throw invalid('method must be a string');
  if (!Array.isArray(params)) throw invalid('params must be a list');
  if (!isId(id)) throw invalid('id must be a number or a short string');
  return { method, params, id };
}

export const isId = (id: unknown): id is number | string | null =>
  id === null || Number.isSafeInteger(id) || (typeof id === 'string' && id.length <= 36);

/** A JSON object and nothing else. */
export function readObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('JSON expected');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('an object expected');
  return value as Record<string, unknown>;
}

/** Undefined where what was asked for is no address. */
export function urlOf({ url = '' }: IncomingMessage): URL | undefined {
  const base = 'http://localhost';
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** Of a frame. */
export const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString('utf8');
