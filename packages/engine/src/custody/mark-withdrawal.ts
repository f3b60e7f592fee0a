/**
 * How an approved withdrawal is sent: each step once, and never both paid and refunded (W3, W14, W15). What has
 * not left yet stays while its owner is frozen (D10).
 */

import type { Reject, Stamp } from '../command.ts';
import { coinSlot, houseSlot } from '../ledger/slots.ts';
import type { Result } from '../result.ts';
import { isName, isOptionalText } from '../state/names.ts';
import { reject, withdrawalResult } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import type { MarkWithdrawal } from './commands.ts';
import { postCustodyEntry } from './entries.ts';
import { heldBack } from './held-back.ts';
import type { SendState, WithdrawalRow } from './rows.ts';
import { isInTransit, receiptOf } from './withdrawals.ts';

/**
 * What may follow a state. Only what never began, or is known to have failed, is refunded; only the latter is sent
 * again.
 */
const NEXT: Readonly<Record<SendState, readonly SendState[]>> = {
  idle: ['signed', 'sent', 'refunded'],
  signed: ['sent', 'unknown', 'failed'],
  unknown: ['sent', 'failed'],
  failed: ['idle', 'refunded'],
  sent: [],
  refunded: [],
};

export function markWithdrawal(state: EngineState, command: MarkWithdrawal, stamp: Stamp): Result {
  const row = state.withdrawals.find(command.withdrawalId);
  if (row === undefined) return reject('withdrawal_not_found');
  const held = isLeaving(command, row) ? heldBack(state, row) : undefined;
  if (held !== undefined) return reject(held);
  const code = checkMark(command, row);
  if (code === 'same') return withdrawalResult(row);
  if (code !== undefined) return reject(code);
  const fees = houseSlot(state, 'fees', row.currencyId);
  const isRefund = command.to === 'refunded';
  if (isRefund && !state.ledger.canPay(fees, row.fee)) return reject('insufficient_balance');

  // From here on the command must succeed.
  if (isRefund) postRefund(state, row, stamp);
  if (command.to === 'sent') postSent(state, row, stamp);
  const next = nextRow(row, command, stamp.timeMs);
  state.withdrawals.replace(next);
  return withdrawalResult(next);
}

/** A freeze or a hold stops what is about to leave. What has begun to is told of to its end, and a refund stays. */
const isLeaving = ({ to }: MarkWithdrawal, row: WithdrawalRow): boolean =>
  row.sendState === 'idle' && (to === 'signed' || to === 'sent');

/** A failure comes with what proves it: from there the money goes back or is sent again. */
function checkMark(command: MarkWithdrawal, row: WithdrawalRow): Reject | 'same' | undefined {
  const { to, txId, replaces, reason } = command;
  const needsTxId = to === 'signed' || to === 'sent';
  const isSound =
    (txId === undefined ? !needsTxId || row.txId !== undefined : isName(txId)) &&
    (replaces === undefined || (isName(replaces) && txId !== undefined)) &&
    isOptionalText(reason);
  const isProven = to !== 'failed' || reason !== undefined || row.sendState === 'failed';
  if (!isSound || !isProven) return 'terms_invalid';
  if (isReplacement(command, row)) return undefined;
  const isSameTx = txId === undefined || row.txId === undefined || txId === row.txId;
  if (!isSameTx) return 'not_sendable';
  if (row.sendState === to && isApproved(row)) {
    return txId === row.txId || txId === undefined ? 'same' : 'not_sendable';
  }
  return isInTransit(row) && NEXT[row.sendState].includes(to) ? undefined : 'not_sendable';
}

/** Only what is on its way takes another name, and only from whoever knows the one it has. */
const isReplacement = ({ to, txId, replaces }: MarkWithdrawal, row: WithdrawalRow): boolean =>
  replaces !== undefined &&
  replaces === row.txId &&
  txId !== replaces &&
  (row.sendState === 'signed' || row.sendState === 'unknown') &&
  (to === row.sendState || to === 'unknown');

/** A refunded one was approved once too. */
const isApproved = ({ status, sendState }: WithdrawalRow): boolean =>
  status === 'passed' || sendState === 'refunded';

function postSent(state: EngineState, row: WithdrawalRow, stamp: Stamp): void {
  const { withdrawalId, currencyId } = row;
  const receipt = receiptOf(row);
  postCustodyEntry(state, {
    reason: 'withdrawal',
    reference: `withdrawal:${withdrawalId}:sent`,
    currencyId,
    legs: [
      [houseSlot(state, 'withdrawals_in_transit', currencyId), -receipt],
      [houseSlot(state, 'external', currencyId), receipt],
    ],
    stamp,
  });
}

/** The owner gets the whole amount back, fee included. */
function postRefund(state: EngineState, row: WithdrawalRow, stamp: Stamp): void {
  const { withdrawalId, owner, currencyId, amount, fee } = row;
  postCustodyEntry(state, {
    reason: 'withdrawal',
    reference: `withdrawal:${withdrawalId}:refund`,
    currencyId,
    legs: [
      [houseSlot(state, 'withdrawals_in_transit', currencyId), -receiptOf(row)],
      [houseSlot(state, 'fees', currencyId), -fee],
      [coinSlot(state, owner, currencyId), amount],
    ],
    stamp,
  });
}

/** A payment to be made again gets a name of its own; what was said of a state goes with it. */
function nextRow(row: WithdrawalRow, command: MarkWithdrawal, timeMs: number): WithdrawalRow {
  const { to, txId, reason } = command;
  const { reason: _reason, txId: knownTxId, ...rest } = row;
  const keptTxId = to === 'idle' ? undefined : (txId ?? knownTxId);
  return {
    ...rest,
    status: to === 'refunded' ? 'rejected' : row.status,
    sendState: to,
    ...(reason === undefined ? {} : { reason }),
    ...(keptTxId === undefined ? {} : { txId: keptTxId }),
    updatedAtMs: timeMs,
    ...(to === 'sent' ? { sentAtMs: timeMs } : {}),
  };
}
