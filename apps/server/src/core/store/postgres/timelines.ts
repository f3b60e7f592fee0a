/**
 * The highest timeline that was seen of each cluster, here and in a file beside the data. A promotion begins a new timeline, so
 * a primary of a lower one is the one that was replaced and came back: whatever it says of itself, nothing is read
 * there and nothing written.
 */
import fs from 'node:fs';
import path from 'node:path';
import { syncFolder } from '../embedded/durable-node-fs.ts';

export const TIMELINES_FILE = 'database-timelines.json';
const FILE_MODE = 0o600;

export interface TimelinesOptions {
  /** Where it is kept; without it it is forgotten at the end. */
  readonly folder?: string;
  /** For tools, which may run as another user. */
  readonly isReadOnly?: boolean;
}

/** What the server of that folder knows; for tools. */
export const knownIn = (folder: string): TimelinesOptions => ({ folder, isReadOnly: true });

export class Timelines {
  readonly #file: string | undefined;
  readonly #isReadOnly: boolean;
  readonly #highest: Map<string, number>;

  constructor({ folder, isReadOnly = false }: TimelinesOptions = {}) {
    this.#file = folder === undefined ? undefined : path.join(folder, TIMELINES_FILE);
    this.#isReadOnly = isReadOnly;
    this.#highest = new Map(this.#file === undefined ? [] : readFrom(this.#file));
  }

  /** 0 where nothing is known. */
  of(system: string | undefined): number {
    return system === undefined ? 0 : (this.#highest.get(system) ?? 0);
  }

  /** Keeps it, on the disk before it returns. The first timeline says nothing, for there is none before. */
  note(system: string | undefined, timeline: number): void {
    if (system === undefined || timeline <= this.of(system)) return;
    this.#highest.set(system, timeline);
    if (timeline > 1 && this.#file !== undefined && !this.#isReadOnly) this.#write(this.#file);
  }

  #write(file: string): void {
    const text = JSON.stringify(Object.fromEntries(this.#highest));
    fs.writeFileSync(`${file}.unfinished`, `${text}\n`, { mode: FILE_MODE, flush: true });
    fs.renameSync(`${file}.unfinished`, file);
    syncFolder(path.dirname(file));
  }
}

function readFrom(file: string): [string, number][] {
  if (!fs.existsSync(file)) return [];
  const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter((entry): entry is [string, number] =>
    Number.isSafeInteger(entry[1]),
  );
}
