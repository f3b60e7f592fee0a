/** That the end of a position or option order keeps to what its opening's receipt says. */

import { checkState, hasChanged, isChange } from './check-change.ts';
import { refundRuleOf } from './check-option.ts';
import { receiptHash } from './digest.ts';
import { differs, type Finding, failed, findingOf } from './finding.ts';
import { type Receipt, type ReceiptFields, receiptMisfit } from './receipt.ts';

/** What an end shares with its opening, by kind of the opening. */
const AGREED = {
  open: ['side', 'multiple', 'maintenance_rate', 'close_fee_rate', 'profit_cap'],
  purchase: ['direction', 'seconds', 'window_seconds', 'payout_ratio', 'fee_rate'],
} as const;
/** The owner's view of both says the same of these, as far as both have them. */
const OWN = [
  'owner',
  'position',
  'order',
  'currency',
  'lots',
  'lot_size',
  'margin',
  'maintenance',
  'stake',
  'fee',
] as const;

/** What is the same of every state of a position. */
const OWN_KEPT = ['owner', 'currency', 'lot_size'] as const;

export async function checkOpening(
  receipt: Receipt,
  { opening, change }: { readonly opening: unknown; readonly change?: unknown },
): Promise<Finding> {
  const misfit = receiptMisfit(opening);
  if (misfit !== undefined) return failed(`the opening is no receipt: ${misfit}`);
  const given = opening as Receipt;
  const hash = await receiptHash({ ...given });
  const isOther = isChange(receipt) || hasChanged(receipt);
  const finding = findingOf([
    differs("the opening's hash", { found: given.hash, expected: hash }),
    ...identityProblems(receipt, given),
    ...(receipt.kind === 'delivery'
      ? purchaseProblems(receipt, given)
      : openProblems(receipt, given)),
    ...(isOther ? changedProblems(receipt, given) : ownProblems(receipt.own, given.own)),
  ]);
  if (finding.status === 'failed' || !isOther) return finding;
  return checkState(receipt, { opening: given, change });
}

/** Of a position that was changed, what its opening and it have in common. */
function changedProblems(
  { own }: Receipt,
  { own: opened }: Receipt,
): readonly (string | undefined)[] {
  if (own === undefined || opened === undefined) return [];
  return [
    differs('position', { found: own['part_of'] ?? own['position'], expected: opened['position'] }),
    ...OWN_KEPT.map((name) => differs(name, { found: own[name], expected: opened[name] })),
  ];
}

function identityProblems(receipt: Receipt, opening: Receipt): readonly (string | undefined)[] {
  const isDelivery = receipt.kind === 'delivery';
  const kind = isDelivery ? 'purchase' : 'open';
  const found = receipt.terms[isDelivery ? 'purchase_receipt' : 'open_receipt'];
  return [
    differs('the opening', { found, expected: opening.id }),
    differs("the opening's kind", { found: opening.kind, expected: kind }),
    differs('the symbol', { found: receipt.symbol, expected: opening.symbol }),
    opening.id < receipt.id && opening.time <= receipt.time
      ? undefined
      : 'the opening is not before it',
    ...AGREED[kind].map((name) =>
      differs(name, { found: receipt.terms[name], expected: opening.terms[name] }),
    ),
  ];
}

const openProblems = ({ strike }: Receipt, opening: Receipt): readonly (string | undefined)[] => [
  differs('the open price', { found: strike, expected: opening.result['open_price'] }),
];

const purchaseProblems = (
  { strike, terms }: Receipt,
  opening: Receipt,
): readonly (string | undefined)[] => [
  differs('the strike', { found: strike, expected: opening.strike }),
  refundRuleOf(terms) < refundRuleOf(opening.terms)
    ? 'its refund rule is older than that of the purchase'
    : undefined,
  ...(['purchased_at', 'delivers_at'] as const).map((name) =>
    differs(name, { found: terms[name], expected: opening.result[name] }),
  ),
];

function ownProblems(
  own: ReceiptFields | undefined,
  opened: ReceiptFields | undefined,
): readonly (string | undefined)[] {
  if (own === undefined || opened === undefined) return [];
  // Ends of before say nothing of it.
  const names = own['open_fee'] === undefined ? OWN : [...OWN, 'open_fee'];
  return names.map((name) => differs(name, { found: own[name], expected: opened[name] }));
}
