/**
 * Whose fault a difference is that no declared loss explains. A row that its own engine's journal does not bear out is of whoever wrote
 * it there: that engine stops, and the other, which has only been named, goes on. Where both are as their journals say, the word that
 * its sender kept of how it ended decides (words.ts). Where there is no such end nobody knows, so both stop.
 */
import type { EngineName } from '../../core/config/engines.ts';
import type { Queryable } from '../../core/store/database.ts';
import { hasComeBackAsSaid, hasLeftAsSaid, isBookedIn, provenSent } from '../../ledger/index.ts';
import type { TransferWords } from '../words.ts';
import type { Fault } from './faults.ts';
import type { Sent } from './queries.ts';

type BooksOf = (name: EngineName) => Queryable | undefined;

export async function blamedFor(
  fault: Fault,
  booksOf: BooksOf,
  words: Pick<TransferWords, 'isHeard'>,
): Promise<readonly EngineName[]> {
  const { sender, receiver } = fault;
  const isSenderRight = await isSentBooked(fault, booksOf(sender));
  const isReceiverRight = await isReceivedBooked(fault, booksOf(receiver));
  if (isSenderRight !== isReceiverRight) return [isSenderRight ? receiver : sender];
  const { sent } = fault;
  if (!isSenderRight || sent === undefined || sent.status === 'sent') return [sender, receiver];
  if (words.isHeard(sent)) return [receiver];
  // What a loss had leave once more is over by that entry, and nothing was heard of it.
  const isRestored = sent.status === 'done' && !(await hasLeftFirst(sent, booksOf(sender)));
  return isRestored ? [sender, receiver] : [sender];
}

async function hasLeftFirst(sent: Sent, books: Queryable | undefined): Promise<boolean> {
  return books !== undefined && (await provenSent(books, [sent])).size > 0;
}

/** Of no row there is nothing to say against it. */
async function isSentBooked({ sent }: Fault, books: Queryable | undefined): Promise<boolean> {
  if (sent === undefined || books === undefined) return true;
  return sent.status === 'back' ? hasComeBackAsSaid(books, sent) : hasLeftAsSaid(books, sent);
}

/** An entry without its row is as wrong as a row without its entry. */
async function isReceivedBooked(
  { facts, sent, received }: Fault,
  books: Queryable | undefined,
): Promise<boolean> {
  if (books === undefined) return true;
  const isBooked = await isBookedIn(books, received ?? facts, sent?.reference);
  return isBooked === (received?.status === 'credited');
}
