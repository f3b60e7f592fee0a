/** What operators decide on users' claims of having paid. */
import type { AmountMinor } from '@fairlead/units';
import type { Reject, Stamp } from '../command.ts';
import { canIssue } from '../ledger/slots.ts';
import { AMOUNT_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { isId, isOptionalText, isReference } from '../state/names.ts';
import { depositResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { isApprovalCount } from './checks.ts';
import type { DecideDeposit } from './commands.ts';
import { passedRow, postDeposit } from './deposit-handlers.ts';
import { type AskedAlone, heldFor, isLoneRule, noteLoneWord } from './lone-word-rules.ts';
import type { DepositRow } from './rows.ts';

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
  const alone = askedAlone(row, command, stamp);
  const held = alone === undefined ? undefined : heldFor(state, alone);
  const takesTwo = held !== undefined || command.approvalsNeeded === 2 || row.approvals.length > 0;
  // The first of two must count as one as well as the second (V8).
  if (takesTwo && command.lone?.countsAsTwo === false) return reject('operator_not_counted');

  // From here on the command must succeed.
  if (alone !== undefined) noteLoneWord(state, alone, held);
  const isHeld = held !== undefined;
  return depositResult(approve(state, row, { command, passing, stamp, isHeld }));
}

/** The first word on what one may pass; undefined where two are needed anyhow, or one has spoken before. */
function askedAlone(
  row: DepositRow,
  { operatorId, approvalsNeeded, valueMinor: value, lone: rule }: DecideDeposit,
  { timeMs }: Stamp,
): AskedAlone | undefined {
  if (approvalsNeeded === 2 || row.approvals.length > 0) return undefined;
  const { depositId: recordId, owner } = row;
  return { kind: 'claim', recordId, operatorId, owner, value, timeMs, rule };
}

function isDecision(command: DecideDeposit, { depositKind }: DepositRow): boolean {
  const { decision, operatorId, approvalsNeeded, reason } = command;
  return (
    depositKind !== 'chain' &&
    (decision === 'passed' || decision === 'rejected') &&
    isId(operatorId) &&
    isApprovalCount(approvalsNeeded) &&
    isOptionalText(reason) &&
    isLoneRule(command.lone) &&
    (command.valueMinor === undefined || command.valueMinor >= 0n)
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

interface Approving {
  readonly command: DecideDeposit;
  readonly passing: Passing;
  readonly stamp: Stamp;
  /** One word is not enough here. */
  readonly isHeld: boolean;
}

function approve(
  state: EngineState,
  row: DepositRow,
  { command, passing, stamp, isHeld }: Approving,
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
  const isPassed = !isHeld && approved.approvals.length >= approvalsNeeded;
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
