/** The part of a batch that owners and their books have: entries, postings, balances and transfers. */
import type { StoredBalance } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import { copy } from '../core/store/batch/statement-builders.ts';
import { copies, upserts } from '../core/store/batch/table-writer.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import type { Queryable } from '../core/store/database.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { readPacked } from '../core/store/packed-rows.ts';
import { SENT_UNPROVEN } from './proof-queries.ts';
import { readSentTransfers } from './queries.ts';
import {
  BALANCE_LAYOUT,
  BALANCES,
  ENTRIES,
  RECEIVED_TRANSFERS,
  RECORD_LAYOUT,
  SENT_TRANSFERS,
  TRANSFERS,
} from './record.ts';
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

const readOwners = (source: Queryable): Promise<Iterable<number>> =>
  readPacked(source, { table: 'owners', key: 'owner_id' }, (number) => Number(number(0)));

/** What an account is of is in its id. */
const readBalances = (source: Queryable): Promise<Iterable<StoredBalance>> =>
  readPacked(
    source,
    { table: 'balances', key: 'account_id', others: ['total_minor', 'frozen_minor'] },
    (number) => ({
      accountId: Number(number(0)),
      total: amountMinor(number(1)),
      frozen: amountMinor(number(2)),
    }),
  );

/** What other engines have is what was sent there and did not come back, less what came from them, and what a division moved. */
const OTHER_ENGINES = `
  SELECT currency_id::text AS subject, sum(amount)::text AS difference FROM (
    SELECT currency_id, total_minor AS amount FROM balances WHERE account = 'other_engines'
    UNION ALL SELECT currency_id, -amount_minor FROM sent_transfers WHERE status <> 'back'
    UNION ALL SELECT currency_id, amount_minor FROM received_transfers WHERE status = 'credited'
    UNION ALL SELECT currency_id, -amount_minor FROM divided_sums
  ) AS moved GROUP BY currency_id HAVING sum(amount) <> 0`;

export const ledgerTables = {
  writes: {
    owners: [owners],
    acts: [
      rowsOf('entries', copies(ENTRIES)),
      postings,
      rowsOf('balances', upserts(BALANCES)),
      rowsOf('transfers', copies(TRANSFERS)),
      rowsOf('sentTransfers', upserts(SENT_TRANSFERS)),
      rowsOf('receivedTransfers', copies(RECEIVED_TRANSFERS)),
    ],
  },
  reads: { owners: readOwners, balances: readBalances, sentTransfers: readSentTransfers },
  told: { balances: BALANCE_LAYOUT, records: RECORD_LAYOUT },
  checks: {
    sums: [
      { check: 'other engines', sql: OTHER_ENGINES },
      { check: 'sent without an entry', sql: SENT_UNPROVEN },
    ],
    numbers: [['entry', 'SELECT max(entry_id) FROM journal_entries', 'last_entry_id']],
  },
} satisfies TablesPart;
