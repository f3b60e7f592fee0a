/** Commands of deposits and withdrawals, and what one operator may pass alone. */

import type { AmountMinor } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { DepositKind, DepositRow, SendState, WithdrawalDestination } from './rows.ts';

/** Asks for money out of the coin account: the amount is held until an operator decides. */
export interface RequestWithdrawal {
  readonly kind: 'request_withdrawal';
  readonly owner: OwnerId;
  readonly currencyId: number;
  /** What is debited; what is sent is the amount less the fee, which is more than 0. */
  readonly amount: AmountMinor;
  /** Fixed now, whatever the terms become later (W11). */
  readonly fee: AmountMinor;
  readonly minimum: AmountMinor;
  readonly destination: WithdrawalDestination;
  readonly note?: string;
  /** Digest of what its owner's passkey signed; absent where there is none. */
  readonly signedIntent?: string;
  /** How many operators must pass it. */
  readonly approvalsNeeded: 1 | 2;
  /** What the amount is worth at the index, in 10^-6 USDT. Counts towards the owner's day. */
  readonly valueMinor: AmountMinor;
  /** The most that an owner's withdrawals of one UTC day may be worth, this one included. */
  readonly dailyValueMax: AmountMinor;
  /** The most withdrawals that an owner may ask for in one UTC day, this one included. */
  readonly dailyCountMax: number;
}

/** Takes a withdrawal back while it is under review. What it used of its day is not given back (W9). */
export interface CancelWithdrawal {
  readonly kind: 'cancel_withdrawal';
  readonly owner: OwnerId;
  readonly withdrawalId: number;
}

/** What one operator may pass alone; from there on it takes a second (V8). */
export interface LoneRule {
  /** What one operator passes alone of a kind within 24 hours stays below, in 10^-6 USDT. */
  readonly operatorDayFrom: AmountMinor;
  /** What is passed of one owner by one operator each within 7 days stays below, in 10^-6 USDT. */
  readonly ownerWeekFrom: AmountMinor;
  /** For so long the bar on letting out what came by a claim follows the money. 0 puts no bar: demo only. */
  readonly holdingMs: number;
  /** Whether this operator counts as one of two. */
  readonly countsAsTwo: boolean;
}

/** One operator's decision. A rejection needs one operator, passing as many as the row and the rule say. */
export interface DecideWithdrawal {
  readonly kind: 'decide_withdrawal';
  readonly withdrawalId: number;
  readonly operatorId: number;
  /** Digest of what the operator was shown; approvals of one withdrawal must agree on it (W12). */
  readonly intentHash: string;
  readonly decision: 'passed' | 'rejected';
  readonly reason?: string;
  /** Absent: one operator's word is not enough, whatever the amount. */
  readonly lone?: LoneRule;
}

/** Moves the sending of an approved withdrawal on. Asking for the present state again changes nothing. */
export interface MarkWithdrawal {
  readonly kind: 'mark_withdrawal';
  readonly withdrawalId: number;
  readonly to: SendState;
  /** The chain's or the bank's name of the payment. Another one than the row's is refused (W14). */
  readonly txId?: string;
  /** The row's name so far, where a payment on its way that spends the same coin took its place. */
  readonly replaces?: string;
  readonly reason?: string;
}

/** Takes note of money that is said or seen to come in. No balance changes before it is credited (D8). */
export interface OpenDeposit {
  readonly kind: 'open_deposit';
  readonly owner: OwnerId;
  readonly depositKind: DepositKind;
  readonly currencyId: number;
  /** Chain deposits have chain, transaction and output; one output is one deposit (D1). */
  readonly chain?: string;
  readonly txId?: string;
  readonly outputIndex?: number;
  readonly amount: AmountMinor;
  readonly proofFileId?: number;
  readonly isPriority?: boolean;
  /** Claims that one owner may have under review, this one included. Chain deposits are not counted. */
  readonly openMax: number;
}

/** Credits a chain deposit that is final. Below the minimum it waits in suspense for more of its kind (D17). */
export interface CreditDeposit {
  readonly kind: 'credit_deposit';
  readonly depositId: number;
  readonly minimum: AmountMinor;
  /** `chain:txId:outputIndex`; unique for ever among deposits of all kinds. */
  readonly reference: string;
  /** It is its owner's, and frozen there until it is released: whose wallet it came from must be known first. */
  readonly isHeld?: boolean;
}

/** Lets an owner use a deposit that was held for its origin. */
export interface ReleaseDeposit {
  readonly kind: 'release_deposit';
  readonly depositId: number;
}

/** One operator's decision on a claim. */
export interface DecideDeposit {
  readonly kind: 'decide_deposit';
  readonly depositId: number;
  readonly operatorId: number;
  readonly decision: 'passed' | 'rejected';
  /** What really came in; the claimed amount unless given. */
  readonly credited?: AmountMinor;
  /** The bank statement's or the chain's reference, which passing needs (D19). */
  readonly reference?: string;
  readonly reason?: string;
  /** How many operators must pass it as it is passed here. */
  readonly approvalsNeeded: 1 | 2;
  /** What is credited is worth, in 10^-6 USDT; absent without an index: then it takes two. */
  readonly valueMinor?: AmountMinor;
  /** Absent: one operator's word is not enough, whatever the amount. */
  readonly lone?: LoneRule;
}

/** Gives up a chain deposit that is not credited: its block was orphaned, or its transaction failed. */
export interface DropDeposit {
  readonly kind: 'drop_deposit';
  readonly depositId: number;
  readonly reason: 'orphaned' | 'failed';
}

/**
 * Takes a credited deposit back whose block was orphaned (D10): what is available, the rest becomes
 * receivable and the owner is frozen. The engine forgets credited deposits, so the row comes along.
 */
export interface ReverseDeposit {
  readonly kind: 'reverse_deposit';
  readonly deposit: DepositRow;
}

/**
 * Stops what leaves, and nothing else: no withdrawal is asked for, passed or begun to be sent, while orders, transfers,
 * credits, cancels, rejections and refunds go on. The owner is told the reason. Without one the hold is let go.
 */
export interface HoldWithdrawals {
  readonly kind: 'hold_withdrawals';
  readonly owner: OwnerId;
  readonly reason?: string;
}

export type CustodyCommand =
  | HoldWithdrawals
  | RequestWithdrawal
  | CancelWithdrawal
  | DecideWithdrawal
  | MarkWithdrawal
  | OpenDeposit
  | CreditDeposit
  | ReleaseDeposit
  | DecideDeposit
  | DropDeposit
  | ReverseDeposit;
