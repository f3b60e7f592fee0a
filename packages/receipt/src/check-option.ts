/** Purchase and delivery of an option: the strike, the window, its mean, the outcome, and what was paid. */
import {
  deliveryOutcome,
  deliveryPrice,
  expectedSamples,
  hasQuorum,
  isPriceMoved,
  type OptionResult,
  optionFee,
  optionPaid,
  optionPayout,
  optionResult,
  type WindowSum,
  windowSeconds,
} from '@fairlead/formula';
import { formatDecimal, type PriceE8 } from '@fairlead/units';
import { differs, type Finding, findingOf } from './finding.ts';
import {
  amountOf,
  numberOf,
  PRICE_SCALE,
  rateOf,
  readPrice,
  scaleOf,
  textOf,
  Unreadable,
} from './read-fields.ts';
import type { Receipt, ReceiptFields, ReceiptSample } from './receipt.ts';
import { isWholeSecond, promptProblem } from './sample-times.ts';

const SECOND_MS = 1_000;
/** Prices above it are no prices to derivatives: they are exact as numbers up to here. */
const PRICE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** The one sample of a purchase is prompt, its delivery as long after it as agreed. */
export function checkPurchaseTimes({ time, terms, samples, result }: Receipt): Finding {
  const seconds = numberOf(terms, 'seconds');
  const purchasedAt = numberOf(result, 'purchased_at');
  return findingOf([
    promptProblem(samples, time),
    differs('purchased_at', { found: purchasedAt, expected: time }),
    differs('delivers_at', {
      found: numberOf(result, 'delivers_at'),
      expected: time + seconds * SECOND_MS,
    }),
    windowProblem(terms),
  ]);
}

/** The strike is the index, and not worse than what was shown. */
export function checkPurchasePrice({ terms, strike, samples }: Receipt): Finding {
  return findingOf([
    differs('the strike', { found: strike, expected: samples[0]?.index_price }),
    shownProblem(terms, readPrice(strike, 'the strike')),
  ]);
}

function shownProblem(terms: ReceiptFields, strike: PriceE8): string | undefined {
  if (terms['shown_price'] === undefined) return undefined;
  const price = readPrice(textOf(terms, 'shown_price'), 'shown_price');
  const worse = directionOf(terms) === 'rise' ? 'higher' : 'lower';
  return isPriceMoved(strike, { price, worse }) ? 'the strike is worse than shown' : undefined;
}

const windowProblem = (terms: ReceiptFields): string | undefined =>
  differs('window_seconds', {
    found: numberOf(terms, 'window_seconds'),
    expected: windowSeconds(numberOf(terms, 'seconds')),
  });

/** The samples are those of the seconds before the delivery, which is as long after the purchase as agreed. */
export function checkDeliveryTimes({ time, terms, samples }: Receipt): Finding {
  const deliversAt = numberOf(terms, 'delivers_at');
  const from = deliversAt - numberOf(terms, 'window_seconds') * SECOND_MS;
  const isInside = (sample: ReceiptSample, index: number): boolean =>
    isWholeSecond(sample.time) &&
    sample.time >= from &&
    sample.time < deliversAt &&
    sample.time > (samples[index - 1]?.time ?? 0);
  const outside = samples.find((sample, index) => !isInside(sample, index));
  return findingOf([
    windowProblem(terms),
    differs('delivers_at', {
      found: deliversAt,
      expected: numberOf(terms, 'purchased_at') + numberOf(terms, 'seconds') * SECOND_MS,
    }),
    outside && `the sample of ${outside.time} is not one of the window, in its order`,
    time < deliversAt - SECOND_MS ? 'settled before its time' : undefined,
  ]);
}

/** Counts, sum and mean of the window. A mean is shown exactly while there are enough samples. */
export function checkMean(receipt: Receipt): Finding {
  const { result } = receipt;
  const window = windowSum(receipt);
  const windowMs = windowMsOf(receipt);
  const mean = hasQuorum(window, windowMs) ? deliveryPrice(window) : undefined;
  return findingOf([
    differs('expected', { found: result['expected'], expected: expectedSamples(windowMs) }),
    differs('valid', { found: result['valid'], expected: window.count }),
    differs('sum', { found: result['sum'], expected: formatDecimal(window.sum, PRICE_SCALE) }),
    differs('delivery_price', {
      found: result['delivery_price'],
      expected: mean && formatDecimal(mean, PRICE_SCALE),
    }),
  ]);
}

/** Rise, fall or even by the exact sum, and what that is to the order; a refund where samples are missing. */
export function checkOutcome(receipt: Receipt): Finding {
  const { terms, result } = receipt;
  const outcome = outcomeOf(receipt);
  return findingOf([
    differs('outcome', { found: result['outcome'], expected: outcome }),
    differs('result', { found: result['result'], expected: resultOf(terms, outcome) }),
  ]);
}

/** Fee, and what came back to the owner. */
export function checkOptionAmounts(receipt: Receipt, own: ReceiptFields): Finding {
  const { kind, terms } = receipt;
  const scale = scaleOf(own, 'stake');
  const stake = amountOf(own, 'stake', scale);
  if (stake <= 0n) throw new Unreadable('nothing was staked');
  const fee = optionFee(stake, rateOf(terms, 'fee_rate'));
  const payout = optionPayout(stake, rateOf(terms, 'payout_ratio'));
  const problems = [differs('fee', { found: own['fee'], expected: formatDecimal(fee, scale) })];
  if (kind === 'delivery') {
    const paid = optionPaid(resultOf(terms, outcomeOf(receipt)), { stake, fee, payout });
    const expected = formatDecimal(paid, scale);
    problems.push(differs('paid', { found: own['paid'], expected }));
  }
  return findingOf(problems);
}

const windowMsOf = ({ terms }: Receipt): number => numberOf(terms, 'window_seconds') * SECOND_MS;

function windowSum({ samples }: Receipt): WindowSum {
  const prices = samples
    .filter(({ index_price: price }) => price !== undefined)
    .map(({ index_price: price }) => readPrice(price, 'index_price'))
    .filter((price) => price <= PRICE_MAX);
  return { count: prices.length, sum: prices.reduce<bigint>((sum, price) => sum + price, 0n) };
}

/** Absent where it is refunded. */
function outcomeOf(receipt: Receipt): ReturnType<typeof deliveryOutcome> | undefined {
  const window = windowSum(receipt);
  if (!hasQuorum(window, windowMsOf(receipt))) return undefined;
  return deliveryOutcome(window, readPrice(receipt.strike, 'the strike'));
}

const resultOf = (
  terms: ReceiptFields,
  outcome: ReturnType<typeof deliveryOutcome> | undefined,
): OptionResult => (outcome === undefined ? 'refunded' : optionResult(directionOf(terms), outcome));

function directionOf(terms: ReceiptFields): 'rise' | 'fall' {
  const direction = textOf(terms, 'direction');
  if (direction !== 'rise' && direction !== 'fall') throw new Unreadable('no such direction');
  return direction;
}
