/**
 * Headers that every answer carries. They are constants, so they are written out here and set in one go;
 * the browser keeps to them from the first answer on (cases.md H1, H2, H5).
 */
import type { FastifyInstance, FastifyReply } from 'fastify';

/** One year, subdomains too. Browsers heed it over HTTPS only. */
const HSTS = 'max-age=31536000; includeSubDomains';

const COMMON: Readonly<Record<string, string>> = {
  'strict-transport-security': HSTS,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** An answer of the API is data: nothing in it may be run, shown in a frame or kept by a cache. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
};

/** A private picture: to be saved, not opened; should it be opened after all, nothing in it runs (row U5). */
export const pictureHeaders = (filename: string): Readonly<Record<string, string>> => ({
  ...API_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'content-disposition': `attachment; filename="${filename}"`,
});

/** What the app's pages may load: only from here, no inline script, no eval. */
export function pageHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const socket = publicUrl.replace(/^http/, 'ws');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Old browsers do not count a socket of the same origin as 'self'.
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ];
  return {
    ...COMMON,
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

/** Sets the API's headers on everything; pages replace what differs. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(API_HEADERS);
    done();
  });
}

/** For pages and their files: the app's policy, and caching as the file allows. */
export function setPageHeaders(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): void {
  reply.removeHeader('cache-control');
  reply.headers(headers);
}
