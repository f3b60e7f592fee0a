/**
 * What of a request to change a position is read before the engine is asked: text to prices on the position's step and
 * amounts of its currency. Whether it may be is checked by the engine, where requests come one after another.
 */
import { type ParsedOf, ProblemError } from '@fairlead/contract';
import type {
  AddMargin,
  AmendPosition,
  PositionRow,
  ReversePosition,
  SetLevel,
} from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import type { Reconciler } from '../core/checks/reconciler.ts';
import { Decimals } from '../core/http/fields/decimals.ts';
import type { Say } from '../core/texts/texts.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import { Prices, readShownTerms } from './desk.ts';

export interface ChangeNeeds {
  readonly terms: Terms;
  readonly marketData: MarketData;
  readonly reconciler: Reconciler;
}

interface Asked<Name extends 'addMargin' | 'reversePosition' | 'amendPosition' | 'setStopLevel'> {
  readonly row: PositionRow;
  readonly input: ParsedOf<Name>;
  readonly say: Say;
}

/** In the position's currency. */
export function prepareMargin(
  { terms }: Pick<ChangeNeeds, 'terms'>,
  { row, input, say }: Asked<'addMargin'>,
): AddMargin {
  const decimals = new Decimals(say);
  const { scale } = terms.knownCurrency(row.currencyId);
  const amount = amountMinor(decimals.read('amount', input.amount, scale));
  decimals.check();
  return { kind: 'add_margin', owner: row.owner, positionId: row.positionId, amount };
}

/** What it opens keeps to the market's step of now. Nothing opens on books that do not add up. */
export function prepareReversal(
  { terms, marketData, reconciler }: ChangeNeeds,
  { row, input, say }: Asked<'reversePosition'>,
): ReversePosition {
  if (!reconciler.isSound) throw new ProblemError('unavailable');
  const sold = marketData.derivatives.futures(row.marketId);
  const prices = new Prices(sold ?? row, say);
  const shownPrice = prices.shown(input.shown_price);
  const stops = prices.stops(input);
  prices.throwIfAny();
  return {
    kind: 'reverse_position',
    owner: row.owner,
    positionId: row.positionId,
    ...(input.multiple !== undefined && { multiple: input.multiple }),
    ...(shownPrice !== undefined && { shownPrice }),
    ...stops,
    ...(input.client_order_id !== undefined && { clientOrderId: input.client_order_id }),
    shownTerms: readShownTerms(input, terms.knownMarket(row.marketId), say),
  };
}

/** Prices keep to the step that was agreed. */
export function prepareAmendment(
  { reconciler }: Pick<ChangeNeeds, 'reconciler'>,
  { row, input, say }: Asked<'amendPosition'>,
): AmendPosition {
  if (!reconciler.isSound) throw new ProblemError('unavailable');
  const prices = new Prices(row, say);
  const price = prices.onStep('price', input.price);
  const gain = amended(prices, 'take_profit', input.take_profit);
  const loss = amended(prices, 'stop_loss', input.stop_loss);
  prices.throwIfAny();
  return {
    kind: 'amend_position',
    owner: row.owner,
    positionId: row.positionId,
    ...(price !== undefined && { price }),
    ...(input.lots !== undefined && { lots: input.lots }),
    ...(gain !== undefined && { takeProfit: gain }),
    ...(loss !== undefined && { stopLoss: loss }),
  };
}

const amended = (prices: Prices, field: string, text: string | undefined) =>
  text === 'none' ? text : prices.onStep(field, text);

export function prepareLevel({ row, input, say }: Asked<'setStopLevel'>): SetLevel {
  const prices = new Prices(row, say);
  const price = prices.onStep('price', input.price);
  prices.throwIfAny();
  if (price === undefined) throw new ProblemError('stops_invalid');
  return {
    kind: 'set_level',
    owner: row.owner,
    positionId: row.positionId,
    ...(input.level_id !== undefined && { levelId: input.level_id }),
    stop: input.stop,
    price,
    lots: input.lots,
  };
}
