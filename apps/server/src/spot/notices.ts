/**
 * Tells those who want to know of their orders that are filled to the end or whose time came: the first of each minute one by one,
 * for whoever has more than that, and by mail how many more. Followed from commits; after a crash or a failure read again from the
 * steps that were kept, behind a mark that stands at the beginning of a minute. What is only pushed is not told again.
 */

import type { Changes, OrderRow } from '@fairlead/engine';
import { quantityText } from '@fairlead/formula';
import { quantityLots } from '@fairlead/units';
import type { Logger } from 'pino';
import { TOLD_MARK_MS, TRADE_NOTICES_MAX } from '../core/http/limits.ts';
import { Chore } from '../core/operations/chore.ts';
import { readStep, type ToldLayouts } from '../core/steps/batch.ts';
import { type OwnersStep, readLastNumber, stepsOfAll } from '../core/steps/queries.ts';
import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import {
  CommitNotices,
  type CommitNoticesParts,
  isWanted,
  type MailKeeper,
  type Notice,
  readToldMark,
  saveToldMark,
  type WantedNeeds,
} from '../notices/index.ts';
import { FillsTold, minuteOf, type Surplus } from './fills-told.ts';
import { orderView } from './views.ts';

export interface OrderNoticesParts extends Omit<CommitNoticesParts, 'log'>, WantedNeeds {
  readonly clock: { now(): number };
  readonly terms: Terms;
  readonly database: Database;
  readonly stepLayouts: ToldLayouts;
  readonly mailRounds: MailKeeper;
  readonly log: Pick<Logger, 'warn'>;
}

const MARK = 'fills';
/** Batches that one read goes through. */
const BATCHES = 500;

type Row = OrderRow | Surplus;
const isSurplus = (row: Row): row is Surplus => 'minute' in row;

export function startOrderNotices(parts: OrderNoticesParts): OrderNotices {
  const notices = new OrderNotices(parts);
  notices.start();
  return notices;
}

class OrderNotices {
  readonly name: string;
  readonly #parts: OrderNoticesParts;
  readonly #notices: CommitNotices<Row>;
  readonly #chore: Chore;
  readonly #fills = new FillsTold();
  #minute = 0;
  /** The last commit, and the last one before the minute. */
  #last: number | undefined;
  #before: number | undefined;
  /** The commit with which the minute's end is told. */
  #through: number | undefined;
  #kept: number | undefined;
  /** What came before was read when it began. */
  #liveFrom = Number.POSITIVE_INFINITY;
  #isBegun = false;

  constructor(parts: OrderNoticesParts) {
    this.#parts = parts;
    this.#notices = new CommitNotices<Row>(parts, {
      name: 'orders',
      rowsOf: (changes, sequence) => this.#rowsOf(changes, sequence),
      missedRows: () => this.#missed(),
      notices: (rows) => this.#noticesOf(rows),
      waitingMax: TRADE_NOTICES_MAX,
    });
    this.name = this.#notices.name;
    this.#chore = new Chore(TOLD_MARK_MS, () => this.keep());
  }

  start(): void {
    this.#notices.start();
    this.#chore.start((error) => this.#parts.log.warn({ err: error }, 'a mark waits to be kept'));
  }

  settled(): Promise<void> {
    return this.#notices.settled();
  }

  async stop(): Promise<void> {
    await this.#chore.stop();
    await this.#notices.stop();
  }

  /** Ends minutes in which nothing is committed any more, keeps how far owners were told, and tries again what failed. */
  async keep(): Promise<void> {
    this.#notices.add(this.#turn(minuteOf(this.#parts.clock.now()), this.#last));
    this.#notices.retry();
    const [before, through, toldTo] = [this.#before, this.#through, this.#notices.toldTo];
    if (before === undefined || through === undefined || toldTo === undefined) return;
    if (through <= toldTo) await this.#keepMark(before);
  }

  async #keepMark(sequence: number): Promise<void> {
    if (this.#kept !== undefined && sequence <= this.#kept) return;
    await saveToldMark(this.#parts.database, MARK, sequence);
    this.#kept = sequence;
  }

  #rowsOf({ orders, counters }: Changes, sequence: number): Row[] {
    if (this.#last === undefined) this.#liveFrom = sequence;
    const surplus = this.#turn(minuteOf(counters.timeMs), sequence);
    this.#last = sequence;
    const told = orders.filter(
      (row) => this.#isTold(row) && this.#fills.take(row.owner, this.#minute),
    );
    return [...surplus, ...told];
  }

  #isTold(row: OrderRow): boolean {
    const kind = kindOf(row);
    return kind !== undefined && isWanted(this.#parts, row.owner, kind);
  }

  /** What of the minutes before one was not told one by one. */
  #turn(minute: number, through: number | undefined): Surplus[] {
    if (minute <= this.#minute) return [];
    this.#minute = minute;
    this.#before = this.#last;
    this.#through = through;
    return this.#fills.end(minute);
  }

  /** Orders of the commits behind the mark, which follows at the end of each minute that was told. */
  async *#missed(): AsyncGenerator<readonly Row[]> {
    const { database, clock } = this.#parts;
    const mark = await readToldMark(database, MARK);
    if (mark === undefined) await saveToldMark(database, MARK, await readLastNumber(database));
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    if (mark === undefined) return;
    this.#kept = mark;
    const fills = new FillsTold();
    const present = minuteOf(clock.now());
    let [minute, last] = [0, mark];
    for (let after: number | undefined = mark; after !== undefined; ) {
      const page = await stepsOfAll(database, { after, batches: BATCHES });
      let rows: Row[] = [];
      for (const step of page.steps) {
        const current = Math.min(minuteOf(step.timeMs), present);
        if (current > minute) {
          yield [...rows, ...fills.end(current)];
          await this.#keepMark(last);
          [rows, minute] = [[], current];
        }
        for (const row of this.#ordersOf(step)) {
          if (fills.take(row.owner, minuteOf(step.timeMs))) rows.push(row);
          // What comes live in this minute is counted with it.
          if (isFirst && minuteOf(step.timeMs) === present && step.sequence < this.#liveFrom)
            this.#fills.take(row.owner, present);
        }
        last = step.sequence;
      }
      yield rows;
      after = page.last;
    }
    yield fills.end(present);
    if (minute < present) await this.#keepMark(last);
  }

  #ordersOf(step: OwnersStep): readonly OrderRow[] {
    const { stepLayouts, log, wishes, mailWishes, marketData } = this.#parts;
    const { owner, sequence, rows } = step;
    const needs = { wishes, mailWishes, marketData };
    if (!KINDS.some((kind) => isWanted(needs, owner, kind))) return [];
    try {
      return readStep(stepLayouts, step, rows).orders.filter((row) => this.#isTold(row));
    } catch (error) {
      log.warn({ err: error, owner, sequence }, 'a step cannot be read');
      return [];
    }
  }

  async #noticesOf(rows: readonly Row[]): Promise<Notice[]> {
    const { database, mailRounds, terms } = this.#parts;
    for (const { owner: userId, minute, count } of rows.filter(isSurplus)) {
      const kind = 'order_filled';
      if (!mailRounds.wants(userId, kind)) continue;
      const item = { params: { more: String(count) }, key: `orders_filled_more:${minute}` };
      await mailRounds.keep(database, { userId, kind, ...item });
    }
    return rows.flatMap((row) => (isSurplus(row) ? [] : orderNotices(row, terms)));
  }
}

const KINDS = ['order_filled', 'order_expired'] as const;

/** What is told of it. One that never waited has no time that could come. */
function kindOf({ status, cancelReason }: OrderRow): 'order_filled' | 'order_expired' | undefined {
  if (status === 'completed') return 'order_filled';
  return cancelReason === 'expired' ? 'order_expired' : undefined;
}

function orderNotices(row: OrderRow, terms: Terms): Notice[] {
  const order = orderView(row, terms);
  const { base } = terms.knownMarket(row.marketId);
  const kind = kindOf(row);
  if (kind === undefined) return [];
  const said = {
    order_id: String(order.id),
    symbol: order.symbol,
    side: order.side,
    currency: base.name,
  };
  const told = { userId: row.owner, key: `${kind}:${row.orderId}` };
  if (kind === 'order_filled') {
    const price = order.average_price ?? order.price ?? '';
    return [{ ...told, kind, params: { ...said, amount: order.filled_quantity, price } }];
  }
  const { lotBaseMinor } = terms.gridOfOrder(row.marketId, row.orderId);
  const left = quantityLots((row.quantity ?? row.filledQuantity) - row.filledQuantity);
  const params = {
    ...said,
    amount: quantityText(left, lotBaseMinor, base.scale),
    price: order.price ?? '',
    filled: order.filled_quantity,
  };
  return [{ ...told, kind, params }];
}
