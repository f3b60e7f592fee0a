/** What comes in and goes out: one row for each deposit and each withdrawal, and the words of their states. */
import type { AmountMinor } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';

/** Where a withdrawal goes, as the user confirmed it: later changes of an address book do not reach it (W6). */
export type WithdrawalDestination =
  | {
      readonly kind: 'crypto';
      readonly addressId: number;
      readonly chain: string;
      /** In its chain's canonical form. */
      readonly address: string;
    }
  | { readonly kind: 'bank'; readonly cardId: number; readonly text: string };

/** How far sending an approved withdrawal has come. Nothing leaves `unknown` by itself (W3). */
export const SEND_STATES = ['idle', 'signed', 'unknown', 'failed', 'sent', 'refunded'] as const;
export type SendState = (typeof SEND_STATES)[number];

/** `chain` deposits are opened by a watcher, the others are claims of users. */
export type DepositKind = 'chain' | 'crypto' | 'bank';

export type CustodyStatus = 'under_review' | 'passed' | 'rejected';

/** One operator's passing of a withdrawal or a claim. */
export interface Approval {
  readonly operatorId: number;
  /** Digest of what was passed. */
  readonly intentHash: string;
  readonly timeMs: number;
}

/** The state of one withdrawal after the batch. Its id is the sequence of the command that asked for it. */
export interface WithdrawalRow {
  readonly withdrawalId: number;
  readonly owner: OwnerId;
  readonly currencyId: number;
  /** What is debited; what is sent is the amount less the fee. */
  readonly amount: AmountMinor;
  readonly fee: AmountMinor;
  /** What is frozen for it now in the coin account: the amount while under review, then 0. */
  readonly hold: AmountMinor;
  readonly destination: WithdrawalDestination;
  readonly note?: string;
  /** Digest of what its owner's passkey signed; absent where there is none. */
  readonly signedIntent?: string;
  readonly status: CustodyStatus;
  readonly sendState: SendState;
  readonly reason?: string;
  readonly txId?: string;
  readonly approvalsNeeded: 1 | 2;
  readonly approvals: readonly Approval[];
  /** In 10^-6 USDT. */
  readonly valueMinor: AmountMinor;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** When it was passed by all, rejected or cancelled. */
  readonly decidedAtMs?: number;
  readonly sentAtMs?: number;
}

/** The state of one deposit after the batch. Its id is the sequence of the command that opened it. */
export interface DepositRow {
  readonly depositId: number;
  readonly owner: OwnerId;
  readonly depositKind: DepositKind;
  readonly currencyId: number;
  readonly chain?: string;
  readonly txId?: string;
  readonly outputIndex?: number;
  /** What came in, or what is claimed. */
  readonly amount: AmountMinor;
  /** What the coin account got; while under review what the first operator passed. */
  readonly credited?: AmountMinor;
  readonly fee: AmountMinor;
  readonly proofFileId?: number;
  readonly isPriority: boolean;
  /** Whether its amount waits: in the house's suspense account, or frozen in its owner's coin account (`isHeldDeposit`). */
  readonly isSuspended: boolean;
  /** What a reversal could not take back. */
  readonly receivable: AmountMinor;
  readonly status: CustodyStatus;
  readonly reason?: string;
  /** Of its entry; while under review what the first operator named. */
  readonly reference?: string;
  readonly approvals: readonly Approval[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** When it was passed, rejected or dropped. */
  readonly decidedAtMs?: number;
}

/** Why a deposit is held: nobody said yet whose wallet it came from, or what was said is not confirmed. */
export const ORIGIN_NEEDED = 'origin_needed';

/** Whether it is credited, and frozen in its owner's coin account until its origin is known. */
export const isHeldDeposit = ({
  isSuspended,
  reason,
}: Pick<DepositRow, 'isSuspended' | 'reason'>): boolean => isSuspended && reason === ORIGIN_NEEDED;

/** What one operator's word alone passed, or would have passed. */
export type LoneKind = 'claim' | 'withdrawal';

/**
 * Why one operator's word was not enough: the sum of that operator's day or of the owner's week, no index to say what
 * it is worth, or the operator's own word for money that came to the owner.
 */
export const HELD_FOR = ['operator_day', 'owner_week', 'no_value', 'own_word'] as const;
export type HeldFor = (typeof HELD_FOR)[number];

/** Written once for a record and operator; never changed. */
export interface LoneWordRow {
  readonly kind: LoneKind;
  /** Of the deposit or the withdrawal. */
  readonly recordId: number;
  readonly operatorId: number;
  readonly owner: OwnerId;
  /** In 10^-6 USDT. */
  readonly value: AmountMinor;
  readonly timeMs: number;
  /** Absent where the word was enough. */
  readonly heldFor?: HeldFor;
}

/** An operator's word alone that stands behind money which is, or may be, at an owner. */
export interface VouchRow {
  readonly owner: OwnerId;
  readonly operatorId: number;
  /** Until then the bar goes from owner to owner with the money. */
  readonly untilMs: number;
  /** Of a claim of this owner: the bar never ends for them. */
  readonly isOwn: boolean;
}

/** What a batch did to money that comes in or goes out. */
export interface CustodyChanges {
  readonly deposits: readonly DepositRow[];
  readonly withdrawals: readonly WithdrawalRow[];
  readonly loneWords: readonly LoneWordRow[];
  /** Each once, as it last was. */
  readonly vouches: readonly VouchRow[];
}

export interface CustodySnapshot {
  /** Those under review, by id. */
  readonly deposits: readonly DepositRow[];
  /**
   * By id: those under review, those passed and neither sent nor refunded, and all that were asked for on
   * the UTC day of the latest, which its limits count.
   */
  readonly withdrawals: readonly WithdrawalRow[];
  /** Of the last 7 days, where the word was enough, oldest first. */
  readonly loneWords: readonly LoneWordRow[];
  /** Those that bind, by owner and operator. */
  readonly vouches: readonly VouchRow[];
  /** "chain:txId:outputIndex" of the latest chain deposits, oldest first. May be left out as `references` may. */
  readonly chainOutputs?: readonly string[];
}
