/**
 * Serves a built app: hashed files for ever, what wears the brand and the page itself always fresh, compressed once or by a
 * twin that lies there.
 */
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeMarkup, type WornFile } from '../brand/pages.ts';
import { COMPRESS_BYTES_MIN } from './limits.ts';

/** Vite puts a hash into the name of everything below it. */
const HASHED = `${path.sep}assets${path.sep}`;
const PAGE = 'index.html';
/** Pictures are compressed in themselves. */
const COMPRESSIBLE = /^text\/|json$|svg/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const noApp = (name: string): string =>
  `<!doctype html><title>${escapeMarkup(name)}</title><p>The app is not built yet: run <code>npm start</code>.</p>`;

export async function registerWebApp(
  app: FastifyInstance,
  options: {
    readonly folder: string;
    /** Where its page lies, with a slash at both ends. */
    readonly prefix: string;
    readonly headers: Readonly<Record<string, string>>;
    /** The exchange's. */
    readonly name: string;
    /** By address below the prefix; they stand before files of the folder. */
    readonly worn: ReadonlyMap<string, WornFile>;
  },
): Promise<void> {
  const { folder, prefix, headers, name, worn } = options;
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.removeHeader('cache-control');
      reply.headers(headers);
      done();
    });
    // Relative links of the page need the slash.
    if (prefix !== '/')
      scope.get(prefix.slice(0, -1), (_request, reply) => reply.redirect(prefix, 308));
    for (const [file, made] of worn) serveWorn(scope, `${prefix}${file}`, made);
    const page = worn.get(PAGE);
    if (page === undefined) {
      scope.get(prefix, (_request, reply) => reply.code(503).type('text/html').send(noApp(name)));
      return;
    }
    serveWorn(scope, prefix, page);
    // What the build has not compressed beforehand is compressed here.
    await scope.register(fastifyCompress, { threshold: COMPRESS_BYTES_MIN });
    await scope.register(fastifyStatic, {
      root: folder,
      prefix,
      preCompressed: true,
      // Names are listed at the start: no request reaches a file that was not there, and the rest is 404.
      wildcard: false,
      globIgnore: ['**/*.{br,gz,map}', ...worn.keys()],
      cacheControl: false,
      setHeaders: (response, file) => {
        response.header(
          'cache-control',
          file.includes(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  });
}

/** One file from memory: asked for anew each time, and sent only where it changed. */
function serveWorn(scope: FastifyInstance, url: string, { type, body, etag }: WornFile): void {
  const bodies = new Map<string, Buffer>();
  const compressed = (encoding: 'br' | 'gzip'): Buffer => {
    const known =
      bodies.get(encoding) ??
      (encoding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body));
    bodies.set(encoding, known);
    return known;
  };
  const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ 'cache-control': 'no-cache', etag });
    const isCompressible = COMPRESSIBLE.test(type) && body.length >= COMPRESS_BYTES_MIN;
    if (isCompressible)
      reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type(type);
    const encoding = isCompressible ? encodingOf(request.headers['accept-encoding']) : undefined;
    if (encoding === undefined) return reply.send(body);
    return reply.header('content-encoding', encoding).send(compressed(encoding));
  };
  scope.route({ method: ['GET', 'HEAD'], url, handler });
}

/** Proxies that compress make a tag weak; what it names is the same. */
const isKnown = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true;

function encodingOf(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : undefined;
}
