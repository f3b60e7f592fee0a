import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROUTE_PATHS } from '@fairlead/contract/paths';
import { build } from 'vite';
import { expect, test } from 'vitest';

// A phone loads this before anything moves: the wire's schemas stay on the server.
async function bundle(code: string): Promise<{ text: string; modules: string[] }> {
  const root = path.resolve(import.meta.dirname, '..');
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? path.join(root, 'src/virtual-entry.js') : undefined),
        load: (id) => (id.endsWith('virtual-entry.js') ? code : undefined),
      },
    ],
    build: { write: false, rollupOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  });
  if (!Array.isArray(result) && !('output' in result)) throw new Error('a watcher');
  const chunks = (Array.isArray(result) ? result : [result])
    .flatMap(({ output }) => output)
    .filter((file) => file.type === 'chunk');
  const modules = chunks.flatMap(({ modules: parts }) =>
    Object.entries(parts).flatMap(([id, part]) => (part.renderedLength > 0 ? [id] : [])),
  );
  return { text: chunks.map((chunk) => chunk.code).join('\n'), modules };
}

/** The table of paths, which each call makes longer: some 20 bytes, compressed. */
const PATHS_BYTES = 20 * Object.keys(ROUTE_PATHS).length;

test('an app that uses the client and the constants carries no schema library', async () => {
  const { text, modules } = await bundle(`
    export { createApiClient, createLiveClient, watchBook } from '@fairlead/client';
    export { LANGUAGES, REQUEST_TIMEOUT_MS, ERRORS } from '@fairlead/contract';
  `);
  expect(
    modules.filter((id) => /node_modules\/zod|contract\/src\/(markets|route)\.ts/.test(id)),
  ).toEqual([]);
  expect(text).toContain('currency/quotation_new');
  // Of it 450 are what each of fifteen languages is called; 420 follow the steps of each product, so that no private event is lost with a
  // connection, and 130 say which sub-account asks, or whose account is read.
  expect(gzipSync(text).length).toBeLessThan(20_420 + PATHS_BYTES);
});

test('an app that only calls carries no socket client', async () => {
  const { text, modules } = await bundle(`export { createApiClient } from '@fairlead/client';`);
  expect(modules.filter((id) => /node_modules/.test(id))).toEqual([]);
  expect(gzipSync(text).length).toBeLessThan(1_900 + PATHS_BYTES);
});
