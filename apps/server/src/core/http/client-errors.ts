/** Answers in the API's envelope where Fastify would in its own: bytes that are no request, and calls at the end. */
import type { Socket } from 'node:net';
import { DEFAULT_LANGUAGE, type ErrorCode, ProblemError } from '@fairlead/contract';
import type { FastifyInstance } from 'fastify';
import { failureBody } from './envelope.ts';
import { API_HEADERS } from './security-headers.ts';

interface ClientError {
  readonly statusLine: string;
  readonly code: ErrorCode;
}

/** By Node's codes. The status is HTTP's own: no call was reached that could have one. */
const CLIENT_ERRORS: Readonly<Record<string, ClientError>> = {
  HPE_HEADER_OVERFLOW: {
    statusLine: '431 Request Header Fields Too Large',
    code: 'body_too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { statusLine: '408 Request Timeout', code: 'validation_failed' },
};
const UNREADABLE: ClientError = { statusLine: '400 Bad Request', code: 'validation_failed' };

/** Answers what Node could not read as a request, and ends the connection. Its language is unknown. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const { statusLine, code } = CLIENT_ERRORS[error.code ?? ''] ?? UNREADABLE;
    const body = failureBody(code, DEFAULT_LANGUAGE);
    const headers = {
      ...API_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write([`HTTP/1.1 ${statusLine}`, ...lines, '', body].join('\r\n'));
  }
  socket.destroy(error);
}

/** Refuses what comes on connections that are still open while the server closes. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? new ProblemError('unavailable') : undefined);
  });
}
