/**
 * Whose fault a difference is that no declared loss explains. A row that its own engine's journal does not bear out is of whoever wrote
 * it there: that engine stops, and the other, which has only been named, goes on. Where both are as their journals say nobody
 * knows, so both stop.
 */
import type { EngineName } from '../../core/config/engines.ts';
import type { Queryable } from '../../core/store/database.ts';
import { hasComeBackAsSaid, hasLeftAsSaid, isBookedIn } from '../../ledger/index.ts';
import type { Fault } from './faults.ts';

type BooksOf = (name: EngineName) => Queryable | undefined;

export async function blamedFor(fault: Fault, booksOf: BooksOf): Promise<readonly EngineName[]> {
  const { sender, receiver } = fault;
  const isSenderRight = await isSentBooked(fault, booksOf(sender));
  const isReceiverRight = await isReceivedBooked(fault, booksOf(receiver));
  if (isSenderRight === isReceiverRight) return [sender, receiver];
  return [isSenderRight ? receiver : sender];
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
