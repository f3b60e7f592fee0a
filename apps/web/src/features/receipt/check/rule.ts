/** By which rule a receipt's price and result follow from its samples; pure. */
import type { Receipt } from '@fairlead/contract';
import { compare, sumOf, tidy, times } from './exact.ts';
import { isUp, numberOf, sampleOf, sideOf, type Texts, textOf } from './fields.ts';

export interface Level {
  readonly name: keyof Texts['level'];
  readonly price: string;
  /** Of the sample. */
  readonly timeMs?: number;
  /** sample: what came; line: what it was measured against; quiet: beside them. */
  readonly look: 'sample' | 'line' | 'quiet';
}

export interface WindowRule {
  readonly kind: 'window';
  readonly expected: number;
  readonly valid: number;
  /** Too few samples came: nothing was delivered. */
  readonly isRefunded: boolean;
  /** Whose doing it is that samples are missing, and what those that are there say: in receipts of rule 2. */
  readonly shortfall: 'house' | 'market' | undefined;
  readonly wouldBe: 'win' | 'lose' | 'flat' | 'none' | undefined;
  /** No sample was there, and the first price after the window stands for them. */
  readonly isLate: boolean;
  readonly sum: string | undefined;
  readonly mean: string | undefined;
  /** The mean was cut at eight decimals: mean × count is not the sum. */
  readonly isCut: boolean;
  readonly strike: string | undefined;
  /** strike × valid: what the sum is compared with. */
  readonly product: string | undefined;
}

/** Sentences about levels; the others are about windows. */
type LevelText = Exclude<
  keyof Texts['rule'],
  'mean' | 'gaps' | 'refunded' | 'refundedDetail' | 'exact' | 'roundedDown'
>;

export interface LevelRule {
  readonly kind: 'levels';
  readonly title: LevelText;
  readonly detail: LevelText;
  /** Highest first. */
  readonly levels: readonly Level[];
  /** What the sentences name. */
  readonly values: Readonly<Record<string, string>>;
}

export type Rule = WindowRule | LevelRule;

export const ruleOf = (receipt: Receipt): Rule =>
  receipt.kind === 'delivery' ? windowRule(receipt) : levelRule(receipt);

function windowRule(receipt: Receipt): WindowRule {
  const { result, samples, strike } = receipt;
  const prices = samples.flatMap(({ index_price }) => index_price ?? []);
  const valid = numberOf(result, 'valid') ?? prices.length;
  const sum = textOf(result, 'sum') ?? (prices.length > 0 ? sumOf(...prices) : undefined);
  const mean = textOf(result, 'delivery_price');
  const shortfall = SHORTFALLS.find((each) => each === textOf(result, 'shortfall'));
  const wouldBe = RESULTS.find((each) => each === textOf(result, 'would_be'));
  const isLate = valid === 0 && wouldBe !== undefined;
  if (isLate) return { ...lateRule(receipt), shortfall, wouldBe };
  return {
    kind: 'window',
    expected: numberOf(result, 'expected') ?? samples.length,
    valid,
    isRefunded: textOf(result, 'result') === 'refunded',
    shortfall,
    wouldBe: shortfall && (wouldBe ?? 'none'),
    isLate,
    sum: sum && tidy(sum),
    mean: mean && tidy(mean),
    isCut: mean !== undefined && compare(times(mean, valid), sum) !== 0,
    strike: strike && tidy(strike),
    product: times(strike, valid),
  };
}

const SHORTFALLS = ['house', 'market'] as const;
const RESULTS = ['win', 'lose', 'flat'] as const;

/** Decided by one price, the first after the window. */
function lateRule({ result, samples, strike }: Receipt): Omit<WindowRule, 'shortfall' | 'wouldBe'> {
  const price = samples.at(-1)?.index_price;
  const late = price && tidy(price);
  return {
    kind: 'window',
    expected: numberOf(result, 'expected') ?? samples.length,
    valid: 0,
    isRefunded: textOf(result, 'result') === 'refunded',
    isLate: true,
    sum: late,
    mean: textOf(result, 'delivery_price') === undefined ? undefined : late,
    isCut: false,
    strike: strike && tidy(strike),
    product: strike && tidy(strike),
  };
}

function levelRule(receipt: Receipt): LevelRule {
  const { kind, terms } = receipt;
  const isLimit = textOf(terms, 'type') === 'limit';
  const base = { kind: 'levels', levels: levelsOf(receipt), values: valuesOf(receipt) } as const;
  switch (kind) {
    case 'purchase':
      return { ...base, title: 'purchase', detail: 'purchaseDetail' };
    case 'open':
      return isLimit
        ? { ...base, title: 'limit', detail: 'limitDetail' }
        : { ...base, title: 'market', detail: 'marketDetail' };
    case 'liquidation':
      return { ...base, title: kind, detail: 'liquidationDetail' };
    case 'profit_cap':
      return { ...base, title: kind, detail: 'capDetail' };
    case 'margin':
      return { ...base, title: 'margin', detail: 'marginDetail' };
    case 'take_profit':
    case 'stop_loss':
      return { ...base, title: kind, detail: 'triggerDetail' };
    case 'conversion':
      return { ...base, title: 'conversion', detail: 'conversionDetail' };
    case 'trigger':
      return textOf(receipt.result, 'state') === 'refused'
        ? { ...base, title: 'triggered', detail: 'refusedDetail' }
        : {
            ...base,
            title: 'triggered',
            detail: textOf(terms, 'trail_rate') === undefined ? 'triggeredDetail' : 'trailedDetail',
          };
    default:
      return { ...base, title: 'close', detail: 'closeDetail' };
  }
}

/** The prices that the rule speaks of, highest first. */
function levelsOf(receipt: Receipt): readonly Level[] {
  const { kind, terms, strike, result } = receipt;
  const sample = sampleOf(receipt);
  const levels: Level[] = [];
  const add = (name: Level['name'], price: string | undefined, look: Level['look']) => {
    if (price !== undefined) levels.push({ name, price: tidy(price), look });
  };
  if (sample?.index_price !== undefined)
    levels.push({
      name: 'index',
      price: tidy(sample.index_price),
      timeMs: sample.time,
      look: 'sample',
    });
  const trade = textOf(result, 'trade_price');
  const tradedAt = numberOf(result, 'trade_time');
  // What waited for the market's own trades has no sample.
  if (trade !== undefined && tradedAt !== undefined)
    levels.push({ name: 'trade', price: tidy(trade), timeMs: tradedAt, look: 'sample' });
  const threshold = kind === 'liquidation' || kind === 'profit_cap';
  add(threshold ? 'threshold' : 'trigger', textOf(terms, 'trigger_price'), 'line');
  add('limit', textOf(terms, 'limit_price'), 'line');
  add('best', textOf(result, 'best_price'), 'quiet');
  add('average', textOf(result, 'average_price'), 'quiet');
  add('last', textOf(result, 'last_price'), 'quiet');
  add('worst', textOf(terms, 'worst_price'), 'line');
  add('shown', textOf(terms, 'shown_price'), 'quiet');
  if (kind === 'open') add('open', textOf(result, 'open_price'), 'line');
  else if (kind !== 'purchase') add('open', strike, 'quiet');
  // Where two are equal, what came stands first.
  return levels.sort((left, right) => compare(right.price, left.price) ?? 0);
}

function valuesOf(receipt: Receipt): Readonly<Record<string, string>> {
  const { terms, result } = receipt;
  const side = sideOf(receipt);
  const spread = textOf(terms, 'half_spread');
  const values: Record<string, string> = { side: side ?? '' };
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) values[name] = value;
  };
  const cap = numberOf(terms, 'profit_cap');
  add('factor', spread && factor(spread, isUp(side)));
  // Receipts of before name the order book's tick.
  add('tick', plain(textOf(terms, 'price_step') ?? textOf(terms, 'tick_size')));
  add('rate', textOf(terms, 'maintenance_rate'));
  add('trail', textOf(terms, 'trail_rate'));
  add('multiple', cap === undefined ? textOf(terms, 'profit_cap') : String(cap));
  add('price', textOf(result, 'open_price'));
  add('cause', textOf(result, 'reason'));
  const [first, last] = [numberOf(result, 'first_trade'), numberOf(result, 'last_trade')];
  add('first', first === undefined ? undefined : String(first));
  add('last', last === undefined ? undefined : String(last));
  add('one', first === last ? 'yes' : 'no');
  const isBelow = (side === 'sell') === (textOf(terms, 'trigger') !== 'take_profit');
  add('to', isBelow ? 'below' : 'above');
  return values;
}

/** 1 ± the rate: what the index is multiplied by. */
function factor(rate: string, isAbove: boolean): string | undefined {
  return plain(sumOf('1', isAbove ? rate : `-${rate}`));
}

/** Without the noughts of a scale: "0.01000000" → "0.01". */
export const plain = (text: string | undefined): string | undefined =>
  text?.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text;
