/**
 * Price alerts: each fires once, at a fresh index that is at its price or beyond. The row says whether it has fired, and
 * one statement fires it, so neither two processes nor a crash tell twice; a price that was reached while nobody looked
 * fires at the first fresh sample after.
 */
import { type Alert, ProblemError, type RequestOf } from '@fairlead/contract';
import { PRICE_SCALE, type PriceE8, parseDecimal, priceE8 } from '@fairlead/units';
import type { Logger } from 'pino';
import { FieldProblems } from '../../core/http/fields/problems.ts';
import { indexText, roundedPrice, tickDecimals } from '../../core/http/figures.ts';
import { ALERTS_FIRED_AT_ONCE_MAX } from '../../core/http/limits.ts';
import type { Database } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import type { MarketData, PublishedUpdate } from '../../market/data/index.ts';
import type { MarketTerms, Terms } from '../../market/index.ts';
import type { Messages } from '../messages.ts';
import { AlertBoard } from './board.ts';
import {
  type AlertRow,
  alertsOf,
  deleteAlert,
  type Firing,
  fireAlerts,
  firedAlerts,
  insertAlert,
  waitingAlerts,
} from './queries.ts';

/** A crash loses what was to be told in its last moments; a start looks so far back. */
const CATCH_UP_MS = 10 * 60_000;

export interface AlertsParts {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly messages: Pick<Messages, 'tell'>;
  readonly marketData: Pick<MarketData, 'terms' | 'indexPrice' | 'onPublished'>;
  readonly log: Pick<Logger, 'warn'>;
}

interface Reached extends Firing {
  readonly alert: Parameters<AlertBoard['add']>[0];
}

/** Reads what waits, tells again what may not have been told, and follows the index. */
export async function startAlerts(parts: AlertsParts): Promise<Alerts> {
  const alerts = new Alerts(parts);
  await alerts.start();
  return alerts;
}

export class Alerts {
  readonly #parts: AlertsParts;
  readonly #board = new AlertBoard();
  #reached: Reached[] = [];
  #firing: Promise<void> | undefined;
  #stopFollowing: () => void = () => {};

  constructor(parts: AlertsParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { database, clock, marketData } = this.#parts;
    for (const alert of await waitingAlerts(database)) this.#board.add(alert);
    const fired = await firedAlerts(database, clock.now() - CATCH_UP_MS);
    this.#stopFollowing = marketData.onPublished((update) => this.#take(update));
    this.#firing = this.#tellAll(fired, true).finally(() => {
      this.#firing = undefined;
      this.#fire();
    });
  }

  /** Alerts that wait, for the gauge and for tests. */
  get waiting(): number {
    return this.#board.size;
  }

  /** Resolves when what was reached so far has fired and is told, or has failed to be. */
  async settled(): Promise<void> {
    while (this.#firing !== undefined) await this.#firing;
  }

  async stop(): Promise<void> {
    this.#stopFollowing();
    await this.settled();
  }

  list(userId: number, symbol: string | undefined): Promise<AlertRow[]> {
    const { database, marketData } = this.#parts;
    const marketId =
      symbol === undefined ? undefined : marketData.terms.askedMarket(symbol).marketId;
    return alertsOf(database, { userId, marketId });
  }

  /** Throws `price_stale` without a fresh index, `price_reached` where it would fire at once. */
  async create(userId: number, input: RequestOf<'createAlert'>, say: Say): Promise<AlertRow> {
    const { database, clock, marketData } = this.#parts;
    const market = marketData.terms.askedMarket(input.symbol);
    if (market.state === 'closed') throw new ProblemError('not_found');
    const price = readPrice(input.price, market, say);
    const index = marketData.indexPrice(market.symbol)?.price;
    if (index === undefined) throw new ProblemError('price_stale');
    const direction = input.direction ?? (price > index ? 'above' : 'below');
    if (direction === 'above' ? index >= price : index <= price)
      throw new ProblemError('price_reached');
    const { marketId } = market;
    const alert = { userId, marketId, direction, price, createdAtMs: clock.now() } as const;
    const inserted = await insertAlert(database, alert);
    if (inserted === undefined) throw new ProblemError('alert_limit');
    this.#board.add(inserted);
    return inserted;
  }

  /** Throws `not_found` for one that is not the user's. */
  async delete(userId: number, alertId: number): Promise<void> {
    if (!(await deleteAlert(this.#parts.database, userId, alertId)))
      throw new ProblemError('not_found');
    this.#board.remove(alertId);
  }

  #take({ batch }: PublishedUpdate): void {
    const { marketData } = this.#parts;
    for (const { marketId, price } of batch.changes.index) {
      // A sample without a price is a stale index; one that came late is no present one.
      if (price === undefined) continue;
      const { symbol } = marketData.terms.knownMarket(marketId);
      if (marketData.indexPrice(symbol) === undefined) continue;
      for (const alert of this.#board.take(marketId, price))
        this.#reached.push({ alertId: alert.alertId, price, alert });
    }
    this.#fire();
  }

  /** One round at a time; what is reached meanwhile comes next. */
  #fire(): void {
    if (this.#firing !== undefined || this.#reached.length === 0) return;
    const reached = this.#reached.splice(0, ALERTS_FIRED_AT_ONCE_MAX);
    this.#firing = this.#fireRound(reached).finally(() => {
      this.#firing = undefined;
      this.#fire();
    });
  }

  async #fireRound(reached: readonly Reached[]): Promise<void> {
    const { database, clock, log } = this.#parts;
    try {
      await this.#tellAll(await fireAlerts(database, reached, clock.now()), false);
    } catch (error) {
      // They wait again, for the next sample.
      for (const { alert } of reached) this.#board.add(alert);
      log.warn({ err: error, alerts: reached.length }, 'price alerts could not fire');
    }
  }

  async #tellAll(fired: readonly AlertRow[], isRepeat: boolean): Promise<void> {
    const { messages, marketData, log } = this.#parts;
    for (const row of fired) {
      const market = marketData.terms.knownMarket(row.marketId);
      const params = {
        symbol: market.symbol,
        direction: row.direction,
        price: indexText(row.price, market),
        // Rounded, as prices are shown: what is on the tick stays on its side.
        index: roundedPrice(row.fired?.price ?? row.price, tickDecimals(market.tickSizeE8)),
      };
      const key = `price_alert:${row.alertId}`;
      await messages
        .tell(row.userId, 'price_alert', params, { key, isRepeat })
        .catch((error: unknown) => {
          log.warn({ err: error, alertId: row.alertId }, 'a price alert could not be told');
        });
    }
  }
}

/** A price on the market's tick. */
function readPrice(text: string, { tickSizeE8 }: MarketTerms, say: Say): PriceE8 {
  const value = parseDecimal(text, PRICE_SCALE);
  if (value !== undefined && value > 0n && value % tickSizeE8 === 0n && value <= PRICE_MAX)
    return priceE8(value);
  const problems = new FieldProblems(say);
  problems.addGrid('price', text, { step: tickSizeE8, scale: PRICE_SCALE });
  problems.throwIfAny();
  throw new ProblemError('validation_failed');
}

/** What a column holds, with room for sums. */
const PRICE_MAX = 2n ** 61n;

/** An alert as the wire shows it. */
export function alertView(row: AlertRow, terms: Terms): Alert {
  const market = terms.knownMarket(row.marketId);
  return {
    id: row.alertId,
    symbol: market.symbol,
    direction: row.direction,
    price: indexText(row.price, market),
    is_fired: row.fired !== undefined,
    created_at: row.createdAtMs,
    ...(row.fired !== undefined && {
      fired_at: row.fired.atMs,
      fired_price: indexText(row.fired.price, market),
    }),
  };
}
