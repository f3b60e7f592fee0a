/**
 * Re-computes a receipt from nothing but itself, and, where they are given, the receipt before it in the chain and the
 * receipt of its opening. No network, no clock, no trust in whoever made it. What each check proves, and what none can
 * prove, is in docs/internals/receipts.md.
 */

import { chainBeginOf } from './chains.ts';
import {
  checkConversionAmounts,
  checkConversionLeg,
  checkConversionPrice,
  checkConversionTimes,
} from './check-conversion.ts';
import { checkOpening } from './check-opening.ts';
import {
  checkDeliveryTimes,
  checkMean,
  checkOptionAmounts,
  checkOutcome,
  checkPurchasePrice,
  checkPurchaseTimes,
} from './check-option.ts';
import {
  checkCloseAmounts,
  checkClosePrice,
  checkCloseTimes,
  checkMarginAmounts,
  checkMarginTimes,
  checkOpenAmounts,
  checkOpenPrice,
  checkOpenTimes,
  checkTrigger,
} from './check-position.ts';
import { checkSamples, countQuotes } from './check-samples.ts';
import {
  checkTriggered,
  checkTriggeredAmounts,
  checkTriggeredOrder,
  checkTriggeredTimes,
} from './check-trigger-order.ts';
import { commitmentOf, GENESIS_HASH, receiptHash } from './digest.ts';
import { type CheckStatus, differs, type Finding, failed, findingOf, skipped } from './finding.ts';
import { numberOf, Unreadable } from './read-fields.ts';
import {
  previousIdOf,
  type Receipt,
  type ReceiptFields,
  type ReceiptKind,
  receiptMisfit,
} from './receipt.ts';

export const CHECK_NAMES = [
  /** It is a receipt at all: every member is there and nothing else. */
  'shape',
  /** Its hash is the digest of its content. */
  'hash',
  /** It names the hash of the receipt before it. */
  'link',
  /** Each sample's price is what the index rules make of its quotes. */
  'samples',
  /** The samples are of the times that the rule of its kind wants. */
  'times',
  /** Opened, bought, closed or converted at the price that the rule gives. */
  'price',
  /** The index, or the trade it waited for, had reached the stop, liquidation price, cap or trigger. */
  'trigger',
  /** Counts, sum and mean of the window. */
  'mean',
  /** Rise, fall or even, and what that means for the order; whether a triggered one became an order; which leg and trades. */
  'outcome',
  /** It keeps to what the receipt of its opening says. */
  'opening',
  /** Owner and amounts are the ones that were sealed. */
  'commitment',
  /** Margin, fees, pay-out and result follow from the rest. */
  'amounts',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export interface Check {
  readonly name: CheckName;
  readonly status: CheckStatus;
  /** What differs, or why it was skipped. English, one line. */
  readonly detail?: string;
}

export interface Verification {
  /** No check failed. Some may have been skipped for want of what they need. */
  readonly isRight: boolean;
  /** Those that apply to its kind, in the order of CHECK_NAMES. */
  readonly checks: readonly Check[];
  /** Samples made again, and the venues' quotes that they were made of. */
  readonly samples: number;
  readonly quotes: number;
  /** What is right by every rule and yet to be said aloud. English, one line each. */
  readonly notes: readonly string[];
}

export interface VerifyContext {
  /** The receipt with the id before. */
  readonly previous?: unknown;
  /** The receipt that `terms.open_receipt` or `terms.purchase_receipt` names. */
  readonly opening?: unknown;
  /** The receipt that `terms.changed_receipt` names. */
  readonly change?: unknown;
}

type RunCheck = (receipt: Receipt, context: VerifyContext) => Finding | Promise<Finding>;
type NamedCheck = readonly [CheckName, RunCheck];

/** Checks whatever claims to be a receipt. Never throws for what it is given. */
export async function verifyReceipt(
  value: unknown,
  context: VerifyContext = {},
): Promise<Verification> {
  const misfit = receiptMisfit(value);
  if (misfit !== undefined) {
    const check: Check = { name: 'shape', ...failed(misfit) };
    return { isRight: false, checks: [check], samples: 0, quotes: 0, notes: [] };
  }
  const receipt = value as Receipt;
  const checks: Check[] = [{ name: 'shape', status: 'passed' }];
  for (const [name, run] of checksOf(receipt.kind)) {
    checks.push({ name, ...(await runCheck(run, receipt, context)) });
  }
  return {
    isRight: checks.every(({ status }) => status !== 'failed'),
    checks,
    samples: receipt.samples.length,
    quotes: quotesOf(receipt),
    notes: [noteOfTime(receipt, context.previous)].filter((note) => note !== undefined),
  };
}

async function runCheck(run: RunCheck, receipt: Receipt, context: VerifyContext): Promise<Finding> {
  try {
    return await run(receipt, context);
  } catch (error) {
    if (error instanceof Unreadable) return failed(error.message);
    throw error;
  }
}

function quotesOf(receipt: Receipt): number {
  try {
    return countQuotes(receipt);
  } catch (error) {
    if (error instanceof Unreadable) return 0;
    throw error;
  }
}

const GENERAL: readonly NamedCheck[] = [
  ['hash', checkHash],
  ['link', checkLink],
  ['samples', checkSamples],
];
const ownCheck =
  (check: (receipt: Receipt, own: ReceiptFields) => Finding): RunCheck =>
  (receipt) =>
    receipt.own === undefined
      ? skipped('only its owner sees amounts')
      : check(receipt, receipt.own);
const ENDING: readonly NamedCheck[] = [
  ['opening', checkGivenOpening],
  ['commitment', checkCommitment],
];
const CLOSE: readonly NamedCheck[] = [
  ['times', checkCloseTimes],
  ['price', checkClosePrice],
];
const CLOSE_END: readonly NamedCheck[] = [...ENDING, ['amounts', ownCheck(checkCloseAmounts)]];

function checksOf(kind: ReceiptKind): readonly NamedCheck[] {
  switch (kind) {
    case 'open':
      return [
        ...GENERAL,
        ['times', checkOpenTimes],
        ['price', checkOpenPrice],
        ['commitment', checkCommitment],
        ['amounts', ownCheck(checkOpenAmounts)],
      ];
    case 'close':
      return [...GENERAL, ...CLOSE, ...CLOSE_END];
    case 'margin':
      return [
        ...GENERAL,
        ['times', checkMarginTimes],
        ...ENDING,
        ['amounts', ownCheck(checkMarginAmounts)],
      ];
    case 'loss':
      return [...GENERAL, ['commitment', checkCommitment]];
    case 'trigger':
      return [
        ...GENERAL,
        ['times', checkTriggeredTimes],
        ['trigger', checkTriggered],
        ['outcome', checkTriggeredOrder],
        ['commitment', checkCommitment],
        ['amounts', ownCheck(checkTriggeredAmounts)],
      ];
    case 'conversion':
      return [
        ...GENERAL,
        ['times', checkConversionTimes],
        ['price', checkConversionPrice],
        ['outcome', checkConversionLeg],
        ['commitment', checkCommitment],
        ['amounts', ownCheck(checkConversionAmounts)],
      ];
    case 'purchase':
      return [
        ...GENERAL,
        ['times', checkPurchaseTimes],
        ['price', checkPurchasePrice],
        ['commitment', checkCommitment],
        ['amounts', ownCheck(checkOptionAmounts)],
      ];
    case 'delivery':
      return [
        ...GENERAL,
        ['times', checkDeliveryTimes],
        ['mean', checkMean],
        ['outcome', checkOutcome],
        ...ENDING,
        ['amounts', ownCheck(checkOptionAmounts)],
      ];
    default:
      return [...GENERAL, ...CLOSE, ['trigger', checkTrigger], ...CLOSE_END];
  }
}

async function checkHash(receipt: Receipt): Promise<Finding> {
  const expected = await receiptHash({ ...receipt });
  return findingOf([differs('the hash', { found: receipt.hash, expected })]);
}

async function checkLink(receipt: Receipt, { previous }: VerifyContext): Promise<Finding> {
  const { id, kind, previous_hash: found } = receipt;
  if (kind === 'loss') {
    const finding = checkLeftOut(receipt, previous);
    if (finding.status === 'failed') return finding;
  }
  const idBefore = previousIdOf(receipt);
  if (idBefore === 0) {
    return findingOf([differs('previous_hash', { found, expected: GENESIS_HASH })]);
  }
  if (id === 1) return failed('nothing is before the first receipt');
  if (previous === undefined) return skipped('the receipt before was not given');
  const misfit = receiptMisfit(previous);
  if (misfit !== undefined) return failed(`the receipt before is none: ${misfit}`);
  const before = previous as Receipt;
  return findingOf([
    differs('the id before', { found: before.id, expected: idBefore }),
    differs('previous_hash', { found, expected: await receiptHash({ ...before }) }),
  ]);
}

/**
 * A loss names all numbers that it leaves out, each up to its own, and what was seen of them lies within. A database loses
 * commands, and receipts with them only: where no command is gone, no receipt is either.
 */
function checkLeftOut({ id, time, terms, samples, own }: Receipt, previous: unknown): Finding {
  const number = (name: string): number => numberOf(terms, name);
  const isRange = (from: string, seen: string, to: string): boolean =>
    number(from) >= 1 && number(seen) >= number(from) - 1 && number(to) >= number(seen);
  const before = receiptMisfit(previous) === undefined ? (previous as Receipt) : undefined;
  return findingOf([
    differs('receipt_to', { found: number('receipt_to'), expected: id - 1 }),
    number('receipt_from') > chainBeginOf(id)
      ? undefined
      : 'receipts of another chain are left out',
    isRange('receipt_from', 'receipt_seen', 'receipt_to')
      ? undefined
      : 'receipts are left out backwards',
    isRange('sequence_from', 'sequence_seen', 'sequence_to')
      ? undefined
      : 'sequences are left out backwards',
    number('sequence_seen') >= number('sequence_from')
      ? undefined
      : 'no command was lost, so nothing that was given out may be missing',
    number('time_from') <= number('time_to') && number('time_to') <= time
      ? undefined
      : 'the time of what was lost is not before it was declared',
    before === undefined || before.time <= number('time_from')
      ? undefined
      : 'the receipt before is of a later time than what was lost',
    before?.kind !== 'loss' || number('sequence_from') > numberOf(before.terms, 'sequence_to') + 1
      ? undefined
      : 'commands are lost that the loss before had left out',
    own === undefined
      ? undefined
      : differs('its command', { found: own['sequence'], expected: number('sequence_to') + 1 }),
    samples.length === 0 ? undefined : 'a loss is settled by no sample',
  ]);
}

/** Times go back only where a clock had run ahead: no mistake of the chain's, but to be said aloud. */
function noteOfTime({ time }: Receipt, previous: unknown): string | undefined {
  if (receiptMisfit(previous) !== undefined) return undefined;
  const aheadMs = (previous as Receipt).time - time;
  return aheadMs > 0 ? `its time is ${aheadMs} ms before that of the receipt before` : undefined;
}

async function checkGivenOpening(
  receipt: Receipt,
  { opening, change }: VerifyContext,
): Promise<Finding> {
  if (opening === undefined) return skipped('the receipt of the opening was not given');
  return checkOpening(receipt, { opening, change });
}

async function checkCommitment({ own, commitment }: Receipt): Promise<Finding> {
  if (own === undefined) return skipped('only its owner sees what was sealed');
  const expected = await commitmentOf(own);
  return findingOf([differs('the commitment', { found: commitment, expected })]);
}
