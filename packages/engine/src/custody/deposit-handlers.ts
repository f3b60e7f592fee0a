/** Money on its way in from a chain: seen, then credited, suspended, dropped or taken back. */
import { type AmountMinor, amountMinor, minimum as lesser } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import { canIssue, coinSlot, houseSlot } from '../ledger/slots.ts';
import { AMOUNT_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { isId, isName, isOptionalText, isReference } from '../state/names.ts';
import { depositResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { isOutputIndex } from './checks.ts';
import type {
  CreditDeposit,
  DropDeposit,
  OpenDeposit,
  ReleaseDeposit,
  ReverseDeposit,
} from './commands.ts';
import { postCustodyEntry } from './entries.ts';
import { type DepositRow, isHeldDeposit, ORIGIN_NEEDED } from './rows.ts';

/** Takes note of a deposit; no balance changes. One output of one transaction is one deposit (D1). */
export function openDeposit(state: EngineState, command: OpenDeposit, stamp: Stamp): Result {
  const { owner, currencyId, depositKind, amount, openMax } = command;
  if (!state.owners.has(owner)) return reject('account_not_found');
  if (!state.currencies.has(currencyId)) return reject('currency_not_found');
  if (!isOpening(command)) return reject('terms_invalid');
  const isChain = depositKind === 'chain';
  if (isChain && hasOutput(state, command)) return reject('duplicate_reference');
  if (amount <= 0n) return reject('amount_not_positive');
  if (amount > AMOUNT_MAX) return reject('quantity_out_of_range');
  if (!isChain && state.deposits.claims(owner) >= openMax) return reject('too_many_claims');

  // From here on the command must succeed.
  const row = openedRow(command, stamp);
  state.deposits.add(row);
  return depositResult(row);
}

/** Credits a chain deposit, or suspends it when all of its kind together are below the minimum (D17). */
export function creditDeposit(state: EngineState, command: CreditDeposit, stamp: Stamp): Result {
  const { reference, minimum } = command;
  const row = state.deposits.find(command.depositId);
  if (row === undefined) return reject('deposit_not_found');
  if (row.isSuspended) return reject('already_decided');
  const isSound = row.depositKind === 'chain' && isReference(reference) && minimum >= 0n;
  if (!isSound) return reject('terms_invalid');
  if (state.references.has({ reason: 'deposit', reference })) return reject('duplicate_reference');
  if (!canIssue(state, row.currencyId, row.amount)) return reject('quantity_out_of_range');

  // From here on the command must succeed.
  const suspended = state.deposits.suspendedLike(row);
  let sum: bigint = row.amount;
  for (const { amount } of suspended) sum += amount;
  if (sum < minimum) return depositResult(suspend(state, row, { reference, stamp }));
  const isHeld = command.isHeld === true;
  for (const each of suspended) {
    takeFromSuspense(state, each, { target: 'coin', stamp });
    settle(state, each, { isHeld, stamp });
  }
  postDeposit(state, row, { account: 'coin', reference, stamp });
  return depositResult(settle(state, { ...row, reference }, { isHeld, stamp }));
}

/** Thaws a deposit that was held for its origin: it is passed from now on. */
export function releaseDeposit(state: EngineState, command: ReleaseDeposit, stamp: Stamp): Result {
  const row = state.deposits.find(command.depositId);
  if (row === undefined) return reject('deposit_not_found');
  if (!isHeldDeposit(row)) return reject('terms_invalid');

  // From here on the command must succeed.
  state.ledger.release(coinSlot(state, row.owner, row.currencyId), row.amount);
  const passed = passedRow(row, row.amount, stamp.timeMs);
  state.deposits.replace(passed);
  return depositResult(passed);
}

/** Rejects a chain deposit that is not passed. What was suspended or held goes back where it came from. */
export function dropDeposit(state: EngineState, command: DropDeposit, stamp: Stamp): Result {
  const { depositId, reason } = command;
  const row = state.deposits.find(depositId);
  if (row === undefined) return reject('deposit_not_found');
  const isSound = row.depositKind === 'chain' && (reason === 'orphaned' || reason === 'failed');
  if (!isSound) return reject('terms_invalid');

  // From here on the command must succeed.
  const { timeMs } = stamp;
  if (isHeldDeposit(row)) takeHeld(state, row, stamp);
  else if (row.isSuspended) takeFromSuspense(state, row, { target: 'external', stamp });
  const dropped: DepositRow = {
    ...row,
    isSuspended: false,
    status: 'rejected',
    reason,
    updatedAtMs: timeMs,
    decidedAtMs: timeMs,
  };
  state.deposits.replace(dropped);
  return depositResult(dropped);
}

/** Takes back what is available of a credited deposit; the owner owes the rest, and is frozen for it (D10). */
export function reverseDeposit(state: EngineState, command: ReverseDeposit, stamp: Stamp): Result {
  const { deposit: row } = command;
  const owner = state.owners.get(row.owner);
  if (owner === undefined) return reject('account_not_found');
  if (!isGivenOut(state, row.depositId)) return reject('deposit_not_found');
  const entry = { reason: 'correction', reference: `reversal:${row.depositId}` } as const;
  if (row.status !== 'passed' || state.references.has(entry)) return reject('already_decided');
  if (!isReversible(state, row)) return reject('terms_invalid');

  // From here on the command must succeed.
  const { currencyId, credited } = row;
  const coin = coinSlot(state, row.owner, currencyId);
  const taken = lesser(state.ledger.available(coin), credited);
  const external = houseSlot(state, 'external', currencyId);
  if (taken > 0n) {
    const legs = [
      [coin, -taken],
      [external, taken],
    ] as const;
    postCustodyEntry(state, { ...entry, currencyId, legs, stamp });
  }
  state.references.add(entry);
  const receivable = amountMinor(credited - taken);
  if (receivable > 0n && !owner.isFrozen) {
    owner.isFrozenItself = true;
    state.log.addOwnerState({ owner: row.owner, isFrozen: true });
  }
  const { timeMs } = stamp;
  const reversed = { ...row, receivable, reason: 'orphaned', updatedAtMs: timeMs } as const;
  const rejected: DepositRow = { ...reversed, status: 'rejected', decidedAtMs: timeMs };
  state.deposits.noteDecided(rejected);
  return depositResult(rejected);
}

/** A passed deposit's row: credited, and no longer suspended. */
export function passedRow(row: DepositRow, credited: AmountMinor, timeMs: number): DepositRow {
  const { reason: _reason, ...rest } = row;
  return {
    ...rest,
    credited,
    isSuspended: false,
    status: 'passed',
    updatedAtMs: timeMs,
    decidedAtMs: timeMs,
  };
}

interface Arrival {
  readonly account: 'coin' | 'suspense';
  readonly reference: string;
  readonly stamp: Stamp;
}

/** Brings what is credited, or else the whole amount, in from outside. */
export function postDeposit(
  state: EngineState,
  { owner, currencyId, amount, credited = amount }: DepositRow,
  { account, reference, stamp }: Arrival,
): void {
  const target =
    account === 'coin'
      ? coinSlot(state, owner, currencyId)
      : houseSlot(state, 'suspense', currencyId);
  postCustodyEntry(state, {
    reason: 'deposit',
    reference,
    currencyId,
    legs: [
      [houseSlot(state, 'external', currencyId), -credited],
      [target, credited],
    ],
    stamp,
  });
}

function isOpening(command: OpenDeposit): boolean {
  const { depositKind, chain, txId, outputIndex, proofFileId, openMax } = command;
  const isComplete = isName(chain) && isName(txId) && isOutputIndex(outputIndex);
  const isFree = isOptionalText(chain) && isOptionalText(txId);
  const isSound =
    depositKind === 'chain'
      ? isComplete
      : isFree && (outputIndex === undefined || isOutputIndex(outputIndex));
  return isSound && openMax >= 0 && (proofFileId === undefined || isId(proofFileId));
}

function hasOutput(state: EngineState, { chain, txId, outputIndex }: OpenDeposit): boolean {
  const isNamed = chain !== undefined && txId !== undefined && outputIndex !== undefined;
  return isNamed && state.deposits.hasOutput({ chain, txId, outputIndex });
}

function openedRow(command: OpenDeposit, { sequence, timeMs }: Stamp): DepositRow {
  const { owner, depositKind, currencyId, chain, txId, outputIndex, amount } = command;
  const { proofFileId, isPriority = false } = command;
  return {
    depositId: sequence,
    owner,
    depositKind,
    currencyId,
    ...(chain === undefined ? {} : { chain }),
    ...(txId === undefined ? {} : { txId }),
    ...(outputIndex === undefined ? {} : { outputIndex }),
    amount,
    fee: amountMinor(0n),
    ...(proofFileId === undefined ? {} : { proofFileId }),
    isPriority,
    isSuspended: false,
    receivable: amountMinor(0n),
    status: 'under_review',
    approvals: [],
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
  };
}

/** Leaves the amount in suspense, frozen there so that no other entry can take it. */
function suspend(
  state: EngineState,
  row: DepositRow,
  { reference, stamp }: { reference: string; stamp: Stamp },
): DepositRow {
  postDeposit(state, row, { account: 'suspense', reference, stamp });
  state.ledger.freeze(houseSlot(state, 'suspense', row.currencyId), row.amount);
  const suspended: DepositRow = {
    ...row,
    reference,
    isSuspended: true,
    reason: 'below_minimum',
    updatedAtMs: stamp.timeMs,
  };
  state.deposits.replace(suspended);
  return suspended;
}

/** Of what is in its owner's coin account: passed, or frozen there until its origin is known. */
function settle(
  state: EngineState,
  row: DepositRow,
  { isHeld, stamp }: { isHeld: boolean; stamp: Stamp },
): DepositRow {
  const { timeMs } = stamp;
  if (isHeld) state.ledger.freeze(coinSlot(state, row.owner, row.currencyId), row.amount);
  const settled: DepositRow = isHeld
    ? { ...row, isSuspended: true, reason: ORIGIN_NEEDED, updatedAtMs: timeMs }
    : passedRow(row, row.amount, timeMs);
  state.deposits.replace(settled);
  return settled;
}

function takeHeld(
  state: EngineState,
  { depositId, owner, currencyId, amount }: DepositRow,
  stamp: Stamp,
): void {
  const coin = coinSlot(state, owner, currencyId);
  state.ledger.release(coin, amount);
  postCustodyEntry(state, {
    reason: 'correction',
    reference: `reversal:${depositId}`,
    currencyId,
    legs: [
      [coin, -amount],
      [houseSlot(state, 'external', currencyId), amount],
    ],
    stamp,
  });
}

function takeFromSuspense(
  state: EngineState,
  { depositId, owner, currencyId, amount }: DepositRow,
  { target, stamp }: { target: 'coin' | 'external'; stamp: Stamp },
): void {
  const suspense = houseSlot(state, 'suspense', currencyId);
  const isRelease = target === 'coin';
  const slot = isRelease
    ? coinSlot(state, owner, currencyId)
    : houseSlot(state, 'external', currencyId);
  state.ledger.release(suspense, amount);
  postCustodyEntry(state, {
    reason: isRelease ? 'deposit' : 'correction',
    reference: `${isRelease ? 'release' : 'reversal'}:${depositId}`,
    currencyId,
    legs: [
      [suspense, -amount],
      [slot, amount],
    ],
    stamp,
  });
}

const isGivenOut = ({ counters }: EngineState, depositId: number): boolean =>
  isId(depositId) && depositId < counters.sequence;

/** Whether a row can be one that the engine passed. */
function isReversible(
  state: EngineState,
  row: DepositRow,
): row is DepositRow & { readonly credited: AmountMinor } {
  const { credited, receivable, isSuspended } = row;
  const isPassed = credited !== undefined && credited > 0n && credited <= AMOUNT_MAX;
  return isPassed && receivable === 0n && !isSuspended && state.currencies.has(row.currencyId);
}
