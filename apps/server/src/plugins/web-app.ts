/** Serves a built app: hashed files for ever, the page itself always fresh, compressed if a twin lies there. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { COMPRESS_BYTES_MIN } from '../limits.ts';

/** Vite puts a hash into the name of everything below it. */
const HASHED = `${path.sep}assets${path.sep}`;

const NO_APP = `<!doctype html><title>Fairlead</title><p>The app is not built yet: run <code>npm start</code>.</p>`;

export async function registerWebApp(
  app: FastifyInstance,
  options: {
    readonly folder: string;
    /** Where its page lies, with a slash at both ends. */
    readonly prefix: string;
    readonly headers: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { folder, prefix, headers } = options;
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.removeHeader('cache-control');
      reply.headers(headers);
      done();
    });
    // Relative links of the page need the slash.
    if (prefix !== '/')
      scope.get(prefix.slice(0, -1), (_request, reply) => reply.redirect(prefix, 308));
    if (!existsSync(path.join(folder, 'index.html'))) {
      scope.get(prefix, (_request, reply) => reply.code(503).type('text/html').send(NO_APP));
      return;
    }
    // What the build has not compressed beforehand is compressed here.
    await scope.register(fastifyCompress, { threshold: COMPRESS_BYTES_MIN });
    await scope.register(fastifyStatic, {
      root: folder,
      prefix,
      preCompressed: true,
      // Names are listed at the start: no request reaches a file that was not there, and the rest is 404.
      wildcard: false,
      globIgnore: ['**/*.{br,gz,map}'],
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
