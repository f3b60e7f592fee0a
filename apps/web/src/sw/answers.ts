/**
 * What the service worker answers by itself: the app's one page, its hashed files, and the few others of the
 * shell. It names what it takes, so whatever is not named (calls, the socket, the console, health, uploads)
 * never meets a cache.
 */

/** What the build writes into the worker. */
export interface Build {
  /** Changes with any file of the app. */
  readonly version: string;
  /** Every hashed file, relative to the scope. */
  readonly files: readonly string[];
  /** Places in `files` of what the first load needs. */
  readonly first: readonly number[];
  /** Modules fetched when they are needed, by source: places in `files`, their own first. */
  readonly modules: Readonly<Record<string, readonly number[]>>;
  /** Files without a hash that belong to the first load, `index.html` first. */
  readonly shell: readonly string[];
}

export type AnswerKind = 'page' | 'hashed' | 'shell';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** How a request is answered; undefined leaves it to the network alone. */
export function answerKind(
  { method, url, mode }: Asked,
  scope: string,
  shell: readonly string[],
): AnswerKind | undefined {
  if (method !== 'GET' || !url.startsWith(scope)) return undefined;
  const { pathname } = new URL(url);
  const path = pathname.slice(new URL(scope).pathname.length);
  if (mode === 'navigate') return path === '' || path === 'index.html' ? 'page' : undefined;
  if (path.startsWith('assets/')) return 'hashed';
  return shell.includes(path) ? 'shell' : undefined;
}

/** The module that a file was fetched for: its own file, not one that others share. */
export function moduleOf({ modules, files }: Build, file: string): string | undefined {
  const place = files.indexOf(file);
  if (place < 0) return undefined;
  return Object.keys(modules).find((name) => modules[name]?.[0] === place);
}

/** The files of the first load and of these modules; names of an older version are passed over. */
export function filesToKeep(build: Build, names: Iterable<string>): readonly string[] {
  const places = new Set(build.first);
  for (const name of names) for (const place of build.modules[name] ?? []) places.add(place);
  return [...places].flatMap((place) => build.files[place] ?? []);
}
