/** Whether what an engine has on its way was sent: by its own journal, and by what the others have of the same number. */
import { ProblemError } from '@fairlead/contract';
import type { Command, SentTransferRow } from '@fairlead/engine';
import type { EngineName } from '../core/config/engines.ts';
import type { GivenAnswer } from '../core/sequencer/submission.ts';
import type { Queryable } from '../core/store/database.ts';
import { answerBehind } from '../core/store/lookup-queries.ts';
import { wholeAnswer } from '../core/store/small-answer.ts';
import { provenSent } from '../ledger/index.ts';
import { receivedOf, sentOf } from './exchange/queries.ts';
import { senderOf } from './shares.ts';

const FACTS = ['owner', 'source', 'target', 'currencyId', 'amount'] as const;
type Facts = Pick<SentTransferRow, (typeof FACTS)[number]>;

/** Whether two say the same of a transfer, whose number they share. */
export const isSameTransfer = (one: Facts, other: Facts): boolean =>
  FACTS.every((fact) => one[fact] === other[fact]);

/** Ids of those that are proven. The journal does not say where one went: what another engine has of it does. */
export async function proveSent(
  books: Queryable,
  others: readonly Queryable[],
  rows: readonly SentTransferRow[],
): Promise<Set<number>> {
  const proven = await provenSent(books, rows);
  const ids = [...proven];
  const received = await Promise.all(others.map((other) => receivedOf(other, ids)));
  for (const row of rows) {
    const { transferId } = row;
    const isOther = received.some((there) => {
      const arrived = there.get(transferId);
      return arrived !== undefined && !isSameTransfer(arrived, row);
    });
    if (isOther) proven.delete(transferId);
  }
  return proven;
}

/** What an engine has answered to the call by which money left it; undefined where no call with a key asked for it. */
export async function answerOfSent(
  books: Queryable,
  { transferId, owner }: Pick<SentTransferRow, 'transferId' | 'owner'>,
): Promise<GivenAnswer | undefined> {
  const found = await answerBehind(books, { entryId: transferId, owner });
  if (found === undefined) return undefined;
  const { key, route, fingerprint, status, body } = found;
  return { key, route, fingerprint, status, body: wholeAnswer(body) };
}

/**
 * A message of another process may come late, when its engine's database has gone back and forgotten that it sent anything, or be nobody's
 * word: what is not in the sender's own tables is not taken. Throws `unavailable`; whoever has sent it asks again.
 */
export async function refuseUnsent(
  command: Command,
  booksOf: (sender: EngineName) => Queryable | undefined,
): Promise<void> {
  if (command.kind !== 'receive_transfer') return;
  const { transferId } = command;
  const books = booksOf(senderOf(transferId));
  const sent = books && (await sentOf(books, [transferId])).get(transferId);
  const isSame = sent !== undefined && isSameTransfer(sent, command);
  const isSameTime = command.sentAtMs === undefined || command.sentAtMs === sent?.timeMs;
  if (!isSame || !isSameTime) throw new ProblemError('unavailable');
}
