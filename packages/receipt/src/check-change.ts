/**
 * That a position was, before each receipt about it, what the one before left it as: opened, then changed by parts that
 * were closed and margin that was added, each naming the change before it, then ended.
 */
import { formatDecimal } from '@fairlead/units';
import { addedOf, isPart } from './check-position.ts';
import { receiptHash } from './digest.ts';
import { differs, type Finding, failed, findingOf, skipped } from './finding.ts';
import { amountOf, countOf, scaleOf } from './read-fields.ts';
import { type Receipt, type ReceiptFields, receiptMisfit } from './receipt.ts';

/** Whether the position goes on behind it as another than before. */
export const isChange = (receipt: Receipt): boolean => receipt.kind === 'margin' || isPart(receipt);

/** The receipt of the last change before. */
export function changeIdOf({ terms }: Receipt): number | undefined {
  const id = terms['changed_receipt'];
  return typeof id === 'number' ? id : undefined;
}

export const hasChanged = (receipt: Receipt): boolean => changeIdOf(receipt) !== undefined;

/** Compares with the last change, or with the opening where nothing was changed. */
export async function checkState(
  receipt: Receipt,
  { opening, change }: { readonly opening: Receipt; readonly change: unknown },
): Promise<Finding> {
  const changeId = changeIdOf(receipt);
  if (changeId === undefined) return stateFinding(receipt, opening);
  if (change === undefined) return skipped('the receipt of the last change was not given');
  const misfit = receiptMisfit(change);
  if (misfit !== undefined) return failed(`the last change is no receipt: ${misfit}`);
  const given = change as Receipt;
  const finding = findingOf([
    differs("the last change's hash", {
      found: given.hash,
      expected: await receiptHash({ ...given }),
    }),
    differs('the last change', { found: changeId, expected: given.id }),
    isChange(given) ? undefined : 'what it names as the last change is none',
    differs("the last change's opening", {
      found: given.terms['open_receipt'],
      expected: opening.id,
    }),
    given.id < receipt.id ? undefined : 'the last change is not before it',
  ]);
  return finding.status === 'failed' ? finding : stateFinding(receipt, given);
}

const NAMES = ['lots', 'margin', 'margin_added', 'open_fee'] as const;
type State = Readonly<Record<(typeof NAMES)[number], string | number>>;

function stateFinding(receipt: Receipt, last: Receipt): Finding {
  if (receipt.own === undefined || last.own === undefined) return findingOf([]);
  const [before, after] = [stateBefore(receipt, receipt.own), stateAfter(last, last.own)];
  return findingOf(
    NAMES.map((name) =>
      differs(`${name} before it`, { found: before[name], expected: after[name] }),
    ),
  );
}

function stateBefore(receipt: Receipt, own: ReceiptFields): State {
  if (isPart(receipt)) return stateOf(own, { before: '', after: '_before' });
  const scale = scaleOf(own, 'margin');
  const state = heldState(own);
  if (receipt.kind !== 'margin') return state;
  const added = amountOf(own, 'added', scale);
  return {
    ...state,
    margin: String(own['margin_before']),
    margin_added: formatDecimal(addedOf(own, scale) - added, scale),
  };
}

const stateAfter = (receipt: Receipt, own: ReceiptFields): State =>
  isPart(receipt) ? stateOf(own, { before: 'rest_', after: '' }) : heldState(own);

const heldState = (own: ReceiptFields): State => ({
  lots: countOf(own, 'lots'),
  margin: String(own['margin']),
  margin_added: formatDecimal(addedOf(own, scaleOf(own, 'margin')), scaleOf(own, 'margin')),
  open_fee: String(own['open_fee']),
});

function stateOf(
  own: ReceiptFields,
  { before, after }: { readonly before: string; readonly after: string },
): State {
  const text = (name: string) => String(own[`${before}${name}${after}`]);
  return {
    lots: countOf(own, `${before}lots${after}`),
    margin: text('margin'),
    margin_added: text('margin_added'),
    open_fee: text('open_fee'),
  };
}
