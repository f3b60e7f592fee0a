/** Rules of lists of orders, from the rows alone: what one of its orders came to must fit what the others did. */
import type { Changes } from '@fairlead/engine';
import type { MemoryTables } from './store/memory-tables.ts';
import type { Row } from './store/sql-expression.ts';
import { textOf } from './texts.ts';
import { must } from './violation.ts';

const whole = (cell: unknown): bigint => BigInt(String(cell ?? 0));

/** An order of a list, in the book or before it came there. */
interface Leg {
  readonly row: Row;
  readonly isWaiting: boolean;
  readonly isPending: boolean;
  /** Whether it was filled, in part at least, or its price was reached. */
  readonly isTaken: boolean;
  readonly hold: bigint;
}

export class ListRules {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  /** Of each list that a batch wrote, or of whose orders it wrote one. */
  check({ orders, triggers, orderLists, markets }: Changes): void {
    const ids = [...orders, ...triggers, ...orderLists].flatMap(({ listId }) => listId ?? []);
    for (const listId of new Set(ids)) {
      const list = this.#tables.table('order_lists').find(BigInt(listId));
      must(list !== undefined, 'an order of a list has its list', () => String(listId));
      // What was filled before a batch with another lot says nothing in that.
      this.#checkList(list, markets.length === 0);
    }
  }

  checkAll(): void {
    for (const list of this.#tables.table('order_lists').rows())
      this.#checkList(list, list['status'] !== 'done');
  }

  #checkList(list: Row, isSized: boolean): void {
    const working = this.#order(list['working_id']);
    const legs = [list['first_id'], list['second_id']].flatMap((id) => this.#leg(id) ?? []);
    const told = () => textOf({ list, working, legs });
    const [first, second] = legs;
    must(first !== undefined, 'a list has its orders', told);
    if (second !== undefined) {
      must(!(first.isTaken && second.isTaken), 'one of two orders cancels the other', told);
      const isBoth = (first.isTaken && isLeft(second)) || (second.isTaken && isLeft(first));
      must(!isBoth, 'what one cancels is gone with it', told);
    }
    const mayCome = working === undefined || isWhole(working);
    const isThere = legs.some(({ isWaiting, isTaken }) => isWaiting || isTaken);
    must(mayCome || !isThere, 'nothing comes before what it is behind is filled', told);
    const isPending = legs.some((leg) => leg.isPending);
    must(
      isPending === (list['status'] === 'pending'),
      'what is pending is of a list that is',
      told,
    );
    const isExpired = list['end_reason'] === 'expired';
    must(
      !isExpired || (working?.['status'] !== 'waiting' && !legs.some(isLeft)),
      'with one of a list all that waits expires',
      told,
    );
    if (list['status'] === 'open') this.#checkOpen(list, first, second);
    if (isSized) this.#checkSize(list, working, legs);
  }

  /** Both wait, and freeze what the one needs that needs most. */
  #checkOpen(list: Row, first: Leg, second: Leg | undefined): void {
    const told = () => textOf({ list, first, second });
    const isOpen = first.isWaiting && second?.isWaiting === true;
    must(isOpen, 'of an open list both orders wait', told);
    // What a market order needs to buy follows from the band of its placing.
    if ([first, second].some(({ row }) => row['side'] === 'buy' && row['type'] === 'market'))
      return;
    const needs = [first, second].map(({ row }) => this.#need(row));
    const held = first.hold + second.hold;
    must(
      needs.includes(held) && needs.every((need) => need <= held),
      'two orders freeze what one of them needs',
      told,
    );
  }

  /** What sells what was bought sells no more than was received after the fee. */
  #checkSize(list: Row, working: Row | undefined, legs: readonly Leg[]): void {
    if (working?.['side'] !== 'buy' || list['received_minor'] === null) return;
    const { lot } = this.#units(list);
    const received = whole(working['filled_quantity_lots']) * lot - whole(working['fee_minor']);
    const told = () => textOf({ list, working, legs });
    must(whole(list['received_minor']) === received, 'what was received is what was bought', told);
    for (const { row, isWaiting, isTaken } of legs) {
      const isSelling = row['side'] === 'sell' && (isWaiting || isTaken);
      const isWithin = !isSelling || whole(row['quantity_lots']) * lot <= received;
      must(isWithin, 'no more is sold than was received', told);
    }
  }

  #need(row: Row): bigint {
    const { lot, tickLot } = this.#units(row);
    const quantity = whole(row['quantity_lots']);
    return quantity * (row['side'] === 'sell' ? lot : whole(row['price_ticks']) * tickLot);
  }

  #units(row: Row): { readonly lot: bigint; readonly tickLot: bigint } {
    const market = this.#tables.table('markets').find(whole(row['market_id']));
    return {
      lot: whole(market?.['lot_base_minor']),
      tickLot: whole(market?.['tick_lot_quote_minor']),
    };
  }

  #order(id: Row[string] | undefined): Row | undefined {
    if (id === null || id === undefined) return undefined;
    return this.#tables.table('orders').find(id);
  }

  #leg(id: Row[string] | undefined): Leg | undefined {
    const order = this.#order(id);
    if (order !== undefined) {
      const isWaiting = order['status'] === 'waiting';
      const isTaken = whole(order['filled_quantity_lots']) > 0n;
      return { row: order, isWaiting, isPending: false, isTaken, hold: whole(order['hold_minor']) };
    }
    if (id === null || id === undefined) return undefined;
    const row = this.#tables.table('trigger_orders').find(id);
    // A limit that was placed is the order that it became.
    if (row?.['trigger_kind'] === 'fill' && row['order_id'] !== null)
      return this.#leg(row['order_id']);
    return (
      row && {
        row,
        isWaiting: row['status'] === 'waiting',
        isPending: row['status'] === 'pending',
        isTaken: row['status'] === 'triggered',
        hold: whole(row['hold_minor']),
      }
    );
  }
}

const isLeft = ({ isWaiting, isPending }: Leg): boolean => isWaiting || isPending;

/** What came at once counts with what it got, what may wait only whole. */
function isWhole(order: Row): boolean {
  if (order['status'] === 'completed') return true;
  const mayWait =
    order['type'] === 'limit' && ['gtc', 'post_only'].includes(String(order['time_in_force']));
  return !mayWait && order['status'] === 'cancelled' && whole(order['filled_quantity_lots']) > 0n;
}
