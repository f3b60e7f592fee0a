/**
 * The part of a batch that deposits, withdrawals and frozen owners have. They are few, so one statement
 * serves new and changed rows alike.
 */
import type { DepositRow, OwnerStateRow, WithdrawalRow } from '@fairlead/engine';
import type { BatchEncoder } from './batch-encoder.ts';
import { UPDATE_OWNERS, UPSERT_DEPOSITS, UPSERT_WITHDRAWALS } from './batch-statements.ts';

export function encodeOwnerStates(encoder: BatchEncoder, rows: readonly OwnerStateRow[]): void {
  encoder.execute(UPDATE_OWNERS, () => {
    encoder.int8Column(rows, (row) => row.owner);
    encoder.textColumn(rows, (row) => String(row.isFrozen));
  });
}

/** A deposit that frees an output comes before one that takes it: rows are written in their order. */
export function encodeDeposits(encoder: BatchEncoder, rows: readonly DepositRow[]): void {
  encoder.execute(UPSERT_DEPOSITS, () => {
    encoder.int8Column(rows, (row) => row.depositId);
    encoder.int8Column(rows, (row) => row.owner);
    encoder.textColumn(rows, (row) => row.depositKind);
    encoder.int8Column(rows, (row) => row.currencyId);
    encoder.textColumn(rows, (row) => row.chain);
    encoder.textColumn(rows, (row) => row.txId);
    encoder.int8Column(rows, (row) => row.outputIndex);
    encoder.int8Column(rows, (row) => row.amount);
    encoder.int8Column(rows, (row) => row.credited);
    encoder.int8Column(rows, (row) => row.fee);
    encoder.int8Column(rows, (row) => row.proofFileId);
    encoder.textColumn(rows, (row) => String(row.isPriority));
    encoder.textColumn(rows, (row) => String(row.isSuspended));
    encoder.int8Column(rows, (row) => row.receivable);
    encoder.textColumn(rows, (row) => row.status);
    encoder.textColumn(rows, (row) => row.reason);
    encoder.textColumn(rows, (row) => row.reference);
    encoder.textColumn(rows, (row) => JSON.stringify(row.approvals));
    encoder.int8Column(rows, (row) => row.createdAtMs);
    encoder.int8Column(rows, (row) => row.updatedAtMs);
    encoder.int8Column(rows, (row) => row.decidedAtMs);
  });
}

export function encodeWithdrawals(encoder: BatchEncoder, rows: readonly WithdrawalRow[]): void {
  encoder.execute(UPSERT_WITHDRAWALS, () => {
    encoder.int8Column(rows, (row) => row.withdrawalId);
    encoder.int8Column(rows, (row) => row.owner);
    encoder.int8Column(rows, (row) => row.currencyId);
    encoder.int8Column(rows, (row) => row.amount);
    encoder.int8Column(rows, (row) => row.fee);
    encoder.int8Column(rows, (row) => row.hold);
    encodeDestinations(encoder, rows);
    encoder.textColumn(rows, (row) => row.note);
    encoder.textColumn(rows, (row) => row.status);
    encoder.textColumn(rows, (row) => row.sendState);
    encoder.textColumn(rows, (row) => row.reason);
    encoder.textColumn(rows, (row) => row.txId);
    encoder.int8Column(rows, (row) => row.approvalsNeeded);
    encoder.textColumn(rows, (row) => JSON.stringify(row.approvals));
    encoder.int8Column(rows, (row) => row.valueMinor);
    encoder.int8Column(rows, (row) => row.createdAtMs);
    encoder.int8Column(rows, (row) => row.updatedAtMs);
    encoder.int8Column(rows, (row) => row.decidedAtMs);
    encoder.int8Column(rows, (row) => row.sentAtMs);
  });
}

function encodeDestinations(encoder: BatchEncoder, rows: readonly WithdrawalRow[]): void {
  encoder.textColumn(rows, ({ destination }) => destination.kind);
  encoder.int8Column(rows, ({ destination }) =>
    destination.kind === 'crypto' ? destination.addressId : undefined,
  );
  encoder.int8Column(rows, ({ destination }) =>
    destination.kind === 'bank' ? destination.cardId : undefined,
  );
  encoder.textColumn(rows, ({ destination }) =>
    destination.kind === 'crypto' ? destination.chain : undefined,
  );
  encoder.textColumn(rows, ({ destination }) =>
    destination.kind === 'crypto' ? destination.address : destination.text,
  );
}
