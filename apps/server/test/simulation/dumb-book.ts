/**
 * Books as a list of orders, from which the best and oldest is looked for each time: says of each trade whether it had to
 * be that one, at that price, with those fees. It is told the commands in their order and the rows they made. Orders that
 * waited for a price come behind the command that set them off, as their receipts say, and those that waited for another to be
 * filled by their numbers. What its list or a timer took away is met no more than its trades say.
 */
import type {
  Changes,
  Command,
  Market,
  OrderRow,
  ReceiptRow,
  Result,
  Snapshot,
  TradeRow,
  TriggerRow,
} from '@fairlead/engine';
import { quantityLots } from '@fairlead/units';
import type { BatchRecord } from './records.ts';
import { textOf } from './texts.ts';
import { must } from './violation.ts';

interface Resting {
  readonly orderId: number;
  readonly owner: number;
  readonly marketId: number;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  /** Its place in the queue of its price. */
  priority: number;
  /** The most of it that is shown at a time, and what is not shown now. */
  display: number;
  hidden: number;
  readonly expiresAtMs: number | undefined;
  filled: number;
  remaining: number;
  /** Of the market as the order was placed, whatever its row says. */
  readonly rates: Rates;
}

interface Rates {
  readonly makerFeePpm: bigint;
  readonly takerFeePpm: bigint;
}

/** What one command made. */
interface Made {
  readonly trades: Map<number, TradeRow[]>;
  /** Receipts of triggers that are yet to come, in the order in which they fired. */
  readonly fired: ReceiptRow[];
  /** Limits of lists that are yet to come behind what was filled, by the numbers of the orders that they became. */
  readonly placed: TriggerRow[];
  readonly changes: Changes;
}

const PPM = 1_000_000n;

const isWaiting = ({ kind }: Command): boolean =>
  kind === 'place_trigger' || kind === 'place_trailing';

export class DumbBook {
  readonly #markets = new Map<number, Market>();
  readonly #orders = new Map<number, Resting>();
  /** Of each trigger order what its market charged as it was placed. */
  readonly #rates = new Map<number, Rates>();
  /** The last of the orders' numbers that was given out: what is shown next of an order has the one after it. */
  #last = 0;
  /** Of the batch: orders that end because their list does, and how often others of the batch meet each as yet. */
  #leaving = new Map<number, number>();

  /** Takes what the tables hold, after which only batches are told. */
  restore(snapshot: Pick<Snapshot, 'markets' | 'orders' | 'triggers' | 'counters'>): void {
    const { markets, orders, triggers, counters } = snapshot;
    this.#last = counters.orderId;
    this.#markets.clear();
    this.#orders.clear();
    this.#rates.clear();
    for (const trigger of triggers) this.#rates.set(trigger.triggerId, trigger);
    for (const market of markets) this.#markets.set(market.marketId, market);
    for (const order of orders) this.#rest(order, ratesOf(order));
  }

  take({ executed, changes }: BatchRecord): void {
    const trades = new Map<number, TradeRow[]>();
    for (const trade of changes.trades) {
      const list = trades.get(trade.takerOrderId);
      if (list === undefined) trades.set(trade.takerOrderId, [trade]);
      else list.push(trade);
    }
    const fired = changes.receipts.filter(({ kind }) => kind === 'trigger');
    const placed = changes.triggers
      .filter(({ triggerKind, status }) => triggerKind === 'fill' && status === 'triggered')
      .sort((left, right) => (left.orderId ?? 0) - (right.orderId ?? 0));
    const made = { trades, fired, placed, changes };
    this.#leaving = leavingOf(changes);
    for (const { command, result, receiptId, orderId } of executed) {
      // What one price left comes before timers of its moment.
      if (command.kind === 'run_schedules') this.#fire(made, { receiptId, orderId });
      this.#checkRestricted(command, result);
      if (result.ok) this.#run(command, result, made);
      this.#fire(made, { receiptId, orderId });
      this.#note(orderId);
    }
    must(fired.length === 0, 'each trigger has what set it off', () => textOf(fired));
    must(placed.length === 0, 'each order of a list has its place', () => textOf(placed));
    this.#drop(changes, 'expired');
    for (const orderId of this.#leaving.keys()) this.#orders.delete(orderId);
    must(trades.size === 0, 'each trade has its taker', () => textOf([...trades.values()]));
    this.#compare(changes);
    this.#note(changes.counters?.orderId);
  }

  /** A cancel that asks what was filled happens where that is true, and is refused for it only where it is not. */
  #checkRestricted(command: Command, result: Result): void {
    if (command.kind !== 'cancel_order' && command.kind !== 'replace_order') return;
    const { order, onlyFilled } = command;
    if (onlyFilled === undefined || !('orderId' in order)) return;
    const known = this.#orders.get(order.orderId);
    const isSo = known !== undefined && known.filled > 0 === (onlyFilled === 'part');
    const code = codeOf(result);
    if (code === undefined) must(isSo, 'a cancel asks what was filled', () => textOf(command));
    if (code !== 'cancel_restricted') return;
    must(known !== undefined && !isSo, 'a cancel asks what was filled', () => textOf(command));
  }

  /** Numbers are given out in their order. */
  #note(number = 0): void {
    this.#last = Math.max(this.#last, number);
  }

  #run(command: Command, result: Result & { ok: true }, made: Made): void {
    if (command.kind === 'place_order' && result.value.kind === 'order') {
      this.#place(result.value.order, made);
    }
    if (command.kind === 'amend_order' && result.value.kind === 'order') {
      this.#amend(result.value.order, made);
    }
    if (result.value.kind === 'replacement') {
      const { cancelled, placed } = result.value;
      if (typeof cancelled !== 'string') this.#orders.delete(cancelled.orderId);
      if (typeof placed !== 'string') this.#place(placed, made);
    }
    if (result.value.kind === 'conversion') {
      for (const order of result.value.orders) {
        must(order.status === 'completed', 'a conversion is whole', () => textOf(order));
        this.#place(order, made);
      }
    }
    if (isWaiting(command) && result.value.kind === 'trigger') this.#agree([result.value.trigger]);
    if (command.kind === 'place_list' && result.value.kind === 'list') {
      const { orders, list } = result.value;
      for (const order of orders) this.#place(order, made);
      this.#agree(made.changes.triggers.filter(({ listId }) => listId === list.listId));
    }
    if (command.kind === 'cancel_order' && result.value.kind === 'order') {
      this.#orders.delete(result.value.order.orderId);
    }
    if (command.kind === 'run_schedules' || command.kind === 'set_cancel_timer') {
      this.#drop(made.changes, 'timer');
      if (command.kind === 'run_schedules') this.#drop(made.changes, 'expired');
    }
    if (command.kind === 'configure_market') this.#configure(command.market);
    if (command.kind === 'set_market_state') {
      const market = this.#markets.get(command.marketId);
      if (market !== undefined) this.#configure({ ...market, state: command.state });
    }
  }

  /** What waits is charged by the market of now, whatever its row says. */
  #agree(triggers: readonly TriggerRow[]): void {
    for (const { triggerId, marketId } of triggers) {
      this.#note(triggerId);
      const market = this.#markets.get(marketId);
      if (market !== undefined) this.#rates.set(triggerId, market);
    }
  }

  /** What a timer or its time took away, its row says. */
  #drop({ orders }: Changes, reason: 'timer' | 'expired'): void {
    for (const { orderId, cancelReason } of orders)
      if (cancelReason === reason) this.#orders.delete(orderId);
  }

  #place(order: OrderRow, made: Made): void {
    this.#come(order, this.#markets.get(order.marketId), made);
  }

  /** Smaller at its price it keeps its place; else it comes again with what is left of it, at its own rates. */
  #amend(order: OrderRow, made: Made): void {
    const { orderId, status, price, quantity = 0, filledQuantity } = order;
    const known = this.#orders.get(orderId);
    const told = () => `${textOf(order)}, ${textOf(known)}`;
    must(known !== undefined, 'only what waits is amended', told);
    if (status === 'waiting' && (order.priority ?? orderId) === known.priority) {
      const remaining = quantity - filledQuantity;
      const showsLess = (order.display ?? quantity) <= known.display;
      const isSmaller = price === known.price && remaining <= known.remaining && showsLess;
      const isFilledAsBefore = filledQuantity === known.filled;
      must(isSmaller && isFilledAsBefore, 'only what becomes smaller keeps its place', told);
      const shown = Math.min(known.remaining - known.hidden, remaining, order.display ?? remaining);
      Object.assign(known, { remaining, hidden: remaining - shown, display: displayOf(order) });
      return;
    }
    this.#orders.delete(orderId);
    this.#come(order, known.rates, { ...made, filledBefore: known.filled });
  }

  /** An order that comes: it trades with what is best, passes its owner's own as it says, and waits with what is left. */
  #come(
    order: OrderRow,
    rates: Rates | undefined,
    made: Made & { readonly filledBefore?: number },
  ): void {
    this.#note(order.orderId);
    const wanted = order.filledQuantity - (made.filledBefore ?? 0);
    const filled = this.#take(order, rates, { made, wanted });
    must(filled === wanted, 'an order is filled by its trades', () => textOf(order));
    this.#passOwn(order, made, order.status === 'completed');
    if (order.status !== 'waiting') return;
    this.#note(order.priority);
    this.#rest({ ...order, hidden: undefined }, rates);
  }

  /** Orders of its owner that it met behind its last trade, which its mode says go. */
  #passOwn(order: OrderRow, { changes }: Made, isWhole: boolean): void {
    const { selfTrade, cancelReason } = order;
    if (selfTrade === undefined) return;
    for (let best = this.#best(order); best !== undefined && !isWhole; best = this.#best(order)) {
      if (best.owner !== order.owner || !isWithin(order, best.price)) return;
      // How far a market order goes its market says, of which nothing is known here.
      const { orderId } = best;
      const isGone = changes.orders.some((row) => row.orderId === orderId && isOver(row));
      if (order.type === 'market' && !isGone) return;
      if (selfTrade === 'expire_both' && cancelReason !== 'self_trade') return;
      this.#orders.delete(best.orderId);
      if (selfTrade === 'expire_both') return;
    }
  }

  /** What this command fired, up to its last receipt: by the price that it made, or one that was left before. */
  #fire(made: Made, last: { readonly receiptId: number; readonly orderId: number }): void {
    const { fired, placed, changes } = made;
    const isMine = (receipt: ReceiptRow | undefined): receipt is ReceiptRow =>
      receipt !== undefined && receipt.receiptId <= last.receiptId;
    for (let receipt = fired[0]; isMine(receipt); receipt = fired[0]) {
      fired.shift();
      const { subjectId } = receipt;
      const trigger = changes.triggers.find(({ triggerId }) => triggerId === subjectId);
      must(trigger?.receiptId === receipt.receiptId, 'a trigger has its row', () =>
        textOf({ receipt, trigger }),
      );
      this.#comeBefore(placed, trigger.orderId, made);
      this.#become(trigger, made);
    }
    this.#comeBefore(placed, last.orderId + 1, made);
  }

  /** What was placed behind a fill before that number was given out. */
  #comeBefore(placed: TriggerRow[], orderId: number | undefined, made: Made): void {
    for (let next = placed[0]; (next?.orderId ?? Infinity) < (orderId ?? 0); next = placed[0]) {
      if (next !== undefined) this.#become(next, made);
      placed.shift();
    }
  }

  #become({ triggerId, orderId, status }: TriggerRow, made: Made): void {
    const rates = this.#rates.get(triggerId);
    this.#rates.delete(triggerId);
    if (status !== 'triggered') return;
    const order = made.changes.orders.find((row) => row.orderId === orderId);
    must(order !== undefined, 'what was triggered is an order', () => textOf({ orderId }));
    this.#note(orderId);
    const filled = this.#take(order, rates, { made });
    const mayRest = order.timeInForce === 'gtc' || order.timeInForce === 'post_only';
    // What waited may have gone for one of its owner's later on in the batch.
    const met = order.cancelReason === 'self_trade' ? [this.#best(order), this.#any(order)] : [];
    const own = met.filter(
      (next) => next !== undefined && isOneFamily(next, order) && isWithin(order, next.price),
    );
    // Of another account of the family the one that waits stays, whatever is said of one's own.
    const isOther = own.some((next) => next?.owner !== order.owner);
    const isWhole = filled === order.quantity || (!mayRest && order.status === 'completed');
    this.#passOwn(order, made, isWhole);
    const isMet = own.length > 0 && (isOther || order.selfTrade !== 'expire_maker');
    const isGone = isMet || order.cancelReason === 'remainder';
    if (order.type !== 'limit' || !mayRest || isGone) return;
    if (filled < (order.quantity ?? 0)) {
      this.#rest({ ...order, filledQuantity: quantityLots(filled), hidden: undefined }, rates);
    }
  }

  /** The trades that an order made as it came: of those of its batch the next ones. */
  #take(
    order: OrderRow,
    rates: Rates | undefined,
    { made, wanted = Infinity }: { readonly made: Made; readonly wanted?: number },
  ): number {
    const list = made.trades.get(order.orderId) ?? [];
    let filled = 0;
    for (let trade = list[0]; trade !== undefined && filled < wanted; trade = list[0]) {
      list.shift();
      this.#trade(order, trade, rates?.takerFeePpm);
      filled += trade.quantity;
    }
    if (list.length === 0) made.trades.delete(order.orderId);
    return filled;
  }

  /** A new grid empties the book, and so does the market's end. */
  #configure(market: Market): void {
    const before = this.#markets.get(market.marketId);
    this.#markets.set(market.marketId, market);
    const isSameGrid =
      before?.tickSizeE8 === market.tickSizeE8 && before.lotBaseMinor === market.lotBaseMinor;
    if (isSameGrid && market.state !== 'closed') return;
    for (const order of this.#orders.values()) {
      if (order.marketId === market.marketId) this.#orders.delete(order.orderId);
    }
  }

  /** It shows as much as it may, unless its stored row says how much that is. */
  #rest(
    order: OrderRow | (Omit<OrderRow, 'hidden'> & { hidden: undefined }),
    rates: Rates | undefined,
  ): void {
    const { orderId, owner, marketId, side, price, quantity, filledQuantity: filled } = order;
    must(price !== undefined && quantity !== undefined, 'only limit orders rest', () =>
      textOf(order),
    );
    must(rates !== undefined, 'a waiting order keeps its rates', () => textOf(order));
    const { makerFeePpm, takerFeePpm } = rates;
    const { priority = orderId, expiresAtMs, hidden } = order;
    const [display, remaining] = [displayOf(order), quantity - filled];
    this.#orders.set(orderId, {
      ...{ orderId, owner, marketId, side, price, priority, filled, remaining, display },
      hidden: hidden ?? Math.max(0, remaining - display),
      expiresAtMs,
      rates: { makerFeePpm, takerFeePpm },
    });
  }

  #trade(taker: OrderRow, trade: TradeRow, takerFeePpm: bigint | undefined): void {
    for (
      let own = this.#best(taker, trade.timeMs);
      own?.owner === taker.owner;
      own = this.#best(taker, trade.timeMs)
    ) {
      must(taker.selfTrade === 'expire_maker', 'nobody trades with themselves', () =>
        textOf({ taker, trade, own }),
      );
      this.#orders.delete(own.orderId);
    }
    const best = this.#best(taker, trade.timeMs);
    must(best === undefined || !isOneFamily(best, taker), 'nobody trades with themselves', () =>
      textOf({ taker, trade, best }),
    );
    const told = () => `${textOf(trade)} of ${textOf(taker)}, best ${textOf(best)}`;
    must(best?.orderId === trade.makerOrderId, 'price-time priority', told);
    must(trade.price === best.price, 'a trade is at the maker’s price', told);
    const shown = best.remaining - best.hidden;
    must(trade.quantity > 0 && trade.quantity <= shown, 'no more than is shown', told);
    must(isWithin(taker, trade.price), 'a trade is within both limits', told);
    this.#fees(taker, trade, { makerFeePpm: best.rates.makerFeePpm, takerFeePpm });
    const meetings = this.#leaving.get(best.orderId);
    if (meetings !== undefined) this.#leaving.set(best.orderId, meetings - 1);
    best.remaining -= trade.quantity;
    best.filled += trade.quantity;
    if (best.remaining === 0) this.#orders.delete(best.orderId);
    else if (trade.quantity === shown) this.#showNext(best);
  }

  /** Behind all others of its price. */
  #showNext(order: Resting): void {
    this.#last += 1;
    order.priority = this.#last;
    order.hidden = Math.max(0, order.hidden - order.display);
  }

  /** Both pay the rate of their own placing: a taker that did not wait for a price that of now. */
  #fees(
    taker: OrderRow,
    trade: TradeRow,
    { makerFeePpm, takerFeePpm }: { makerFeePpm: bigint; takerFeePpm: bigint | undefined },
  ): void {
    const market = this.#markets.get(trade.marketId);
    must(market !== undefined && takerFeePpm !== undefined, 'a trade has a market', () =>
      textOf(trade),
    );
    const base = BigInt(trade.quantity) * market.lotBaseMinor;
    const quote = BigInt(trade.quantity) * BigInt(trade.price) * market.tickLotQuoteMinor;
    const [takes, gives] = taker.side === 'buy' ? [base, quote] : [quote, base];
    const up = (received: bigint, ppm: bigint): bigint => (received * ppm + PPM - 1n) / PPM;
    const isExact =
      trade.notional === quote &&
      trade.takerFee === up(takes, takerFeePpm) &&
      trade.makerFee === up(gives, makerFeePpm);
    must(isExact, 'fees are exact and round up', () => textOf(trade));
  }

  /** The best price on the other side; of those the oldest. Whose time is over nobody meets, whatever the clock was asked. */
  #best(taker: OrderRow, atMs = taker.updatedAtMs, mayLeave = false): Resting | undefined {
    let best: Resting | undefined;
    for (const order of this.#orders.values()) {
      if (order.marketId !== taker.marketId || order.side === taker.side) continue;
      if ((order.expiresAtMs ?? Infinity) <= atMs) continue;
      if (!mayLeave && this.#leaving.get(order.orderId) === 0) continue;
      const better =
        best === undefined ? 1 : (order.price - best.price) * (order.side === 'buy' ? 1 : -1);
      if (best === undefined || better > 0 || (better === 0 && order.priority < best.priority))
        best = order;
    }
    return best;
  }

  /** The same, where what leaves with the batch may be there yet. */
  #any(taker: OrderRow): Resting | undefined {
    return this.#best(taker, taker.updatedAtMs, true);
  }

  /** What the rows say that still waits must wait here, and nothing else that they name. */
  #compare({ orders }: Changes): void {
    for (const order of orders) {
      const known = this.#orders.get(order.orderId);
      const isAlike =
        order.status === 'waiting'
          ? known !== undefined && isSame(known, order)
          : known === undefined;
      must(
        isAlike,
        'an order’s row says what became of it',
        () => `${textOf(order)}, ${textOf(known)}`,
      );
    }
  }

  /** No market's best bid reaches its best ask. */
  checkUncrossed(): void {
    const bids = new Map<number, number>();
    const asks = new Map<number, number>();
    for (const { marketId, side, price } of this.#orders.values()) {
      if (side === 'buy') bids.set(marketId, Math.max(price, bids.get(marketId) ?? 0));
      else asks.set(marketId, Math.min(price, asks.get(marketId) ?? Number.POSITIVE_INFINITY));
    }
    for (const [marketId, bid] of bids) {
      const ask = asks.get(marketId) ?? Number.POSITIVE_INFINITY;
      must(bid < ask, 'the book is not crossed', () => `market ${marketId}: ${bid} and ${ask}`);
    }
  }
}

/** Why nothing was cancelled. */
function codeOf(result: Result): string | undefined {
  if (!result.ok) return result.reject;
  const { value } = result;
  return value.kind === 'replacement' && typeof value.cancelled === 'string'
    ? value.cancelled
    : undefined;
}

/** Written out, for it is what is checked: the lower 28 bits of an owner are whose it is. */
const isOneFamily = (one: { readonly owner: number }, other: { readonly owner: number }): boolean =>
  one.owner % 268_435_456 === other.owner % 268_435_456;

const isOver = ({ status }: OrderRow): boolean => status !== 'waiting';

/** Orders that a batch takes away with their list, by a timer or by their time, each with how many of its trades meet it before. */
function leavingOf({ orders, trades }: Changes): Map<number, number> {
  const leaving = new Map<number, number>();
  for (const { orderId, listId, status, cancelReason = '' } of orders) {
    const isTimed = ['timer', 'expired'].includes(cancelReason);
    const isOfList = listId !== undefined && status === 'cancelled';
    // What goes for one of its owner's is seen to where that comes.
    if (isTimed || (isOfList && cancelReason !== 'self_trade')) leaving.set(orderId, 0);
  }
  for (const { makerOrderId } of trades) {
    const meetings = leaving.get(makerOrderId);
    if (meetings !== undefined) leaving.set(makerOrderId, meetings + 1);
  }
  return leaving;
}

/** Whether a price is one that an order takes. */
const isWithin = ({ side, price }: OrderRow, other: number): boolean =>
  price === undefined || (side === 'buy' ? other <= price : other >= price);

const displayOf = ({ display }: Pick<OrderRow, 'display'>): number => display ?? Infinity;

/** What its row says of one that waits: how much is left, what of it is shown, and where it stands. */
const isSame = (known: Resting, order: OrderRow): boolean =>
  known.remaining === (order.quantity ?? 0) - order.filledQuantity &&
  known.hidden === (order.hidden ?? 0) &&
  known.priority === (order.priority ?? order.orderId);

/** Of a stored row that waits. */
function ratesOf({ makerFeePpm, takerFeePpm }: OrderRow): Rates | undefined {
  return makerFeePpm === undefined || takerFeePpm === undefined
    ? undefined
    : { makerFeePpm, takerFeePpm };
}
