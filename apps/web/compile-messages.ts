/**
 * Compiles ICU messages while building, so that the browser gets no message parser: 10 kB less before the
 * first paint. Development and tests run on the texts as they are written.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const CATALOGUE = /[\\/]src[\\/]i18n[\\/]\w+[\\/]\w+\.json$/;
const ENGLISH = /[\\/]src[\\/]i18n[\\/]en[\\/](index|account|contracts|wealth)\.ts$/;

/** Every text of a tree of messages, compiled. */
function compileTree(tree: unknown): unknown {
  if (typeof tree === 'string') return compile(tree);
  if (typeof tree !== 'object' || tree === null)
    throw new Error('a message is text or a group of texts');
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, compileTree(value)]));
}

/** Texts hold no code: JSON is what the browser parses fastest. */
const moduleOf = (name: string, tree: unknown): string => {
  const text = JSON.stringify(JSON.stringify(compileTree(tree)));
  return name === 'default'
    ? `export default JSON.parse(${text})`
    : `export const ${name} = JSON.parse(${text})`;
};

async function englishMessages(file: string): Promise<unknown> {
  // The file's time makes a second build in one process read it again.
  const url = `${pathToFileURL(file).href}?${statSync(file).mtimeMs}`;
  const loaded: { readonly messages: unknown } = await import(url);
  return loaded.messages;
}

export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    async load(id) {
      const file = path.normalize(id.split('?')[0] ?? '');
      if (ENGLISH.test(file)) return moduleOf('messages', await englishMessages(file));
      if (!CATALOGUE.test(file)) return undefined;
      // Said to be JavaScript, or the JSON plugin would read it again.
      const code = moduleOf('default', JSON.parse(readFileSync(file, 'utf8')));
      return { code, moduleType: 'js' };
    },
  };
}
