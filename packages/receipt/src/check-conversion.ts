/**
 * Legs of conversions: filled within the bound that was agreed, at no price beyond it, and by a fee of the rate that is named.
 * That its trades took place at these prices is in the public list of trades, between the two that it names.
 */
import { averagePrice, feeAmount, worseThanPpm } from '@fairlead/formula';
import { amountMinor, formatRate, type PriceE8 } from '@fairlead/units';
import { differs, type Finding, findingOf } from './finding.ts';
import {
  amountOf,
  countOf,
  numberOf,
  rateOf,
  readPrice,
  scaleOf,
  textOf,
  Unreadable,
} from './read-fields.ts';
import type { Receipt, ReceiptFields } from './receipt.ts';
import { freshProblem } from './sample-times.ts';

function sideOf({ terms }: Receipt): 'buy' | 'sell' {
  const side = textOf(terms, 'side');
  if (side !== 'buy' && side !== 'sell') throw new Unreadable('no such side');
  return side;
}

/** The sample that its bands and its spread are measured by. */
export const checkConversionTimes = ({ samples, time }: Receipt): Finding =>
  findingOf([freshProblem(samples, time)]);

/** From the best price to the last one it only gets worse, and never worse than what was agreed. */
export function checkConversionPrice(receipt: Receipt): Finding {
  const { terms, result, samples } = receipt;
  const side = sideOf(receipt);
  const price = (fields: ReceiptFields, name: string): PriceE8 =>
    readPrice(textOf(fields, name), name);
  const worst = price(terms, 'worst_price');
  const [best, last] = [price(result, 'best_price'), price(result, 'last_price')];
  const average = price(result, 'average_price');
  const isInOrder = (better: PriceE8, worse: PriceE8) =>
    side === 'buy' ? better <= worse : better >= worse;
  // The mean is cut at eight decimals: of a sale it may so lie one below its last price.
  const isMean = isInOrder(best, average) || average + 1n === best;
  const spread = worseThanPpm(side, {
    price: average,
    than: readPrice(samples[0]?.index_price, 'the index'),
  });
  return findingOf([
    isInOrder(last, worst) ? undefined : 'it went beyond the worst price that was agreed',
    isInOrder(best, last) ? undefined : 'its last price is better than its best',
    isMean && (isInOrder(average, last) || average + 1n === last)
      ? undefined
      : 'its average is not between its best and its last price',
    differs('index_spread_rate', {
      found: textOf(result, 'index_spread_rate'),
      expected: formatRate(spread),
    }),
  ]);
}

/** Which leg it is, by which trades, and at a fee that is no higher than what was shown. */
export function checkConversionLeg(receipt: Receipt): Finding {
  const { terms, result } = receipt;
  const [leg, legs] = [countOf(terms, 'leg'), countOf(terms, 'legs')];
  // The sale comes first, and is paid for nothing by another leg.
  const isSound = legs === 1 || (legs === 2 && (sideOf(receipt) === 'sell') === (leg === 1));
  const isDearer =
    terms['shown_fee_rate'] !== undefined &&
    rateOf(terms, 'fee_rate') > rateOf(terms, 'shown_fee_rate');
  if (terms['expires_at'] !== undefined) numberOf(terms, 'expires_at');
  return findingOf([
    leg <= legs && isSound ? undefined : 'it is no leg of a conversion',
    countOf(result, 'first_trade') <= countOf(result, 'last_trade')
      ? undefined
      : 'its last trade is before its first',
    isDearer ? 'its fee is higher than what was shown' : undefined,
  ]);
}

/** The average is that of the amounts; the fee is that of the rate, rounded up with each trade; the rest was received. */
export function checkConversionAmounts(receipt: Receipt, own: ReceiptFields): Finding {
  const { terms, result } = receipt;
  const isBuy = sideOf(receipt) === 'buy';
  const [baseScale, quoteScale] = [scaleOf(own, 'quantity'), scaleOf(own, 'amount')];
  const quantity = amountOf(own, 'quantity', baseScale);
  const amount = amountOf(own, 'amount', quoteScale);
  const scale = isBuy ? baseScale : quoteScale;
  const [gross, fee] = [isBuy ? quantity : amount, amountOf(own, 'fee', scale)];
  const received = amountOf(own, 'received', scale);
  if (own['quoted'] !== undefined) amountOf(own, 'quoted', scale);
  const trades = numberOf(result, 'last_trade') - numberOf(result, 'first_trade') + 1;
  const least = feeAmount(gross, rateOf(terms, 'fee_rate'));
  const average = averagePrice({
    ...{ quoteMinor: amount, quoteScale, baseMinor: quantity, baseScale },
  });
  countOf(own, 'order');
  countOf(own, 'conversion');
  return findingOf([
    quantity > 0n && amount > 0n ? undefined : 'nothing was traded',
    differs('the average price', {
      found: readPrice(textOf(result, 'average_price'), 'average_price'),
      expected: average,
    }),
    fee >= least && (least === 0n ? fee === 0n : fee < least + BigInt(trades))
      ? undefined
      : 'the fee is not that of its rate',
    differs('received', { found: received, expected: amountMinor(gross - fee) }),
    (own['conversion'] === own['order']) === (terms['leg'] === 1)
      ? undefined
      : 'a conversion is named by the order of its first leg',
    (own['plan'] === undefined) === (own['due'] === undefined)
      ? undefined
      : 'a purchase of a plan has its due',
  ]);
}
