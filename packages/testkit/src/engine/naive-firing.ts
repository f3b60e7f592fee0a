/** What prices set off, as the oracle has it: those that wait are looked through for each, one fires after the other. */
import type { Market } from '@fairlead/engine';
import { NaiveMatching } from './naive-matching.ts';
import type { NaiveTrade, NaiveTrigger } from './naive-order.ts';
import type { NaiveIndex } from './naive-terms.ts';
import { follow, isReachedBy, orderOfTrigger } from './naive-triggers.ts';

/** What may set trigger orders off: the index, or trades. */
export interface NaiveMove {
  readonly by: 'index' | 'last';
  readonly index: NaiveIndex | undefined;
  readonly trades: readonly NaiveTrade[];
  readonly timeMs: number;
  /** Later ones wait for what comes after it. */
  readonly idMax: number;
}

/** How many fire at once, by a command and by a run of the clock's. */
export interface NaiveBounds {
  readonly triggerFiresMax: number;
  readonly triggerRunFiresMax: number;
}

const BOUNDS: NaiveBounds = { triggerFiresMax: 1_000, triggerRunFiresMax: 20 };

export abstract class NaiveFiring extends NaiveMatching {
  /** Those that wait for a price. */
  triggers: NaiveTrigger[] = [];
  /** All that there ever were, by id. */
  readonly everyTrigger = new Map<number, NaiveTrigger>();
  /** What is left to fire, by market and in turn. */
  readonly left = new Map<number, NaiveMove[]>();
  protected readonly bounds: NaiveBounds;

  constructor(bounds = BOUNDS) {
    super();
    this.bounds = bounds;
  }

  /** Sees to the lists of which something happened; gives the prices of what of them traded at once. */
  protected abstract settle(timeMs: number): NaiveMove[];

  /** One whose price is reached leaves its list. */
  protected abstract leave(trigger: NaiveTrigger): void;

  /** What the trades of a command reach, and those of what its fills placed. */
  protected fireAfter(market: Market, tradesBefore: number, timeMs: number): void {
    this.fireWatched(market, timeMs, this.#movesAfter(tradesBefore, timeMs));
  }

  /** Where anything waits for trades. */
  protected fireWatched(
    market: Market,
    timeMs: number,
    moves: readonly NaiveMove[],
    max = this.bounds.triggerFiresMax,
  ): void {
    const isWatched = this.triggers.some(
      ({ status, triggerBy, marketId }) =>
        status === 'waiting' && triggerBy === 'last' && marketId === market.marketId,
    );
    if (moves.length > 0 && isWatched) this.fire(market, timeMs, { moves, max });
  }

  #movesAfter(tradesBefore: number, timeMs: number): NaiveMove[] {
    const made = this.trades.slice(tradesBefore);
    const own = made.length > 0 ? [this.traded(made, timeMs)] : [];
    return [...own, ...this.settle(timeMs)];
  }

  protected endTrigger(trigger: NaiveTrigger, reason: string): NaiveTrigger {
    if (trigger.listId !== undefined) this.happened.add(trigger.listId);
    this.triggers = this.triggers.filter((other) => other !== trigger);
    return Object.assign(trigger, { status: 'cancelled', cancelReason: reason, hold: 0n });
  }

  /**
   * One due trigger order after the other, by id; the trades of each may make others due, behind those. What is too much for
   * once is left, with the prices that made it due.
   */
  protected fire(
    market: Market,
    timeMs: number,
    { moves: added, max }: { readonly moves: readonly NaiveMove[]; readonly max: number },
  ): void {
    const { marketId } = market;
    const kept = (this.left.get(marketId) ?? []).filter(
      (move) => timeMs - (move.index?.timeMs ?? move.timeMs) <= 10_000,
    );
    // Where the index has no price what is left waits for one.
    const held = this.isPriced(marketId) ? [] : kept;
    const moves = kept.filter((move) => !held.includes(move));
    moves.push(...added);
    let room = max;
    const isDue = (move: NaiveMove) => (trigger: NaiveTrigger) =>
      trigger.status === 'waiting' &&
      trigger.marketId === marketId &&
      trigger.triggerBy === move.by &&
      isReachedBy(trigger, market, move);
    for (let move = moves[0]; move !== undefined; move = moves[0]) {
      const { idMax } = move;
      const [first, last] = pricesOf(move, market);
      this.#follow(market, move, first);
      const due = this.triggers
        .filter(isDue(move))
        .filter(({ triggerId, sinceId = triggerId }) => sinceId <= idMax);
      for (const trigger of due.sort((left, right) => left.triggerId - right.triggerId)) {
        if (!this.triggers.includes(trigger)) continue;
        if (room === 0) break;
        room -= 1;
        // The clock is behind: its time is over all the same.
        if ((trigger.expiresAtMs ?? Infinity) <= timeMs) {
          this.endTrigger(trigger, 'expired');
          moves.push(...this.settle(timeMs));
          continue;
        }
        this.leave(trigger);
        this.triggers = this.triggers.filter((other) => other !== trigger);
        const before = this.trades.length;
        const { rates } = trigger;
        const entering = { rates, isNew: false, timeMs };
        const entered = this.enter(orderOfTrigger(trigger, market), market, entering);
        trigger.hold = 0n;
        if (typeof entered === 'string') {
          Object.assign(trigger, { status: 'cancelled', cancelReason: entered });
        } else Object.assign(trigger, { status: 'triggered', orderId: entered.orderId });
        moves.push(...this.#movesAfter(before, timeMs));
      }
      if (due.some((trigger) => this.triggers.includes(trigger))) break;
      this.#follow(market, move, last);
      moves.shift();
    }
    const left = [...held, ...moves].filter(
      (move) => this.triggers.some(isDue(move)) || this.#isFollowed(market, move),
    );
    if (left.length > 0) this.left.set(marketId, left);
    else this.left.delete(marketId);
  }

  protected isPriced(marketId: number): boolean {
    return this.index.get(marketId)?.price !== undefined;
  }

  /** What trails takes a price of a move that came while it waited. */
  #follow(market: Market, move: NaiveMove, priceE8: bigint): void {
    for (const trigger of this.triggers) {
      const isThere = trigger.marketId === market.marketId && trigger.triggerBy === move.by;
      const { triggerId, sinceId = triggerId, status } = trigger;
      if (!isThere || status !== 'waiting' || sinceId > move.idMax) continue;
      follow(trigger, { priceE8, atMs: move.index?.timeMs ?? move.timeMs }, market);
    }
  }

  /** How many of an owner's trail in a market. */
  protected trailing(owner: number, marketId: number): number {
    return this.triggers.filter(
      (other) =>
        other.owner === owner &&
        other.marketId === marketId &&
        other.triggerKind === 'trailing_stop',
    ).length;
  }

  /** Whether anything would go along, whenever it came. */
  #isFollowed(market: Market, move: NaiveMove): boolean {
    return pricesOf(move, market).some((priceE8) =>
      this.triggers.some((trigger) => {
        const isThere = trigger.marketId === market.marketId && trigger.triggerBy === move.by;
        const copy = { ...trigger };
        follow(copy, { priceE8, atMs: 0 }, market);
        return isThere && trigger.status === 'waiting' && copy.bestPrice !== trigger.bestPrice;
      }),
    );
  }

  protected traded(trades: readonly NaiveTrade[], timeMs: number): NaiveMove {
    return { by: 'last', index: undefined, trades, timeMs, idMax: this.lastOrderId };
  }
}

/** The first and the last price of a move. */
function pricesOf({ index, trades }: NaiveMove, { tickSizeE8 }: Market): readonly [bigint, bigint] {
  const first = trades[0] === undefined ? (index?.price ?? 0n) : trades[0].price * tickSizeE8;
  const last = trades.at(-1)?.price;
  return [first, last === undefined ? first : last * tickSizeE8];
}
