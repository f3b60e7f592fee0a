/** Balances, entries and transfers as their tables hold them, and back. */
import type {
  BalanceRow,
  EntryRow,
  ReceivedTransferRow,
  SentTransferRow,
  TransferRow,
} from '@fairlead/engine';
import { layoutOf, type Pack } from '../core/steps/layouts.ts';
import type { OwnBalance, OwnPosting } from '../core/steps/told-rows.ts';
import { amount, int4, int8, type RecordOf, tableOf, text } from '../core/store/table.ts';

export const BALANCES = tableOf<BalanceRow>()({
  name: 'balances',
  keys: { accountId: int8('account_id') },
  fixed: { owner: int8('owner_id'), account: text('account'), currencyId: int4('currency_id') },
  changing: { total: amount('total_minor'), frozen: amount('frozen_minor') },
});

export const BALANCE_COLUMNS = BALANCES.columns;
export type BalanceRecord = RecordOf<typeof BALANCES>;
export const toBalance = BALANCES.toRow;

export const ENTRIES = tableOf<EntryRow>()({
  name: 'journal_entries',
  keys: { entryId: int8('entry_id') },
  fixed: {
    sequence: int8('sequence'),
    reason: text('reason'),
    reference: text('reference'),
    timeMs: int8('time_ms'),
  },
});

export const TRANSFERS = tableOf<TransferRow>()({
  name: 'transfers',
  keys: { transferId: int8('transfer_id') },
  fixed: {
    owner: int8('owner_id'),
    source: text('source'),
    target: text('target'),
    currencyId: int4('currency_id'),
    amount: amount('amount_minor'),
    timeMs: int8('time_ms'),
  },
});

export const SENT_TRANSFERS = tableOf<SentTransferRow>()({
  name: 'sent_transfers',
  keys: { transferId: int8('transfer_id') },
  fixed: {
    owner: int8('owner_id'),
    source: text('source'),
    target: text('target'),
    currencyId: int4('currency_id'),
    amount: amount('amount_minor'),
    reference: text('reference'),
    timeMs: int8('time_ms'),
  },
  changing: {
    status: text('status'),
    reject: text('reject'),
    endedAtMs: int8('ended_at_ms'),
    word: text('word'),
  },
});

export const RECEIVED_TRANSFERS = tableOf<ReceivedTransferRow>()({
  name: 'received_transfers',
  keys: { transferId: int8('transfer_id') },
  fixed: {
    owner: int8('owner_id'),
    source: text('source'),
    target: text('target'),
    currencyId: int4('currency_id'),
    amount: amount('amount_minor'),
    status: text('status'),
    reject: text('reject'),
    timeMs: int8('time_ms'),
  },
});
const packBalance: Pack<OwnBalance> = (bytes, row) => {
  bytes.integer(1);
  bytes.integer(0xf);
  bytes.word(row.account);
  bytes.number(row.currencyId);
  bytes.number(row.total);
  bytes.number(row.frozen);
};

const packRecord: Pack<OwnPosting> = (bytes, row, timeMs) => {
  bytes.integer(1);
  bytes.integer(0xff);
  bytes.number(row.postingId);
  bytes.word(row.account);
  bytes.number(row.currencyId);
  bytes.word(row.reason);
  bytes.word(row.reference);
  bytes.number(row.amount);
  bytes.number(row.balance);
  bytes.number(timeMs - row.timeMs);
};

/** How what users are told of their balances and records lies in steps: these lists are added to at their ends only. */
export const BALANCE_LAYOUT = layoutOf(
  tableOf<OwnBalance>()({
    name: 'balances',
    keys: { owner: int8('owner_id'), account: text('account'), currencyId: int4('currency_id') },
    changing: { total: amount('total_minor'), frozen: amount('frozen_minor') },
  }),
  ['account', 'currencyId', 'total', 'frozen'],
  packBalance,
);

export const RECORD_LAYOUT = layoutOf(
  tableOf<OwnPosting>()({
    name: 'postings',
    keys: { postingId: int8('posting_id') },
    fixed: {
      owner: int8('owner_id'),
      account: text('account'),
      currencyId: int4('currency_id'),
      amount: amount('amount_minor'),
      balance: amount('balance_minor'),
      reason: text('reason'),
      reference: text('reference'),
      timeMs: int8('time_ms'),
    },
  }),
  [
    ...(['postingId', 'account', 'currencyId', 'reason', 'reference', 'amount'] as const),
    ...(['balance', 'timeMs'] as const),
  ],
  packRecord,
);
