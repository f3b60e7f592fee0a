/**
 * Orders that waited for a price: that the index or the trade had reached it, and that it says what came of it. That the trade
 * it names took place at that price is in the public list of trades, not in the receipt.
 */
import {
  divCeil,
  divFloor,
  PPM_ONE,
  PRICE_SCALE,
  type PriceE8,
  parseDecimal,
} from '@fairlead/units';
import { type Finding, findingOf } from './finding.ts';
import { countOf, numberOf, rateOf, readPrice, textOf, Unreadable } from './read-fields.ts';
import type { Receipt, ReceiptFields } from './receipt.ts';
import { FRESH_MS, freshProblem } from './sample-times.ts';

const among = <Word extends string>(
  fields: ReceiptFields,
  name: string,
  words: readonly Word[],
): Word => {
  const text = textOf(fields, name);
  const word = words.find((each) => each === text);
  if (word === undefined) throw new Unreadable(`no such ${name}`);
  return word;
};

const isByIndex = ({ terms }: Receipt): boolean =>
  among(terms, 'trigger_by', ['index', 'last'] as const) === 'index';

/** By the index one fresh sample sets it off; by the last trade none does, and the trade is as fresh. */
export function checkTriggeredTimes(receipt: Receipt): Finding {
  const { samples, time, result } = receipt;
  if (isByIndex(receipt)) {
    return findingOf([
      freshProblem(samples, time),
      result['trade'] === undefined ? undefined : 'it waited for the index, and names a trade',
    ]);
  }
  return findingOf([
    samples.length === 0 ? undefined : 'it waited for trades, and names a sample',
    // What one command had to leave fires after it, as soon as a sample would have to. A later trade is none of another moment:
    // the time at the index stands still no longer than a clock that had run ahead, and trades keep theirs.
    numberOf(result, 'trade_time') >= time - FRESH_MS
      ? undefined
      : 'the trade is of another moment',
  ]);
}

/** A stop is met against its side, a take-profit with it. */
export function checkTriggered(receipt: Receipt): Finding {
  const { terms } = receipt;
  const trigger = readPrice(textOf(terms, 'trigger_price'), 'trigger_price');
  const isSell = among(terms, 'side', ['buy', 'sell'] as const) === 'sell';
  const kind = among(terms, 'trigger', ['stop', 'take_profit', 'trailing_stop'] as const);
  const isStop = kind !== 'take_profit';
  const price = reachingPrice(receipt);
  const isReached = isSell === isStop ? price <= trigger : price >= trigger;
  const what = isByIndex(receipt) ? 'the index' : 'the trade';
  return findingOf([
    isReached ? undefined : `${what} had not reached the trigger`,
    ...(kind === 'trailing_stop' ? trailProblems(receipt, { trigger, isSell }) : []),
  ]);
}

/**
 * A trailing stop stands the distance from the best price, on the whole tick that is no nearer; the best is none from before its
 * activation or from after what set it off. That it was the best, the stored samples and trades show.
 */
function trailProblems(
  { terms, result, time }: Receipt,
  { trigger, isSell }: { readonly trigger: PriceE8; readonly isSell: boolean },
): readonly (string | undefined)[] {
  const best = readPrice(textOf(result, 'best_price'), 'best_price');
  const tick = readPrice(textOf(terms, 'tick_size'), 'tick_size');
  const rate = rateOf(terms, 'trail_rate');
  const step = tick * PPM_ONE;
  const exact = best * (isSell ? PPM_ONE - rate : PPM_ONE + rate);
  const trailed = isSell ? divFloor(exact, step) * tick : divCeil(exact, step) * tick;
  const activation = terms['activation_price'];
  const from = activation === undefined ? best : readPrice(textOf(terms, 'activation_price'), 'it');
  const isBegun = isSell ? best >= from : best <= from;
  return [
    trailed === trigger ? undefined : 'the trigger is not the distance from the best price',
    isBegun ? undefined : 'the best price is none from its activation on',
    numberOf(result, 'best_time') <= time + FRESH_MS ? undefined : 'the best price came later',
  ];
}

function reachingPrice(receipt: Receipt): PriceE8 {
  if (isByIndex(receipt)) return readPrice(receipt.samples[0]?.index_price, 'the index');
  countOf(receipt.result, 'trade');
  return readPrice(textOf(receipt.result, 'trade_price'), 'trade_price');
}

/** It became an order, or says why not; a limit order names its price. */
export function checkTriggeredOrder({ terms, result }: Receipt): Finding {
  const isPlaced = among(result, 'state', ['placed', 'refused'] as const) === 'placed';
  const isLimit = among(terms, 'type', ['limit', 'market'] as const) === 'limit';
  const reason = result['reason'];
  const hasLimit = terms['limit_price'] !== undefined;
  if (hasLimit) readPrice(textOf(terms, 'limit_price'), 'limit_price');
  return findingOf([
    isLimit === hasLimit ? undefined : 'limit_price is of limit orders, and of all of them',
    isPlaced === (reason === undefined) ? undefined : 'a refusal has a reason, and nothing else',
  ]);
}

/** What was placed has an order; it was asked for by quantity or by amount. */
export function checkTriggeredAmounts({ result }: Receipt, own: ReceiptFields): Finding {
  const { order, quantity, amount } = own;
  return findingOf([
    (order !== undefined) === (result['state'] === 'placed')
      ? undefined
      : 'what was placed has an order, and nothing else',
    (quantity === undefined) !== (amount === undefined)
      ? undefined
      : 'it has a quantity or an amount',
    isAmount(quantity ?? amount) ? undefined : 'its size is no amount',
  ]);
}

const isAmount = (value: string | number | undefined): boolean =>
  typeof value === 'string' && (parseDecimal(value, 2 * PRICE_SCALE + 2) ?? 0n) > 0n;
