/** The API's document at /api/openapi.json and a browser for it at /api/docs. */
import { createRequire } from 'node:module';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeMarkup } from '../../brand/pages.ts';
import { setPageHeaders } from '../security-headers.ts';
import { openApiDocument } from './openapi-document.ts';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

const pageOf = (name: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeMarkup(name)} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script></body>
</html>
`;
// Nothing inline, so that the page needs no exception from the policy for scripts.
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'none', validatorUrl: null });
`;

export async function registerDocs(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
  { name, isLate }: { readonly name: string; readonly isLate: boolean },
): Promise<void> {
  let made: string | undefined;
  const text = (): string => {
    made ??= JSON.stringify(openApiDocument(name));
    return made;
  };
  if (!isLate) text();
  const html = pageOf(name);
  const folder = path.dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  );
  const page = (reply: FastifyReply, type: string, body: string) => {
    setPageHeaders(reply, headers);
    return reply.header('cache-control', 'no-cache').type(type).send(body);
  };
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json').send(text()),
  );
  app.get('/api/docs', (_request, reply) => page(reply, 'text/html', html));
  app.get('/api/docs/', (_request, reply) => reply.redirect('/api/docs'));
  app.get('/api/docs/start.js', (_request, reply) => page(reply, 'text/javascript', START));
  await app.register(fastifyStatic, { root: folder, serve: false, decorateReply: true });
  for (const file of FILES) {
    app.get(`/api/docs/${file}`, (_request, reply) => {
      setPageHeaders(reply, headers);
      return reply.sendFile(file, { maxAge: '1d' });
    });
  }
}
