/** Reading the keys of the table that memory knows nothing of, after a start. */
import type { Queryable } from '../store/database.ts';
import { keysBefore } from '../store/lookup-queries.ts';
import type { KeptAnswers } from './answer-cache.ts';
import { KEY_PAGES_MAX, KEYS_PER_PAGE } from './limits.ts';

/**
 * Reads on for a while; to be called every now and then. Until all are known each submission with a key is looked up. Rejects
 * where the database is away, and goes on from the same place the next time.
 */
export async function learnKeys(
  answers: KeptAnswers,
  database: Queryable,
  keysPerPage = KEYS_PER_PAGE,
): Promise<void> {
  for (let page = 0; page < KEY_PAGES_MAX; page += 1) {
    const { unread } = answers;
    if (unread === undefined) return;
    answers.learn(await keysBefore(database, unread, keysPerPage));
  }
}
