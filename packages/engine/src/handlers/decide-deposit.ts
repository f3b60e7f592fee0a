/** What operators decide on users' claims of having paid. */
import type { AmountMinor } from '@fairlead/units';
import type { DecideDeposit, Reject, Stamp } from '../command.ts';
import type { DepositRow } from '../custody-rows.ts';
import { AMOUNT_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { isApprovalCount, isId, isOptionalText, isReference } from './custody-checks.ts';
import { canIssue } from './custody-entries.ts';
import { passedRow, postDeposit } from './deposit-commands.ts';
import { depositResult, reject } from './results.ts';
import type { EngineState } from './state.ts';

/** What is credited, and under which reference. */
interface Passing {
  readonly credited: AmountMinor;
  readonly reference: string;
}

/** Takes one operator's word. The last approval needed credits the claim, under a reference used once (D19). */
export function decideDeposit(state: EngineState, command: DecideDeposit, stamp: Stamp): Result {
  const row = state.deposits.find(command.depositId);
  if (row === undefined) return reject('deposit_not_found');
  const isPassing = command.decision === 'passed';
  const isRepeated = row.approvals.some(({ operatorId }) => operatorId === command.operatorId);
  if (isPassing && isRepeated) return reject('same_operator');
  if (!isDecision(command, row)) return reject('terms_invalid');
  if (!isPassing) return depositResult(rejectRow(state, row, { command, stamp }));
  const { credited = row.amount, reference } = command;
  if (!isReference(reference)) return reject('terms_invalid');
  const passing = { credited, reference };
  const code = checkPassing(state, row, passing);
  if (code !== undefined) return reject(code);

  // From here on the command must succeed.
  return depositResult(approve(state, row, { command, passing, stamp }));
}

function isDecision(command: DecideDeposit, { depositKind }: DepositRow): boolean {
  const { decision, operatorId, approvalsNeeded, reason } = command;
  return (
    depositKind !== 'chain' &&
    (decision === 'passed' || decision === 'rejected') &&
    isId(operatorId) &&
    isApprovalCount(approvalsNeeded) &&
    isOptionalText(reason)
  );
}

/** A second operator must pass what the first has passed (W12). */
function checkPassing(state: EngineState, row: DepositRow, passing: Passing): Reject | undefined {
  const { credited, reference } = passing;
  const intent = intentOf(passing);
  if (row.approvals.some(({ intentHash }) => intentHash !== intent)) return 'terms_invalid';
  if (state.references.has({ reason: 'deposit', reference })) return 'duplicate_reference';
  if (credited <= 0n) return 'amount_not_positive';
  const isPossible = credited <= AMOUNT_MAX && canIssue(state, row.currencyId, credited);
  return isPossible ? undefined : 'quantity_out_of_range';
}

function approve(
  state: EngineState,
  row: DepositRow,
  { command, passing, stamp }: { command: DecideDeposit; passing: Passing; stamp: Stamp },
): DepositRow {
  const { operatorId, approvalsNeeded, reason } = command;
  const { credited, reference } = passing;
  const { timeMs } = stamp;
  const approval = { operatorId, intentHash: intentOf(passing), timeMs };
  const approved: DepositRow = {
    ...row,
    credited,
    reference,
    approvals: [...row.approvals, approval],
    updatedAtMs: timeMs,
  };
  const isPassed = approved.approvals.length >= approvalsNeeded;
  if (isPassed) postDeposit(state, approved, { account: 'coin', reference, stamp });
  const next = {
    ...(isPassed ? passedRow(approved, credited, timeMs) : approved),
    ...(reason === undefined ? {} : { reason }),
  };
  state.deposits.replace(next);
  return next;
}

function rejectRow(
  state: EngineState,
  row: DepositRow,
  { command: { reason }, stamp: { timeMs } }: { command: DecideDeposit; stamp: Stamp },
): DepositRow {
  const { credited: _credited, reference: _reference, ...rest } = row;
  const rejected: DepositRow = {
    ...rest,
    status: 'rejected',
    ...(reason === undefined ? {} : { reason }),
    updatedAtMs: timeMs,
    decidedAtMs: timeMs,
  };
  state.deposits.replace(rejected);
  return rejected;
}

/** Says what an operator passed, in full: it is short enough to need no digest. */
const intentOf = ({ credited, reference }: Passing): string => `${credited} ${reference}`;
