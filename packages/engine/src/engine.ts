/**
 * The deterministic core: all trading and all money in one state machine. Commands come in one after
 * another, stamped with sequence and time; the same commands give the same state. A refused command is a
 * value and changes nothing; an InvariantError means that the state cannot be trusted any more.
 */
import {
  assert,
  type PriceTicks,
  priceTicks,
  type QuantityLots,
  quantityLots,
} from '@fairlead/units';
import type { PriceLadder } from './book/price-ladder.ts';
import type { Changes, Snapshot, StoredSnapshot } from './changes.ts';
import type { Command, Counters, Stamp } from './command.ts';
import type { DepositRow, WithdrawalRow } from './custody/rows.ts';
import type { PositionRow } from './futures/rows.ts';
import type { FuturesTerms } from './futures/terms.ts';
import type { HostingRow } from './hosting/rows.ts';
import type { Hosted } from './hosting/state.ts';
import type { HostingProduct } from './hosting/terms.ts';
import { ledgerAccountId } from './ledger/account-id.ts';
import { postEntry } from './ledger/handlers.ts';
import type { Balance } from './ledger/ledger.ts';
import { moveInFamily } from './ledger/move-in-family.ts';
import { restoreTransfer } from './ledger/restore-transfer.ts';
import type { SentTransferRow } from './ledger/rows.ts';
import { endTransfer, receiveTransfer, transfer } from './ledger/transfer.ts';
import {
  configureCurrency,
  configureMarket,
  indexTick,
  setMarketState,
} from './market/configure.ts';
import type { IndexRow } from './market/rows.ts';
import type { OfferingRow, SubscriptionRow } from './offerings/rows.ts';
import type { OptionRow } from './options/rows.ts';
import { emptyState, PRODUCT_HANDLERS, PRODUCTS } from './products.ts';
import type { Result } from './result.ts';
import { cancelOrder } from './spot/cancel-order.ts';
import type { CancelOrder, CancelTrigger } from './spot/commands.ts';
import { placeOrder } from './spot/place-order.ts';
import type { OrderRow, TriggerRow } from './spot/rows.ts';
import { waitingTriggerId } from './spot/triggers/withdraw-trigger.ts';
import { waitingOrderId } from './spot/withdraw-order.ts';
import { checkInvariants } from './state/check-invariants.ts';
import { declareLoss } from './state/declare-loss.ts';
import { holdWithdrawals, openAccount, setOwnerState } from './state/owners.ts';
import type { ParkingNeed } from './state/parking-need.ts';
import type { CommandKind, CommandOf, Handlers } from './state/product.ts';
import { reject } from './state/results.ts';
import { nextScheduleMs, runSchedules } from './state/schedules.ts';
import { holdSnapshot, indexRow, restoreSteps, takeSnapshot } from './state/snapshot.ts';
import { type EngineBounds, EngineState } from './state/state.ts';
import { stateHash } from './state/state-hash.ts';
import { atOnce, type Steps } from './state/steps.ts';
import { takeChanges } from './state/take-changes.ts';
import { isStopped, setTradingMode } from './state/trading-mode.ts';
import { NONE } from './table/slot-table.ts';
import {
  type Currency,
  HOUSE,
  type HouseAccount,
  type Market,
  type OwnerId,
  type TradingRow,
  type UserAccount,
} from './terms.ts';

export type DepthLevel = readonly [price: PriceTicks, quantity: QuantityLots];

/** The best levels of a book, best first, as they were after the command of this sequence. */
export interface Depth {
  readonly sequence: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

export class Engine {
  readonly #state: EngineState;

  /** Empty, or as the tables hold it. Priority among the snapshot's orders is their id. Tests have bounds of their own. */
  constructor(from?: StoredSnapshot | EngineState, bounds?: Partial<EngineBounds>) {
    if (from === undefined) this.#state = emptyState();
    else this.#state = from instanceof EngineState ? from : atOnce(restoreSteps(from));
    if (bounds !== undefined) this.#state.bounds = { ...this.#state.bounds, ...bounds };
  }

  /** As the tables hold it, in steps: a million owners take seconds. */
  static *restoreSteps(snapshot: StoredSnapshot, bounds?: Partial<EngineBounds>): Steps<Engine> {
    return new Engine(yield* restoreSteps(snapshot), bounds);
  }

  /** Runs one command. Sequences are gapless, but at a declared loss, and time never goes back. */
  execute(command: Command, stamp: Stamp): Result {
    const { counters } = this.#state;
    if (command.kind === 'declare_loss') {
      assert(stamp.timeMs >= counters.timeMs, 'time does not go back');
      return declareLoss(this.#state, command, stamp);
    }
    assert(stamp.sequence === counters.sequence + 1, 'sequences are gapless');
    assert(stamp.timeMs >= counters.timeMs, 'time does not go back');
    counters.sequence = stamp.sequence;
    counters.timeMs = stamp.timeMs;
    if (isStopped(this.#state, command)) return reject('cancel_only');
    // Nearly all commands are these two: they are called, not looked up.
    switch (command.kind) {
      case 'place_order':
        return placeOrder(this.#state, command, stamp);
      case 'cancel_order':
        return cancelOrder(this.#state, command, stamp);
      default:
        return run(this.#state, command, stamp);
    }
  }

  /** Copies of everything that changed since the last call. */
  takeChanges(): Changes {
    return takeChanges(this.#state);
  }

  /** The whole state as the tables would hold it. O(state). */
  takeSnapshot(): Snapshot {
    return takeSnapshot(this.#state);
  }

  /** The same as it is now, to be gone through while the engine runs on. O(what is open). */
  holdSnapshot(): StoredSnapshot {
    return holdSnapshot(this.#state);
  }

  /** Equal for equal states, however they came to be. O(state). */
  stateHash(): string {
    return stateHash(holdSnapshot(this.#state));
  }

  /** Recounts the whole state and throws InvariantError where it contradicts itself. O(state). */
  checkInvariants(): void {
    checkInvariants(this.#state);
  }

  /** Up to `levels` levels of each side. */
  depth(marketId: number, levels: number): Depth {
    const market = this.#state.markets.get(marketId);
    assert(market !== undefined, 'depth is asked of a known market');
    return {
      sequence: market.bookSequence,
      bids: depthLevels(market.book.bids, levels),
      asks: depthLevels(market.book.asks, levels),
    };
  }

  balance(owner: OwnerId, account: UserAccount, currencyId: number): Balance {
    const { ledger } = this.#state;
    return ledger.balance(ledger.find(ledgerAccountId(owner, account, currencyId)));
  }

  houseBalance(account: HouseAccount, currencyId: number): Balance {
    const { ledger } = this.#state;
    return ledger.balance(ledger.find(ledgerAccountId(HOUSE, account, currencyId)));
  }

  /** A waiting order; closed ones are in the tables only. */
  order(orderId: number): OrderRow | undefined {
    const slot = this.#state.pool.find(orderId);
    return slot === NONE ? undefined : this.#state.orders.row(slot);
  }

  /** The id of an owner's waiting order, by either of its names; undefined when none waits. */
  waitingOrderId(target: Pick<CancelOrder, 'owner' | 'order'>): number | undefined {
    return waitingOrderId(this.#state, target);
  }

  /** What is on its way to another engine; undefined of what is over, or was never sent. */
  sentTransfer(transferId: number): SentTransferRow | undefined {
    return this.#state.sentTransfers.find(transferId);
  }

  /** An owner's waiting orders, oldest first. */
  openOrders(owner: OwnerId): readonly OrderRow[] {
    const known = this.#state.owners.get(owner);
    return known === undefined ? [] : this.#state.orders.ofOwner(known);
  }

  /** A waiting trigger order; others are in the tables only. */
  trigger(triggerId: number): TriggerRow | undefined {
    return this.#state.triggers.find(triggerId);
  }

  /** The id of an owner's waiting trigger order, by either of its names; undefined when none waits. */
  waitingTriggerId(target: Pick<CancelTrigger, 'owner' | 'trigger'>): number | undefined {
    return waitingTriggerId(this.#state, target);
  }

  /** An owner's waiting trigger orders, oldest first. */
  openTriggers(owner: OwnerId): readonly TriggerRow[] {
    return this.#state.triggers.ofOwner(owner);
  }

  isOpen(owner: OwnerId): boolean {
    return this.#state.owners.has(owner);
  }

  isFrozen(owner: OwnerId): boolean {
    return this.#state.owners.get(owner)?.isFrozen ?? false;
  }

  /** Why nothing of the owner's may leave; undefined while it may. */
  withdrawalHold(owner: OwnerId): string | undefined {
    return this.#state.owners.get(owner)?.withdrawalHold;
  }

  /** A withdrawal that is not finished, or of the latest day that had any; others are in the tables only. */
  withdrawal(withdrawalId: number): WithdrawalRow | undefined {
    return this.#state.withdrawals.find(withdrawalId);
  }

  /** A deposit under review; decided ones are in the tables only. */
  deposit(depositId: number): DepositRow | undefined {
    return this.#state.deposits.find(depositId);
  }

  /** A waiting or holding position; others are in the tables only. */
  position(positionId: number): PositionRow | undefined {
    const { positions } = this.#state.futures;
    const slot = positions.slot(positionId);
    return slot === NONE ? undefined : positions.row(slot);
  }

  /** An owner's waiting and holding positions, oldest first. */
  openPositions(owner: OwnerId): readonly PositionRow[] {
    const { positions } = this.#state.futures;
    return positions.slotsOf(owner).map((slot) => positions.row(slot));
  }

  /** An open option order; settled ones are in the tables only. */
  option(optionId: number): OptionRow | undefined {
    return this.#state.options.find(optionId);
  }

  /**
   * The money that an opening or a purchase needs which is to wait for the next sample. Undefined where a command takes no
   * money, or will be refused whatever the sample says: then it costs nobody anything but its place.
   */
  parkingNeed(command: Command): ParkingNeed | undefined {
    for (const product of PRODUCTS) {
      const need = product.parkingNeed?.(this.#state, command);
      if (need !== undefined) return need;
    }
    return undefined;
  }

  /** From when on options that wait for a price may yet name a market's samples; undefined while none waits. */
  awaitedFromMs(marketId: number): number | undefined {
    return this.#state.options.market(marketId).awaitedFromMs;
  }

  /** An order in hosting; ended ones are in the tables only. */
  hosting(hostingId: number): HostingRow | undefined {
    return this.#state.hostings.find(hostingId);
  }

  /** On sale or not. */
  hostingProduct(productId: number): HostingProduct | undefined {
    return this.#state.hostings.product(productId);
  }

  /** What is in hosting of a product now, which its capacity counts. */
  hosted(productId: number): Hosted {
    return this.#state.hostings.hosted(productId);
  }

  /** On sale or not, with what of it is sold. */
  offering(offeringId: number): OfferingRow | undefined {
    return this.#state.offerings.offering(offeringId);
  }

  /** A subscription under review, or one that passed and is locked; others are in the tables only. */
  subscription(subscriptionId: number): SubscriptionRow | undefined {
    return this.#state.offerings.find(subscriptionId);
  }

  /** When `run_schedules` has something to do next; undefined when it never has. */
  nextScheduleMs(): number | undefined {
    return nextScheduleMs(this.#state);
  }

  /** Of a market that has futures. */
  futuresTerms(marketId: number): FuturesTerms | undefined {
    return this.#state.futures.markets.get(marketId)?.terms;
  }

  market(marketId: number): Market | undefined {
    return this.#state.markets.get(marketId)?.terms;
  }

  /** In the order in which they were configured. */
  markets(): readonly Market[] {
    return [...this.#state.markets.values()].map(({ terms }) => terms);
  }

  currency(currencyId: number): Currency | undefined {
    return this.#state.currencies.get(currencyId);
  }

  /** In the order in which they were configured. */
  currencies(): readonly Currency[] {
    return [...this.#state.currencies.values()];
  }

  /** What the whole exchange takes; undefined while it was never stopped. */
  trading(): TradingRow | undefined {
    return this.#state.trading;
  }

  /** The last index sample of a market. */
  indexOf(marketId: number): IndexRow | undefined {
    const market = this.#state.markets.get(marketId);
    return market === undefined ? undefined : indexRow(market);
  }

  counters(): Counters {
    return { ...this.#state.counters };
  }
}

type Running = Exclude<CommandKind, 'declare_loss'>;

/** Of every kind of command but a declared loss, which execute runs itself. */
const HANDLERS: Handlers<Running> = {
  ...PRODUCT_HANDLERS,
  configure_currency: configureCurrency,
  configure_market: configureMarket,
  set_market_state: setMarketState,
  index_tick: indexTick,
  open_account: openAccount,
  set_owner_state: setOwnerState,
  hold_withdrawals: holdWithdrawals,
  transfer,
  move_in_family: moveInFamily,
  receive_transfer: receiveTransfer,
  end_transfer: endTransfer,
  restore_transfer: restoreTransfer,
  post_entry: postEntry,
  set_trading_mode: setTradingMode,
  run_schedules: runSchedules,
  refuse: (_, command) => reject(command.reject),
};

function run<Kind extends Running>(
  state: EngineState,
  command: CommandOf<Kind>,
  stamp: Stamp,
): Result {
  return HANDLERS[command.kind](state, command, stamp);
}

function depthLevels(ladder: PriceLadder, levels: number): DepthLevel[] {
  const list: DepthLevel[] = [];
  for (let level = ladder.best(); level !== NONE; level = ladder.after(level)) {
    if (list.length >= levels) break;
    list.push([priceTicks(ladder.price(level)), quantityLots(ladder.lots(level))]);
  }
  return list;
}
