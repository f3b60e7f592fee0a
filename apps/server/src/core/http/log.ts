/** Structured logs, one JSON line each. What could hold a secret is cut out whatever is logged. */
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';

const SECRET_NAMES = [
  'password',
  'password_confirmation',
  'old_password',
  'passwordHash',
  'code',
  'otp',
  'ticket',
  'token',
  'authorization',
  'secretKey',
  'body',
];

/** Names of errors and their codes are told; texts of a database may quote a row, so only its code is. */
function errorView(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, cause } = error as Error & { readonly code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { errorCode: String(code) }),
    stack: error.stack,
    ...(cause !== undefined && { cause: errorView(cause) }),
  };
}

export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorView, error: errorView, cause: errorView },
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [`*.${name}`, `*.*.${name}`, `headers.${name}`]),
      censor: '[cut]',
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
