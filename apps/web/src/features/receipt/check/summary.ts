/** The sum of a receipt: what was agreed and what came of it. Amounts only where the owner's part is there. */
import type { Receipt } from '@fairlead/contract';
import { compare, difference, isPositive, sumOf } from './exact.ts';
import type { Texts } from './fields.ts';
import { baseOf, numberOf, quoteOf, type Side, sampleOf, sideOf, textOf } from './fields.ts';
import { plain } from './rule.ts';

/** How a value is written. `difference` and `signed` carry a sign, `plus` and `minus` are given one. */
export type Show =
  | 'price'
  | 'difference'
  | 'amount'
  | 'signed'
  | 'plus'
  | 'minus'
  | 'share'
  | 'seconds'
  | 'multiple'
  | 'lots'
  | 'time';

export interface SumLine {
  readonly label: Exclude<keyof Texts['line'], 'seconds'>;
  readonly show: Show;
  readonly value: string | number | undefined;
  /** In the label. */
  readonly timeMs?: number | undefined;
  readonly rate?: string | undefined;
  readonly unit?: string;
}

export interface Sum {
  readonly side: Side | undefined;
  readonly multiple: number | undefined;
  readonly said: keyof Texts['said'];
  /** The one large number: an amount to the owner, a price to everybody else. */
  readonly figure: {
    readonly value: string | undefined;
    readonly show: 'amount' | 'signed' | 'price';
    readonly caption?: keyof Texts['figure'];
    readonly unit: string;
  };
  /** What the index did. */
  readonly left: readonly SumLine[];
  /** What it meant: amounts to the owner, rates to everybody else. */
  readonly right: readonly SumLine[];
  readonly isOwn: boolean;
}

export function summarize(receipt: Receipt): Sum {
  switch (receipt.kind) {
    case 'purchase':
      return purchase(receipt);
    case 'delivery':
      return delivery(receipt);
    case 'open':
      return opening(receipt);
    case 'margin':
      return marginAdded(receipt);
    case 'trigger':
      return triggered(receipt);
    case 'conversion':
      return converted(receipt);
    default:
      return closing(receipt);
  }
}

const line = (
  label: SumLine['label'],
  show: Show,
  value: SumLine['value'],
  rest: Pick<SumLine, 'timeMs' | 'rate' | 'unit'> = {},
): SumLine => ({ label, show, value, ...rest });

/** Lines whose value is known. */
const known = (...lines: readonly SumLine[]): readonly SumLine[] =>
  lines.filter(({ value }) => value !== undefined);

const currencyOf = (receipt: Receipt): string =>
  textOf(receipt.own, 'currency') ?? quoteOf(receipt);

/** An order that waited for a price on spot. */
function triggered(receipt: Receipt): Sum {
  const { terms, own, result } = receipt;
  const sample = sampleOf(receipt);
  return {
    side: sideOf(receipt),
    multiple: undefined,
    said: 'trigger',
    figure: { value: textOf(terms, 'trigger_price'), show: 'price', unit: quoteOf(receipt) },
    left: known(
      line('index', 'price', sample?.index_price, { timeMs: sample?.time }),
      // Where it waited for the market's own trades.
      line('trade', 'price', textOf(result, 'trade_price'), {
        timeMs: numberOf(result, 'trade_time'),
      }),
      line('limit', 'price', textOf(terms, 'limit_price')),
    ),
    // Of a trailing stop.
    right: known(
      line('best', 'price', textOf(result, 'best_price'), {
        timeMs: numberOf(result, 'best_time'),
      }),
      line('trail', 'share', textOf(terms, 'trail_rate')),
      line('activation', 'price', textOf(terms, 'activation_price')),
    ),
    isOwn: own !== undefined,
  };
}

/** A leg of a conversion: what was agreed and met, and what it came to. */
function converted(receipt: Receipt): Sum {
  const { terms, own, result } = receipt;
  const sample = sampleOf(receipt);
  const isBuy = sideOf(receipt) === 'buy';
  const [given, came] = isBuy ? ['amount', 'quantity'] : ['quantity', 'amount'];
  const average = line('average', 'price', textOf(result, 'average_price'));
  return {
    side: sideOf(receipt),
    multiple: undefined,
    said: 'conversion',
    figure: own
      ? {
          value: textOf(own, 'received'),
          show: 'amount',
          caption: 'received',
          unit: isBuy ? baseOf(receipt) : quoteOf(receipt),
        }
      : { value: average.value as string | undefined, show: 'price', unit: quoteOf(receipt) },
    left: known(
      average,
      line('index', 'price', sample?.index_price, { timeMs: sample?.time }),
      line('worst', 'price', textOf(terms, 'worst_price')),
      line('toIndex', 'share', textOf(result, 'index_spread_rate')),
    ),
    right: own
      ? known(
          line('given', 'amount', textOf(own, given ?? '')),
          line('before', 'plus', textOf(own, came ?? '')),
          line('fee', 'minus', textOf(own, 'fee')),
          line('quoted', 'amount', textOf(own, 'quoted')),
        )
      : [feeRate(receipt)],
    isOwn: own !== undefined,
  };
}

function purchase(receipt: Receipt): Sum {
  const { terms, own, strike, result } = receipt;
  const payout = textOf(terms, 'payout_ratio');
  const time = line('duration', 'seconds', numberOf(terms, 'seconds'));
  return {
    side: sideOf(receipt),
    multiple: undefined,
    said: 'purchase',
    figure: own
      ? { value: textOf(own, 'stake'), show: 'amount', caption: 'stake', unit: currencyOf(receipt) }
      : { value: strike, show: 'price', unit: quoteOf(receipt) },
    left: known(
      line('strike', 'price', strike, { timeMs: sampleOf(receipt)?.time }),
      line('shown', 'price', textOf(terms, 'shown_price')),
      line('delivers', 'time', numberOf(result, 'delivers_at')),
    ),
    right: own
      ? [
          line('stake', 'amount', textOf(own, 'stake')),
          line('fee', 'minus', textOf(own, 'fee')),
          line('payoutRate', 'share', payout),
        ]
      : [time, line('payoutRate', 'share', payout), feeRate(receipt)],
    isOwn: own !== undefined,
  };
}

const feeRate = ({ terms }: Receipt): SumLine =>
  line('feeRate', 'share', textOf(terms, 'fee_rate'));

const RESULTS = new Set<string>(['win', 'lose', 'flat', 'refunded']);

function delivery(receipt: Receipt): Sum {
  const { terms, own, strike, result } = receipt;
  const came = textOf(result, 'result') ?? '';
  const price = textOf(result, 'delivery_price');
  const payout = textOf(terms, 'payout_ratio');
  return {
    side: sideOf(receipt),
    multiple: undefined,
    said: RESULTS.has(came) ? (came as 'win') : 'refunded',
    figure: own
      ? { value: textOf(own, 'paid'), show: 'amount', caption: 'paid', unit: currencyOf(receipt) }
      : { value: price, show: 'price', unit: quoteOf(receipt) },
    left: [
      line('strike', 'price', strike, { timeMs: numberOf(terms, 'purchased_at') }),
      line('delivery', 'price', price, { timeMs: numberOf(terms, 'delivers_at') }),
      line('difference', 'difference', difference(price, strike)),
    ],
    right: own
      ? [
          line('stake', 'amount', textOf(own, 'stake')),
          line('payout', 'plus', won(receipt), { rate: payout }),
          line('fee', came === 'refunded' ? 'amount' : 'minus', feePaid(receipt)),
        ]
      : [
          line('duration', 'seconds', numberOf(terms, 'seconds')),
          line('payoutRate', 'share', payout),
          feeRate(receipt),
        ],
    isOwn: own !== undefined,
  };
}

/** What was paid beside the stake. */
function won({ own, result }: Receipt): string | undefined {
  if (textOf(result, 'result') !== 'win') return '0.00';
  return difference(textOf(own, 'paid'), textOf(own, 'stake'));
}

/** A refund gives the fee back. */
const feePaid = ({ own, result }: Receipt): string | undefined =>
  textOf(result, 'result') === 'refunded' ? '0.00' : textOf(own, 'fee');

function opening(receipt: Receipt): Sum {
  const { terms, own, result } = receipt;
  const price = textOf(result, 'open_price');
  const sample = sampleOf(receipt);
  const limit = textOf(terms, 'limit_price');
  return {
    side: sideOf(receipt),
    multiple: numberOf(terms, 'multiple'),
    said: 'open',
    figure: own
      ? {
          value: textOf(own, 'margin'),
          show: 'amount',
          caption: 'margin',
          unit: currencyOf(receipt),
        }
      : { value: price, show: 'price', unit: quoteOf(receipt) },
    left: known(
      line('index', 'price', sample?.index_price, { timeMs: sample?.time }),
      line('openPrice', 'price', price),
      limit === undefined
        ? line('shown', 'price', textOf(terms, 'shown_price'))
        : line('limit', 'price', limit),
    ),
    right: own
      ? [
          line('lots', 'lots', numberOf(own, 'lots'), { unit: lotUnit(receipt) }),
          line('margin', 'amount', textOf(own, 'margin')),
          line('openFee', 'minus', textOf(own, 'open_fee')),
        ]
      : [
          line('spread', 'share', textOf(terms, 'half_spread')),
          line('maintenance', 'share', textOf(terms, 'maintenance_rate')),
          line('openFee', 'share', textOf(terms, 'open_fee_rate')),
        ],
    isOwn: own !== undefined,
  };
}

/** Margin that was added: at no price. */
function marginAdded(receipt: Receipt): Sum {
  const { terms, own, strike } = receipt;
  return {
    side: sideOf(receipt),
    multiple: numberOf(terms, 'multiple'),
    said: 'margin',
    figure: own
      ? {
          value: textOf(own, 'margin'),
          show: 'amount',
          caption: 'margin',
          unit: currencyOf(receipt),
        }
      : { value: strike, show: 'price', unit: quoteOf(receipt) },
    left: known(line('openPrice', 'price', strike)),
    right: own
      ? [
          line('lots', 'lots', numberOf(own, 'lots'), { unit: lotUnit(receipt) }),
          line('added', 'plus', textOf(own, 'added')),
          line('margin', 'amount', textOf(own, 'margin')),
        ]
      : [line('maintenance', 'share', textOf(terms, 'maintenance_rate'))],
    isOwn: own !== undefined,
  };
}

/** "× 0.01 BTC": what a lot is. */
function lotUnit(receipt: Receipt): string {
  const size = textOf(receipt.own, 'lot_size');
  return size === undefined ? '' : `× ${plain(size)}\u00a0${baseOf(receipt)}`;
}

function closing(receipt: Receipt): Sum {
  const { terms, own, strike, result, kind } = receipt;
  const price = textOf(result, 'close_price');
  // Receipts of before do not say what was left after all fees.
  const net = textOf(own, 'net_pnl');
  const gross = textOf(own, 'realised_pnl');
  const insurance = textOf(own, 'insurance_paid');
  return {
    side: sideOf(receipt),
    multiple: numberOf(terms, 'multiple'),
    said: kind as keyof Texts['said'],
    figure: own
      ? {
          value: net ?? gross,
          show: 'signed',
          caption: net === undefined ? 'gross' : 'net',
          unit: currencyOf(receipt),
        }
      : { value: price, show: 'price', unit: quoteOf(receipt) },
    left: [
      line('openPrice', 'price', strike),
      line('closePrice', 'price', price, { timeMs: sampleOf(receipt)?.time }),
      line('difference', 'difference', difference(price, strike)),
    ],
    right: own
      ? [
          line('margin', 'amount', textOf(own, 'margin')),
          ...(net === undefined
            ? []
            : [line('result', 'signed', gross), line('openFee', 'minus', textOf(own, 'open_fee'))]),
          line('closeFee', 'minus', textOf(own, 'close_fee')),
          line('returned', 'amount', returned(receipt)),
          ...(isPositive(insurance) ? [line('insurance', 'amount', insurance)] : []),
        ]
      : [
          line('multiple', 'multiple', numberOf(terms, 'multiple')),
          line('maintenance', 'share', textOf(terms, 'maintenance_rate')),
          line('closeFee', 'share', textOf(terms, 'close_fee_rate')),
        ],
    isOwn: own !== undefined,
  };
}

/** Margin and result less the fee; a position never costs more than its margin. */
function returned({ own }: Receipt): string | undefined {
  const left = sumOf(textOf(own, 'margin'), textOf(own, 'realised_pnl'));
  const back = difference(left, textOf(own, 'close_fee'));
  return compare(back, '0') === -1 ? '0.00' : back;
}
