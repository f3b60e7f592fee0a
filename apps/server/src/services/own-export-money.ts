/** Own exports of money: movements, deposits and withdrawals, transfers, and what wealth products brought. */
import { type Correction, correctionsOf } from '../store/correction-queries.ts';
import {
  type DepositRecord,
  toDeposit,
  toWithdrawal,
  type WithdrawalRecord,
} from '../store/custody-record.ts';
import { type HostingRecord, toHosting } from '../store/hosting-record.ts';
import { type SubscriptionRecord, toSubscription } from '../store/offering-record.ts';
import { type OwnPostingRecord, ownPostings, ownRows } from '../store/own-export-queries.ts';
import { type RebateRecord, toRebate } from '../store/referral-record.ts';
import { correctionNote } from './correction-views.ts';
import { depositView, withdrawalView } from './custody-views.ts';
import { rateText } from './figures.ts';
import { hostingView } from './hosting-views.ts';
import { subscriptionViewer } from './offering-views.ts';
import { filterOf, keyOf, type OwnKind, type Row, rowOf } from './own-export-kind.ts';
import { amountText } from './views.ts';

export const POSTINGS: OwnKind = {
  columns: ['id', 'account', 'currency', 'kind', 'amount', 'balance', 'note'],
  read: async ({ database, terms }, request, rowsMax) => {
    const { owner, fromMs, toMs, say } = request;
    const [entryId, ordinal] = keyOf(request, 2) ?? [];
    const after = entryId === undefined || ordinal === undefined ? undefined : { entryId, ordinal };
    const cellsOf = (record: OwnPostingRecord, correction?: Correction): Row['cells'] => {
      const currency = terms.knownCurrency(record.currency_id);
      const kind = record.reason === 'capital' ? 'correction' : record.reason;
      return {
        id: `${record.entry_id}.${record.ordinal}`,
        account: record.account,
        currency: currency.name,
        kind,
        amount: amountText(record.amount_minor, currency),
        balance: amountText(record.balance_minor, currency),
        note:
          correction === undefined
            ? say(`records.${kind}`, { reference: record.reference })
            : correctionNote(correction, say),
      };
    };
    const records = await ownPostings(database, { owner, fromMs, toMs, after, rowsMax });
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
};

export const DEPOSITS: OwnKind = {
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
  ],
  read: async ({ database, terms }, request, rowsMax) =>
    (await ownRows<DepositRecord>(database, 'deposits', filterOf(request, rowsMax))).map(
      (record) => {
        const { proof: _proof, ...view } = depositView(toDeposit(record), {
          terms,
          say: request.say,
        });
        const currency = terms.knownCurrency(view.currency_id).name;
        const { confirmations: _count, confirmations_needed: _needed, ...rest } = view;
        return rowOf(view.id, view.time, { ...rest, currency, decided_time: view.decided_at });
      },
    ),
};

export const WITHDRAWALS: OwnKind = {
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
  ],
  read: async ({ database, terms }, request, rowsMax) =>
    (await ownRows<WithdrawalRecord>(database, 'withdrawals', filterOf(request, rowsMax))).map(
      (record) => {
        const view = withdrawalView(toWithdrawal(record), { terms, say: request.say });
        const { timeline: _timeline, ...cells } = view;
        const currency = terms.knownCurrency(view.currency_id).name;
        return rowOf(view.id, view.time, { ...cells, currency });
      },
    ),
};

interface TransferRecord {
  readonly transfer_id: bigint;
  readonly source: string;
  readonly target: string;
  readonly currency_id: number;
  readonly amount_minor: bigint;
  readonly time_ms: bigint;
}

export const TRANSFERS: OwnKind = {
  columns: ['id', 'from_account', 'to_account', 'currency', 'amount'],
  read: async ({ database, terms }, request, rowsMax) =>
    (await ownRows<TransferRecord>(database, 'transfers', filterOf(request, rowsMax))).map(
      ({ transfer_id: id, source, target, currency_id, amount_minor, time_ms }) => {
        const currency = terms.knownCurrency(currency_id);
        return rowOf(Number(id), Number(time_ms), {
          id,
          from_account: source,
          to_account: target,
          currency: currency.name,
          amount: amountText(amount_minor, currency),
        });
      },
    ),
};

export const LOCKED_ORDERS: OwnKind = {
  columns: [
    'id',
    'product_id',
    'currency',
    'amount',
    'days',
    'daily_yield',
    'earned',
    'expected_total',
    'damages',
    'penalty',
    'status',
    'completes_time',
    'completed_time',
  ],
  read: async ({ database, terms }, request, rowsMax) =>
    (await ownRows<HostingRecord>(database, 'locked_orders', filterOf(request, rowsMax))).map(
      (record) => {
        const view = hostingView(toHosting(record), terms);
        const isOpen = view.status === 'hosting';
        return rowOf(view.id, view.paid_at, {
          ...view,
          // What ending it now would cost is no record of anything.
          damages: isOpen ? undefined : view.damages,
          penalty: isOpen ? undefined : view.penalty,
          completes_time: view.completes_at,
          completed_time: view.completed_at,
        });
      },
    ),
};

export const SUBSCRIPTIONS: OwnKind = {
  columns: [
    'id',
    'offering_id',
    'currency',
    'amount',
    'issue_price',
    'paid',
    'payment_currency',
    'status',
    'reason',
    'unlocks_time',
    'released',
  ],
  read: async (context, request, rowsMax) => {
    const filter = filterOf(request, rowsMax);
    const records = await ownRows<SubscriptionRecord>(context.database, 'subscriptions', filter);
    const viewOf = subscriptionViewer(context);
    return records.map((record) => {
      const view = viewOf(toSubscription(record));
      return rowOf(view.id, view.time, { ...view, unlocks_time: view.unlocks_at });
    });
  },
};

export const REBATES: OwnKind = {
  columns: ['id', 'currency', 'fee', 'ratio', 'amount', 'status'],
  read: async ({ database, terms }, request, rowsMax) => {
    type Paid = RebateRecord & { readonly is_paid: boolean };
    const records = await ownRows<Paid>(database, 'rebates', filterOf(request, rowsMax));
    return records.map((record) => {
      const rebate = toRebate(record);
      const currency = terms.knownCurrency(rebate.currencyId);
      return rowOf(rebate.rebateId, rebate.timeMs, {
        id: rebate.rebateId,
        currency: currency.name,
        fee: amountText(rebate.fee, currency),
        ratio: rateText(rebate.ratioPpm),
        amount: amountText(rebate.amount, currency),
        status: record.is_paid ? 'paid' : 'pending',
      });
    });
  },
};
