/** Reads bodies: a form or JSON, nothing else, and never a key that could reach a prototype. */
import { parse } from 'node:querystring';
import { API_KEY_HEADERS, ProblemError, WEBHOOK_HEADERS } from '@fairlead/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FORM_FIELDS_MAX } from './limits.ts';

/** Bodies of calls that name a key or are signed as webhooks, as they were sent: they are a part of what is signed. */
const SIGNED = new WeakMap<FastifyRequest, string>();

/** The body of such a call; '' where it has none. */
export const signedBody = (request: FastifyRequest): string => SIGNED.get(request) ?? '';

const SIGNED_BY = [API_KEY_HEADERS.key, WEBHOOK_HEADERS.signature];

type Done = (error: Error | null, body?: unknown) => void;

/** Fields by name. Repeated fields stay lists, which no schema takes. */
function parseForm(text: string): Record<string, unknown> {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) fields += 1;
  if (fields > FORM_FIELDS_MAX) throw new ProblemError('validation_failed');
  return parse(text, '&', '=', { maxKeys: FORM_FIELDS_MAX });
}

/** An object and nothing else. Names that mean something to prototypes are refused by the schemas as unknown. */
function parseJson(text: string): Record<string, unknown> {
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProblemError('validation_failed', { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProblemError('validation_failed');
  // JSON.parse makes `__proto__` an own property; a copy without a prototype keeps it harmless and visible.
  return Object.assign(Object.create(null), value) as Record<string, unknown>;
}

export function addBodyParsers(app: FastifyInstance): void {
  const add = (type: string, read: (text: string) => unknown) => {
    app.addContentTypeParser(type, { parseAs: 'string' }, (request, text, done: Done) => {
      if (SIGNED_BY.some((name) => request.headers[name] !== undefined))
        SIGNED.set(request, text as string);
      try {
        done(null, read(text as string));
      } catch (error) {
        done(error as Error);
      }
    });
  };
  app.removeAllContentTypeParsers();
  add('application/x-www-form-urlencoded', parseForm);
  add('application/json', parseJson);
}
