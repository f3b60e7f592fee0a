/** Deposits and withdrawals as CSV: a user's own, and tables for operators. */
import {
  type OwnExports,
  type OwnKind,
  ownRow,
  ownRows,
  plainCells,
  type TableExports,
  type TableKind,
} from '../core/operations/exports.ts';
import type { Database } from '../core/store/database.ts';
import { readTableRows, type TableSource } from '../core/store/export-queries.ts';
import { MASKED_COLUMNS, withMaskedUser } from '../identity/users/index.ts';
import type { Terms } from '../market/index.ts';
import type { CustodyNeeds } from './needs.ts';
import {
  DEPOSIT_COLUMNS,
  type DepositRecord,
  toDeposit,
  toWithdrawal,
  WITHDRAWAL_COLUMNS,
  type WithdrawalRecord,
} from './record.ts';
import { depositView, withdrawalView } from './views.ts';

interface ExportNeeds {
  readonly database: Database;
  readonly terms: Terms;
}

const OWN_DEPOSITS = {
  columns: DEPOSIT_COLUMNS,
  table: 'deposits',
  key: 'deposit_id',
  time: 'created_at_ms',
};

const OWN_WITHDRAWALS = {
  columns: WITHDRAWAL_COLUMNS,
  table: 'withdrawals',
  key: 'withdrawal_id',
  time: 'created_at_ms',
};

export const ownCustodyExports = ({
  reads,
  terms,
  config,
  travelRule,
  travelDeposits,
}: Pick<CustodyNeeds, 'reads' | 'terms' | 'config' | 'travelRule' | 'travelDeposits'>): Pick<
  OwnExports,
  'deposits' | 'withdrawals'
> => ({
  deposits: {
    columns: [
      'id',
      'currency',
      'kind',
      'chain',
      'amount',
      'fee',
      'credited',
      'status',
      'reason',
      'tx_id',
      'decided_time',
      ...ORIGIN_COLUMNS,
    ],
    read: withOrigins(
      travelDeposits,
      ownRows<DepositRecord>(reads, OWN_DEPOSITS, (record, say) => {
        const { proof: _proof, ...view } = depositView(toDeposit(record), { terms, say });
        const currency = terms.knownCurrency(view.currency_id).name;
        const {
          confirmations: _count,
          confirmations_needed: _needed,
          origin: _origin,
          ...rest
        } = view;
        return ownRow(view.id, view.time, { ...rest, currency, decided_time: view.decided_at });
      }),
    ),
  },
  withdrawals: {
    columns: [
      'id',
      'currency',
      'kind',
      'chain',
      'address',
      'amount',
      'fee',
      'receipt_amount',
      'status',
      'reason',
      'tx_id',
      'note',
      ...RECIPIENT_COLUMNS,
    ],
    read: withRecipients(
      travelRule,
      ownRows<WithdrawalRecord>(reads, OWN_WITHDRAWALS, (record, say) => {
        const view = withdrawalView(toWithdrawal(record), { terms, say, config });
        const { timeline: _timeline, ...cells } = view;
        const currency = terms.knownCurrency(view.currency_id).name;
        return ownRow(view.id, view.time, { ...cells, currency });
      }),
    ),
  },
});

const RECIPIENT_COLUMNS = ['recipient_wallet', 'recipient_provider', 'beneficiary'] as const;

/** Withdrawals with what their user said of whose wallet it is, also where nobody is asked any more. */
const withRecipients =
  (travelRule: CustodyNeeds['travelRule'], read: OwnKind['read']): OwnKind['read'] =>
  async (request, rowsMax) => {
    const rows = await read(request, rowsMax);
    const found = await travelRule.of(rows.map(({ cells }) => Number(cells['id'])));
    return rows.map((row) => {
      const said = found.get(Number(row.cells['id']))?.recipient;
      if (said === undefined) return row;
      const cells = {
        ...row.cells,
        recipient_wallet: said.wallet,
        recipient_provider: said.provider,
        beneficiary: said.beneficiary,
      };
      return { ...row, cells };
    });
  };

const ORIGIN_COLUMNS = ['origin_wallet', 'origin_provider', 'originator'] as const;

/** Deposits with what their user said of whose wallet they came from. */
const withOrigins =
  (travelDeposits: CustodyNeeds['travelDeposits'], read: OwnKind['read']): OwnKind['read'] =>
  async (request, rowsMax) => {
    const rows = await read(request, rowsMax);
    const found = await travelDeposits.of(rows.map(({ cells }) => Number(cells['id'])));
    return rows.map((row) => {
      const said = found.get(Number(row.cells['id']))?.origin;
      if (said === undefined) return row;
      const { wallet, provider, originator } = said;
      const cells = { origin_wallet: wallet, origin_provider: provider, originator };
      return { ...row, cells: { ...row.cells, ...cells } };
    });
  };

const DEPOSITS = {
  columns: `deposit_id, owner_id, ${MASKED_COLUMNS}, deposits.kind, currency_id, chain, tx_id, amount_minor,
    credited_minor, receivable_minor, status, reason, reference, deposits.created_at_ms,
    decided_at_ms`,
  from: 'deposits JOIN users ON user_id = owner_id',
  time: 'deposits.created_at_ms',
  status: 'status',
  orderBy: 'deposit_id DESC',
};

const WITHDRAWALS = {
  columns: `withdrawal_id, owner_id, ${MASKED_COLUMNS}, destination_kind, currency_id, chain, address,
    amount_minor, fee_minor, status, send_state, reason, tx_id, withdrawals.created_at_ms,
    decided_at_ms, sent_at_ms`,
  from: 'withdrawals JOIN users ON user_id = owner_id',
  time: 'withdrawals.created_at_ms',
  status: 'status',
  orderBy: 'withdrawal_id DESC',
};

export function custodyTableExports({
  database,
  terms,
}: ExportNeeds): Pick<TableExports, 'deposits' | 'withdrawals'> {
  const readFrom =
    (source: TableSource): TableKind['read'] =>
    async (filter) =>
      (await readTableRows(database, source, filter)).map((record) =>
        plainCells(withMaskedUser(record), terms.knownCurrency(Number(record['currency_id']))),
      );
  return {
    deposits: { shownBy: 'operatorDeposits', read: readFrom(DEPOSITS) },
    withdrawals: { shownBy: 'operatorWithdrawals', read: readFrom(WITHDRAWALS) },
  };
}
