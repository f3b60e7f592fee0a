/**
 * Compiles ICU messages while building, so that the browser gets no message parser: 10 kB less before the
 * first paint. Development and tests run on the texts as they are written.
 */
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { messageFile, readMessages } from './message-files.ts';

/** Every text of a tree of messages, compiled. */
export function compileTree(tree: unknown): unknown {
  if (typeof tree === 'string') return compile(tree);
  if (typeof tree !== 'object' || tree === null)
    throw new Error('a message is text or a group of texts');
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, compileTree(value)]));
}

export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    load(id) {
      const file = messageFile(id);
      if (file === undefined) return undefined;
      const compiled = JSON.stringify(compileTree(readMessages(file.tag, file.part)));
      // Texts hold no code, and JSON is what the browser parses fastest. The module is said to be JavaScript, or the JSON
      // plugin would read it again.
      return { code: `export default JSON.parse(${JSON.stringify(compiled)})`, moduleType: 'js' };
    },
  };
}
