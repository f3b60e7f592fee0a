/** Asks the tables, once for many submissions, which keys and names were used before. */
import type { Queryable } from '../store/database.ts';
import { findUsedNames, type StoredAnswer, type UsedNamesQuery } from '../store/lookup-queries.ts';
import { checked, type Idempotency } from './answer-cache.ts';
import type { Pending } from './submission.ts';
import { SubmitError } from './submit-error.ts';

type Mutable<List> = List extends readonly (infer Item)[] ? Item[] : never;
type Asked = { [Name in keyof UsedNamesQuery]: Mutable<UsedNamesQuery[Name]> };

/** Whether a submission must wait for the tables' word; a key only when the cache has not all keys. */
export function needsLookup(pending: Pending, isCachePartial: boolean): boolean {
  const { command, idempotency } = pending;
  if (isCachePartial && idempotency !== undefined) return true;
  if (command.kind === 'place_order') return command.clientOrderId !== undefined;
  return command.kind === 'post_entry';
}

/** Sets `used` of each submission whose key or name the tables know. */
export async function lookUp(
  source: Queryable,
  pendings: readonly Pending[],
  isCachePartial: boolean,
): Promise<void> {
  const asked: Asked = { keys: [], clientOrderIds: [], references: [] };
  const keyOwners: Pending[] = [];
  const orderOwners: Pending[] = [];
  const entryOwners: Pending[] = [];
  for (const pending of pendings) {
    const { command, idempotency } = pending;
    if (isCachePartial && idempotency !== undefined) {
      keyOwners.push(pending);
      asked.keys.push(idempotency);
    }
    if (command.kind === 'place_order' && command.clientOrderId !== undefined) {
      orderOwners.push(pending);
      asked.clientOrderIds.push({
        owner: command.owner,
        clientOrderId: command.clientOrderId,
      });
    }
    if (command.kind === 'post_entry') {
      entryOwners.push(pending);
      asked.references.push(command);
    }
  }
  const used = await findUsedNames(source, asked);
  for (const place of used.clientOrderIds) {
    markUsed(orderOwners[place], { reject: 'duplicate_client_order_id' });
  }
  for (const place of used.references) {
    markUsed(entryOwners[place], { reject: 'duplicate_reference' });
  }
  // Last: a first answer is given again whatever else is known of the command.
  for (const [place, answer] of used.answers) markUsed(keyOwners[place], { answer });
}

/** The first answer to a request, if the tables hold one. Rejects with SubmitError. */
export async function lookUpAnswer(
  source: Queryable,
  request: Idempotency,
): Promise<StoredAnswer | undefined> {
  const asked = { keys: [request], clientOrderIds: [], references: [] };
  const { answers } = await findUsedNames(source, asked).catch((failure: unknown) => {
    throw new SubmitError('unavailable', failure);
  });
  const found = answers.get(0);
  return found && checked(found, request);
}

function markUsed(pending: Pending | undefined, used: Pending['used']): void {
  if (pending !== undefined) pending.used = used;
}
