/** The same proof for paper and pencil: each step with this receipt's own numbers. */
import type { Receipt } from '@fairlead/contract';
import { formatPrice, formatSigned } from '@fairlead/ui';
import { compare, tidy } from './exact.ts';
import {
  baseOf,
  beforeIdOf,
  isUp,
  numberOf,
  quoteOf,
  sideOf,
  type Texts,
  textOf,
} from './fields.ts';
import { sampleTable } from './medians.ts';
import { plain, ruleOf } from './rule.ts';
import { plainShare } from './text.ts';

export interface HandStep {
  readonly text: Exclude<keyof Texts['byHand'], 'open' | 'lead' | 'copyCommand'>;
  /** What the sentence names. */
  readonly values?: Readonly<Record<string, string>>;
  /** A moment that the sentence names. */
  readonly timeMs?: number;
  /** The numbers, line by line. */
  readonly lines: readonly string[];
}

const price = (text: string | undefined): string => formatPrice(text && tidy(text));

export function handSteps(receipt: Receipt): readonly HandStep[] {
  const { hash, previous_hash } = receipt;
  const beforeId = beforeIdOf(receipt);
  return [
    { text: 'hash', lines: [hash] },
    beforeId === 0
      ? { text: 'linkFirst', lines: [] }
      : { text: 'link', values: { id: String(beforeId) }, lines: [previous_hash] },
    ...medianSteps(receipt),
    // A loss follows from no price, and margin is added at none.
    ...(receipt.kind === 'loss' || receipt.kind === 'margin' ? [] : ruleSteps(receipt)),
    ...ownSteps(receipt),
  ];
}

/** One sample stands for all. */
function medianSteps({ samples }: Receipt): readonly HandStep[] {
  const sample = samples.findLast(({ index_price }) => index_price !== undefined);
  if (sample === undefined) return [];
  const { rows, shape, price: made } = sampleTable(sample);
  if (shape === 'declared')
    return [{ text: 'declared', timeMs: sample.time, lines: [price(made)] }];
  const quotes = rows.map((row) => (row.isMiddle ? `[${price(row.price)}]` : price(row.price)));
  return [
    { text: 'median', timeMs: sample.time, lines: [...quotes.reverse(), `→ ${price(made)}`] },
  ];
}

function ruleSteps(receipt: Receipt): readonly HandStep[] {
  const rule = ruleOf(receipt);
  if (rule.kind === 'levels') return [levelStep(receipt)];
  const { valid, expected, sum, mean, strike, product } = rule;
  const count = rule.isLate ? 1 : valid;
  const values = { valid: String(valid), expected: String(expected) };
  if (rule.isRefunded) return [{ text: 'refunded', values, lines: [] }];
  return [
    { text: 'mean', lines: [`${price(sum)} / ${count} = ${price(mean)}`] },
    {
      text: 'outcome',
      values: { count: String(count) },
      lines: [
        `${price(sum)} ${sign(sum, product)} ${count} × ${price(strike)} = ${price(product)}`,
      ],
    },
  ];
}

/** "<", "=" or ">" as it is. */
function sign(left: string | undefined, right: string | undefined): string {
  const order = compare(left, right) ?? 0;
  return order === 0 ? '=' : order < 0 ? '<' : '>';
}

function levelStep(receipt: Receipt): HandStep {
  const { kind, terms, result, samples } = receipt;
  const index = textOf(result, 'trade_price') ?? samples.at(-1)?.index_price;
  const rule = ruleOf(receipt);
  const values = rule.kind === 'levels' ? rule.values : {};
  const trigger = textOf(terms, 'trigger_price') ?? textOf(terms, 'limit_price');
  const reached = `${price(index)} ${sign(index, trigger)} ${price(trigger)}`;
  switch (kind) {
    case 'purchase':
      return { text: 'strike', lines: [price(index)] };
    case 'open': {
      const opened = price(textOf(result, 'open_price'));
      const market = `${price(index)} × ${values['factor'] ?? ''}`;
      return trigger === undefined
        ? { text: 'market', lines: [`${market} → ${opened}`] }
        : { text: 'limit', lines: [reached, `${market} → ${opened}`] };
    }
    case 'close':
      return { text: 'close', lines: [price(index)] };
    case 'conversion':
      return {
        text: 'converted',
        lines: [
          `${values['first'] ?? ''} … ${values['last'] ?? ''}`,
          `${price(textOf(result, 'last_price'))} ${sign(textOf(result, 'last_price'), textOf(terms, 'worst_price'))} ${price(textOf(terms, 'worst_price'))}`,
          `→ ${price(textOf(result, 'average_price'))}`,
        ],
      };
    default:
      return { text: 'trigger', lines: [reached] };
  }
}

/** What only the owner can work out. */
function ownSteps(receipt: Receipt): readonly HandStep[] {
  const { own, commitment } = receipt;
  if (own === undefined) return [];
  // What an order that waited comes to is in its trades.
  if (receipt.kind === 'trigger') return [{ text: 'commitment', lines: [commitment] }];
  const currency = receipt.kind === 'conversion' ? receivedIn(receipt) : textOf(own, 'currency');
  return [
    { text: 'commitment', lines: [commitment] },
    {
      text: 'amounts',
      values: { currency: currency ?? '' },
      lines: amountLines(receipt),
    },
  ];
}

const receivedIn = (receipt: Receipt): string =>
  isUp(sideOf(receipt)) ? baseOf(receipt) : quoteOf(receipt);

function amountLines(receipt: Receipt): readonly string[] {
  const { kind, terms, own, result } = receipt;
  const amount = (name: string) => price(textOf(own, name));
  const rate = (name: string) => plainShare(textOf(terms, name));
  const fee = `${amount('stake')} × ${rate('fee_rate')} = ${amount('fee')}`;
  switch (kind) {
    case 'margin':
      return [`${amount('margin_before')} + ${amount('added')} = ${amount('margin')}`];
    case 'purchase':
      return [fee];
    case 'delivery': {
      const win = `${amount('stake')} + ${amount('stake')} × ${rate('payout_ratio')} = ${amount('paid')}`;
      return textOf(result, 'result') === 'win' ? [fee, win] : [fee, `→ ${amount('paid')}`];
    }
    case 'open': {
      const notional = `${sizeText(receipt)} × ${price(textOf(result, 'open_price'))}`;
      return [
        `${notional} ÷ ${numberOf(terms, 'multiple')} = ${amount('margin')}`,
        `${notional} × ${rate('open_fee_rate')} = ${amount('open_fee')}`,
      ];
    }
    case 'conversion': {
      const came = amount(isUp(sideOf(receipt)) ? 'quantity' : 'amount');
      return [
        `${came} × ${rate('fee_rate')} → ${amount('fee')}`,
        `${came} − ${amount('fee')} = ${amount('received')}`,
      ];
    }
    default:
      return closeLines(receipt);
  }
}

function closeLines(receipt: Receipt): readonly string[] {
  const { terms, own, result, strike } = receipt;
  const close = price(textOf(result, 'close_price'));
  const [higher, lower] = isUp(sideOf(receipt)) ? [close, price(strike)] : [price(strike), close];
  const pnl = formatSigned(tidy(textOf(own, 'realised_pnl') ?? ''));
  const fee = plainShare(textOf(terms, 'close_fee_rate'));
  const net = textOf(own, 'net_pnl');
  const fees = `${price(textOf(own, 'open_fee'))} − ${price(textOf(own, 'close_fee'))}`;
  return [
    `${sizeText(receipt)} × (${higher} − ${lower}) → ${pnl}`,
    `${sizeText(receipt)} × ${close} × ${fee} → ${price(textOf(own, 'close_fee'))}`,
    ...(net === undefined ? [] : [`${pnl} − ${fees} → ${formatSigned(tidy(net))}`]),
  ];
}

/** "10 × 0.01 BTC": the size of a position. */
const sizeText = (receipt: Receipt): string =>
  `${numberOf(receipt.own, 'lots')} × ${plain(textOf(receipt.own, 'lot_size'))} ${baseOf(receipt)}`;
