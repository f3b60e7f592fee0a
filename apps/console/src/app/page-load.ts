/** Loads the code of pages, each in a chunk of its own. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface PageModule {
  readonly Page: ComponentType;
}

/** Every file of pages, by its path from here; nothing in pages but pages. */
export const pageModules: Readonly<Record<string, () => Promise<PageModule>>> =
  import.meta.glob<PageModule>(['../pages/*.tsx', '!**/*.test.tsx']);

const made = new Map<string, LazyExoticComponent<ComponentType>>();

/** The page of a path; made once, so that it keeps its state. `isAnew` asks for the code again. */
export function pageComponent(path: string, isAnew = false): LazyExoticComponent<ComponentType> {
  const known = isAnew ? undefined : made.get(path);
  if (known !== undefined) return known;
  const load = pageModules[`../pages/${path}.tsx`];
  if (load === undefined) throw new Error(`no page for ${path}`);
  const component = lazy(async () => ({ default: (await load()).Page }));
  made.set(path, component);
  return component;
}
