/** A receipt as the wire has it, and the reading of one from anywhere. */
import { isPlainObject } from './canonical-json.ts';
import { chainBeginOf } from './chains.ts';

export const RECEIPT_KINDS = [
  'open',
  'close',
  'margin',
  'take_profit',
  'stop_loss',
  'liquidation',
  'profit_cap',
  'purchase',
  'delivery',
  'loss',
  'trigger',
  'conversion',
] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** Names and values: decimals are text, times and ids numbers. */
export type ReceiptFields = Readonly<Record<string, string | number>>;

export interface ReceiptSource {
  readonly venue: string;
  /** The host it was read from. Absent in receipts of before hosts were written down. */
  readonly host?: string | undefined;
  readonly price: string;
  /** The venue's own time, ms. */
  readonly time: number;
}

export interface ReceiptDropped {
  readonly venue: string;
  readonly host?: string | undefined;
  readonly price?: string | undefined;
  readonly time?: number | undefined;
  readonly reason: string;
}

export interface ReceiptSample {
  /** The second, ms. */
  readonly time: number;
  /** Absent while the index was stale. */
  readonly index_price?: string | undefined;
  readonly sources: readonly ReceiptSource[];
  readonly dropped: readonly ReceiptDropped[];
}

export interface Receipt {
  readonly id: number;
  readonly kind: ReceiptKind;
  readonly symbol: string;
  readonly time: number;
  readonly terms: ReceiptFields;
  readonly strike?: string | undefined;
  readonly samples: readonly ReceiptSample[];
  readonly result: ReceiptFields;
  readonly commitment: string;
  readonly previous_hash: string;
  readonly hash: string;
  /** Owner's view only: what `commitment` is the digest of. */
  readonly own?: ReceiptFields | undefined;
}

/**
 * The id of the receipt before it in its chain; 0 where none was. Ids have no gap, but the one that a declared loss names:
 * its `terms.receipt_from` is the first that is missing.
 */
export function previousIdOf({ id, kind, terms }: Receipt): number {
  const from = terms['receipt_from'];
  const before = kind === 'loss' && typeof from === 'number' ? from - 1 : id - 1;
  return before === chainBeginOf(id) ? 0 : before;
}

type Rule = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Rule>>;

/** RFC 8785 has no text for half a character. */
const isText: Rule = (value) => typeof value === 'string' && value.isWellFormed();
const isInteger: Rule = (value) => Number.isSafeInteger(value);
const isId: Rule = (value) => isInteger(value) && Number(value) > 0;
const isHash: Rule = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isKind: Rule = (value) => RECEIPT_KINDS.some((kind) => kind === value);
const isFields: Rule = (value) =>
  isPlainObject(value) &&
  Object.entries(value).every(([name, each]) => isText(name) && (isText(each) || isInteger(each)));
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value);
const listOf =
  (shape: Shape): Rule =>
  (value) =>
    Array.isArray(value) && value.every((each) => misfit(each, shape) === undefined);

const SOURCE: Shape = {
  venue: isText,
  host: optional(isText),
  price: isText,
  time: isInteger,
};
const DROPPED: Shape = {
  venue: isText,
  host: optional(isText),
  price: optional(isText),
  time: optional(isInteger),
  reason: isText,
};
const SAMPLE: Shape = {
  time: isInteger,
  index_price: optional(isText),
  sources: listOf(SOURCE),
  dropped: listOf(DROPPED),
};
const RECEIPT: Shape = {
  id: isId,
  kind: isKind,
  symbol: isText,
  time: isInteger,
  terms: isFields,
  strike: optional(isText),
  samples: listOf(SAMPLE),
  result: isFields,
  commitment: isHash,
  previous_hash: isHash,
  hash: isHash,
  own: optional(isFields),
};

/** What keeps a value from being a receipt: the first member that is missing, wrong or not known. */
export function receiptMisfit(value: unknown): string | undefined {
  return misfit(value, RECEIPT);
}

export function isReceipt(value: unknown): value is Receipt {
  return receiptMisfit(value) === undefined;
}

function misfit(value: unknown, shape: Shape): string | undefined {
  if (!isPlainObject(value)) return 'not an object';
  for (const [name, rule] of Object.entries(shape)) {
    if (!rule(value[name])) return name;
  }
  return Object.keys(value).find((name) => !Object.hasOwn(shape, name));
}
