/** The part of a batch that owners and their books have: entries, postings, balances and transfers. */
import type { BalanceRow } from '@fairlead/engine';
import { assert } from '@fairlead/units';
import { copy } from '../core/store/batch/statement-builders.ts';
import { copies, upserts } from '../core/store/batch/table-writer.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import type { Queryable } from '../core/store/database.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { BALANCES, type BalanceRecord, ENTRIES, TRANSFERS, toBalance } from './record.ts';

const COPY_OWNERS = copy('owners', ['owner_id']);

const owners: BatchPart = (encoder, { changes }) => {
  if (changes.owners.length > 0)
    encoder.copy(COPY_OWNERS, changes.owners, (owner) => encoder.int8(owner));
};

const COPY_POSTINGS = copy('postings', [
  'entry_id',
  'ordinal',
  'account_id',
  'owner_id',
  'account',
  'currency_id',
  'amount_minor',
  'balance_minor',
  'time_ms',
]);

/** Postings are in the order of their entries, from which they take their time. */
const postings: BatchPart = (encoder, { changes }) => {
  if (changes.postings.length === 0) return;
  const { entries } = changes;
  let entryAt = 0;
  let ordinal = -1;
  encoder.copy(COPY_POSTINGS, changes.postings, (row) => {
    ordinal += 1;
    while (entries[entryAt]?.entryId !== row.entryId) {
      entryAt += 1;
      ordinal = 0;
      assert(entryAt < entries.length, 'a posting has its entry in its batch');
    }
    encoder.int8(row.entryId);
    encoder.int2(ordinal);
    encoder.int8(row.accountId);
    encoder.int8(row.owner);
    encoder.text(row.account);
    encoder.int4(row.currencyId);
    encoder.int8(row.amount);
    encoder.int8(row.balance);
    encoder.int8(entries[entryAt]?.timeMs);
  });
};

async function readOwners(source: Queryable): Promise<number[]> {
  const rows = await source.query<{ owner_id: bigint }>(
    'SELECT owner_id FROM owners ORDER BY owner_id',
  );
  return rows.map((row) => Number(row.owner_id));
}

async function readBalances(source: Queryable): Promise<BalanceRow[]> {
  const rows = await source.query<BalanceRecord>(
    `SELECT ${BALANCES.columns} FROM balances ORDER BY account_id`,
  );
  return rows.map(toBalance);
}

export const ledgerTables = {
  writes: {
    owners: [owners],
    acts: [
      rowsOf('entries', copies(ENTRIES)),
      postings,
      rowsOf('balances', upserts(BALANCES)),
      rowsOf('transfers', copies(TRANSFERS)),
    ],
  },
  reads: { owners: readOwners, balances: readBalances },
  checks: { numbers: [['entry', 'SELECT max(entry_id) FROM journal_entries', 'last_entry_id']] },
} satisfies TablesPart;
