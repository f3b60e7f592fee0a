/** Who listens to which stream, and one text for all who do. */
import type { StreamSocket } from './stream-socket.ts';

export class FanOut {
  readonly #listeners = new Map<string, Set<StreamSocket>>();

  /** False when the socket had it already. */
  add(name: string, socket: StreamSocket): boolean {
    const listeners = this.#listeners.get(name) ?? new Set();
    if (listeners.has(socket)) return false;
    listeners.add(socket);
    this.#listeners.set(name, listeners);
    return true;
  }

  delete(name: string, socket: StreamSocket): void {
    const listeners = this.#listeners.get(name);
    listeners?.delete(socket);
    if (listeners?.size === 0) this.#listeners.delete(name);
  }

  isHeard(name: string): boolean {
    return this.#listeners.has(name);
  }

  /** Names that somebody listens to. */
  names(): Iterable<string> {
    return this.#listeners.keys();
  }

  listeners(name: string): ReadonlySet<StreamSocket> {
    return this.#listeners.get(name) ?? NOBODY;
  }

  send(name: string, data: unknown): void {
    const listeners = this.#listeners.get(name);
    if (listeners === undefined) return;
    const text = JSON.stringify(data);
    const combined = `{"stream":${JSON.stringify(name)},"data":${text}}`;
    for (const socket of listeners) socket.send(socket.isCombined ? combined : text);
  }
}

const NOBODY: ReadonlySet<StreamSocket> = new Set();
