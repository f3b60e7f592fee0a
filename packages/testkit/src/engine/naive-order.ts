/** What the oracle keeps of orders and trades, and plain readings of commands. */
import type {
  Market,
  PlaceOrder,
  PlaceTrigger,
  PostingAccount,
  Side,
  TimeInForce,
  TriggerKind,
} from '@fairlead/engine';

export interface NaiveOrder {
  readonly orderId: number;
  readonly owner: number;
  readonly marketId: number;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly clientOrderId: string | undefined;
  /** The list that it is an order of. */
  readonly listId: number | undefined;
  price: bigint | undefined;
  quantity: bigint | undefined;
  /** Its place in the queue of its price. */
  priority: number;
  readonly expiresAtMs: number | undefined;
  readonly selfTrade: PlaceOrder['selfTrade'];
  readonly amount: bigint | undefined;
  /** The most of it that is shown at a time. */
  display: bigint | undefined;
  /** What of it is not shown now; only of one that waits and has a display. */
  hidden: bigint | undefined;
  filledQuantity: bigint;
  filledAmount: bigint;
  fee: bigint;
  /** Of its placing, in ppm. */
  readonly makerRate: bigint;
  readonly takerRate: bigint;
  status: 'waiting' | 'completed' | 'cancelled';
  cancelReason: string | undefined;
}

export interface NaiveTrigger
  extends Pick<PlaceTrigger, 'owner' | 'marketId' | 'side' | 'triggerBy'> {
  readonly triggerId: number;
  /** The list that it is an order of, and when that put it up. */
  readonly listId: number | undefined;
  sinceId: number | undefined;
  order: PlaceTrigger['order'];
  readonly triggerKind: TriggerKind;
  triggerPrice: bigint;
  /** Of trailing stops. */
  readonly trailPpm: bigint | undefined;
  readonly activationPrice: bigint | undefined;
  bestPrice: bigint | undefined;
  bestAtMs: number | undefined;
  readonly clientOrderId: string | undefined;
  readonly expiresAtMs: number | undefined;
  /** Of its placing. */
  readonly rates: Pick<Market, 'makerFeePpm' | 'takerFeePpm'>;
  hold: bigint;
  status: 'pending' | 'waiting' | 'triggered' | 'cancelled';
  cancelReason: string | undefined;
  orderId: number | undefined;
}

export interface NaiveTrade {
  readonly marketId: number;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly makerOrderId: number;
  readonly takerOrderId: number;
  readonly makerFee: bigint;
  readonly takerFee: bigint;
}

export function keyOf(account: PostingAccount, currencyId: number): string {
  return 'house' in account
    ? `house ${account.house} ${currencyId}`
    : `${account.owner} ${account.account} ${currencyId}`;
}

export function quantityOf(command: PlaceOrder): number {
  if (command.type === 'limit') return command.quantity;
  return command.size.by === 'quantity' ? command.size.quantity : 0;
}

export function amountOf(command: PlaceOrder): bigint {
  return command.type === 'market' && command.size.by === 'amount' ? command.size.amount : 0n;
}
