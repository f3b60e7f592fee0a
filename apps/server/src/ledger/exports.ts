/** The books as CSV: a user's own postings and transfers, and for operators all postings and the balance sheet. */
import { amountText } from '../core/http/figures.ts';
import {
  type Cells,
  keyOf,
  type OwnExports,
  plainCells,
  type TableExports,
} from '../core/operations/exports.ts';
import { readTableRows } from '../core/store/export-queries.ts';
import { balanceSheet } from './balance-sheet.ts';
import { type Correction, correctionsOf } from './correction-queries.ts';
import { correctionNote } from './correction-views.ts';
import { type OwnPostingRecord, ownPostings } from './export-queries.ts';
import { accountName } from './ledger-accounts.ts';
import type { LedgerNeeds } from './needs.ts';
import { recordKindOf } from './record-kinds.ts';
import { ownTransfers } from './transfer-queries.ts';
import { recordNote, transferView } from './views.ts';

export const ownLedgerExports = ({
  database,
  reads,
  terms,
}: Pick<LedgerNeeds, 'database' | 'reads' | 'terms'>): Pick<
  OwnExports,
  'postings' | 'transfers'
> => ({
  postings: {
    columns: ['id', 'account', 'currency', 'kind', 'amount', 'balance', 'note'],
    read: async (request, rowsMax) => {
      const { owner, fromMs, toMs, say } = request;
      const [entryId, ordinal] = keyOf(request, 2) ?? [];
      const after =
        entryId === undefined || ordinal === undefined ? undefined : { entryId, ordinal };
      const cellsOf = (record: OwnPostingRecord, correction?: Correction): Cells => {
        const currency = terms.knownCurrency(record.currency_id);
        const kind = recordKindOf(record.reason);
        return {
          id: `${record.entry_id}.${record.ordinal}`,
          account: record.account,
          currency: currency.name,
          kind,
          amount: amountText(record.amount_minor, currency),
          balance: amountText(record.balance_minor, currency),
          note:
            correction === undefined
              ? recordNote(kind, record.reference, say)
              : correctionNote(correction, say),
        };
      };
      const records = await ownPostings(reads, { owner, fromMs, toMs, after, rowsMax });
      const corrections = await correctionsOf(
        database,
        records.map(({ entry_id, reason, reference }) => ({
          entryId: Number(entry_id),
          reason,
          reference,
        })),
      );
      return records.map((record) => ({
        cursor: `${record.entry_id}.${record.ordinal}`,
        timeMs: Number(record.time_ms),
        cells: cellsOf(record, corrections.get(Number(record.entry_id))),
      }));
    },
  },
  transfers: {
    columns: [
      ...['id', 'from_account', 'to_account', 'currency', 'amount'],
      ...['status', 'ended_time', 'reason'],
    ],
    read: async (request, rowsMax) => {
      const { owner, fromMs, toMs, say } = request;
      const [time, transferId] = keyOf(request, 2) ?? [];
      const after =
        time === undefined || transferId === undefined ? undefined : { timeMs: time, transferId };
      const found = await ownTransfers(reads, { owner, fromMs, toMs, after, rowsMax });
      return found.map((transfer) => {
        const { id, time: timeMs, ...view } = transferView(transfer, terms, say);
        return {
          cursor: `${timeMs}.${id}`,
          timeMs,
          cells: {
            id,
            from_account: view.from_account,
            to_account: view.to_account,
            currency: terms.knownCurrency(view.currency_id).name,
            amount: view.amount,
            status: view.status,
            ended_time: view.ended_at ?? '',
            reason: view.reason ?? '',
          },
        };
      });
    },
  },
});

const POSTINGS = {
  columns: `entry_id, ordinal, owner_id, account, currency_id, amount_minor, balance_minor,
    reason, reference, postings.time_ms`,
  from: 'postings JOIN journal_entries USING (entry_id)',
  time: 'postings.time_ms',
  orderBy: 'entry_id DESC, ordinal',
};

export function ledgerTableExports(
  needs: Pick<LedgerNeeds, 'reads' | 'terms' | 'clock' | 'reconciler'>,
): Pick<TableExports, 'postings' | 'balance_sheet'> {
  const { reads, terms } = needs;
  return {
    postings: {
      shownBy: 'ledgerEntries',
      read: async (filter) =>
        (await readTableRows(reads, POSTINGS, filter)).map((record) => {
          const account = accountName(Number(record['owner_id']), String(record['account']));
          return plainCells(
            { ...record, account },
            terms.knownCurrency(Number(record['currency_id'])),
          );
        }),
    },
    balance_sheet: {
      shownBy: 'balanceSheet',
      read: async () => {
        const { currencies } = await balanceSheet(needs);
        return currencies.flatMap(({ currency, liabilities, house, sum }) => [
          ...liabilities.map(({ account, total }) => ({
            currency,
            account: `users:${account}`,
            total,
          })),
          ...house.map(({ account, total }) => ({ currency, account: `house:${account}`, total })),
          { currency, account: 'sum', total: sum },
        ]);
      },
    },
  };
}
