/**
 * Writes into index.html what boot.js has to know: the languages with their tags, and which files each language and
 * each page needs beside the app's own, so that it can ask for them at once: a round trip less before the first paint.
 */
import { LANGUAGES, plainTag } from '@fairlead/contract/constants';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

type Bundle = Rollup.OutputBundle;

const TEXTS = /\/src\/i18n\/([\w-]+)\/core\.json$/;
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
    const tag = TEXTS.exec(id)?.[1];
    const language = LANGUAGES.find((key) => plainTag(key) === tag);
    const name = language ?? PAGE.exec(id)?.[1];
    if (name === undefined) continue;
    files[name] = [...closure(bundle, chunk.fileName)]
      .filter((file) => !initial.has(file))
      .map((file) => `./${file}`);
  }
  return files;
}

const meta = (name: string, value: object): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name, content: JSON.stringify(value) },
  injectTo: 'head-prepend',
});

export function preloadChunks(): Plugin {
  return {
    name: 'preload-chunks',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        const tags = LANGUAGES.map((language) => [language, plainTag(language)]);
        const languages = meta('languages', Object.fromEntries(tags));
        // While developing nothing is bundled, and boot.js asks for nothing.
        return bundle === undefined
          ? [languages]
          : [languages, meta('chunks', filesByName(bundle))];
      },
    },
  };
}
