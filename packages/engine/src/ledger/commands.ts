/** Who has accounts, and money that is moved between them. */

import type { AmountMinor } from '@fairlead/units';
import type { Reject } from '../rejects.ts';
import type { HouseAccount, OwnerId, UserAccount } from '../terms.ts';
import type { SentSource } from './rows.ts';

/** Opens the four accounts of a user, or of a sub-account whose main account has them. Repeating it changes nothing and succeeds. */
export interface OpenAccount {
  readonly kind: 'open_account';
  readonly owner: OwnerId;
  /** Whose invite code it was. Holds from the first opening on; a repetition never changes it. */
  readonly inviter?: OwnerId;
}

/**
 * A frozen owner places no orders, transfers nothing and withdraws nothing: what is under review cannot be
 * passed. Cancels, rejections and credits work.
 */
export interface SetOwnerState {
  readonly kind: 'set_owner_state';
  readonly owner: OwnerId;
  readonly isFrozen: boolean;
}

/** Moves money between a house account and a user's account, or between two house accounts (amount > 0). */
export interface PostEntry {
  readonly kind: 'post_entry';
  readonly reason: 'deposit' | 'faucet' | 'capital' | 'withdrawal' | 'correction';
  /** Natural key of the cause, unique for ever with the reason, e.g. "faucet:17" or "ERC20:0x…:4". */
  readonly reference: string;
  readonly currencyId: number;
  readonly amount: AmountMinor;
  readonly source: PostingAccount;
  readonly target: PostingAccount;
}

export type PostingAccount =
  | { readonly owner: OwnerId; readonly account: UserAccount }
  | { readonly house: HouseAccount };

/** Moves available money between two accounts of one user. One that this engine does not keep it reaches later. */
export interface Transfer {
  readonly kind: 'transfer';
  readonly owner: OwnerId;
  readonly source: UserAccount;
  readonly target: UserAccount;
  readonly currencyId: number;
  readonly amount: AmountMinor;
}

/** Moves available money to the same account of another owner of the same family. Both are frozen where their main account is. */
export interface MoveInFamily {
  readonly kind: 'move_in_family';
  readonly owner: OwnerId;
  readonly targetOwner: OwnerId;
  readonly account: UserAccount;
  readonly currencyId: number;
  readonly amount: AmountMinor;
}

/** What another engine has sent, by the id that it gave. The same every time it is repeated. */
export interface ReceiveTransfer {
  readonly kind: 'receive_transfer';
  readonly transferId: number;
  /** Of the entry by which it left. */
  readonly reference: string;
  readonly owner: OwnerId;
  readonly source: SentSource;
  readonly target: UserAccount;
  readonly currencyId: number;
  readonly amount: AmountMinor;
  /**
   * When it left, ms since 1970 by the time of the engine that sent it. It is here later than that: what is spent here is never had
   * before. Absent from engines that do not say it.
   */
  readonly sentAtMs?: number;
  /** Why this engine had refused it before its database lost that: it is refused again. */
  readonly refused?: Reject;
}

/** A transfer that another engine credited, and that this one has sent and lost. The same every time it is repeated. */
export interface RestoreTransfer extends Omit<ReceiveTransfer, 'kind' | 'refused' | 'sentAtMs'> {
  readonly kind: 'restore_transfer';
}

/** What the engine that a transfer was sent to did with it. A time that passed without its answer says nothing. */
export interface EndTransfer {
  readonly kind: 'end_transfer';
  readonly transferId: number;
  /** Why it refused it; absent where it credited it. */
  readonly refusal?: Reject;
  /** What whoever heard that says of it, kept with the row as it is: see apps/server/src/engines/words.ts. */
  readonly word?: string;
}

export type LedgerCommand =
  | OpenAccount
  | SetOwnerState
  | PostEntry
  | Transfer
  | MoveInFamily
  | ReceiveTransfer
  | EndTransfer
  | RestoreTransfer;
