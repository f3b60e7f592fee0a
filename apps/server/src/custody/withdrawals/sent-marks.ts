/**
 * What pays a withdrawal, as operators and the signer say: one transaction pays one (cases.md W14). Looking
 * for its name and taking it are one step, in one turn for all of them.
 */
import { ProblemError, TX_ID_FORMS, WAYS } from '@fairlead/contract';
import type { Command, Result, WithdrawalRow } from '@fairlead/engine';
import { rejectCode } from '../../core/http/envelope.ts';
import type { Database } from '../../core/store/database.ts';
import { Mutex } from '../../core/store/mutex.ts';
import type { Say } from '../../core/texts/texts.ts';
import { isPaymentNamed } from '../operator-queries.ts';

interface SentMarksParts {
  readonly database: Database;
  readonly sequencer: { run(command: Command): Promise<Result> };
}

type Named = Pick<WithdrawalRow, 'withdrawalId' | 'currencyId' | 'destination'>;

/** A transaction's name without what may be written in two ways. */
const canonical = (txId: string): string => txId.toLowerCase().replace(/^0x/, '');

export const isSameTx = (one: string | undefined, other: string): boolean =>
  one !== undefined && canonical(one) === canonical(other);

/** Throws `validation_failed` for what is no transaction of the network that the withdrawal goes out by. */
export function checkWritten(
  { destination }: Pick<Named, 'destination'>,
  txId: string,
  say: Say,
): void {
  const chain = destination.kind === 'crypto' ? destination.chain : undefined;
  const way = WAYS.find((each) => each === chain) ?? 'BANK';
  if (TX_ID_FORMS[way].test(txId)) return;
  throw new ProblemError('validation_failed', { fields: { tx_id: say('fields.tx_id') } });
}

export class SentMarks {
  readonly #parts: SentMarksParts;
  readonly #turn = new Mutex();

  constructor(parts: SentMarksParts) {
    this.#parts = parts;
  }

  /** Throws `reference_used` where another withdrawal has this transaction. */
  async checkUnused({ withdrawalId, currencyId, destination }: Named, txId: string): Promise<void> {
    const chain = destination.kind === 'crypto' ? destination.chain : undefined;
    const named = { txId: canonical(txId), chain, currencyId, exceptId: withdrawalId };
    if (await isPaymentNamed(this.#parts.database, named)) throw new ProblemError('reference_used');
  }

  /** Takes a transaction's name for a withdrawal. Throws `reference_used`. */
  take<Answer>(row: Named, txId: string, work: () => Promise<Answer>): Promise<Answer> {
    return this.#turn.run(async () => {
      await this.checkUnused(row, txId);
      return work();
    });
  }

  /** Marks as sent. Throws `reference_used`, and what the engine refuses. */
  mark(row: Named & Pick<WithdrawalRow, 'txId'>, txId: string): Promise<void> {
    return this.take(row, txId, async () => {
      // The signer's own writing of the same name stays.
      const known = row.txId !== undefined && isSameTx(row.txId, txId) ? row.txId : txId;
      const command = { kind: 'mark_withdrawal', to: 'sent', txId: known } as const;
      const { sequencer } = this.#parts;
      const result = await sequencer.run({ ...command, withdrawalId: row.withdrawalId });
      if (!result.ok) throw new ProblemError(rejectCode(result.reject, command.kind));
    });
  }
}
