/**
 * What the engine knows of currencies, markets and ledger accounts. Terms are data: commands add and
 * change them while the engine runs, and the tables hold them between runs.
 */
import type { AmountMinor, RatePpm } from '@fairlead/units';

/** A user of the exchange, or 0 for the house. Below 2^33. */
export type OwnerId = number;
export const HOUSE: OwnerId = 0;

export const USER_ACCOUNTS = ['coin', 'option', 'contract', 'trust'] as const;
export type UserAccount = (typeof USER_ACCOUNTS)[number];

export const HOUSE_ACCOUNTS = [
  /** Custody, bank, demo issue: the outside world. It and `other_engines` alone may be negative. */
  'external',
  /** What came from engines of other products, as a negative balance, and went to them. */
  'other_engines',
  /** What the house put in; pays into the product houses below. */
  'capital',
  'fees',
  'option_house',
  /** Stakes and fees of open option orders. */
  'option_escrow',
  'contract_house',
  'insurance_fund',
  /** Pays interest of locked funds; what is promised is frozen in it. */
  'yield_treasury',
  /** What offerings sell, before it is sold. */
  'subscription_supply',
  /** What offerings were paid. */
  'subscription_proceeds',
  'deposits_in_transit',
  'withdrawals_in_transit',
  /** Rebates that are not paid out yet. */
  'referral_rebates',
  'suspense',
  'rounding',
  /** Pays test funds in demo mode. */
  'demo_faucet',
] as const;
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];
export type AccountKind = UserAccount | HouseAccount;

/** Accounts that stand for what is not here, and so may be negative. */
export const isOutside = (account: AccountKind): boolean =>
  account === 'external' || account === 'other_engines';

/** One row of the chart of accounts, packed: see ledgerAccountId. A safe integer. */
export type LedgerAccountId = number;

export interface Currency {
  readonly currencyId: number;
  /** Public name, e.g. "BTC". */
  readonly name: string;
  readonly fullName: string;
  /** Decimals kept in the ledger, 0…18. Never changes once postings exist. */
  readonly scale: number;
  /** Whether deposits, withdrawals and the faucet take it. */
  readonly isEnabled: boolean;
}

/** 'cancel_only' takes nothing that opens or buys anything, in any market; what is open ends as ever. */
export type TradingMode = 'open' | 'cancel_only';

/** What the whole exchange takes, and why it is so. */
export interface TradingRow {
  readonly mode: TradingMode;
  /**
   * 'drift': the books did not add up. 'loss': the database lost commits. Neither is replaced by an operator's stop, and
   * a loss only by a drift.
   */
  readonly cause: 'operator' | 'drift' | 'loss';
  /** For operators. */
  readonly reason: string;
  readonly sinceMs: number;
}

export type MarketState = 'open' | 'halted' | 'closed';

export interface Market {
  readonly marketId: number;
  /** Public name, e.g. "BTC/USDT". */
  readonly symbol: string;
  readonly baseCurrencyId: number;
  readonly quoteCurrencyId: number;
  /** The price step as an integer of 10^-8 quote per base; also turns index prices into ticks. */
  readonly tickSizeE8: bigint;
  /** Base minor units in one lot. */
  readonly lotBaseMinor: AmountMinor;
  /** Quote minor units of one lot at one tick: exact by construction, so every notional is. */
  readonly tickLotQuoteMinor: AmountMinor;
  readonly makerFeePpm: RatePpm;
  readonly takerFeePpm: RatePpm;
  readonly minNotionalMinor: AmountMinor;
  /** Market orders fill within this distance of the index (20_000 is 2 %). */
  readonly marketBandPpm: RatePpm;
  /** Limit prices lie within this distance of the index, while it is fresh (200_000 is 20 %). */
  readonly limitBandPpm: RatePpm;
  /** Waiting orders one owner may have here. */
  readonly openOrdersMax: number;
  /** In how many parts an order may be shown; 1 where each is shown whole. */
  readonly icebergPartsMax: number;
  /** 'halted' stops new orders and matching, cancels go on; 'closed' is not listed. */
  readonly state: MarketState;
}
