/** Opening and end of a position: the price by the rule of its kind, what set it off, margin, fees and result. */
import {
  askPrice,
  bidPrice,
  closeOutcome,
  type FuturesSide,
  type HeldAmounts,
  type HeldPosition,
  isPriceMoved,
  liquidationThreshold,
  netPnl,
  notionalShare,
  type PositionResult,
  type PositionSize,
  partAmounts,
  positionMargin,
  profitCapThreshold,
  quoteScale,
  roundedAsk,
  roundedBid,
  sizeOfLots,
} from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  formatDecimal,
  maximum,
  minimum,
  PRICE_SCALE,
  type PriceE8,
  ratePpm,
} from '@fairlead/units';
import { differs, type Finding, findingOf } from './finding.ts';
import {
  amountOf,
  countOf,
  rateOf,
  readPrice,
  scaleOf,
  textOf,
  Unreadable,
} from './read-fields.ts';
import type { Receipt, ReceiptFields } from './receipt.ts';
import { freshProblem, promptProblem } from './sample-times.ts';

const isMarket = ({ terms }: Receipt): boolean => {
  const type = textOf(terms, 'type');
  if (type !== 'market' && type !== 'limit') throw new Unreadable('no such type');
  return type === 'market';
};

/** A market opening needs a prompt sample; a limit opens at the sample that reaches it. */
export function checkOpenTimes(receipt: Receipt): Finding {
  const problem = isMarket(receipt) ? promptProblem : freshProblem;
  return findingOf([problem(receipt.samples, receipt.time)]);
}

export function checkCloseTimes({ samples, time }: Receipt): Finding {
  return findingOf([freshProblem(samples, time)]);
}

/** Adding margin is at no price. */
export const checkMarginTimes = ({ samples }: Receipt): Finding =>
  findingOf([samples.length === 0 ? undefined : 'margin is added by no sample']);

/** The index and half the spread on the step; a limit is met by the index and gets its price or better. */
export function checkOpenPrice(receipt: Receipt): Finding {
  const { terms, result } = receipt;
  const index = indexOf(receipt);
  const side = sideOf(terms);
  const offered = offeredPrice(terms, index);
  if (isMarket(receipt)) {
    return findingOf([
      priceProblem(result, 'open_price', offered),
      shownProblem(terms, offered),
      reversalProblem(receipt),
    ]);
  }
  const limit = readPrice(textOf(terms, 'limit_price'), 'limit_price');
  const [isMet, price] =
    side === 'long'
      ? [index <= limit, minimum(limit, offered)]
      : [index >= limit, maximum(limit, offered)];
  return findingOf([
    isMet ? undefined : 'the index had not reached the limit',
    priceProblem(result, 'open_price', price),
  ]);
}

/** A tick is at most 0.05 % of the price: what futures rounded on before they had a step of their own. */
const TICKS_PER_PRICE_MIN = 2_000n;

/**
 * What the terms offer at an index. A step that is more than a tenth of half the spread counts for nothing, whatever the
 * receipt says of it. Receipts of before name the order book's tick instead, on which openings rounded then; it is taken
 * at its word only while it is no coarser than a tick may be.
 */
function offeredPrice(terms: ReceiptFields, index: PriceE8): PriceE8 {
  const isLong = sideOf(terms) === 'long';
  const halfSpreadPpm = rateOf(terms, 'half_spread');
  if (!isOfOldRule(terms)) {
    const priceStepE8 = readPrice(textOf(terms, 'price_step'), 'price_step');
    return (isLong ? askPrice : bidPrice)(index, { halfSpreadPpm, priceStepE8 });
  }
  if (terms['price_step'] !== undefined) throw new Unreadable('it names a step and a tick');
  const priceStepE8 = readPrice(textOf(terms, 'tick_size'), 'tick_size');
  if (priceStepE8 * TICKS_PER_PRICE_MIN > index) {
    throw new Unreadable('tick_size is more than 0.05 % of the index');
  }
  return (isLong ? roundedAsk : roundedBid)(index, { halfSpreadPpm, priceStepE8 });
}

/** Whether an opening says that it rounded on the order book's tick, as none does any more. */
export const isOfOldRule = (terms: ReceiptFields): boolean => terms['tick_size'] !== undefined;

/** What a reversal closes it closes right before. */
const reversalProblem = ({ id, terms }: Receipt): string | undefined =>
  terms['reverses_receipt'] === undefined
    ? undefined
    : differs('reverses_receipt', { found: terms['reverses_receipt'], expected: id - 1 });

function shownProblem(terms: ReceiptFields, actual: PriceE8): string | undefined {
  if (terms['shown_price'] === undefined) return undefined;
  const price = readPrice(textOf(terms, 'shown_price'), 'shown_price');
  const worse = sideOf(terms) === 'long' ? 'higher' : 'lower';
  return isPriceMoved(actual, { price, worse }) ? 'the price is worse than shown' : undefined;
}

/** Every close is at the index that caused it, without spread. */
export function checkClosePrice(receipt: Receipt): Finding {
  return findingOf([priceProblem(receipt.result, 'close_price', indexOf(receipt))]);
}

/** The index had reached what set the close off. */
export function checkTrigger(receipt: Receipt): Finding {
  const { kind, terms } = receipt;
  const index = indexOf(receipt);
  const trigger = readPrice(textOf(terms, 'trigger_price'), 'trigger_price');
  const isLoss = kind === 'stop_loss' || kind === 'liquidation';
  const isBelow = (sideOf(terms) === 'long') === isLoss;
  const isReached = isBelow ? index <= trigger : index >= trigger;
  return findingOf([isReached ? undefined : `the index had not reached the trigger`]);
}

/** Margin, maintenance and the opening fee. */
export function checkOpenAmounts({ terms, result }: Receipt, own: ReceiptFields): Finding {
  const openPrice = readPrice(textOf(result, 'open_price'), 'open_price');
  const scale = scaleOf(own, 'margin');
  const size = sizeOf(own, scale);
  const openFee = notionalShare(size, openPrice, rateOf(terms, 'open_fee_rate'));
  return findingOf([
    ...agreedProblems({ terms, own, openPrice }),
    amountProblem(own, 'open_fee', { amount: openFee, scale }),
    shareProblem(own, { fee: openFee, scale }),
  ]);
}

/** What the insurance fund gets of a fee is not more than the fee. */
function shareProblem(
  own: ReceiptFields,
  { fee, scale }: { readonly fee: AmountMinor; readonly scale: number },
): string | undefined {
  const share = amountOf(own, 'insurance_share', scale);
  return share < 0n || share > fee ? 'insurance_share is not a part of open_fee' : undefined;
}

/** Margin and maintenance of the opening, the result of the price, the fee, and the exact trigger of its kind. */
export function checkCloseAmounts(receipt: Receipt, own: ReceiptFields): Finding {
  const { terms, strike } = receipt;
  const openPrice = readPrice(strike, 'the strike');
  const scale = scaleOf(own, 'margin');
  const position = heldPosition({ terms, own, openPrice });
  const { realisedPnl, closeFee, deficit } = closeOutcome(position, indexOf(receipt));
  const insurancePaid = amountOf(own, 'insurance_paid', scale);
  return findingOf([
    ...(isPart(receipt)
      ? partProblems({ terms, own, openPrice })
      : agreedProblems({ terms, own, openPrice })),
    amountProblem(own, 'realised_pnl', { amount: realisedPnl, scale }),
    amountProblem(own, 'close_fee', { amount: closeFee, scale }),
    netProblem(own, { realisedPnl, closeFee, scale }),
    insurancePaid < 0n || insurancePaid > deficit
      ? 'insurance_paid is not a part of the loss beyond the margin'
      : undefined,
    thresholdProblem(receipt, position),
  ]);
}

/** What is held with what was added, and that no more is frozen than both. */
export function checkMarginAmounts({ terms, strike }: Receipt, own: ReceiptFields): Finding {
  const openPrice = readPrice(strike, 'the strike');
  const scale = scaleOf(own, 'margin');
  const added = amountOf(own, 'added', scale);
  const margin = amountMinor(amountOf(own, 'margin_before', scale) + added);
  return findingOf([
    added > 0n ? undefined : 'nothing was added',
    amountProblem(own, 'margin', { amount: margin, scale }),
    ...agreedProblems({ terms, own, openPrice }),
  ]);
}

/** Whether a close was of some lots only. */
export const isPart = ({ terms }: Receipt): boolean => terms['closes'] === 'part';

/** The part is the whole less the rest, and the rest what its own lots come to. */
function partProblems({ terms, own, openPrice }: Opened): readonly (string | undefined)[] {
  const scale = scaleOf(own, 'margin');
  const lots = countOf(own, 'lots');
  const before = countOf(own, 'lots_before');
  if (lots >= before) throw new Unreadable('a part is less than the whole');
  const size = sizeOf({ ...own, lots: before }, scale);
  const agreed = {
    lotBaseMinor: amountOf(own, 'lot_size', scaleOf(own, 'lot_size')),
    scale: size.scale,
    openPrice,
    multiple: countOf(terms, 'multiple'),
    maintenanceRatePpm: rateOf(terms, 'maintenance_rate'),
    // The fee's rate is in the receipt of the opening; of what was paid the rest's must only be a share.
    openFeePpm: ratePpm(0n),
  };
  const marginAdded = amountOf(own, 'margin_added_before', scale);
  const whole: HeldAmounts = {
    lots: before,
    margin: amountMinor(positionMargin(size, openPrice, agreed.multiple) + marginAdded),
    marginAdded,
    maintenance: notionalShare(size, openPrice, agreed.maintenanceRatePpm),
    openFee: amountMinor(0n),
  };
  const { part, rest } = partAmounts(agreed, whole, lots);
  const fees = ['open_fee', 'rest_open_fee', 'open_fee_before'].map((name) =>
    amountOf(own, name, scale),
  );
  const [fee = 0n, restFee = 0n, feeBefore = 0n] = fees;
  return [
    amountProblem(own, 'margin_before', { amount: whole.margin, scale }),
    amountProblem(own, 'margin', { amount: part.margin, scale }),
    amountProblem(own, 'maintenance', { amount: part.maintenance, scale }),
    addedProblem(own, { amount: part.marginAdded, scale }),
    differs('rest_lots', { found: own['rest_lots'], expected: rest.lots }),
    amountProblem(own, 'rest_margin', { amount: rest.margin, scale }),
    amountProblem(own, 'rest_margin_added', { amount: rest.marginAdded, scale }),
    fee >= 0n && restFee >= 0n && fee + restFee === feeBefore
      ? undefined
      : 'the opening fees of part and rest are not that of the whole',
  ];
}

/** Added margin is said where there is any. */
function addedProblem(
  own: ReceiptFields,
  { amount, scale }: { readonly amount: AmountMinor; readonly scale: number },
): string | undefined {
  return differs('margin_added', {
    found: own['margin_added'] ?? formatDecimal(0n, scale),
    expected: formatDecimal(amount, scale),
  });
}

/** What was added to the margin of what a receipt is of. */
export function addedOf(own: ReceiptFields, scale: number): AmountMinor {
  return own['margin_added'] === undefined ? amountMinor(0n) : amountOf(own, 'margin_added', scale);
}

/** The result after all fees; receipts of before do not say it. */
function netProblem(
  own: ReceiptFields,
  closed: Pick<PositionResult, 'realisedPnl' | 'closeFee'> & { readonly scale: number },
): string | undefined {
  const { scale } = closed;
  if (own['net_pnl'] === undefined) return undefined;
  const amount = netPnl({ ...closed, openFee: amountOf(own, 'open_fee', scale) });
  return amountProblem(own, 'net_pnl', { amount, scale });
}

/** Of a liquidation and a cap: that the trigger is the price from which on the rule holds. */
function thresholdProblem({ kind, terms }: Receipt, position: HeldPosition): string | undefined {
  if (kind !== 'liquidation' && kind !== 'profit_cap') return undefined;
  const threshold = kind === 'liquidation' ? liquidationThreshold : profitCapThreshold;
  return differs('trigger_price', {
    found: terms['trigger_price'],
    expected: formatDecimal(threshold(position), PRICE_SCALE),
  });
}

interface Opened {
  readonly terms: ReceiptFields;
  readonly own: ReceiptFields;
  readonly openPrice: PriceE8;
}

function agreedProblems({ terms, own, openPrice }: Opened): readonly (string | undefined)[] {
  const scale = scaleOf(own, 'margin');
  const size = sizeOf(own, scale);
  const base = positionMargin(size, openPrice, countOf(terms, 'multiple'));
  const margin = amountMinor(base + addedOf(own, scale));
  const maintenance = notionalShare(size, openPrice, rateOf(terms, 'maintenance_rate'));
  return [
    amountProblem(own, 'margin', { amount: margin, scale }),
    amountProblem(own, 'maintenance', { amount: maintenance, scale }),
  ];
}

function heldPosition({ terms, own, openPrice }: Opened): HeldPosition {
  const scale = scaleOf(own, 'margin');
  return {
    ...sizeOf(own, scale),
    side: sideOf(terms),
    openPrice,
    margin: amountOf(own, 'margin', scale),
    marginAdded: addedOf(own, scale),
    maintenance: amountOf(own, 'maintenance', scale),
    profitCapMultiple: countOf(terms, 'profit_cap'),
    closeFeePpm: rateOf(terms, 'close_fee_rate'),
  };
}

/** A lot's size has all decimals of the base currency, an amount all of the quote currency. */
function sizeOf(own: ReceiptFields, quote: number): PositionSize {
  const base = scaleOf(own, 'lot_size');
  const lotBaseMinor = amountOf(own, 'lot_size', base);
  const baseMinor = sizeOfLots(countOf(own, 'lots'), lotBaseMinor);
  if (baseMinor <= 0n) throw new Unreadable('the position has no size');
  return { baseMinor, scale: quoteScale({ base, quote }) };
}

const indexOf = ({ samples }: Receipt): PriceE8 =>
  readPrice(samples[0]?.index_price, 'index_price');

function sideOf(terms: ReceiptFields): FuturesSide {
  const side = textOf(terms, 'side');
  if (side !== 'long' && side !== 'short') throw new Unreadable('no such side');
  return side;
}

const priceProblem = (result: ReceiptFields, name: string, price: PriceE8): string | undefined =>
  differs(name, { found: result[name], expected: formatDecimal(price, PRICE_SCALE) });

const amountProblem = (
  own: ReceiptFields,
  name: string,
  { amount, scale }: { readonly amount: AmountMinor; readonly scale: number },
): string | undefined =>
  differs(name, { found: own[name], expected: formatDecimal(amount, scale) });
