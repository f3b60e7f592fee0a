/**
 * Copies the embedded database's folder from under a running server: everything while it runs, then what has changed
 * since while it rests. So it rests for as long as the changes take, not the data. What results is what a SIGKILL at that
 * moment would have left, which PostgreSQL starts from by its log.
 */
import fs, { type BigIntStats } from 'node:fs';
import path from 'node:path';

/** File times step by a few milliseconds: what changed this shortly before it was looked at may change again unseen. */
const TIME_STEP_NS = 1_000_000_000n;
const NS_PER_MS = 1_000_000n;

interface Seen {
  readonly sizeBytes: bigint;
  readonly changedNs: bigint;
  /** When the file was looked at, before it was copied. */
  readonly lookedNs: bigint;
}

export class FolderCopy {
  readonly #source: string;
  readonly #target: string;
  readonly #seen = new Map<string, Seen>();

  constructor(source: string, target: string) {
    this.#source = source;
    this.#target = target;
  }

  /** Copies everything, while others write; what is removed meanwhile is left out. */
  async copyAll(): Promise<void> {
    for (const name of await this.#files()) await this.#copy(name);
  }

  /** Copies what has changed since, while nobody writes; gives how many files that were. */
  async copyChanges(): Promise<number> {
    const present = await this.#files();
    let copied = 0;
    for (const name of present) {
      const stats = await fs.promises.stat(path.join(this.#source, name), { bigint: true });
      if (this.#isUnchanged(name, stats)) continue;
      await this.#copy(name);
      copied += 1;
    }
    const wanted = new Set(present);
    for (const name of this.#seen.keys())
      if (!wanted.has(name)) await fs.promises.rm(path.join(this.#target, name), { force: true });
    return copied;
  }

  #isUnchanged(name: string, { size, mtimeNs }: BigIntStats): boolean {
    const seen = this.#seen.get(name);
    return (
      seen !== undefined &&
      seen.sizeBytes === size &&
      seen.changedNs === mtimeNs &&
      mtimeNs + TIME_STEP_NS < seen.lookedNs
    );
  }

  async #copy(name: string): Promise<void> {
    const place = path.join(this.#source, name);
    const lookedNs = BigInt(Date.now()) * NS_PER_MS;
    try {
      const { size, mtimeNs } = await fs.promises.stat(place, { bigint: true });
      // A file system that can share blocks copies nothing at all.
      await fs.promises.copyFile(
        place,
        path.join(this.#target, name),
        fs.constants.COPYFILE_FICLONE,
      );
      this.#seen.set(name, { sizeBytes: size, changedNs: mtimeNs, lookedNs });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  /** All files, relative to the source; their folders are made in the target. */
  async #files(): Promise<string[]> {
    const names: string[] = [];
    const walk = async (folder: string): Promise<void> => {
      await fs.promises.mkdir(path.join(this.#target, folder), { recursive: true, mode: 0o700 });
      const entries = await fs.promises.readdir(path.join(this.#source, folder), {
        withFileTypes: true,
      });
      for (const entry of entries) {
        const name = path.join(folder, entry.name);
        if (entry.isDirectory()) await walk(name);
        else if (entry.isFile()) names.push(name);
      }
    };
    await walk('');
    return names;
  }
}
