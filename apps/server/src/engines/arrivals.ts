/** Takes what other engines have sent, once, and says what became of it. */
import type { ReceivedTransferRow, ReceiveTransfer } from '@fairlead/engine';
import type { GivenAnswer } from '../core/sequencer/submission.ts';
import type { Queryable } from '../core/store/database.ts';
import { isBookedIn, receivedTransfer } from '../ledger/index.ts';
import { type Mirror, type MirrorParts, NotAtHomeError } from './mirror.ts';
import { isSameTransfer } from './proof.ts';

/** Credited, or why not; undefined while nobody knows yet: it is to be asked again. */
export type Arrival = Pick<ReceivedTransferRow, 'status' | 'reject'> | undefined;

export interface Arrivals {
  /** `answer`: what its sender's engine has answered to the call, kept here as well should that one lose it. */
  receive(command: ReceiveTransfer, answer?: GivenAnswer): Promise<Arrival>;
}

/** Beside the writer of the engine that it is sent to. */
export class LocalArrivals implements Arrivals {
  readonly #books: Queryable;
  readonly #run: MirrorParts['run'];
  readonly #mirror: Mirror | undefined;

  /** Of the home itself there is no mirror. */
  constructor(parts: Pick<MirrorParts, 'books' | 'run'>, mirror?: Mirror) {
    this.#books = parts.books;
    this.#run = parts.run;
    this.#mirror = mirror;
  }

  async receive(command: ReceiveTransfer, answer?: GivenAnswer): Promise<Arrival> {
    const known = await this.#known(command);
    if (known !== undefined) return known;
    try {
      await this.#mirror?.open(command.owner);
    } catch (error) {
      // The engine refuses it by its own books.
      if (!(error instanceof NotAtHomeError)) throw error;
    }
    const result = await this.#run(command, answer && { answer });
    if (result.ok) {
      const { value } = result;
      return value.kind === 'received_transfer' ? value.transfer : undefined;
    }
    // Its first try was quicker, and may not be committed yet.
    if (result.reject === 'duplicate_reference') return this.#known(command);
    if (result.reject === 'sent_later')
      throw new Error(
        'a transfer was sent later than it is here: the clocks of two engines are apart',
      );
    throw new Error(`a transfer of another engine is none: ${result.reject}`);
  }

  /** What became of it. Were its number another transfer's, that one's end would be taken for its own. */
  async #known(command: ReceiveTransfer): Promise<ReceivedTransferRow | undefined> {
    const row = await receivedTransfer(this.#books, command.transferId);
    if (row !== undefined && !isSameTransfer(row, command))
      throw new Error(`the number ${command.transferId} was given to two transfers`);
    if (row === undefined) return undefined;
    // Whoever changed the row has the money return that is here, or end that is not.
    const isBooked = await isBookedIn(this.#books, row, command.reference);
    if (isBooked !== (row.status === 'credited'))
      throw new Error(`the transfer ${command.transferId} is ${row.status} by its row alone`);
    return row;
  }
}
