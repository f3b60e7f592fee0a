/** After whatever was drawn: by every method the open lots of each owner are the owner's balances, to the unit. */
import { type EntryReason, ledgerAccountId } from '@fairlead/engine';
import {
  type CurrencyAmount,
  type Movement,
  netChanges,
  TAX_METHODS,
  TaxLedger,
  Valuation,
} from '@fairlead/formula/tax';
import { priceE8 } from '@fairlead/units';
import { heldPostings } from './postings.ts';
import type { MemoryTables } from './store/memory-tables.ts';
import { must } from './violation.ts';

/** Quantities do not depend on prices; the first currency is what costs are in, and one has no price. */
const [MEASURE, WITHOUT_PRICE] = [3, 2];
const prices = {
  priceOn: (currencyId: number) =>
    currencyId === WITHOUT_PRICE ? undefined : priceE8(BigInt(currencyId) * 100_000_000n),
  scaleOf: () => 8,
};

/** @param tables of every engine. */
export function checkTaxLots(tables: readonly MemoryTables[]): void {
  const held = heldByOwner(tables);
  for (const [owner, movements] of movementsByOwner(tables))
    for (const method of TAX_METHODS) {
      const ledger = new TaxLedger({
        method,
        valuation: new Valuation(prices, MEASURE),
        depositCost: 'unknown',
        stated: new Map(),
      });
      for (const movement of movements) ledger.apply(movement);
      const balances = held.get(owner) ?? new Map<number, bigint>();
      for (const [currencyId, balance] of balances)
        must(
          ledger.total(currencyId) === balance,
          'tax lots are the ledger',
          () =>
            `${owner} by ${method}: ${ledger.total(currencyId)} of ${currencyId}, not ${balance}`,
        );
      for (const { currencyId, lots } of ledger.holdings())
        must(
          lots.reduce((sum, { quantity }) => sum + quantity, 0n) === balances.get(currencyId),
          'tax lots are the ledger',
          () => `${owner} by ${method}: open lots of ${currencyId}`,
        );
    }
}

const rowsOf = (tables: readonly MemoryTables[], name: string) =>
  tables.flatMap((each) => [...each.table(name).rows()]);

function heldByOwner(tables: readonly MemoryTables[]): Map<number, Map<number, bigint>> {
  const held = new Map<number, Map<number, bigint>>();
  for (const row of rowsOf(tables, 'balances')) {
    const [owner, currencyId] = [Number(row['owner_id']), Number(row['currency_id'])];
    const own = held.get(owner) ?? new Map<number, bigint>();
    held.set(owner, own);
    own.set(currencyId, (own.get(currencyId) ?? 0n) + BigInt(String(row['total_minor'])));
  }
  return held;
}

/** Of each owner but the house, in the order of their times. */
function movementsByOwner(tables: readonly MemoryTables[]): Map<number, Movement[]> {
  const changes = new Map<number, Map<number, CurrencyAmount[]>>();
  for (const { owner, entryId, currencyId, amount } of tables.flatMap((each) => [
    ...heldPostings(each, ledgerAccountId),
  ])) {
    if (owner === 0) continue;
    const own = changes.get(owner) ?? new Map<number, CurrencyAmount[]>();
    changes.set(owner, own);
    own.set(entryId, [...(own.get(entryId) ?? []), { currencyId, amount }]);
  }
  const entries = rowsOf(tables, 'journal_entries').map((row) => ({
    entryId: Number(row['entry_id']),
    timeMs: Number(row['time_ms']),
    reason: String(row['reason']) as Exclude<EntryReason, 'division'>,
    reference: String(row['reference']),
  }));
  entries.sort((left, right) => left.timeMs - right.timeMs || left.entryId - right.entryId);
  return new Map(
    [...changes].map(([owner, own]) => [
      owner,
      entries.flatMap((entry) => {
        const postings = own.get(entry.entryId);
        if (postings === undefined) return [];
        // Between two engines it is an entry in each.
        const isPassed = tables.length > 1 && entry.reason === 'transfer';
        return [{ ...entry, changes: isPassed ? [] : netChanges(postings), fees: [] }];
      }),
    ]),
  );
}
