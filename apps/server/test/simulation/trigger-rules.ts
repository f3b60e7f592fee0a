/**
 * Rules of what waits for a price: what was asked for is kept here from the commands alone, and each row, and each order that
 * one became, must say that and nothing else; none is set off after its time, nor by a price from before its amendment.
 */
import type { AmendTrigger, Changes, ReceiptRow, TriggerRow } from '@fairlead/engine';
import type { BatchRecord, Executed } from './records.ts';
import type { MemoryTables } from './store/memory-tables.ts';
import type { Row } from './store/sql-expression.ts';
import { textOf } from './texts.ts';
import {
  askedOf,
  askedOfLeg,
  checkBecome,
  checkEntered,
  checkShown,
  checkTerms,
  checkTrail,
  legsOf,
  type Terms,
  termsOf,
} from './trigger-terms.ts';
import { must } from './violation.ts';

/** When one was amended to wait for another price. */
interface Amended {
  readonly sequence: number;
  /** The last trade that the tables had by then. */
  readonly tradeId: number;
}

export class TriggerRules {
  readonly #tables: MemoryTables;
  readonly #known = new Map<number, Terms>();
  readonly #amended = new Map<number, Amended>();
  /** With which command each sample of late came, by market and second. */
  readonly #samples = new Map<string, number>();
  #tradeId = 0;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  /** The tables went back: what was asked for is what they say. */
  restore(triggers: readonly TriggerRow[]): void {
    this.#known.clear();
    this.#amended.clear();
    for (const row of triggers) this.#known.set(row.triggerId, termsOf(row));
    this.#tradeId = this.#tables.leaderNumber('last_trade_id');
  }

  check({ executed, changes }: BatchRecord): void {
    for (const each of executed) this.#run(each);
    for (const row of changes.triggers) this.#checkRow(row, changes);
    for (const receipt of changes.receipts) if (receipt.kind === 'trigger') this.#fired(receipt);
    this.#checkEnded(changes);
    for (const { triggerId, status } of changes.triggers) {
      if (status === 'waiting' || status === 'pending') continue;
      this.#known.delete(triggerId);
      this.#amended.delete(triggerId);
    }
    this.#tradeId = this.#tables.leaderNumber('last_trade_id');
  }

  #run({ command, stamp, result, orderId }: Executed): void {
    if (command.kind === 'index_tick') {
      this.#samples.set(`${command.marketId} ${command.sampleTimeMs}`, stamp.sequence);
      for (const old of this.#samples.keys())
        if (this.#samples.size > 500) this.#samples.delete(old);
    }
    if (!result.ok) return;
    const { value } = result;
    if (
      (command.kind === 'place_trigger' || command.kind === 'place_trailing') &&
      value.kind === 'trigger'
    )
      this.#taken(askedOf(command), value.trigger);
    if (command.kind === 'place_list' && value.kind === 'list') {
      legsOf(command).forEach((leg, at) => {
        const row = value.triggers[at];
        if (row !== undefined) this.#taken(askedOfLeg(leg), row);
      });
      for (const order of value.orders) checkEntered(command, order);
    }
    if (command.kind === 'amend_trigger' && value.kind === 'trigger')
      this.#amend(command, value.trigger, { sequence: stamp.sequence, orderId });
  }

  #taken(asked: Terms, row: TriggerRow): void {
    checkTerms({ ...asked, quantity: asked.quantity ?? row.quantity }, row);
    this.#known.set(row.triggerId, { ...termsOf(row), ...asked, quantity: row.quantity });
  }

  /** Nothing but what was asked for changes, and of what waits for another price that says since when. */
  #amend(
    { price, triggerPrice, quantity }: AmendTrigger,
    row: TriggerRow,
    { sequence, orderId }: { readonly sequence: number; readonly orderId: number },
  ): void {
    const before = this.#known.get(row.triggerId);
    const told = () => textOf({ before, price, triggerPrice, quantity, row });
    must(before !== undefined, 'only what waits is amended', told);
    const isLess = quantity === undefined || quantity <= (before.quantity ?? 0);
    must(isLess, 'an order that waits becomes smaller only', told);
    const most = quantity ?? Infinity;
    const display = before.display === undefined ? undefined : Math.min(before.display, most);
    const after = {
      ...before,
      ...(price !== undefined && { price }),
      ...(triggerPrice !== undefined && { triggerPrice }),
      ...(display !== undefined && { display: display as NonNullable<Terms['display']> }),
      quantity: quantity ?? row.quantity,
    };
    checkTerms(after, row);
    const list = row.listId === undefined ? undefined : this.#row('order_lists', row.listId);
    must(list?.['status'] !== 'open', 'no order of an open list is amended', told);
    this.#known.set(row.triggerId, after);
    if (row.status !== 'waiting' || before.triggerPrice === after.triggerPrice) return;
    must(row.sinceId === orderId, 'what waits for another price says since when', told);
    this.#amended.set(row.triggerId, { sequence, tradeId: this.#tradeId });
  }

  #checkRow(row: TriggerRow, { orders, markets, amendments }: Changes): void {
    const asked = this.#known.get(row.triggerId);
    must(asked !== undefined, 'what waits was asked for', () => textOf(row));
    checkTerms(asked, row);
    if (row.listId !== undefined && asked.quantity !== row.quantity)
      this.#known.set(row.triggerId, { ...asked, quantity: row.quantity });
    checkTrail(row);
    const { expiresAtMs = Infinity, updatedAtMs, status } = row;
    const isInTime = status !== 'triggered' || updatedAtMs < expiresAtMs;
    must(isInTime, 'nothing is placed after its time', () => textOf(row));
    if (row.cancelReason === 'expired')
      must(this.#endOf(row) <= updatedAtMs, 'nothing expires before its time', () => textOf(row));
    const { orderId = 0 } = row;
    // Another command of its batch may have amended what it became by then.
    if (status !== 'triggered' || amendments.some((each) => each.orderId === orderId)) return;
    const order = orders.find((each) => each.orderId === orderId);
    checkBecome(row, order);
    // What is shown follows from the market of that moment.
    const market = this.#row('markets', row.marketId);
    if (markets.length === 0 && market !== undefined) checkShown(row, order, market);
  }

  /** The first time that it, or an order of its list, was good till. */
  #endOf({ expiresAtMs = Infinity, listId }: TriggerRow): number {
    const list = listId === undefined ? undefined : this.#row('order_lists', listId);
    const ids = [list?.['working_id'], list?.['first_id'], list?.['second_id']];
    const ends = ids.flatMap((id) => {
      const order = this.#row('orders', id) ?? this.#row('trigger_orders', id);
      return order?.['expires_at_ms'] ?? [];
    });
    return Math.min(expiresAtMs, ...ends.map(Number));
  }

  #row(table: string, id: unknown): Row | undefined {
    return id === null || id === undefined
      ? undefined
      : this.#tables.table(table).find(BigInt(String(id)));
  }

  /** By what came since it was amended. */
  #fired({ subjectId, marketId, sampleTimesMs, result }: ReceiptRow): void {
    const amended = this.#amended.get(subjectId);
    if (amended === undefined) return;
    const sample = this.#samples.get(`${marketId} ${sampleTimesMs.at(-1)}`);
    const isLater =
      sampleTimesMs.length > 0
        ? (sample ?? Infinity) > amended.sequence
        : Number(result['trade']) > amended.tradeId;
    must(isLater, 'a price from before does not set off what was amended', () =>
      textOf({ subjectId, amended, sample, result }),
    );
  }

  /** Orders of the book expire at their time, or with their list. */
  #checkEnded({ orders }: Changes): void {
    for (const { cancelReason, listId, expiresAtMs = Infinity, updatedAtMs, orderId } of orders) {
      if (cancelReason !== 'expired' || listId !== undefined) continue;
      must(expiresAtMs <= updatedAtMs, 'nothing expires before its time', () => String(orderId));
    }
  }

  /** Once nothing is due any more. */
  checkNothingLate(nowMs: number): void {
    for (const row of this.#tables.table('trigger_orders').rows()) {
      const isOpen = row['status'] === 'waiting' || row['status'] === 'pending';
      const endsAtMs = row['expires_at_ms'] ?? null;
      const isLate = isOpen && endsAtMs !== null && Number(endsAtMs) < nowMs;
      must(!isLate, 'what has expired waits no more', () => textOf({ row, nowMs }));
    }
  }
}
