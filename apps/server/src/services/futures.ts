/**
 * What of a request about positions is read before the engine is asked: text to prices on the market's tick. Terms,
 * limits, freshness and balance are checked by the engine, where requests come one after another.
 */
import { type ParsedOf, ProblemError } from '@fairlead/contract';
import type { OpenPosition, SetStops } from '@fairlead/engine';
import { type PriceE8, parseDecimal, priceE8 } from '@fairlead/units';
import type { Context } from '../context.ts';
import { FieldProblems } from './field-problems.ts';
import { PRICE_SCALE } from './figures.ts';
import type { MarketTerms } from './terms.ts';
import type { Say } from './texts.ts';

/** The engine keeps prices of derivatives as numbers. */
const PRICE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

export interface OpeningAsked {
  readonly owner: number;
  readonly input: ParsedOf<'openPosition'>;
  readonly say: Say;
}

/** Makes the command of an opening; throws ProblemError. Nothing opens on books that do not add up. */
export function prepareOpening(
  { terms, reconciler }: Pick<Context, 'terms' | 'reconciler'>,
  { owner, input, say }: OpeningAsked,
): OpenPosition {
  const market = terms.askedMarket(input.symbol);
  if (!reconciler.isSound) throw new ProblemError('unavailable');
  const prices = new Prices(market, say);
  const isLimit = input.type === 'limit';
  const price = isLimit ? prices.limit(input.price) : prices.none('price', input.price);
  // A limit needs no other bound: it opens at its price or better.
  const shownPrice = isLimit ? undefined : prices.shown(input.shown_price);
  const stops = prices.stops(input);
  prices.throwIfAny();
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
  };
}

export interface StopsAsked {
  readonly owner: number;
  readonly market: MarketTerms;
  readonly input: ParsedOf<'setStops'>;
  readonly say: Say;
}

/** Makes the command of new stops; throws ProblemError. */
export function prepareStops({ owner, market, input, say }: StopsAsked): SetStops {
  const prices = new Prices(market, say);
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
class Prices {
  readonly #tickSizeE8: bigint;
  readonly #problems: FieldProblems;

  constructor({ tickSizeE8 }: MarketTerms, say: Say) {
    this.#tickSizeE8 = tickSizeE8;
    this.#problems = new FieldProblems(say);
  }

  limit(text: string | undefined): PriceE8 | undefined {
    if (text === undefined) this.#problems.add('price', 'required');
    return this.#onTick('price', text);
  }

  none(field: string, text: string | undefined): undefined {
    if (text !== undefined) this.#problems.add(field, 'not_with_market');
  }

  /** What a screen showed: an index, which keeps to no tick. */
  shown(text: string | undefined): PriceE8 | undefined {
    return this.#read('shown_price', text, 1n);
  }

  stops({ take_profit, stop_loss }: StopTexts): Pick<SetStops, 'takeProfit' | 'stopLoss'> {
    const takeProfit = this.#onTick('take_profit', take_profit);
    const stopLoss = this.#onTick('stop_loss', stop_loss);
    return {
      ...(takeProfit !== undefined && { takeProfit }),
      ...(stopLoss !== undefined && { stopLoss }),
    };
  }

  throwIfAny(): void {
    this.#problems.throwIfAny();
  }

  #onTick(field: string, text: string | undefined): PriceE8 | undefined {
    return this.#read(field, text, this.#tickSizeE8);
  }

  #read(field: string, text: string | undefined, step: bigint): PriceE8 | undefined {
    if (text === undefined || text === '') return undefined;
    const price = parseDecimal(text, PRICE_SCALE);
    if (price !== undefined && price % step === 0n && price <= PRICE_MAX) return priceE8(price);
    this.#problems.addGrid(field, text, { step, scale: PRICE_SCALE });
    return undefined;
  }
}
