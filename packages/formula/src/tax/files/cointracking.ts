/**
 * CoinTracking's CSV (support: "Transaction types", "Entering fees"): what was bought and sold is what came and went, with the
 * fee in it already; the fee's own column only informs.
 */
import type { Movement } from '../movement.ts';
import { ruleOf } from '../rules.ts';
import { amountCells } from './koinly.ts';
import { type FileCell, type FileWords, sidesOf } from './words.ts';

export const COINTRACKING_HEAD = [
  'Type',
  'Buy',
  'Cur.',
  'Sell',
  'Cur.',
  'Fee',
  'Cur.',
  'Exchange',
  'Group',
  'Comment',
  'Date',
  'Tx-ID',
] as const;

export function coinTrackingRows(movement: Movement, words: FileWords): FileCell[][] {
  return sidesOf(movement).map(({ out, into, fee }) => [
    typeOf(movement, {
      isIn: into !== undefined,
      isTrade: into !== undefined && out !== undefined,
    }),
    ...amountCells(into, words),
    ...amountCells(out && { ...out, amount: -out.amount }, words),
    ...amountCells(fee !== undefined && fee.amount > 0n ? fee : undefined, words),
    words.exchange,
    movement.reason,
    movement.reference,
    words.utcOf(movement.timeMs),
    `${words.exchange}-${movement.entryId}`,
  ]);
}

function typeOf(
  movement: Movement,
  { isIn, isTrade }: { readonly isIn: boolean; readonly isTrade: boolean },
): string {
  const rule = ruleOf(movement);
  switch (rule.treat) {
    case 'income':
      return rule.figure === 'interest' ? 'Interest Income' : 'Reward / Bonus';
    case 'result':
      if (rule.figure === 'penalties' || rule.figure === 'corrections')
        return isIn ? 'Other Income' : 'Other Expense';
      return isIn ? 'Derivatives / Futures Profit' : 'Derivatives / Futures Loss';
    case 'outside':
      return isIn ? 'Deposit' : 'Withdrawal';
    default:
      if (isTrade) return 'Trade';
      return isIn ? 'Other Income' : 'Other Fee';
  }
}
