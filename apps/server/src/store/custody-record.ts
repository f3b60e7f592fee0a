/** Deposits and withdrawals as their tables hold them, and back. */
import type {
  Approval,
  CustodyStatus,
  DepositKind,
  DepositRow,
  SendState,
  WithdrawalDestination,
  WithdrawalRow,
} from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';

export const DEPOSIT_COLUMNS = `deposit_id, owner_id, kind, currency_id, chain, tx_id, output_index,
  amount_minor, credited_minor, fee_minor, proof_file_id, is_priority, is_suspended, receivable_minor,
  status, reason, reference, approvals, created_at_ms, updated_at_ms, decided_at_ms`;

export interface DepositRecord {
  readonly deposit_id: bigint;
  readonly owner_id: bigint;
  readonly kind: DepositKind;
  readonly currency_id: number;
  readonly chain: string | null;
  readonly tx_id: string | null;
  readonly output_index: number | null;
  readonly amount_minor: bigint;
  readonly credited_minor: bigint | null;
  readonly fee_minor: bigint;
  readonly proof_file_id: bigint | null;
  readonly is_priority: boolean;
  readonly is_suspended: boolean;
  readonly receivable_minor: bigint;
  readonly status: CustodyStatus;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly approvals: readonly Approval[];
  readonly created_at_ms: bigint;
  readonly updated_at_ms: bigint;
  readonly decided_at_ms: bigint | null;
}

export function toDeposit(row: DepositRecord): DepositRow {
  return {
    depositId: Number(row.deposit_id),
    owner: Number(row.owner_id),
    depositKind: row.kind,
    currencyId: row.currency_id,
    ...(row.chain !== null && { chain: row.chain }),
    ...(row.tx_id !== null && { txId: row.tx_id }),
    ...(row.output_index !== null && { outputIndex: row.output_index }),
    amount: amountMinor(row.amount_minor),
    ...(row.credited_minor !== null && { credited: amountMinor(row.credited_minor) }),
    fee: amountMinor(row.fee_minor),
    ...(row.proof_file_id !== null && { proofFileId: Number(row.proof_file_id) }),
    isPriority: row.is_priority,
    isSuspended: row.is_suspended,
    receivable: amountMinor(row.receivable_minor),
    status: row.status,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.reference !== null && { reference: row.reference }),
    approvals: row.approvals,
    createdAtMs: Number(row.created_at_ms),
    updatedAtMs: Number(row.updated_at_ms),
    ...(row.decided_at_ms !== null && { decidedAtMs: Number(row.decided_at_ms) }),
  };
}

export const WITHDRAWAL_COLUMNS = `withdrawal_id, owner_id, currency_id, amount_minor, fee_minor,
  hold_minor, destination_kind, address_id, card_id, chain, address, note, status, send_state, reason,
  tx_id, approvals_needed, approvals, value_minor, created_at_ms, updated_at_ms, decided_at_ms, sent_at_ms`;

export interface WithdrawalRecord {
  readonly withdrawal_id: bigint;
  readonly owner_id: bigint;
  readonly currency_id: number;
  readonly amount_minor: bigint;
  readonly fee_minor: bigint;
  readonly hold_minor: bigint;
  readonly destination_kind: WithdrawalDestination['kind'];
  readonly address_id: bigint | null;
  readonly card_id: bigint | null;
  readonly chain: string | null;
  readonly address: string;
  readonly note: string | null;
  readonly status: CustodyStatus;
  readonly send_state: SendState;
  readonly reason: string | null;
  readonly tx_id: string | null;
  readonly approvals_needed: 1 | 2;
  readonly approvals: readonly Approval[];
  readonly value_minor: bigint;
  readonly created_at_ms: bigint;
  readonly updated_at_ms: bigint;
  readonly decided_at_ms: bigint | null;
  readonly sent_at_ms: bigint | null;
}

export function toWithdrawal(row: WithdrawalRecord): WithdrawalRow {
  return {
    withdrawalId: Number(row.withdrawal_id),
    owner: Number(row.owner_id),
    currencyId: row.currency_id,
    amount: amountMinor(row.amount_minor),
    fee: amountMinor(row.fee_minor),
    hold: amountMinor(row.hold_minor),
    destination: toDestination(row),
    ...(row.note !== null && { note: row.note }),
    status: row.status,
    sendState: row.send_state,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.tx_id !== null && { txId: row.tx_id }),
    approvalsNeeded: row.approvals_needed,
    approvals: row.approvals,
    valueMinor: amountMinor(row.value_minor),
    createdAtMs: Number(row.created_at_ms),
    updatedAtMs: Number(row.updated_at_ms),
    ...(row.decided_at_ms !== null && { decidedAtMs: Number(row.decided_at_ms) }),
    ...(row.sent_at_ms !== null && { sentAtMs: Number(row.sent_at_ms) }),
  };
}

/** The table's constraints keep what each kind needs. */
function toDestination(row: WithdrawalRecord): WithdrawalDestination {
  const { address } = row;
  if (row.destination_kind === 'bank') {
    return { kind: 'bank', cardId: Number(row.card_id), text: address };
  }
  return { kind: 'crypto', addressId: Number(row.address_id), chain: row.chain ?? '', address };
}
