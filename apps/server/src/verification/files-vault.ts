/**
 * Where pictures lie: outside anything that is served, under names that the server makes, each encrypted with
 * a key of its own. That key is kept in the database, wrapped with the deployment's: neither a copy of the
 * folder nor one of the database shows anything, and a new SECRET_KEY needs no file written anew.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { openBytes, type Secrets, sealBytes } from '../core/operations/secrets.ts';

const KEY_BYTES = 32;
const NAME_BYTES = 16;

export interface StoredFile {
  readonly name: string;
  readonly wrappedKey: Uint8Array;
  readonly keyId: string;
}

export class FileVault {
  readonly #folder: string;
  readonly #secrets: Secrets;

  constructor(folder: string, secrets: Secrets) {
    this.#folder = folder;
    this.#secrets = secrets;
  }

  /** Keeps bytes; they are on the disk when this resolves. */
  async put(bytes: Uint8Array): Promise<StoredFile> {
    const name = randomBytes(NAME_BYTES).toString('hex');
    const key = randomBytes(KEY_BYTES);
    const place = this.#pathOf(name);
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    const file = await open(place, 'wx', 0o600);
    try {
      await file.writeFile(sealBytes(key, bytes, name));
      await file.sync();
    } finally {
      await file.close();
    }
    return { name, wrappedKey: this.#secrets.wrap(key, name), keyId: this.#secrets.keyId };
  }

  /** Reads what put kept; throws when it was changed or the key is another. */
  async get({ name, wrappedKey }: StoredFile): Promise<Buffer> {
    const key = this.#secrets.unwrap(wrappedKey, name);
    return openBytes(key, await readFile(this.#pathOf(name)), name);
  }

  remove(name: string): Promise<void> {
    return rm(this.#pathOf(name), { force: true });
  }

  /** Few files in each folder. */
  #pathOf(name: string): string {
    return path.join(this.#folder, name.slice(0, 2), name);
  }
}
