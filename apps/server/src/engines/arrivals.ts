/** Takes what other engines have sent, once, and says what became of it. */
import type { ReceivedTransferRow, ReceiveTransfer } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { receivedTransfer } from '../ledger/index.ts';
import { type Mirror, type MirrorParts, NotAtHomeError } from './mirror.ts';

/** Credited, or why not; undefined while nobody knows yet: it is to be asked again. */
export type Arrival = Pick<ReceivedTransferRow, 'status' | 'reject'> | undefined;

export interface Arrivals {
  receive(command: ReceiveTransfer): Promise<Arrival>;
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

  async receive(command: ReceiveTransfer): Promise<Arrival> {
    const known = await receivedTransfer(this.#books, command.transferId);
    if (known !== undefined) return known;
    try {
      await this.#mirror?.open(command.owner);
    } catch (error) {
      // The engine refuses it by its own books.
      if (!(error instanceof NotAtHomeError)) throw error;
    }
    const result = await this.#run(command);
    if (result.ok) {
      const { value } = result;
      return value.kind === 'received_transfer' ? value.transfer : undefined;
    }
    // Its first try was quicker, and may not be committed yet.
    if (result.reject === 'duplicate_reference')
      return receivedTransfer(this.#books, command.transferId);
    throw new Error(`a transfer of another engine is none: ${result.reject}`);
  }
}
