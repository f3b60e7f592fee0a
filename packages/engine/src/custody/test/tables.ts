/** What a store would keep of deposits and withdrawals, with the constraints that its tables have. */
import type {
  Counters,
  CustodyChanges,
  CustodySnapshot,
  DepositRow,
  LoneWordRow,
  VouchRow,
  WithdrawalRow,
} from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import { expect } from 'vitest';
import { expectUnique, KeptRows } from '../../../test/kit/kept-rows.ts';

export class CustodyTables {
  readonly #deposits = new KeptRows<DepositRow>(({ depositId }) => depositId);
  readonly #withdrawals = new KeptRows<WithdrawalRow>(({ withdrawalId }) => withdrawalId);
  /** Written once. */
  readonly #loneWords = new KeptRows<LoneWordRow, string>(
    ({ kind, recordId, operatorId }) => `${kind} ${recordId} ${operatorId}`,
    (_, known) => expect(known).toBeUndefined(),
  );
  readonly #vouches = new KeptRows<VouchRow, string>(
    ({ owner, operatorId }) => `${owner} ${operatorId}`,
  );

  commit({ deposits, withdrawals, loneWords, vouches }: CustodyChanges): void {
    this.#deposits.commit(deposits);
    this.#withdrawals.commit(withdrawals);
    expectUnique(this.liveOutputs());
    this.#loneWords.commit(loneWords);
    this.#vouches.commit(vouches);
  }

  snapshot({ timeMs }: Counters): CustodySnapshot {
    return {
      deposits: this.deposits().filter((row) => row.status === 'under_review'),
      withdrawals: this.#keptWithdrawals(),
      loneWords: this.#loneWords
        .list()
        .filter((row) => row.heldFor === undefined && row.timeMs > timeMs - 7 * DAY_MS),
      vouches: this.#vouches.list().filter((row) => row.isOwn || row.untilMs > timeMs),
    };
  }

  deposits(): DepositRow[] {
    return this.#deposits.list();
  }

  deposit(depositId: number): DepositRow | undefined {
    return this.#deposits.get(depositId);
  }

  withdrawals(): WithdrawalRow[] {
    return this.#withdrawals.list();
  }

  /** Outputs of chains that no other deposit may have. */
  liveOutputs(): string[] {
    return this.deposits()
      .filter((row) => row.depositKind === 'chain' && row.reason !== 'orphaned')
      .map(outputOf);
  }

  /** Unfinished ones, and all of the latest UTC day. */
  #keptWithdrawals(): WithdrawalRow[] {
    const rows = this.withdrawals();
    const dayOf = ({ createdAtMs }: WithdrawalRow): number => Math.floor(createdAtMs / DAY_MS);
    const latest = Math.max(...rows.map(dayOf));
    return rows.filter(
      (row) =>
        row.status === 'under_review' ||
        (row.status === 'passed' && row.sendState !== 'sent') ||
        dayOf(row) === latest,
    );
  }
}

export function outputOf(row: Pick<DepositRow, 'chain' | 'txId' | 'outputIndex'>): string {
  return `${row.chain}:${row.txId}:${row.outputIndex}`;
}
