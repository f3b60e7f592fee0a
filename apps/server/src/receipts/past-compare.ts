/**
 * Compares a receipt with what it stands for: its own digest and the one before, the row of its option or position, and
 * the journal entry that moved the money. Pure; what is read for it is in past-queries.ts.
 */
import { hash as digest } from 'node:crypto';
import type { ReceiptKind } from '@fairlead/engine';
import { insuranceShare } from '@fairlead/formula';
import { canonicalJson, GENESIS_HASH } from '@fairlead/receipt';
import {
  amountMinor,
  formatDecimal,
  formatRate,
  PRICE_SCALE,
  parseDecimal,
  ratePpm,
} from '@fairlead/units';
import type { PositionRecord } from '../futures/index.ts';
import type { OptionRecord } from '../options/index.ts';
import type { TriggerRecord } from '../spot/index.ts';
import { conversionPairs } from './past-conversion.ts';
import { type Pair, price, type Said, scaleOf } from './past-pairs.ts';
import { positionPairs } from './past-position.ts';
import { type PastEntry, type PastReceipt, type PastStep, pastSampleKey } from './past-queries.ts';
import { receiptSample, toSample } from './record.ts';

/** What a comparison found. */
export interface PastFault {
  readonly check: 'receipt_chain' | 'receipt_hash' | 'receipt_row' | 'receipt_posting';
  /** Which member, and what it says here and there. */
  readonly what: string;
  /** How far amounts are apart in minor units; 1 where it is no amount. */
  readonly difference: bigint;
}

/** Everything that is wrong with one receipt, or with what it stands for. */
export function faultsOf(
  receipt: PastReceipt,
  before: { readonly receipt_id: bigint; readonly hash: string } | undefined,
  step: PastStep,
): readonly PastFault[] {
  const faults = [...chainFaults(receipt, before, step)];
  for (const look of [sealFaults, rowFaults, postingFaults]) {
    try {
      faults.push(...look(receipt, step));
    } catch (error) {
      // What cannot even be read was not written by us.
      faults.push(fault('receipt_hash', `unreadable: ${(error as Error).message}`));
    }
  }
  return faults;
}

const fault = (check: PastFault['check'], what: string, difference = 1n): PastFault => ({
  check,
  what,
  difference,
});

function chainFaults(
  receipt: PastReceipt,
  before: { readonly receipt_id: bigint; readonly hash: string } | undefined,
  { beginsAfter }: PastStep,
): PastFault[] {
  const expected = (before?.receipt_id ?? beginsAfter) + 1n;
  const faults = [...gapFaults(receipt, expected)];
  if (receipt.previous_hash !== (before?.hash ?? GENESIS_HASH))
    faults.push(fault('receipt_chain', 'previous_hash is not the hash before'));
  return faults;
}

/** Ids have no gap, but the one that a declared loss names: from the one after the last up to its own. */
function gapFaults({ receipt_id: id, kind, terms }: PastReceipt, expected: bigint): PastFault[] {
  if (kind !== 'loss')
    return id === expected
      ? []
      : [fault('receipt_chain', `follows ${expected - 1n}`, id - expected)];
  const [from, to] = [String(terms['receipt_from']), String(terms['receipt_to'])];
  if (id > expected && from === String(expected) && to === String(id - 1n)) return [];
  const what = `names ${from} to ${to} as left out, should be ${expected} to ${id - 1n}`;
  return [fault('receipt_chain', what)];
}

/** Hash and commitment, made again from the stored samples and values. */
function sealFaults(receipt: PastReceipt, step: PastStep): PastFault[] {
  const faults: PastFault[] = [];
  if (digest('sha256', canonicalJson(receipt.own)) !== receipt.commitment)
    faults.push(fault('receipt_hash', 'the commitment is not the digest of owner and amounts'));
  const samples = [];
  for (const timeMs of receipt.sample_times) {
    const sample = step.samples.get(pastSampleKey(receipt.market_id, timeMs));
    if (sample === undefined) return [...faults, fault('receipt_hash', `no sample of ${timeMs}`)];
    samples.push(receiptSample(toSample(sample)));
  }
  const text = canonicalJson({
    id: Number(receipt.receipt_id),
    kind: receipt.kind,
    symbol: receipt.symbol,
    time: Number(receipt.time_ms),
    terms: receipt.terms,
    ...(receipt.strike_e8 !== null && { strike: formatDecimal(receipt.strike_e8, PRICE_SCALE) }),
    samples,
    result: receipt.result,
    commitment: receipt.commitment,
    previous_hash: receipt.previous_hash,
  });
  if (digest('sha256', text) !== receipt.hash)
    faults.push(fault('receipt_hash', 'its samples and values do not make its hash'));
  return faults;
}

/** The row of its option or position, as far as the receipt says the same. */
function rowFaults(receipt: PastReceipt, step: PastStep): PastFault[] {
  const pairs = pairsOf(receipt, step);
  if (typeof pairs === 'string') return [fault('receipt_row', pairs)];
  return pairs.flatMap(([name, said, row]) => {
    const [left, right] = [textOf(said), textOf(row)];
    if (left === right) return [];
    return [
      fault('receipt_row', `${name} is ${right} in the row, should be ${left}`, apart(left, right)),
    ];
  });
}

const textOf = (value: Said): string =>
  value === null || value === undefined ? 'missing' : String(value);

/** In units of the last decimal, where both are numbers. */
function apart(left: string, right: string): bigint {
  const [one, two] = [left, right].map((text) =>
    /^-?\d+(\.\d+)?$/.test(text) ? BigInt(text.replace('.', '')) : undefined,
  );
  return one === undefined || two === undefined || one === two ? 1n : two - one;
}

function pairsOf(receipt: PastReceipt, step: PastStep): readonly Pair[] | string {
  switch (receipt.kind) {
    case 'purchase':
    case 'delivery': {
      const row = step.options.get(receipt.subject_id);
      if (row === undefined) return `there is no option ${receipt.subject_id}`;
      return [...sharedPairs(receipt, row.option_id, 'order'), ...optionPairs(receipt, row, step)];
    }
    case 'open':
    case 'close':
    case 'margin':
    case 'take_profit':
    case 'stop_loss':
    case 'liquidation':
    case 'profit_cap': {
      const row = step.positions.get(receipt.subject_id);
      if (row === undefined) return `there is no position ${receipt.subject_id}`;
      const pairs = positionPairs(receipt, row, step);
      return [...sharedPairs(receipt, row.position_id, 'position'), ...pairs];
    }
    case 'trigger': {
      const row = step.triggers.get(receipt.subject_id);
      if (row === undefined) return `there is no trigger order ${receipt.subject_id}`;
      return triggerPairs(receipt, row);
    }
    case 'conversion': {
      const row = step.conversions.get(receipt.subject_id);
      if (row === undefined) return `there is no conversion with order ${receipt.subject_id}`;
      return conversionPairs(receipt, row, step);
    }
    default:
      // A kind that stands for no order: chain and digest are all there is.
      return [];
  }
}

const sharedPairs = (receipt: PastReceipt, id: bigint, name: 'order' | 'position'): Pair[] => [
  ['owner', receipt.own['owner'], receipt.owner_id],
  [name, receipt.own[name], id],
];

/** Of a trigger order what is not in ticks and lots: those are of the grid of its time. */
function triggerPairs(receipt: PastReceipt, row: TriggerRecord): Pair[] {
  const { own, terms, result } = receipt;
  return [
    ['owner', own['owner'], row.owner_id],
    ['owner', own['owner'], receipt.owner_id],
    ['trigger_order', own['trigger_order'], row.trigger_id],
    ['market', receipt.market_id, row.market_id],
    ['side', terms['side'], row.side],
    ['trigger', terms['trigger'], row.trigger_kind],
    ['trigger_by', terms['trigger_by'], row.trigger_by],
    ['type', terms['type'], row.type],
    ['time_in_force', terms['time_in_force'], row.time_in_force],
    ['status', result['state'] === 'placed' ? 'triggered' : 'cancelled', row.status],
    ['cancel_reason', result['reason'], row.cancel_reason],
    ['order', own['order'], row.order_id],
    ['receipt', receipt.receipt_id, row.receipt_id],
  ];
}

function optionPairs(receipt: PastReceipt, row: OptionRecord, step: PastStep): Pair[] {
  const { own, terms, result } = receipt;
  const { currencyId, scale } = scaleOf(receipt, step);
  const amount = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor, scale));
  const shared: Pair[] = [
    ['owner', own['owner'], row.owner_id],
    ['market', receipt.market_id, row.market_id],
    ['currency', currencyId, row.currency_id],
    ['stake', own['stake'], amount(row.stake_minor)],
    ['fee', own['fee'], amount(row.fee_minor)],
    ['direction', terms['direction'], row.direction],
    ['seconds', terms['seconds'], row.seconds],
    ['window_seconds', terms['window_seconds'], row.window_ms / 1_000n],
    ['payout_ratio', terms['payout_ratio'], formatRate(row.payout_ratio_ppm)],
    ['fee_rate', terms['fee_rate'], formatRate(row.fee_ppm)],
    ['strike', price(receipt.strike_e8), price(row.strike_e8)],
  ];
  const times = receipt.kind === 'purchase' ? result : terms;
  shared.push(
    ['purchased_at', times['purchased_at'], row.purchased_at_ms],
    ['delivers_at', times['delivers_at'], row.delivers_at_ms],
  );
  if (receipt.kind === 'purchase')
    return [...shared, ['receipt', receipt.receipt_id, row.purchase_receipt_id]];
  return [
    ...shared,
    ['purchase_receipt', terms['purchase_receipt'], row.purchase_receipt_id],
    ['status', 'settled', row.status],
    ['result', result['result'], row.result],
    ['outcome', result['outcome'], row.outcome],
    ['delivery_price', result['delivery_price'], price(row.delivery_price_e8)],
    ['paid', own['paid'], amount(row.paid_minor)],
    ['receipt', receipt.receipt_id, row.delivery_receipt_id],
    ['settled_at', receipt.time_ms, row.settled_at_ms],
  ];
}

/** Which entry moved the money of a kind; undefined for one that moves none. */
function reasonOf(kind: ReceiptKind): string | undefined {
  switch (kind) {
    case 'purchase':
      return 'option_purchase';
    case 'delivery':
      return 'option_delivery';
    case 'open':
      return 'futures_open';
    case 'close':
    case 'take_profit':
    case 'stop_loss':
    case 'liquidation':
    case 'profit_cap':
      return 'futures_close';
    default:
      return undefined;
  }
}

/** What each account gained by the entry, against what the receipt's amounts say. */
function postingFaults(receipt: PastReceipt, step: PastStep): PastFault[] {
  const reason = reasonOf(receipt.kind);
  if (reason === undefined || receipt.time_ms < step.historyFromMs) return [];
  const { currencyId, scale } = scaleOf(receipt, step);
  const own = (name: string): bigint => {
    const value = parseDecimal(String(receipt.own[name]), scale);
    if (value === undefined) throw new Error(`${name} is no amount`);
    return value;
  };
  const expected = expectedSums(receipt, own, step);
  const entry = step.entries.get(`${reason} ${receipt.subject_id}`);
  const found = sumsOf(entry, { owner: receipt.owner_id, currencyId });
  const faults: PastFault[] = [];
  for (const name of new Set([...expected.keys(), ...found.keys()])) {
    const [want, have] = [expected.get(name) ?? 0n, found.get(name) ?? 0n];
    if (want === have) continue;
    const [said, posted] = [formatDecimal(want, scale), formatDecimal(have, scale)];
    faults.push(
      fault(
        'receipt_posting',
        `${reason} posted ${posted} to ${name}, should be ${said}`,
        have - want,
      ),
    );
  }
  if (entry !== undefined && entry.time_ms !== receipt.time_ms)
    faults.push(fault('receipt_posting', `${reason} is of another time`));
  return faults;
}

/** What an entry gave each account. Fees are shared with inviters: both accounts count as one. */
function sumsOf(
  entry: PastEntry | undefined,
  { owner, currencyId }: { readonly owner: bigint; readonly currencyId: number },
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const posting of entry?.postings ?? []) {
    const isHouse = posting.owner === 0;
    const account = posting.account === 'referral_rebates' ? 'fees' : posting.account;
    const who = isHouse ? account : `${account} of ${posting.owner}`;
    const name = posting.currency === currencyId ? who : `${who} in ${posting.currency}`;
    const own = BigInt(posting.owner) === owner && !isHouse ? 'user' : name;
    sums.set(own, (sums.get(own) ?? 0n) + BigInt(posting.amount));
  }
  return sums;
}

function expectedSums(
  receipt: PastReceipt,
  own: (name: string) => bigint,
  step: PastStep,
): ReadonlyMap<string, bigint> {
  if (receipt.kind === 'purchase') {
    const cost = own('stake') + own('fee');
    return new Map([
      ['user', -cost],
      ['option_escrow', cost],
    ]);
  }
  if (receipt.kind === 'delivery') {
    const cost = own('stake') + own('fee');
    const fees = receipt.result['result'] === 'refunded' ? 0n : own('fee');
    return new Map([
      ['option_escrow', -cost],
      ['user', own('paid')],
      ['fees', fees],
      ['option_house', cost - own('paid') - fees],
    ]);
  }
  if (receipt.kind === 'open') {
    const [fee, share] = [own('open_fee'), own('insurance_share')];
    return new Map([
      ['user', -fee],
      ['insurance_fund', share],
      ['fees', fee - share],
    ]);
  }
  return closeSums(own, step.positions.get(receipt.subject_id));
}

function closeSums(own: (name: string) => bigint, row: PositionRecord | undefined) {
  const [pnl, fee, insured] = [own('realised_pnl'), own('close_fee'), own('insurance_paid')];
  const share =
    row === undefined ? 0n : insuranceShare(amountMinor(fee), ratePpm(row.insurance_share_ppm));
  return new Map([
    ['user', pnl - fee],
    ['contract_house', insured - pnl],
    ['insurance_fund', share - insured],
    ['fees', fee - share],
  ]);
}
