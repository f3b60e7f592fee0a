/** All futures: markets by id, and the positions in them. */
import { quoteScale } from '@fairlead/formula';
import { assert } from '@fairlead/units';
import { ChangedRows } from '../table/changed-rows.ts';
import { SlotColumn } from '../table/slot-column.ts';
import type { Currency } from '../terms.ts';
import { FuturesMarket } from './market.ts';
import { Positions } from './positions.ts';
import type { FuturesChanges, FuturesSnapshot, PositionRow } from './rows.ts';
import type { FuturesTerms } from './terms.ts';

export class Futures {
  readonly markets = new Map<number, FuturesMarket>();
  readonly positions = new Positions();
  readonly #changedTerms = new ChangedRows<FuturesTerms>();
  readonly #places = { atOrBelow: new SlotColumn(), atOrAbove: new SlotColumn() };

  /** Takes a market's terms; what is open keeps its own. */
  configure(
    terms: FuturesTerms,
    { base, quote }: { readonly base: Currency; readonly quote: Currency },
  ): void {
    this.#changedTerms.set(terms.marketId, terms);
    const known = this.markets.get(terms.marketId);
    if (known !== undefined) {
      known.terms = terms;
      return;
    }
    const scale = quoteScale({ base: base.scale, quote: quote.scale });
    const { currencyId } = quote;
    const market = new FuturesMarket(terms, { currencyId, scale }, this.#places);
    this.markets.set(terms.marketId, market);
  }

  /** The futures of a market that has positions. */
  market(marketId: number): FuturesMarket {
    const market = this.markets.get(marketId);
    assert(market !== undefined, 'a position is of a market with futures');
    return market;
  }

  /** Takes a new position up. */
  add(row: PositionRow): void {
    const slot = this.positions.add(row);
    this.market(row.marketId).add(slot, row);
  }

  /** Moves a position on; it stays waiting or holding. */
  replace(before: PositionRow, after: PositionRow): void {
    const slot = this.positions.slot(before.positionId);
    const market = this.market(before.marketId);
    market.remove(slot, before);
    market.add(slot, after);
    this.positions.replace(slot, after);
  }

  /** Ends a position. */
  remove(before: PositionRow, after: PositionRow): void {
    const slot = this.positions.slot(before.positionId);
    this.market(before.marketId).remove(slot, before);
    this.positions.remove(slot, after);
  }

  takeChanges(): FuturesChanges {
    return {
      futuresTerms: this.#changedTerms.take(),
      positions: this.positions.takeChanged(),
    };
  }

  snapshot(): FuturesSnapshot {
    const markets = [...this.markets.values()].map(({ terms }) => terms);
    return {
      futuresTerms: markets.sort((left, right) => left.marketId - right.marketId),
      positions: this.positions.rows(),
    };
  }

  /** Recounts everything. O(n). */
  check(): void {
    const rows = this.positions.rows();
    this.positions.check(rows);
    const byMarket = new Map<number, { slot: number; row: PositionRow }[]>();
    for (const row of rows) {
      const list = byMarket.get(row.marketId) ?? [];
      list.push({ slot: this.positions.slot(row.positionId), row });
      byMarket.set(row.marketId, list);
    }
    for (const [marketId, market] of this.markets) market.check(byMarket.get(marketId) ?? []);
    for (const marketId of byMarket.keys()) this.market(marketId);
  }
}
