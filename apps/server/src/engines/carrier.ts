/**
 * Carries what this engine has sent to the others to whoever keeps the account, and tells this engine what became of it. It keeps nothing:
 * what is on its way is in the tables, and each step may be repeated by any number of carriers.
 */
import type { Command, Result, SentTransferRow } from '@fairlead/engine';
import type { Logger } from 'pino';
import type { Work } from '../core/capability.ts';
import type { EngineName } from '../core/config/engines.ts';
import { Chore } from '../core/operations/chore.ts';
import type { CommittedBatch } from '../core/sequencer/submission.ts';
import type { Queryable } from '../core/store/database.ts';
import { readSentTransfers } from '../ledger/index.ts';
import type { Arrivals } from './arrivals.ts';
import { keeperOf } from './shares.ts';

/** What was not carried is tried again. */
const AGAIN_MS = 1_000;
/** At once to one engine, which may be slow; the others wait for the next look. */
const CARRIED_MAX = 64;

export interface CarrierParts {
  readonly books: Queryable;
  readonly sequencer: {
    run(command: Command): Promise<Result>;
    onCommitted(listener: (batch: Pick<CommittedBatch, 'changes'>) => void): () => void;
  };
  /** Undefined while that engine cannot be asked. */
  readonly arrivalsOf: (name: EngineName) => Arrivals | undefined;
  readonly log: Logger;
  readonly againMs?: number;
}

export class Carrier implements Work {
  readonly name = 'transfers to other engines';
  readonly #parts: CarrierParts;
  readonly #underWay = new Map<EngineName, Map<number, Promise<void>>>();
  readonly #chore: Chore;
  readonly #stopListening: () => void;

  constructor(parts: CarrierParts) {
    this.#parts = parts;
    this.#stopListening = parts.sequencer.onCommitted(({ changes }) => {
      for (const row of changes.sentTransfers) if (row.status === 'sent') this.#begin(row);
    });
    this.#chore = new Chore(parts.againMs ?? AGAIN_MS, () => this.look());
    this.#chore.start((error) => parts.log.warn({ err: error }, 'transfers wait for the database'));
  }

  /** Carries all that is on its way, as far as there is room. */
  async look(): Promise<void> {
    for (const row of await readSentTransfers(this.#parts.books)) this.#begin(row);
    await this.settled();
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#underWay.values()].flatMap((carried) => [...carried.values()]));
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#chore.stop();
    await this.settled();
  }

  #begin(row: SentTransferRow): void {
    const { transferId } = row;
    const name = keeperOf(row.target);
    const underWay = this.#underWay.get(name) ?? new Map<number, Promise<void>>();
    this.#underWay.set(name, underWay);
    if (underWay.has(transferId) || underWay.size >= CARRIED_MAX) return;
    const carrying = this.#carry(row)
      .catch((error: unknown) =>
        this.#parts.log.warn({ err: error, transferId }, 'a transfer waits for the other engine'),
      )
      .finally(() => underWay.delete(transferId));
    underWay.set(transferId, carrying);
  }

  async #carry(row: SentTransferRow): Promise<void> {
    const { transferId, owner, source, target, currencyId, amount, reference } = row;
    const facts = { transferId, owner, source, target, currencyId, amount, reference };
    const arrivals = this.#parts.arrivalsOf(keeperOf(target));
    const arrival = await arrivals?.receive({ kind: 'receive_transfer', ...facts });
    if (arrival === undefined) return;
    const refusal = arrival.status === 'refused' ? arrival.reject : undefined;
    await this.#parts.sequencer.run({
      kind: 'end_transfer',
      transferId,
      ...(refusal !== undefined && { refusal }),
    });
  }
}
