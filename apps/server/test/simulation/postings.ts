/** Each posting that the tables hold: rows of their own, and those that a trade's one row stands for. */
import type { MemoryTables } from './store/memory-tables.ts';
import type { SqlCell } from './store/sql-expression.ts';

export interface HeldPosting {
  readonly entryId: number;
  readonly owner: number;
  readonly accountId: number;
  readonly currencyId: number;
  readonly amount: bigint;
}

export const whole = (cell: SqlCell | undefined): bigint => BigInt(String(cell ?? 0));

export function* heldPostings(
  tables: MemoryTables,
  accountIdOf: (owner: number, account: 'coin' | 'fees', currencyId: number) => number,
): Generator<HeldPosting> {
  for (const row of tables.table('posting_rows').rows())
    yield {
      entryId: Number(row['entry_id']),
      owner: Number(row['owner_id']),
      accountId: Number(row['account_id']),
      currencyId: Number(row['currency_id']),
      amount: whole(row['amount_minor']),
    };
  for (const row of tables.table('trade_postings').rows()) {
    const entryId = Number(row['entry_id']);
    const [buyer, seller] = [Number(row['buyer_owner_id']), Number(row['seller_owner_id'])];
    const legs = [
      { name: 'quote', from: buyer, to: seller },
      { name: 'base', from: seller, to: buyer },
    ] as const;
    for (const { name, from, to } of legs) {
      const currencyId = Number(row[`${name}_currency_id`]);
      const [amount, fee] = [whole(row[`${name}_minor`]), whole(row[`${name}_fee_minor`])];
      const parts = [
        [from, 'coin', -amount],
        [to, 'coin', amount - fee],
        [0, 'fees', fee],
      ] as const;
      for (const [owner, account, part] of parts) {
        const accountId = accountIdOf(owner, account, currencyId);
        yield { entryId, owner, accountId, currencyId, amount: part };
      }
    }
  }
}
