/**
 * What an order that waits for a price would be once it is changed, from what was typed: exact integers, nothing is fetched. The
 * server has the last word, and the price may be reached meanwhile.
 */
import type { RequestOf, TriggerOrder } from '@fairlead/contract';
import { holdCost, priceFromText, quantityFromText } from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import { formatDecimal, PRICE_SCALE, parseDecimal } from '@fairlead/units';
import type { MarketRules } from '../../../data/markets/market-rules.ts';
import { waitsBelow } from '../triggers/trigger-figures.ts';
import type { ListStatus } from './amend-model.ts';

/** As typed; undefined what it has none of. */
export interface TriggerInput {
  readonly trigger_price?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
}
export type TriggerField = keyof TriggerInput;
const FIELDS = ['trigger_price', 'price', 'quantity'] as const satisfies readonly TriggerField[];

/** What may be changed: of what trails, or waits for a fill, no trigger price. */
export function triggerInputOf({
  trigger,
  trigger_price,
  price,
  quantity,
}: TriggerOrder): TriggerInput {
  const waits = trigger === 'stop' || trigger === 'take_profit';
  return {
    ...(waits && { trigger_price }),
    ...(price !== undefined && { price }),
    ...(quantity !== undefined && { quantity }),
  };
}

/** What stops a change. Each has a sentence. */
export type TriggerProblem =
  | 'list_open'
  | 'trigger_required'
  | 'trigger_step'
  | 'price_reached'
  | 'price_required'
  | 'price_step'
  | 'quantity_required'
  | 'quantity_step'
  | 'smaller'
  | 'below_minimum';

export interface TriggerAmendment {
  readonly problem: { readonly field: TriggerField; readonly code: TriggerProblem } | undefined;
  /** Nothing is different yet. */
  readonly isSame: boolean;
  /** It waits for another price: what came before does not count. */
  readonly waitsAnew: boolean;
  /** What is frozen for it then, in the currency that it is held in; undefined where only the server knows. */
  readonly heldAfter: string | undefined;
}

interface Given {
  readonly rules: MarketRules;
  /** How the list stands that it is of, if it is of one. */
  readonly list?: ListStatus;
  /** The index of now, where it is fresh. */
  readonly index?: string | undefined;
}

const REQUIRED = {
  trigger_price: ['trigger_required', 'trigger_step'],
  price: ['price_required', 'price_step'],
  quantity: ['quantity_required', 'quantity_step'],
} as const;

const quantityOf = ({ quantity = '' }: TriggerInput, rules: MarketRules) =>
  quantityFromText(finishDecimal(quantity) ?? '', rules.lotBaseMinor, rules.baseScale);

const priceOf = (text: string, rules: MarketRules) =>
  priceFromText(finishDecimal(text) ?? '', rules.tickSizeE8);

/** A field in steps of its grid. */
const stepsOf = (field: TriggerField, input: TriggerInput, rules: MarketRules) =>
  field === 'quantity' ? quantityOf(input, rules) : priceOf(input[field] ?? '', rules);

const differs = (order: TriggerOrder, input: TriggerInput, rules: MarketRules) => {
  const before = triggerInputOf(order);
  return FIELDS.filter((field) => stepsOf(field, input, rules) !== stepsOf(field, before, rules));
};

export function triggerAmendment(
  order: TriggerOrder,
  input: TriggerInput,
  given: Given,
): TriggerAmendment {
  const changed = differs(order, input, given.rules);
  const waitsAnew = order.status === 'waiting' && changed.includes('trigger_price');
  return {
    problem: problemOf(order, input, { ...given, waitsAnew }),
    isSame: changed.length === 0,
    waitsAnew,
    heldAfter: heldAfter(order, input, given.rules),
  };
}

function problemOf(
  order: TriggerOrder,
  input: TriggerInput,
  { rules, list, index, waitsAnew }: Given & { readonly waitsAnew: boolean },
): TriggerAmendment['problem'] {
  const fields = FIELDS.filter((field) => input[field] !== undefined);
  // What its list freezes follows from both of its orders.
  if (list === 'open') return { field: fields[0] ?? 'quantity', code: 'list_open' };
  for (const field of fields) {
    const [missing, offGrid] = REQUIRED[field];
    if (!/[1-9]/.test(finishDecimal(input[field] ?? '') ?? '')) return { field, code: missing };
    if (stepsOf(field, input, rules) === undefined) return { field, code: offGrid };
  }
  const quantity = quantityOf(input, rules);
  const most = quantityOf(order, rules);
  if (quantity !== undefined && quantity > (most ?? 0))
    return { field: 'quantity', code: 'smaller' };
  if (waitsAnew && isReached(order, input, { rules, index }))
    return { field: 'trigger_price', code: 'price_reached' };
  return isSmall(order, input, rules) ? { field: 'quantity', code: 'below_minimum' } : undefined;
}

/** By the last trade it is looked at with the next one. */
function isReached(
  order: TriggerOrder,
  { trigger_price }: TriggerInput,
  { index }: Given,
): boolean {
  const now = parseDecimal(index ?? '', PRICE_SCALE);
  const at = parseDecimal(finishDecimal(trigger_price ?? '') ?? '', PRICE_SCALE);
  if (order.trigger_by !== 'index' || now === undefined || at === undefined) return false;
  return waitsBelow(order) ? now <= at : now >= at;
}

/** Worth less than the smallest order at its limit, or at the price that it waits for. */
function isSmall(order: TriggerOrder, input: TriggerInput, rules: MarketRules): boolean {
  const price = priceOf(input.price ?? input.trigger_price ?? order.trigger_price, rules);
  const quantity = quantityOf(input, rules);
  if (price === undefined || quantity === undefined) return false;
  return BigInt(price) * BigInt(quantity) * rules.tickLotQuoteMinor < rules.minNotionalMinor;
}

/** Of a buy at the market the server alone knows. */
function heldAfter(
  { side, status, trigger_price }: TriggerOrder,
  input: TriggerInput,
  rules: MarketRules,
): string | undefined {
  const quantity = quantityOf(input, rules);
  // A sell freezes what it sells, at whatever price.
  const price = priceOf(input.price ?? (side === 'sell' ? trigger_price : ''), rules);
  if (status !== 'waiting' || quantity === undefined || price === undefined) return undefined;
  const { amount } = holdCost({ side, price, remaining: quantity }, rules);
  return formatDecimal(amount, side === 'buy' ? rules.quoteScale : rules.baseScale);
}

/** The call that makes the change: only what is different is said. */
export function triggerAmendRequest(
  order: TriggerOrder,
  input: TriggerInput,
  { problem, isSame }: TriggerAmendment,
  rules: MarketRules,
): RequestOf<'amendTrigger'> | undefined {
  if (problem !== undefined || isSame) return undefined;
  const changed = differs(order, input, rules).map((field) => [
    field,
    finishDecimal(input[field] ?? ''),
  ]);
  return { symbol: order.symbol, trigger_id: order.id, ...Object.fromEntries(changed) };
}
