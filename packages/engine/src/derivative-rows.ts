/** One row for each position, each option order and each receipt, and the words of their states. */
import type { AmountMinor, PriceE8, RatePpm } from '@fairlead/units';
import type { OwnerId } from './terms.ts';

export type PositionSide = 'long' | 'short';
export type PositionType = 'market' | 'limit';
/** `waiting` for its limit; `holding`; `closed` with a result; `cancelled` without ever having opened. */
export type PositionStatus = 'waiting' | 'holding' | 'closed' | 'cancelled';

export const CLOSE_REASONS = [
  'user',
  'take_profit',
  'stop_loss',
  'liquidation',
  /** It had won as much as a position may. */
  'profit_cap',
  /** Of a waiting one that could not be opened at the better price it met: the account, or the house. */
  'insufficient_balance',
  'house_limit',
  /** Its market was closed while it waited. */
  'market_closed',
] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** The state of one position after the batch. Its id is the sequence of the command that asked for it. */
export interface PositionRow {
  readonly positionId: number;
  readonly owner: OwnerId;
  readonly marketId: number;
  /** The market's quote currency. */
  readonly currencyId: number;
  readonly side: PositionSide;
  readonly type: PositionType;
  readonly clientOrderId?: string;
  readonly lots: number;
  /** These nine are the terms of its opening, whatever they become later. */
  readonly lotBaseMinor: AmountMinor;
  readonly multiple: number;
  readonly maintenanceRatePpm: RatePpm;
  readonly openFeePpm: RatePpm;
  readonly closeFeePpm: RatePpm;
  readonly insuranceSharePpm: RatePpm;
  readonly halfSpreadPpm: RatePpm;
  readonly priceStepE8: bigint;
  readonly profitCapMultiple: number;
  /** Of a limit order: the price it waits for. */
  readonly price?: PriceE8;
  readonly openPrice?: PriceE8;
  readonly closePrice?: PriceE8;
  readonly takeProfit?: PriceE8;
  readonly stopLoss?: PriceE8;
  /** At the open price; of a waiting one at its limit. Rounded up. */
  readonly margin: AmountMinor;
  /** Opening notional × maintenance rate, rounded up; 0 until it holds. */
  readonly maintenance: AmountMinor;
  /** Paid at the opening; of a waiting one what it will be at its limit. */
  readonly openFee: AmountMinor;
  /** Paid at the close from what was left; 0 until then. */
  readonly closeFee: AmountMinor;
  /** What is frozen for it in the contract account: 0 once it is over. */
  readonly hold: AmountMinor;
  /** What the house keeps ready for it: the most that it may win. 0 while it waits, and once it is over. */
  readonly reserved: AmountMinor;
  /** Of the price alone, before fees: at most the cap, at least −margin. Closed ones only. */
  readonly realisedPnl?: AmountMinor;
  /** What the insurance fund paid of the loss beyond the margin; 0 if there was none. */
  readonly insurancePaid: AmountMinor;
  readonly status: PositionStatus;
  readonly closeReason?: CloseReason;
  readonly openReceiptId?: number;
  readonly closeReceiptId?: number;
  readonly createdAtMs: number;
  readonly openedAtMs?: number;
  readonly closedAtMs?: number;
  readonly updatedAtMs: number;
}

export type OptionDirection = 'rise' | 'fall';
export type OptionOutcome = 'rise' | 'fall' | 'even';
export type OptionResult = 'win' | 'lose' | 'flat' | 'refunded';
/** Whose doing it is that a window has too few samples. */
export type OptionShortfall = 'house' | 'market';

/** The state of one option order after the batch. Its id is the sequence of the command that bought it. */
export interface OptionRow {
  readonly optionId: number;
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly currencyId: number;
  readonly direction: OptionDirection;
  readonly seconds: number;
  readonly stake: AmountMinor;
  readonly fee: AmountMinor;
  readonly feePpm: RatePpm;
  readonly payoutRatioPpm: RatePpm;
  /** What a right order wins beside its stake, rounded down. Reserved in the option house while it is open. */
  readonly payout: AmountMinor;
  readonly strike: PriceE8;
  readonly purchasedAtMs: number;
  readonly deliversAtMs: number;
  /** The mean is taken over the samples of [deliversAtMs − windowMs, deliversAtMs). */
  readonly windowMs: number;
  readonly status: 'open' | 'settled';
  /** Absent when it was refunded. */
  readonly outcome?: OptionOutcome;
  readonly result?: OptionResult;
  /** Absent when there were enough samples. A win in spite of one was the house's doing and is paid by it. */
  readonly shortfall?: OptionShortfall;
  /** With a shortfall: what the samples that are there say; absent where there are none. */
  readonly wouldBe?: Exclude<OptionResult, 'refunded'>;
  /** Mean of the window, rounded down to eight decimals: for display. Absent when it was refunded. */
  readonly deliveryPrice?: PriceE8;
  /** What came back to the owner: 0 when it was wrong. */
  readonly paid?: AmountMinor;
  /** paid − stake − fee. */
  readonly profit?: AmountMinor;
  readonly purchaseReceiptId: number;
  readonly deliveryReceiptId?: number;
  readonly settledAtMs?: number;
}

export const RECEIPT_KINDS = [
  /** A position opened, at the market or at its limit. */
  'open',
  /** Closed by its owner. */
  'close',
  'take_profit',
  'stop_loss',
  'liquidation',
  'profit_cap',
  /** An option order's strike. */
  'purchase',
  'delivery',
  'loss',
] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** Names of the wire and their values; decimals are texts, times and ids numbers. */
export type ReceiptFields = Readonly<Record<string, string | number>>;

/**
 * What happened at the index, to be sealed: the sequencer adds the samples' sources, a salt and the hashes. Ids are
 * gapless, in the order in which things happened; they are the chain. One of kind `loss` leaves out those that the
 * database lost, and names them; it is of the house and of no market.
 */
export interface ReceiptRow {
  readonly receiptId: number;
  readonly kind: ReceiptKind;
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly symbol: string;
  readonly timeMs: number;
  /** The position or option order; the sequence of a declared loss. */
  readonly subjectId: number;
  /** What had been agreed. Public: names no owner and no amount. */
  readonly terms: ReceiptFields;
  /** The price that the result is measured against: an option's, or a position's opening. */
  readonly strike?: PriceE8;
  /** Seconds whose samples were used, ascending. Of a window all that came, stale ones too. */
  readonly sampleTimesMs: readonly number[];
  /** What came of it. Public likewise. */
  readonly result: ReceiptFields;
  /** Owner and amounts: only their salted digest is public. */
  readonly details: ReceiptFields;
}
