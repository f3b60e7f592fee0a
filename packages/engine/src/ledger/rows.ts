/** The journal as rows: entries, their postings, and the balances that they leave. */

import type { AmountMinor } from '@fairlead/units';
import type { Reject } from '../rejects.ts';
import type { AccountKind, LedgerAccountId, OwnerId, UserAccount } from '../terms.ts';

export type EntryReason =
  | 'deposit'
  | 'faucet'
  | 'capital'
  | 'withdrawal'
  | 'correction'
  | 'transfer'
  /** Between owners of one family. Reference: the entry's own id. */
  | 'family_transfer'
  | 'trade'
  /** The fee of an opening; a waiting one moves nothing. Reference: the position's id. */
  | 'futures_open'
  | 'futures_close'
  /** Stake and fee into escrow. Reference: the order's id. */
  | 'option_purchase'
  | 'option_delivery'
  /** One day of one order. Reference: `hostingId:day`. */
  | 'hosting_interest'
  /** Damages and penalty of an early redemption. Reference: the order's id. */
  | 'hosting_redemption'
  /** Payment and what was bought, of a subscription that passed. Reference: its id. */
  | 'subscription'
  /** Rebates of one day. Reference: `inviter:currencyId:day`. */
  | 'rebate_payout'
  /**
   * An account that moved to another engine's ledger when one became several: no command does it. Reference:
   * `engine:accountId`, with `:in` in the ledger that it came to.
   */
  | 'division';

/** One atomic, balanced set of postings. */
export interface EntryRow {
  readonly entryId: number;
  readonly sequence: number;
  readonly reason: EntryReason;
  /** Natural key of the cause: trade id, reference, transfer's own entry id. Unique with the reason. */
  readonly reference: string;
  readonly timeMs: number;
}

/** One signed change to one ledger account. */
export interface PostingRow {
  readonly entryId: number;
  readonly accountId: LedgerAccountId;
  readonly owner: OwnerId;
  readonly account: AccountKind;
  readonly currencyId: number;
  readonly amount: AmountMinor;
  /** The account's total after this posting. */
  readonly balance: AmountMinor;
}

/** An account's balance after the batch; available = total − frozen. */
export interface BalanceRow {
  readonly accountId: LedgerAccountId;
  readonly owner: OwnerId;
  readonly account: AccountKind;
  readonly currencyId: number;
  readonly total: AmountMinor;
  readonly frozen: AmountMinor;
}

/** What an engine needs of it again: the rest is in the account's id. */
export type StoredBalance = Pick<BalanceRow, 'accountId' | 'total' | 'frozen'>;

export interface TransferRow {
  readonly transferId: number;
  readonly owner: OwnerId;
  readonly source: UserAccount;
  readonly target: UserAccount;
  readonly currencyId: number;
  readonly amount: AmountMinor;
  readonly timeMs: number;
}

/** What money leaves for another engine from: an account of its owner, or the house's where it owes a rebate. */
export type SentSource = UserAccount | 'referral_rebates';

/** What left for another engine. Its id is that of the entry by which it left. */
export interface SentTransferRow extends Omit<TransferRow, 'source'> {
  readonly source: SentSource;
  /** Of the entry by which it left. The one by which it arrives adds `:in`, the one by which it comes back `:back`. */
  readonly reference: string;
  readonly status: 'sent' | 'done' | 'back';
  /** Why the other engine refused it. */
  readonly reject?: Reject;
  readonly endedAtMs?: number;
  /** Of who heard how it ended. */
  readonly word?: string;
}

/** What came from another engine, by the id that it gave; `timeMs` is when it was here. Never changes. */
export interface ReceivedTransferRow extends Omit<TransferRow, 'source'> {
  readonly source: SentSource;
  readonly status: 'credited' | 'refused';
  readonly reject?: Reject;
}

export interface OwnerStateRow {
  readonly owner: OwnerId;
  readonly isFrozen: boolean;
}

/** Whether what leaves of an owner's is held. */
export interface WithdrawalHoldRow {
  readonly owner: OwnerId;
  /** Why; absent: let go. */
  readonly reason?: string;
}
