/** The caches: one of hashed files for all versions, one of the shell for each, and which modules were ever used. */
import { type Build, filesToKeep, moduleOf } from './answers.ts';

const HASHED = 'app-files';
const NAMES = 'app-names';
const NAMES_KEY = './names';
/** Two requests of the same file differ in headers that it does not depend on. */
const BY_ADDRESS = { ignoreVary: true };

export class Kept {
  readonly #build: Build;
  readonly #scope: string;
  readonly #shellName: string;
  #names: Promise<Set<string>> | undefined;

  constructor(build: Build, scope: string) {
    this.#build = build;
    this.#scope = scope;
    this.#shellName = `app-shell-${build.version}`;
  }

  /** Fetches what is missing: the shell for certain, modules of earlier visits where it succeeds. */
  async fill(): Promise<void> {
    const { shell } = this.#build;
    const first = filesToKeep(this.#build, []);
    await Promise.all([
      ...shell.map((file) => this.#addTo(this.#shellName, file, 'reload')),
      ...first.map((file) => this.#addTo(HASHED, file)),
    ]);
    const later = filesToKeep(this.#build, await this.#readNames());
    await Promise.allSettled(later.map((file) => this.#addTo(HASHED, file)));
  }

  /** Drops what no module of this version is made of, and the shells of others. */
  async prune(): Promise<void> {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith('app-shell-') && name !== this.#shellName);
    await Promise.all(old.map((name) => caches.delete(name)));
    const cache = await caches.open(HASHED);
    const known = new Set(this.#build.files.map((file) => this.#address(file)));
    for (const request of await cache.keys())
      if (!known.has(request.url)) await cache.delete(request);
  }

  /** The app's page. Missing (the browser or the user cleared the cache), it comes from the network. */
  async page(): Promise<Response> {
    const [index = 'index.html'] = this.#build.shell;
    const cache = await caches.open(this.#shellName);
    return (await cache.match(this.#address(index), BY_ADDRESS)) ?? fetch(this.#scope);
  }

  async shell(request: Request): Promise<Response> {
    const cache = await caches.open(this.#shellName);
    return (await cache.match(request, BY_ADDRESS)) ?? fetch(request);
  }

  /** A hashed file never changes: once fetched, it is kept. */
  async hashed(request: Request): Promise<Response> {
    const cache = await caches.open(HASHED);
    const known = await cache.match(request, BY_ADDRESS);
    if (known !== undefined) return known;
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  }

  /** Remembers what these files were fetched for, so that the next version fetches its own beforehand. */
  async remember(addresses: readonly string[]): Promise<void> {
    const names = await this.#readNames();
    const before = names.size;
    for (const address of addresses) {
      const name = moduleOf(this.#build, address.slice(this.#scope.length));
      if (name !== undefined) names.add(name);
    }
    if (names.size === before) return;
    const cache = await caches.open(NAMES);
    await cache.put(NAMES_KEY, Response.json([...names]));
  }

  async #addTo(cacheName: string, file: string, mode: RequestCache = 'default'): Promise<void> {
    const cache = await caches.open(cacheName);
    const address = this.#address(file);
    if ((await cache.match(address, BY_ADDRESS)) !== undefined) return;
    const answer = await fetch(address, { cache: mode });
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await cache.put(address, answer);
  }

  #address(file: string): string {
    return new URL(file, this.#scope).href;
  }

  #readNames(): Promise<Set<string>> {
    this.#names ??= readNames();
    return this.#names;
  }
}

async function readNames(): Promise<Set<string>> {
  const stored = await (await caches.open(NAMES)).match(NAMES_KEY);
  const names: unknown = await stored?.json();
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []);
}
