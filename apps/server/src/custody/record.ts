/** Deposits and withdrawals as their tables hold them, and back. */
import type { Approval, DepositRow, WithdrawalDestination, WithdrawalRow } from '@fairlead/engine';
import {
  amount,
  flag,
  int2,
  int4,
  int8,
  json,
  type RecordOf,
  tableOf,
  text,
} from '../core/store/table.ts';

const approvals = {
  toText: (given: readonly Approval[]): string => JSON.stringify(given),
  read: (stored: readonly Approval[]): readonly Approval[] => stored,
};

/** What a deposit was opened as never changes. */
export const DEPOSITS = tableOf<DepositRow>()({
  name: 'deposits',
  keys: { depositId: int8('deposit_id') },
  fixed: {
    owner: int8('owner_id'),
    depositKind: text('kind'),
    currencyId: int4('currency_id'),
    chain: text('chain'),
    txId: text('tx_id'),
    outputIndex: int4('output_index'),
    amount: amount('amount_minor'),
    proofFileId: int8('proof_file_id'),
    createdAtMs: int8('created_at_ms'),
  },
  changing: {
    credited: amount('credited_minor'),
    fee: amount('fee_minor'),
    isPriority: flag('is_priority'),
    isSuspended: flag('is_suspended'),
    receivable: amount('receivable_minor'),
    status: text('status'),
    reason: text('reason'),
    reference: text('reference'),
    approvals: json('approvals', approvals),
    updatedAtMs: int8('updated_at_ms'),
    decidedAtMs: int8('decided_at_ms'),
  },
});

export const DEPOSIT_COLUMNS = DEPOSITS.columns;
export type DepositRecord = RecordOf<typeof DEPOSITS>;
export const toDeposit = DEPOSITS.toRow;

/** A withdrawal whose destination lies in columns. */
interface FlatWithdrawal extends Omit<WithdrawalRow, 'destination'> {
  readonly destinationKind: WithdrawalDestination['kind'];
  readonly addressId?: number;
  readonly cardId?: number;
  readonly chain?: string;
  readonly address: string;
}

/** What was asked for never changes: amount, fee and destination are what is sent (W6, W11). */
export const WITHDRAWALS = tableOf<FlatWithdrawal>()({
  name: 'withdrawals',
  keys: { withdrawalId: int8('withdrawal_id') },
  fixed: {
    owner: int8('owner_id'),
    currencyId: int4('currency_id'),
    amount: amount('amount_minor'),
    fee: amount('fee_minor'),
    destinationKind: text('destination_kind'),
    addressId: int8('address_id'),
    cardId: int8('card_id'),
    chain: text('chain'),
    address: text('address'),
    note: text('note'),
    signedIntent: text('signed_intent'),
    approvalsNeeded: int2('approvals_needed'),
    valueMinor: amount('value_minor'),
    createdAtMs: int8('created_at_ms'),
  },
  changing: {
    hold: amount('hold_minor'),
    status: text('status'),
    sendState: text('send_state'),
    reason: text('reason'),
    txId: text('tx_id'),
    approvals: json('approvals', approvals),
    updatedAtMs: int8('updated_at_ms'),
    decidedAtMs: int8('decided_at_ms'),
    sentAtMs: int8('sent_at_ms'),
  },
});

export const WITHDRAWAL_COLUMNS = WITHDRAWALS.columns;
export type WithdrawalRecord = RecordOf<typeof WITHDRAWALS>;

export function toWithdrawal(record: WithdrawalRecord): WithdrawalRow {
  const { destinationKind, addressId, cardId, chain, address, ...row } = WITHDRAWALS.toRow(record);
  return {
    ...row,
    destination: destinationOf({ destinationKind, addressId, cardId, chain, address }),
  };
}

/** The table's constraints keep what each kind needs. */
function destinationOf(flat: {
  readonly destinationKind: WithdrawalDestination['kind'];
  readonly addressId: number | undefined;
  readonly cardId: number | undefined;
  readonly chain: string | undefined;
  readonly address: string;
}): WithdrawalDestination {
  const { destinationKind, addressId = 0, cardId = 0, chain = '', address } = flat;
  if (destinationKind === 'bank') return { kind: 'bank', cardId, text: address };
  return { kind: 'crypto', addressId, chain, address };
}

/** The other way. */
export function flatWithdrawal({ destination, ...row }: WithdrawalRow): FlatWithdrawal {
  if (destination.kind === 'bank') {
    const { kind: destinationKind, cardId, text: address } = destination;
    return { ...row, destinationKind, cardId, address };
  }
  const { kind: destinationKind, addressId, chain, address } = destination;
  return { ...row, destinationKind, addressId, chain, address };
}
