/**
 * Writes into index.html which files each language and each page needs beside the app's own, so that boot.js
 * can ask for them at once: a round trip less before the first paint.
 */
import type { Plugin, Rollup } from 'vite';

type Bundle = Rollup.OutputBundle;

const LANGUAGE = /\/src\/i18n\/(\w+)\/index\.ts$/;
const PAGE = /\/src\/(pages\/.+)\.tsx$/;

/** A chunk and everything that it imports statically. */
export function closure(bundle: Bundle, file: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || found.has(file)) return found;
  found.add(file);
  for (const next of chunk.imports) closure(bundle, next, found);
  return found;
}

/** Files by language key ("en") and by page path ("pages/trade/index"), without those of the first load. */
function filesByName(bundle: Bundle): Record<string, readonly string[]> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const initial = entry === undefined ? new Set<string>() : closure(bundle, entry.fileName);
  const files: Record<string, readonly string[]> = {};
  for (const chunk of chunks) {
    const id = (chunk.facadeModuleId ?? '').replaceAll('\\', '/');
    const name = LANGUAGE.exec(id)?.[1] ?? PAGE.exec(id)?.[1];
    if (name === undefined) continue;
    files[name] = [...closure(bundle, chunk.fileName)]
      .filter((file) => !initial.has(file))
      .map((file) => `./${file}`);
  }
  return files;
}

export function preloadChunks(): Plugin {
  return {
    name: 'preload-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        const content = JSON.stringify(filesByName(bundle ?? {}));
        return [{ tag: 'meta', attrs: { name: 'chunks', content }, injectTo: 'head-prepend' }];
      },
    },
  };
}
