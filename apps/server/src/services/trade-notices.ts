/**
 * Tells users of their completed orders, delivered options and of positions that were closed without them, from
 * committed rows: after the commit, off its way, and only those who want to know. What a crash kept from being told and
 * is kept among messages is told after the restart, once by its key; what would only be pushed is not.
 */
import type { Changes, OptionRow, OrderRow, PositionRow } from '@fairlead/engine';
import { netPnl } from '@fairlead/formula';
import type { Logger } from 'pino';
import { FILLS_TOLD_PER_MINUTE_MAX, TRADE_NOTICES_MAX } from '../limits.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Database } from '../store/database.ts';
import { latestOutcomes } from '../store/outcome-queries.ts';
import { indexText } from './figures.ts';
import type { MarketData } from './market-data/market-data.ts';
import type { Messages } from './messages.ts';
import type { Notice } from './notice.ts';
import type { WishReader } from './notification-wishes.ts';
import type { Terms } from './terms.ts';
import { amountText, orderView } from './views.ts';

const MINUTE_MS = 60_000;
/** As far back as a start looks. */
const CATCH_UP_MS = 10 * MINUTE_MS;

export interface TradeNoticesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly sequencer: Pick<Sequencer, 'onCommitted'>;
  readonly messages: Pick<Messages, 'tell'>;
  readonly marketData: Pick<MarketData, 'isBot'>;
  readonly wishes: WishReader;
  readonly terms: Terms;
  readonly log: Pick<Logger, 'warn'>;
}

/** Tells what was missed, then follows the commits. */
export function startTradeNotices(options: TradeNoticesOptions): TradeNotices {
  const notices = new TradeNotices(options);
  notices.start();
  return notices;
}

export class TradeNotices {
  readonly #options: TradeNoticesOptions;
  readonly #fills = new Map<number, number>();
  #fillsMinute = 0;
  #waiting = 0;
  #isBehind = true;
  #last: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => {};

  constructor(options: TradeNoticesOptions) {
    this.#options = options;
  }

  start(): void {
    this.#enqueue([]);
    this.#stopListening = this.#options.sequencer.onCommitted(({ changes }) => {
      const notices = this.#noticesOf(changes);
      if (notices.length > 0) this.#enqueue(notices);
    });
  }

  /** Resolves when all that was committed so far is told, or has failed to be. */
  settled(): Promise<void> {
    return this.#last;
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#last;
  }

  #noticesOf({ orders, options, positions }: Changes): Notice[] {
    const { terms } = this.#options;
    return [
      ...orders
        .filter((row) => row.status === 'completed' && this.#isFillTold(row))
        .map((row) => orderNotice(row, terms)),
      ...options
        .filter((row) => this.#isWanted(row.owner, 'option_delivered'))
        .flatMap((row) => optionNotices(row, terms)),
      ...positions
        .filter((row) => this.#isWanted(row.owner, 'position_closed'))
        .flatMap((row) => positionNotices(row, terms)),
    ];
  }

  #isWanted(owner: number, kind: Notice['kind']): boolean {
    const { wishes, marketData } = this.#options;
    const { inbox, push } = wishes.of(owner, kind);
    return (inbox || push) && !marketData.isBot(owner);
  }

  /** Whoever fills more than that in a minute is told of the first ones. */
  #isFillTold({ owner }: OrderRow): boolean {
    if (!this.#isWanted(owner, 'order_filled')) return false;
    const minute = Math.floor(this.#options.clock.now() / MINUTE_MS);
    if (minute !== this.#fillsMinute) this.#fills.clear();
    this.#fillsMinute = minute;
    const told = this.#fills.get(owner) ?? 0;
    this.#fills.set(owner, told + 1);
    return told < FILLS_TOLD_PER_MINUTE_MAX;
  }

  #enqueue(notices: readonly Notice[]): void {
    if (this.#waiting + notices.length > TRADE_NOTICES_MAX) {
      // They are read again once the database answers.
      this.#isBehind = true;
      return;
    }
    this.#waiting += notices.length;
    this.#last = this.#last
      .then(async () => {
        if (this.#isBehind) await this.#catchUp();
        await this.#tell(notices, false);
      })
      .catch((error: unknown) => {
        this.#isBehind = true;
        this.#options.log.warn(
          { err: error },
          'users could not be told of their orders, options and positions',
        );
      })
      .finally(() => {
        this.#waiting -= notices.length;
      });
  }

  async #catchUp(): Promise<void> {
    const { database, clock, terms } = this.#options;
    const { options, positions } = await latestOutcomes(database, clock.now() - CATCH_UP_MS);
    this.#isBehind = false;
    const missed = [
      ...options.flatMap((row) => optionNotices(row, terms)),
      ...positions.flatMap((row) => positionNotices(row, terms)),
    ];
    await this.#tell(missed, true);
  }

  async #tell(notices: readonly Notice[], isRepeat: boolean): Promise<void> {
    for (const { userId, kind, params, key } of notices)
      await this.#options.messages.tell(userId, kind, params, { key, isRepeat });
  }
}

function orderNotice(row: OrderRow, terms: Terms): Notice {
  const order = orderView(row, terms);
  const { base } = terms.knownMarket(row.marketId);
  const kind = 'order_filled';
  const params = {
    symbol: order.symbol,
    side: order.side,
    amount: order.filled_quantity,
    currency: base.name,
    price: order.average_price ?? order.price ?? '',
  };
  return { userId: row.owner, kind, params, key: `${kind}:${row.orderId}` };
}

/** What the owner of a settled option must know. */
function optionNotices(row: OptionRow, terms: Terms): Notice[] {
  const { owner: userId, optionId, result, profit, deliveryReceiptId } = row;
  if (row.status !== 'settled' || result === undefined || profit === undefined) return [];
  const currency = terms.knownCurrency(row.currencyId);
  const kind = 'option_delivered';
  const params = {
    symbol: terms.knownMarket(row.marketId).symbol,
    result,
    profit: amountText(profit, currency),
    currency: currency.name,
    receipt_id: String(deliveryReceiptId ?? row.purchaseReceiptId),
  };
  return [{ userId, kind, params, key: `${kind}:${optionId}` }];
}

/** What the owner of a position must know whose limit was reached and that could not be opened. */
function cancelNotices(row: PositionRow, terms: Terms): Notice[] {
  const { owner: userId, positionId, closeReason: cause, price } = row;
  if (row.status !== 'cancelled' || price === undefined) return [];
  if (cause !== 'house_limit' && cause !== 'insufficient_balance') return [];
  const market = terms.knownMarket(row.marketId);
  const params = { symbol: market.symbol, side: row.side, price: indexText(price, market), cause };
  const kind = 'position_cancelled';
  return [{ userId, kind, params, key: `${kind}:${positionId}` }];
}

/** What the owner of a position must know that was closed by a price; what they closed themselves is no news. */
function positionNotices(row: PositionRow, terms: Terms): Notice[] {
  if (row.status === 'cancelled') return cancelNotices(row, terms);
  const { owner: userId, positionId, closeReason, closePrice, realisedPnl, closeReceiptId } = row;
  if (row.status !== 'closed' || closePrice === undefined || closeReason === undefined) return [];
  if (closeReason === 'user' || realisedPnl === undefined) return [];
  const currency = terms.knownCurrency(row.currencyId);
  const market = terms.knownMarket(row.marketId);
  const params = {
    symbol: market.symbol,
    side: row.side,
    price: indexText(closePrice, market),
    profit: amountText(netPnl({ ...row, realisedPnl }), currency),
    currency: currency.name,
    receipt_id: String(closeReceiptId ?? row.openReceiptId ?? ''),
  };
  const key = `position_closed:${positionId}`;
  return closeReason === 'liquidation'
    ? [{ userId, kind: 'position_liquidated', params, key }]
    : [{ userId, kind: 'position_closed', params: { ...params, cause: closeReason }, key }];
}
