/**
 * What of a request about positions is read before the engine is asked: text to prices on the market's step. Terms,
 * limits, freshness and balance are checked by the engine, where requests come one after another.
 */

import { type ParsedOf, ProblemError } from '@fairlead/contract';
import type { OpenPosition, PositionRow, SetStops, ShownFutures } from '@fairlead/engine';
import {
  amountMinor,
  PRICE_SCALE,
  type PriceE8,
  parseDecimal,
  priceE8,
  RATE_SCALE,
  ratePpm,
} from '@fairlead/units';
import type { Reconciler } from '../core/checks/reconciler.ts';
import { Decimals } from '../core/http/fields/decimals.ts';
import { FieldProblems } from '../core/http/fields/problems.ts';
import type { Say } from '../core/texts/texts.ts';
import type { MarketData } from '../market/data/index.ts';
import type { MarketTerms, Terms } from '../market/index.ts';

/** The engine keeps prices of derivatives as numbers. */
const PRICE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Where no futures are sold the engine says so, whatever the price. */
const FINEST_STEP = 1n;

export interface OpeningAsked {
  readonly owner: number;
  readonly input: ParsedOf<'openPosition'>;
  readonly say: Say;
}

/** Makes the command of an opening; throws ProblemError. Nothing opens on books that do not add up. */
export function prepareOpening(
  {
    terms,
    marketData,
    reconciler,
  }: { readonly terms: Terms; readonly marketData: MarketData; readonly reconciler: Reconciler },
  { owner, input, say }: OpeningAsked,
): OpenPosition {
  const market = terms.askedMarket(input.symbol);
  if (!reconciler.isSound) throw new ProblemError('unavailable');
  const sold = marketData.derivatives.futures(market.marketId);
  const prices = new Prices(sold ?? { priceStepE8: FINEST_STEP }, say);
  const isLimit = input.type === 'limit';
  const price = isLimit ? prices.limit(input.price) : prices.none('price', input.price);
  // A limit needs no other bound: it opens at its price or better.
  const shownPrice = isLimit ? undefined : prices.shown(input.shown_price);
  const stops = prices.stops(input);
  prices.throwIfAny();
  const shownTerms = readShownTerms(input, market, say);
  return {
    kind: 'open_position',
    owner,
    marketId: market.marketId,
    side: input.side,
    type: input.type,
    ...(price !== undefined && { price }),
    ...(shownPrice !== undefined && { shownPrice }),
    lots: input.lots,
    multiple: input.multiple,
    ...stops,
    ...(input.client_order_id !== undefined && { clientOrderId: input.client_order_id }),
    shownTerms,
  };
}

type ShownTexts = Pick<
  ParsedOf<'openPosition'>,
  | 'shown_open_fee'
  | 'shown_close_fee'
  | 'shown_half_spread'
  | 'shown_maintenance_rate'
  | 'shown_profit_cap'
  | 'shown_lot_size'
>;

/** What the request says that its screen showed of the terms. */
export function readShownTerms(input: ShownTexts, { base }: MarketTerms, say: Say): ShownFutures {
  const decimals = new Decimals(say);
  const rate = (field: keyof ShownTexts) => {
    const text = input[field];
    return typeof text === 'string' ? ratePpm(decimals.read(field, text, RATE_SCALE)) : undefined;
  };
  const openFeePpm = rate('shown_open_fee');
  const closeFeePpm = rate('shown_close_fee');
  const halfSpreadPpm = rate('shown_half_spread');
  const maintenanceRatePpm = rate('shown_maintenance_rate');
  const lot = decimals.optional('shown_lot_size', input.shown_lot_size, base.scale);
  decimals.check();
  return {
    ...(openFeePpm !== undefined && { openFeePpm }),
    ...(closeFeePpm !== undefined && { closeFeePpm }),
    ...(halfSpreadPpm !== undefined && { halfSpreadPpm }),
    ...(maintenanceRatePpm !== undefined && { maintenanceRatePpm }),
    ...(input.shown_profit_cap !== undefined && { profitCapMultiple: input.shown_profit_cap }),
    ...(lot !== undefined && { lotBaseMinor: amountMinor(lot) }),
  };
}

export interface StopsAsked {
  readonly owner: number;
  /** Stops keep to the step of the position's own terms. */
  readonly position: Pick<PositionRow, 'priceStepE8'>;
  readonly input: ParsedOf<'setStops'>;
  readonly say: Say;
}

/** Makes the command of new stops; throws ProblemError. */
export function prepareStops({ owner, position, input, say }: StopsAsked): SetStops {
  const prices = new Prices(position, say);
  const stops = prices.stops(input);
  prices.throwIfAny();
  return { kind: 'set_stops', owner, positionId: input.position_id, ...stops };
}

interface StopTexts {
  /** Empty, like absent: none. */
  readonly take_profit?: string | undefined;
  readonly stop_loss?: string | undefined;
}

/** Reads the prices of one request. */
export class Prices {
  readonly #stepE8: bigint;
  readonly #problems: FieldProblems;

  constructor({ priceStepE8 }: Pick<PositionRow, 'priceStepE8'>, say: Say) {
    this.#stepE8 = priceStepE8;
    this.#problems = new FieldProblems(say);
  }

  limit(text: string | undefined): PriceE8 | undefined {
    if (text === undefined) this.#problems.add('price', 'required');
    return this.#onStep('price', text);
  }

  /** A price on the step, if it is there. */
  onStep(field: string, text: string | undefined): PriceE8 | undefined {
    return this.#onStep(field, text);
  }

  none(field: string, text: string | undefined): undefined {
    if (text !== undefined) this.#problems.add(field, 'not_with_market');
  }

  /** What a screen showed: an index, which keeps to no step. */
  shown(text: string | undefined): PriceE8 | undefined {
    return this.#read('shown_price', text, 1n);
  }

  stops({ take_profit, stop_loss }: StopTexts): Pick<SetStops, 'takeProfit' | 'stopLoss'> {
    const takeProfit = this.#onStep('take_profit', take_profit);
    const stopLoss = this.#onStep('stop_loss', stop_loss);
    return {
      ...(takeProfit !== undefined && { takeProfit }),
      ...(stopLoss !== undefined && { stopLoss }),
    };
  }

  throwIfAny(): void {
    this.#problems.throwIfAny();
  }

  #onStep(field: string, text: string | undefined): PriceE8 | undefined {
    return this.#read(field, text, this.#stepE8);
  }

  #read(field: string, text: string | undefined, step: bigint): PriceE8 | undefined {
    if (text === undefined || text === '') return undefined;
    const price = parseDecimal(text, PRICE_SCALE);
    if (price !== undefined && price % step === 0n && price <= PRICE_MAX) return priceE8(price);
    this.#problems.addGrid(field, text, { step, scale: PRICE_SCALE });
    return undefined;
  }
}
