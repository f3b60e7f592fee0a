/** The part of a batch that owners and their books have: entries, postings, balances and transfers. */
import type { BalanceRow } from '@fairlead/engine';
import { copy } from '../core/store/batch/statement-builders.ts';
import { copies, upserts } from '../core/store/batch/table-writer.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import type { Queryable } from '../core/store/database.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { BALANCES, type BalanceRecord, ENTRIES, TRANSFERS, toBalance } from './record.ts';
import { packPostings, TRADE_POSTINGS } from './trade-postings.ts';

const COPY_OWNERS = copy('owners', ['owner_id']);

const owners: BatchPart = (encoder, { changes }) => {
  if (changes.owners.length > 0)
    encoder.copy(COPY_OWNERS, changes.owners, (owner) => encoder.int8(owner));
};

const COPY_POSTINGS = copy('posting_rows', [
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
const copyTradePostings = copies(TRADE_POSTINGS);

const postings: BatchPart = (encoder, { changes }) => {
  if (changes.postings.length === 0) return;
  const { trades, rows } = packPostings(changes.entries, changes.postings);
  copyTradePostings(encoder, trades);
  if (rows.length === 0) return;
  encoder.copy(COPY_POSTINGS, rows, ({ posting, ordinal, timeMs }) => {
    encoder.int8(posting.entryId);
    encoder.int2(ordinal);
    encoder.int8(posting.accountId);
    encoder.int8(posting.owner);
    encoder.text(posting.account);
    encoder.int4(posting.currencyId);
    encoder.int8(posting.amount);
    encoder.int8(posting.balance);
    encoder.int8(timeMs);
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
