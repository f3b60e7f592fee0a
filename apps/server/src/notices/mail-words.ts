/** The word that a user chose, by which they know that a mail is ours: in every mail to them, and shown to them alone. */
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database } from '../core/store/database.ts';
import { deleteMailWord, findMailWord, saveMailWord } from './mail-word-queries.ts';

export interface MailWordsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Secrets;
}

export class MailWords {
  readonly #options: MailWordsOptions;

  constructor(options: MailWordsOptions) {
    this.#options = options;
  }

  /** Of a user, or of who has the account that a mail goes to; undefined where none was chosen. */
  async find(
    of: { readonly userId: number } | { readonly account: string },
  ): Promise<string | undefined> {
    const { database, secrets } = this.#options;
    const sealed = await findMailWord(database, of);
    return sealed === undefined ? undefined : secrets.open(sealed);
  }

  async save(userId: number, word: string | undefined): Promise<void> {
    const { database, clock, secrets } = this.#options;
    if (word === undefined) return deleteMailWord(database, userId);
    const sealed = secrets.seal(word);
    await saveMailWord(database, { userId, sealed, keyId: secrets.keyId, setAtMs: clock.now() });
  }
}
