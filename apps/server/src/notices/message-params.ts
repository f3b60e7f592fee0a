/** What each kind of personal message is said with. */
import type { NoParams } from './message-texts.ts';

interface Money {
  /** As the wire writes it. */
  readonly amount: string;
  /** Its name, e.g. "USDT". */
  readonly currency: string;
}
interface Outcome {
  readonly symbol: string;
  /** Signed. */
  readonly profit: string;
  readonly currency: string;
  readonly receipt_id: string;
}
interface PositionOutcome extends Outcome {
  readonly side: string;
  readonly price: string;
}
interface OfOrder {
  readonly order_id: string;
  readonly symbol: string;
  readonly side: string;
  readonly price: string;
}
interface Triggered {
  readonly symbol: string;
  readonly side: string;
  /** stop or take_profit. */
  readonly trigger: string;
  readonly price: string;
  readonly receipt_id: string;
}
interface Reasoned {
  /** A word of the catalogues' `reasons`, or a reviewer's sentence. */
  readonly reason: string;
}

interface MadeKey {
  readonly label: string;
  readonly ip: string;
  /** Its permissions beside reading, apart by blanks. */
  readonly may: string;
}

interface SharedWith {
  readonly email: string;
  readonly until: string;
}

interface SentTo {
  readonly label: string;
  readonly host: string;
}

/** The values of each kind. */
export interface MessageParams {
  readonly new_device: { readonly device: string; readonly ip: string };
  readonly password_changed: NoParams;
  /** The first one; it pauses nothing. */
  readonly fund_password_set: NoParams;
  readonly fund_password_changed: NoParams;
  readonly otp_enabled: NoParams;
  readonly otp_disabled: NoParams;
  /** How many are left. */
  readonly recovery_code_used: { readonly left: string };
  readonly passkey_added: { readonly name: string };
  readonly passkey_removed: { readonly name: string };
  /** Two with the same key are in use. */
  readonly passkey_copied: { readonly name: string };
  /** After a new password: how many ended with the old one, and how many still open the account. */
  readonly passkeys_left: { readonly ended: string; readonly left: string };
  readonly address_added: {
    readonly currency: string;
    readonly chain: string;
    readonly address: string;
  };
  /** Masked. */
  readonly card_added: { readonly card: string };
  readonly basic_verified: NoParams;
  readonly basic_refused: Reasoned;
  readonly advanced_verified: NoParams;
  readonly advanced_refused: Reasoned;
  readonly deposit_seen: Money;
  readonly deposit_passed: Money;
  readonly deposit_rejected: Money & Reasoned;
  readonly deposit_reversed: Money;
  readonly withdrawal_requested: Money;
  readonly withdrawal_passed: Money;
  readonly withdrawal_sent: Money & { readonly tx_id: string };
  readonly withdrawal_rejected: Money & Reasoned;
  readonly hosting_completed: Money & { readonly interest: string };
  readonly subscription_passed: Money;
  readonly subscription_rejected: Money & Reasoned;
  readonly subscription_released: Money;
  readonly account_frozen: NoParams;
  readonly account_unfrozen: NoParams;
  readonly withdrawals_held: Reasoned;
  readonly withdrawals_released: NoParams;
  /** `what` is a kind of hold; `time` is when it ends by itself. */
  readonly hold_placed: Reasoned & { readonly what: string; readonly time: string };
  readonly hold_extended: Reasoned & { readonly what: string; readonly time: string };
  readonly hold_ended: { readonly what: string; readonly how: 'released' | 'lapsed' | 'cleared' };
  readonly hold_answered: { readonly what: string; readonly answer: string };
  /** By its owner, or whoever had their session or mail. */
  readonly account_locked: NoParams;
  /** One way stands, the document is to come. */
  readonly recovery_begun: NoParams;
  /** Two ways stand: from when a new password can be set. */
  readonly recovery_waiting: { readonly time: string };
  readonly recovery_stopped: NoParams;
  readonly recovery_refused: Reasoned;
  /** From when withdrawals leave again. */
  readonly account_recovered: { readonly time: string };
  readonly chat_answer: NoParams;
  /** What was filled of the base currency, at its mean price. */
  readonly order_filled: Money & OfOrder;
  /** Its time came: what of it was not filled, and what was; both of the base currency. */
  readonly order_expired: Money & OfOrder & { readonly filled: string };
  /** What came of the first currency after fees, and what went of the other. */
  readonly recurring_bought: Money & {
    readonly symbol: string;
    readonly spent: string;
    readonly pays: string;
    readonly plan: string;
  };
  readonly recurring_not_bought: {
    readonly symbol: string;
    /** A word of the plan's causes. */
    readonly cause: string;
    readonly count: string;
    readonly plan: string;
  };
  readonly recurring_stopped: {
    readonly symbol: string;
    readonly cause: string;
    readonly plan: string;
  };
  /** The price that was waited for. */
  readonly trigger_placed: Triggered;
  readonly trigger_refused: Triggered & {
    /** A word of the engine's reasons. */
    readonly cause: string;
  };
  /** An order that was to be placed behind another. */
  readonly leg_refused: Omit<Triggered, 'trigger' | 'receipt_id'> & {
    /** A word of the engine's reasons. */
    readonly cause: string;
  };
  readonly option_delivered: Outcome & { readonly result: string };
  readonly position_closed: PositionOutcome & {
    /** A word of the engine's reasons. */
    readonly cause: string;
  };
  readonly position_liquidated: PositionOutcome;
  /** It waited for this price, and could not be opened. */
  readonly position_cancelled: {
    readonly symbol: string;
    readonly side: string;
    readonly price: string;
    /** A word of the engine's reasons. */
    readonly cause: string;
  };
  /** The price that was waited for, and the index that fired it. */
  readonly price_alert: {
    readonly symbol: string;
    readonly direction: string;
    readonly price: string;
    readonly index: string;
  };
  readonly api_key_created: MadeKey;
  /** Terms that are announced, and when they begin. */
  readonly terms_change: { readonly name: string; readonly time: string };
  /** Between when, and the receipt of the loss. */
  readonly data_lost: { readonly from: string; readonly to: string; readonly receipt: string };
  readonly api_key_changed: MadeKey;
  /** A host and port that this server sends to. */
  readonly webhook_created: SentTo & { readonly ip: string };
  readonly webhook_changed: SentTo & { readonly ip: string };
  readonly webhook_disabled: SentTo;
  /** To its owner: who may accept it, as the owner wrote the address. */
  readonly share_given: SharedWith & { readonly ip: string };
  /** To whoever has the address: the owner's masked name. */
  readonly share_received: { readonly owner: string; readonly until: string };
  readonly share_accepted: SharedWith;
  /** The other side: an address, or a masked name. */
  readonly share_ended: { readonly name: string };
  /** How many ended with the password. */
  readonly api_keys_ended: { readonly count: string };
  /** Both are names of accounts. */
  readonly transfer_returned: Money & Reasoned & { readonly from: string; readonly to: string };
  /** Signed; the entry's number, and the numbers of the two operators. */
  readonly balance_corrected: Reasoned & {
    readonly change: string;
    readonly currency: string;
    readonly entry: string;
    readonly operators: string;
  };
}
