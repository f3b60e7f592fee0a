/** Loads the code of pages, each in a chunk of its own. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface PageModule {
  readonly Page: ComponentType;
}

/** Every page, by its path from here. */
export const pageModules: Readonly<Record<string, () => Promise<PageModule>>> =
  import.meta.glob<PageModule>('../features/*/page.tsx');

const made = new Map<string, LazyExoticComponent<ComponentType>>();

/** The page of a path; made once, so that it keeps its state. `isAnew` asks for the code again. */
export function pageComponent(path: string, isAnew = false): LazyExoticComponent<ComponentType> {
  const known = isAnew ? undefined : made.get(path);
  if (known !== undefined) return known;
  const load = pageModules[`../features/${path}/page.tsx`];
  if (load === undefined) throw new Error(`no page for ${path}`);
  const component = lazy(async () => ({ default: (await load()).Page }));
  made.set(path, component);
  return component;
}
