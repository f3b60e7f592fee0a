/**
 * Everything that can be asked of the engine. A command carries all it depends on: the sequencer stamps
 * sequence and time; prices and reasons come in. Amounts are already integers of the right scale.
 */
import type { AmountMinor, PriceE8, PriceTicks, QuantityLots } from '@fairlead/units';
import type { Currency, HouseAccount, Market, MarketState, OwnerId, UserAccount } from './terms.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only';

/** Opens the four accounts of a user. Repeating it changes nothing and succeeds. */
export interface OpenAccount {
  readonly kind: 'open_account';
  readonly owner: OwnerId;
}

export interface ConfigureCurrency {
  readonly kind: 'configure_currency';
  readonly currency: Currency;
}

/** Adds or changes a market. A change of tick or lot cancels the market's waiting orders first (B12). */
export interface ConfigureMarket {
  readonly kind: 'configure_market';
  readonly market: Market;
}

export interface SetMarketState {
  readonly kind: 'set_market_state';
  readonly marketId: number;
  readonly state: MarketState;
}

/** One second's index sample of one market; without a price the index is stale from now on. */
export interface IndexTick {
  readonly kind: 'index_tick';
  readonly marketId: number;
  /** The sample's second, in ms. Not after the command's own time. */
  readonly sampleTimeMs: number;
  readonly price?: PriceE8;
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

/** Moves available money between two accounts of one user. */
export interface Transfer {
  readonly kind: 'transfer';
  readonly owner: OwnerId;
  readonly source: UserAccount;
  readonly target: UserAccount;
  readonly currencyId: number;
  readonly amount: AmountMinor;
}

interface PlaceOrderBase {
  readonly kind: 'place_order';
  readonly owner: OwnerId;
  readonly marketId: number;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly clientOrderId?: string;
}
export interface PlaceLimitOrder extends PlaceOrderBase {
  readonly type: 'limit';
  readonly price: PriceTicks;
  readonly quantity: QuantityLots;
}
/** A market order is immediate: gtc means ioc. Buy by quote amount, or buy and sell by quantity. */
export interface PlaceMarketOrder extends PlaceOrderBase {
  readonly type: 'market';
  readonly size:
    | { readonly by: 'quantity'; readonly quantity: QuantityLots }
    | { readonly by: 'amount'; readonly amount: AmountMinor };
}
export type PlaceOrder = PlaceLimitOrder | PlaceMarketOrder;

export interface CancelOrder {
  readonly kind: 'cancel_order';
  readonly owner: OwnerId;
  readonly order: { readonly orderId: number } | { readonly clientOrderId: string };
}

export type Command =
  | OpenAccount
  | ConfigureCurrency
  | ConfigureMarket
  | SetMarketState
  | IndexTick
  | PostEntry
  | Transfer
  | PlaceOrder
  | CancelOrder;

/** What the sequencer adds: `sequence` is gapless, `timeMs` never goes back. */
export interface Stamp {
  readonly sequence: number;
  readonly timeMs: number;
}

/** In order of precedence within each command: the first that applies is the one returned. */
export const REJECTS = [
  'account_not_found',
  'currency_not_found',
  'market_not_found',
  'terms_invalid',
  'market_closed',
  'order_not_found',
  'order_not_open',
  'duplicate_client_order_id',
  'duplicate_reference',
  'same_account',
  'amount_not_positive',
  'quantity_out_of_range',
  'price_out_of_range',
  'below_minimum',
  'price_stale',
  'price_out_of_band',
  'too_many_orders',
  'insufficient_balance',
  'would_not_fill',
] as const;
export type Reject = (typeof REJECTS)[number];
