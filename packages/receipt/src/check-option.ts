/** Purchase and delivery of an option: the strike, the window, its mean, the outcome, and what was paid. */
import {
  type DeliveryDecision,
  type DeliveryFacts,
  deliveryDecision,
  expectedSamples,
  hasQuorum,
  isMarketStale,
  isPriceMoved,
  type OptionShortfall,
  optionFee,
  optionPaid,
  optionPayout,
  QUOTE_AHEAD_MAX_MS,
  REFUND_RULE,
  shortfallOf,
  windowSeconds,
} from '@fairlead/formula';
import { formatDecimal, PRICE_SCALE, type PriceE8, SECOND_MS } from '@fairlead/units';
import { differs, type Finding, findingOf } from './finding.ts';
import {
  amountOf,
  numberOf,
  rateOf,
  readPrice,
  scaleOf,
  textOf,
  Unreadable,
} from './read-fields.ts';
import type { Receipt, ReceiptFields, ReceiptSample } from './receipt.ts';
import { isWholeSecond, promptProblem } from './sample-times.ts';

/** Prices above it are no prices to derivatives: they are exact as numbers up to here. */
const PRICE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** The one sample of a purchase is prompt, its delivery as long after it as agreed. */
export function checkPurchaseTimes({ time, terms, samples, result }: Receipt): Finding {
  const seconds = numberOf(terms, 'seconds');
  refundRuleOf(terms);
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
export function checkDeliveryTimes(receipt: Receipt): Finding {
  const { time, terms } = receipt;
  const deliversAt = numberOf(terms, 'delivers_at');
  const from = deliversAt - numberOf(terms, 'window_seconds') * SECOND_MS;
  const { window, late } = samplesOf(receipt);
  const isInside = (sample: ReceiptSample, index: number): boolean =>
    isWholeSecond(sample.time) &&
    sample.time >= from &&
    sample.time < deliversAt &&
    sample.time > (window[index - 1]?.time ?? 0);
  const outside = window.find((sample, index) => !isInside(sample, index));
  return findingOf([
    windowProblem(terms),
    differs('delivers_at', {
      found: deliversAt,
      expected: numberOf(terms, 'purchased_at') + numberOf(terms, 'seconds') * SECOND_MS,
    }),
    outside && `the sample of ${outside.time} is not one of the window, in its order`,
    late && lateProblem(late, time),
    time < deliversAt - SECOND_MS ? 'settled before its time' : undefined,
  ]);
}

function lateProblem(late: ReceiptSample, time: number): string | undefined {
  if (!isWholeSecond(late.time)) return 'the sample after the window is not of a whole second';
  return late.time - time > QUOTE_AHEAD_MAX_MS
    ? 'the sample after the window is ahead of the receipt'
    : undefined;
}

/** Counts, sum and mean of the window. A mean is shown exactly while it decides. */
export function checkMean(receipt: Receipt): Finding {
  const { result } = receipt;
  const { window } = samplesOf(receipt);
  const { count, sum, marketStale } = factsOf(window);
  const decision = decisionOf(receipt);
  const price = decision.price;
  const isShort = decision.shortfall !== undefined;
  return findingOf([
    differs('expected', {
      found: result['expected'],
      expected: expectedSamples(windowMsOf(receipt)),
    }),
    differs('valid', { found: result['valid'], expected: count }),
    differs('market_stale', {
      found: result['market_stale'],
      expected: isShort && refundRuleOf(receipt.terms) >= 2 ? marketStale : undefined,
    }),
    differs('sum', { found: result['sum'], expected: formatDecimal(sum, PRICE_SCALE) }),
    differs('delivery_price', {
      found: result['delivery_price'],
      expected: price && formatDecimal(price, PRICE_SCALE),
    }),
  ]);
}

/** Rise, fall or even by the exact sum, and what that is to the order; where samples are missing, whose doing it is. */
export function checkOutcome(receipt: Receipt): Finding {
  const { result, terms } = receipt;
  const decision = decisionOf(receipt);
  const isTold = refundRuleOf(terms) >= 2;
  return findingOf([
    differs('outcome', { found: result['outcome'], expected: decision.outcome }),
    differs('result', { found: result['result'], expected: decision.result }),
    differs('shortfall', {
      found: result['shortfall'],
      expected: isTold ? decision.shortfall : undefined,
    }),
    differs('would_be', {
      found: result['would_be'],
      expected: isTold ? decision.wouldBe : undefined,
    }),
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
    const paid = optionPaid(decisionOf(receipt).result, { stake, fee, payout });
    const expected = formatDecimal(paid, scale);
    problems.push(differs('paid', { found: own['paid'], expected }));
  }
  return findingOf(problems);
}

const windowMsOf = ({ terms }: Receipt): number => numberOf(terms, 'window_seconds') * SECOND_MS;

/** The rule of refunds that a purchase or delivery was made under: the first, unless its terms say otherwise. */
export function refundRuleOf(terms: ReceiptFields): number {
  const rule = terms['refund_rule'] ?? 1;
  if (rule !== 1 && rule !== REFUND_RULE) throw new Unreadable(`refund_rule ${rule} is not known`);
  return rule;
}

/** What a delivery with too few samples is counted as. */
export interface ShortDelivery {
  readonly shortfall: OptionShortfall;
  /** Absent where there are no samples that could say. */
  readonly wouldBe?: DeliveryDecision['wouldBe'];
  readonly isPaid: boolean;
}

/** Of a delivery with too few samples whose doing that is, by what it names itself; of any other receipt undefined. */
export function shortDeliveryOf(receipt: Receipt): ShortDelivery | undefined {
  if (receipt.kind !== 'delivery') return undefined;
  const { window, late } = samplesOf(receipt);
  const facts = { ...factsOf(window), latePrice: late && priceOf(late) };
  const windowMs = windowMsOf(receipt);
  if (hasQuorum(facts, windowMs)) return undefined;
  const strike = readPrice(receipt.strike, 'the strike');
  const decision = deliveryDecision(
    { direction: directionOf(receipt.terms), strike, windowMs },
    facts,
  );
  return {
    shortfall: shortfallOf(facts.marketStale, windowMs),
    wouldBe: decision?.wouldBe,
    isPaid: receipt.result['result'] === 'win',
  };
}

interface DeliverySamples {
  readonly window: readonly ReceiptSample[];
  /** The price after the window that stands for it, where the house left none in it. */
  readonly late: ReceiptSample | undefined;
}

/** From rule 2 on one sample after the window may be there, with a price, behind a window without any. */
function samplesOf({ terms, samples }: Receipt): DeliverySamples {
  const last = samples.at(-1);
  const isLate =
    refundRuleOf(terms) >= 2 &&
    last !== undefined &&
    last.time >= numberOf(terms, 'delivers_at') &&
    priceOf(last) !== undefined;
  return isLate
    ? { window: samples.slice(0, -1), late: last }
    : { window: samples, late: undefined };
}

/** A price that derivatives compute with. */
function priceOf({ index_price: text }: ReceiptSample): PriceE8 | undefined {
  if (text === undefined) return undefined;
  const price = readPrice(text, 'index_price');
  return price <= PRICE_MAX ? price : undefined;
}

function factsOf(window: readonly ReceiptSample[]): DeliveryFacts {
  const prices = window.map(priceOf).filter((price) => price !== undefined);
  const theirs = window.filter(
    (sample) =>
      priceOf(sample) === undefined &&
      (sample.index_price !== undefined || isMarketStale(sample.time, sample.dropped)),
  );
  const sum = prices.reduce<bigint>((total, price) => total + price, 0n);
  return { count: prices.length, sum, marketStale: theirs.length };
}

/** What the samples make of the order, by the rule that it names. */
function decisionOf(receipt: Receipt): DeliveryDecision {
  const { terms } = receipt;
  const { window, late } = samplesOf(receipt);
  const facts = factsOf(window);
  const windowMs = windowMsOf(receipt);
  if (refundRuleOf(terms) < 2 && !hasQuorum(facts, windowMs)) return { result: 'refunded' };
  const strike = readPrice(receipt.strike, 'the strike');
  const order = { direction: directionOf(terms), strike, windowMs };
  const decision = deliveryDecision(order, { ...facts, latePrice: late && priceOf(late) });
  if (decision === undefined) throw new Unreadable('settled before there was a price');
  if (late !== undefined && decision.isLate !== true) {
    throw new Unreadable('a sample after the window decides nothing here');
  }
  return decision;
}

function directionOf(terms: ReceiptFields): 'rise' | 'fall' {
  const direction = textOf(terms, 'direction');
  if (direction !== 'rise' && direction !== 'fall') throw new Unreadable('no such direction');
  return direction;
}
