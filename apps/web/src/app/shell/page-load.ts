/**
 * Loads the code of pages. A chunk is given up after 120 s and asked for anew on retry; the page that waits
 * for it shows nothing for 200 ms, then that it loads, and after 60 s that it did not.
 */
import { CHUNK_TIMEOUT_MS } from '@fairlead/contract/constants';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadTexts } from '../../i18n/language.ts';
import { pageFile, type RouteEntry } from '../routes.ts';

declare global {
  interface Window {
    /** Asks for all files of a page at once; boot.js reads from index.html which those are. */
    preload?: (name: string) => void;
  }
}

interface PageModule {
  readonly Page: ComponentType;
}
type LoadPage = () => Promise<PageModule>;

/** Every file of pages, by its path from here; nothing in pages but pages, and in folders `parts` what they share. */
export const pageModules: Readonly<Record<string, LoadPage>> = import.meta.glob<PageModule>([
  '../../pages/**/*.tsx',
  '!**/*.test.tsx',
  '!**/parts/**',
]);

/** The chunk did not arrive in time. */
export class ChunkTimeoutError extends Error {
  override readonly name = 'ChunkTimeoutError';
}

/** Gives a load 120 s. */
export function withChunkTimeout<Module>(load: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChunkTimeoutError('the code of the page did not arrive')),
      CHUNK_TIMEOUT_MS,
    );
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

const loadOf = (entry: RouteEntry): LoadPage => {
  const load = pageModules[`../../pages/${pageFile(entry)}.tsx`];
  if (load === undefined) throw new Error(`no page for ${entry.path}`);
  window.preload?.(`pages/${pageFile(entry)}`);
  return load;
};

const loadedPages = new Map<string, ComponentType>();

async function loadPage(entry: RouteEntry): Promise<ComponentType> {
  const { needsAccountTexts = false, needsContractTexts = false, needsWealthTexts = false } = entry;
  const [{ Page }] = await Promise.all([
    withChunkTimeout(loadOf(entry)),
    needsAccountTexts && withChunkTimeout(() => loadTexts('account')),
    needsContractTexts && withChunkTimeout(() => loadTexts('contracts')),
    needsWealthTexts && withChunkTimeout(() => loadTexts('wealth')),
  ]);
  loadedPages.set(entry.path, Page);
  return Page;
}

/** The page of a route: itself when its code is there, else a component that waits for it. */
export const pageComponent = (
  entry: RouteEntry,
): ComponentType | LazyExoticComponent<ComponentType> =>
  loadedPages.get(entry.path) ?? lazy(async () => ({ default: await loadPage(entry) }));

/** Fetches a page's code ahead of its use; a failure is left to the page itself. */
export const preloadPage = (entry: RouteEntry): Promise<void> =>
  loadPage(entry).then(
    () => undefined,
    () => undefined,
  );
