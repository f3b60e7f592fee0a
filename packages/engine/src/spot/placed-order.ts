import {
  type AmountMinor,
  amountMinor,
  assertNever,
  priceTicks,
  quantityLots,
  type RatePpm,
} from '@fairlead/units';
import type { RestingOrder } from '../book/order-pool.ts';
import { type SideCode, sideOf } from '../book/side-code.ts';
import type { Taker } from '../matching/match.ts';
import type { PlaceOrder, TimeInForce } from './commands.ts';
import type { OpenOrder } from './open-orders.ts';
import type { Demand } from './order-checks.ts';
import type { OrderRates } from './order-rates.ts';
import { termsOf } from './order-terms.ts';
import { timeInForceOf } from './resting.ts';
import type { CancelReason, OrderRow, OrderTerms } from './rows.ts';

type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

interface Placing {
  readonly orderId: number;
  readonly timeMs: number;
  /** The market's now, which stay the order's. */
  readonly rates: OrderRates;
  /** The list that it is an order of. */
  readonly listId?: number | undefined;
}

/** An order on its way through matching: what was asked for, and what came of it so far. */
export class PlacedOrder implements Taker, RestingOrder, OpenOrder {
  readonly orderId: number;
  readonly owner: number;
  readonly side: SideCode;
  readonly priceTicks: number;
  readonly isByAmount: boolean;
  readonly quantityLots: number;
  readonly timeInForce: TimeInForce;
  readonly clientOrderId: string | undefined;
  readonly displayLots: number | undefined;
  readonly terms: OrderTerms | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly makerFeePpm: RatePpm;
  readonly takerFeePpm: RatePpm;
  remainingLots: number;
  budgetTickLots: number;
  filledLots = 0;
  filledAmount = amountMinor(0n);
  fee = amountMinor(0n);
  /** Set only while the clock is behind. */
  isGone: Taker['isGone'] = undefined;
  readonly #command: PlaceOrder;

  constructor(command: PlaceOrder, demand: Demand, at: Placing) {
    this.orderId = at.orderId;
    this.owner = command.owner;
    this.side = demand.side;
    this.priceTicks = demand.priceTicks;
    this.isByAmount = demand.isByAmount;
    this.quantityLots = demand.lots;
    this.timeInForce = timeInForceOf(command);
    this.clientOrderId = command.clientOrderId;
    this.displayLots = command.type === 'limit' ? command.display : undefined;
    this.terms = termsOf({
      selfTrade: command.selfTrade,
      expiresAtMs: command.type === 'limit' ? command.expiresAtMs : undefined,
      listId: at.listId,
    });
    this.createdAtMs = at.timeMs;
    this.updatedAtMs = at.timeMs;
    this.makerFeePpm = at.rates.makerFeePpm;
    this.takerFeePpm = at.rates.takerFeePpm;
    this.remainingLots = demand.lots;
    this.budgetTickLots = demand.budgetTickLots;
    this.#command = command;
  }

  /** Undefined where it goes itself when it meets one of its owner's. */
  get selfTrade(): OrderTerms['selfTrade'] {
    return this.terms?.selfTrade;
  }

  get passesOwn(): boolean {
    return this.terms?.selfTrade === 'expire_maker';
  }

  /** The amount of one of the order's fills and the fee on it. */
  addFill(lots: number, notional: AmountMinor, fee: AmountMinor): void {
    this.filledLots += lots;
    this.filledAmount = amountMinor(this.filledAmount + notional);
    this.fee = amountMinor(this.fee + fee);
  }

  /** The row of the order when it is over without having rested; completed without a reason. */
  closedRow(cancelReason: CancelReason | undefined): OrderRow {
    const command = this.#command;
    const row: Writable<OrderRow> = {
      orderId: this.orderId,
      owner: this.owner,
      marketId: command.marketId,
      side: sideOf(this.side),
      type: command.type,
      timeInForce: this.timeInForce,
      filledQuantity: quantityLots(this.filledLots),
      filledAmount: this.filledAmount,
      fee: this.fee,
      hold: amountMinor(0n),
      makerFeePpm: this.makerFeePpm,
      takerFeePpm: this.takerFeePpm,
      status: cancelReason === undefined ? 'completed' : 'cancelled',
      createdAtMs: this.createdAtMs,
      updatedAtMs: this.updatedAtMs,
    };
    if (this.terms !== undefined) Object.assign(row, this.terms);
    if (this.clientOrderId !== undefined) row.clientOrderId = this.clientOrderId;
    switch (command.type) {
      case 'limit':
        row.price = priceTicks(command.price);
        if (command.display !== undefined) row.display = command.display;
        break;
      case 'market':
        if (command.size.by === 'amount') row.amount = command.size.amount;
        break;
      default:
        assertNever(command);
    }
    if (!this.isByAmount) row.quantity = quantityLots(this.quantityLots);
    if (cancelReason !== undefined) row.cancelReason = cancelReason;
    return row;
  }
}
