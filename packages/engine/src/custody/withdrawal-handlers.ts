/** Money on its way out: held when asked for, debited when passed, gone when sent. */
import { amountMinor } from '@fairlead/units';
import type { Reject, Stamp } from '../command.ts';
import { coinSlot, houseSlot } from '../ledger/slots.ts';
import { AMOUNT_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { isId, isName, isOptionalText } from '../state/names.ts';
import { reject, withdrawalResult } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { isWithdrawFeeBounded } from '../terms-bounds.ts';
import { isApprovalCount, isDestination } from './checks.ts';
import type { CancelWithdrawal, DecideWithdrawal, RequestWithdrawal } from './commands.ts';
import { postCustodyEntry } from './entries.ts';
import { heldBack } from './held-back.ts';
import { type AskedAlone, heldFor, isLoneRule, noteLoneWord } from './lone-word-rules.ts';
import type { WithdrawalRow } from './rows.ts';
import { receiptOf } from './withdrawals.ts';

/** Holds the amount in the coin account and counts the request to its UTC day. */
export function requestWithdrawal(
  state: EngineState,
  command: RequestWithdrawal,
  stamp: Stamp,
): Result {
  const owner = state.owners.get(command.owner);
  // A sub-account's money leaves through its main account.
  if (owner === undefined || owner.main !== undefined) return reject('account_not_found');
  if (!state.currencies.has(command.currencyId)) return reject('currency_not_found');
  if (owner.isFrozen) return reject('account_frozen');
  if (owner.withdrawalHold !== undefined) return reject('withdrawals_held');
  const code = checkAmounts(command);
  if (code !== undefined) return reject(code);
  const coin = coinSlot(state, command.owner, command.currencyId);
  if (!state.ledger.canPay(coin, command.amount)) return reject('insufficient_balance');
  if (!isWithinDay(state, command, stamp.timeMs)) return reject('daily_limit');

  // From here on the command must succeed.
  const row = requestedRow(command, stamp);
  state.ledger.freeze(coin, row.hold);
  state.withdrawals.add(row);
  return withdrawalResult(row);
}

/** Releases the hold of a withdrawal that nobody has decided yet. Another owner's looks like a missing one. */
export function cancelWithdrawal(
  state: EngineState,
  { owner, withdrawalId }: CancelWithdrawal,
  stamp: Stamp,
): Result {
  if (!state.owners.has(owner)) return reject('account_not_found');
  const row = state.withdrawals.find(withdrawalId);
  if (row?.owner !== owner) return reject('withdrawal_not_found');
  if (row.status !== 'under_review') return reject('already_decided');

  // From here on the command must succeed.
  return withdrawalResult(rejectRow(state, row, { reason: 'cancelled_by_user', stamp }));
}

/** Takes one operator's word. The last approval needed debits the owner. */
export function decideWithdrawal(
  state: EngineState,
  command: DecideWithdrawal,
  stamp: Stamp,
): Result {
  const row = state.withdrawals.find(command.withdrawalId);
  if (row === undefined) return reject('withdrawal_not_found');
  const isPassing = command.decision === 'passed';
  // What a reversal could not take back may be what is held here (D10).
  const held = isPassing ? heldBack(state, row) : undefined;
  if (held !== undefined) return reject(held);
  if (row.status !== 'under_review') return reject('already_decided');
  const isRepeated = row.approvals.some(({ operatorId }) => operatorId === command.operatorId);
  if (isPassing && isRepeated) return reject('same_operator');
  if (!isDecision(command, row)) return reject('terms_invalid');
  const alone = askedAlone(row, command, stamp);
  const heldWord = isPassing && alone !== undefined ? heldFor(state, alone) : undefined;
  const takesTwo = heldWord !== undefined || row.approvalsNeeded === 2 || row.approvals.length > 0;
  // The first of two must count as one as well as the second (V8).
  if (isPassing && takesTwo && command.lone?.countsAsTwo === false)
    return reject('operator_not_counted');

  // From here on the command must succeed.
  const { reason } = command;
  if (!isPassing) return withdrawalResult(rejectRow(state, row, { reason, stamp }));
  if (alone !== undefined) noteLoneWord(state, alone, heldWord);
  return withdrawalResult(approve(state, row, { command, stamp, isHeld: heldWord !== undefined }));
}

/** The first word on what one may pass; undefined where two are needed anyhow, or one has spoken before. */
function askedAlone(
  row: WithdrawalRow,
  { operatorId, lone: rule }: DecideWithdrawal,
  { timeMs }: Stamp,
): AskedAlone | undefined {
  if (row.approvalsNeeded === 2 || row.approvals.length > 0) return undefined;
  const { withdrawalId: recordId, owner, valueMinor: value } = row;
  return { kind: 'withdrawal', recordId, operatorId, owner, value, timeMs, rule };
}

function checkAmounts(command: RequestWithdrawal): Reject | undefined {
  const { amount, fee, minimum, valueMinor } = command;
  const isSound =
    fee >= 0n &&
    minimum >= 0n &&
    valueMinor >= 0n &&
    valueMinor <= AMOUNT_MAX &&
    isApprovalCount(command.approvalsNeeded) &&
    isDestination(command.destination) &&
    isOptionalText(command.note) &&
    isOptionalText(command.signedIntent);
  if (!isSound) return 'terms_invalid';
  if (amount <= 0n) return 'amount_not_positive';
  if (amount > AMOUNT_MAX) return 'quantity_out_of_range';
  if (amount < minimum) return 'below_minimum';
  return amount > fee && isWithdrawFeeBounded(fee, amount) ? undefined : 'fee_exceeds_amount';
}

/** Counted here, where requests come one after another, so that no number of parallel ones gets through. */
function isWithinDay(state: EngineState, command: RequestWithdrawal, timeMs: number): boolean {
  const { count, value } = state.withdrawals.usage(command.owner, timeMs);
  return count < command.dailyCountMax && value + command.valueMinor <= command.dailyValueMax;
}

function requestedRow(command: RequestWithdrawal, { sequence, timeMs }: Stamp): WithdrawalRow {
  const { owner, currencyId, amount, fee, note, signedIntent, approvalsNeeded, valueMinor } =
    command;
  return {
    withdrawalId: sequence,
    owner,
    currencyId,
    amount,
    fee,
    hold: amount,
    destination: { ...command.destination },
    ...(note === undefined ? {} : { note }),
    ...(signedIntent === undefined ? {} : { signedIntent }),
    status: 'under_review',
    sendState: 'idle',
    approvalsNeeded,
    approvals: [],
    valueMinor,
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
  };
}

function isDecision(command: DecideWithdrawal, { approvals }: WithdrawalRow): boolean {
  const { operatorId, intentHash, decision, reason } = command;
  if (!isId(operatorId) || !isName(intentHash) || !isOptionalText(reason)) return false;
  if (!isLoneRule(command.lone)) return false;
  if (decision === 'rejected') return true;
  return decision === 'passed' && approvals.every((each) => each.intentHash === intentHash);
}

interface Rejection {
  readonly reason: string | undefined;
  readonly stamp: Stamp;
}

function rejectRow(
  state: EngineState,
  row: WithdrawalRow,
  { reason, stamp: { timeMs } }: Rejection,
): WithdrawalRow {
  state.ledger.release(coinSlot(state, row.owner, row.currencyId), row.hold);
  const rejected: WithdrawalRow = {
    ...row,
    hold: amountMinor(0n),
    status: 'rejected',
    ...(reason === undefined ? {} : { reason }),
    updatedAtMs: timeMs,
    decidedAtMs: timeMs,
  };
  state.withdrawals.replace(rejected);
  return rejected;
}

function approve(
  state: EngineState,
  row: WithdrawalRow,
  { command, stamp, isHeld }: { command: DecideWithdrawal; stamp: Stamp; isHeld: boolean },
): WithdrawalRow {
  const { operatorId, intentHash, reason } = command;
  const { timeMs } = stamp;
  const approved: WithdrawalRow = {
    ...row,
    approvals: [...row.approvals, { operatorId, intentHash, timeMs }],
    ...(reason === undefined ? {} : { reason }),
    updatedAtMs: timeMs,
  };
  const isPassed = !isHeld && approved.approvals.length >= row.approvalsNeeded;
  const next = isPassed ? debit(state, approved, stamp) : approved;
  state.withdrawals.replace(next);
  return next;
}

/** Takes the held amount: the receipt is on its way from now on, the fee is the house's. */
function debit(state: EngineState, row: WithdrawalRow, stamp: Stamp): WithdrawalRow {
  const { withdrawalId, owner, currencyId, amount, fee, hold } = row;
  const coin = coinSlot(state, owner, currencyId);
  state.ledger.release(coin, hold);
  postCustodyEntry(state, {
    reason: 'withdrawal',
    reference: `withdrawal:${withdrawalId}`,
    currencyId,
    legs: [
      [coin, -amount],
      [houseSlot(state, 'withdrawals_in_transit', currencyId), receiptOf(row)],
      [houseSlot(state, 'fees', currencyId), fee],
    ],
    stamp,
  });
  return { ...row, hold: amountMinor(0n), status: 'passed', decidedAtMs: stamp.timeMs };
}
