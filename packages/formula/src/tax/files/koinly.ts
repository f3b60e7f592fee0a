/**
 * Koinly's universal CSV (support.koinly.io, "How to create a custom CSV file with your data"): times in UTC, fees beside what
 * was sent and received, not in it. Its tags say what is income and what is the result of a contract.
 */
import type { CurrencyAmount, Movement } from '../movement.ts';
import { ruleOf } from '../rules.ts';
import { amountText, type FileCell, type FileWords, sidesOf } from './words.ts';

export const KOINLY_HEAD = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
] as const;

/** Sent − fee and received + fee are what is written, so that Koinly, which takes the fee off, arrives at the ledger. */
export function koinlyRows(movement: Movement, words: FileWords): FileCell[][] {
  return sidesOf(movement).map(({ out, into, fee }) => {
    // Only what a trade or a withdrawal kept apart; of a contract's result it is a part.
    const apart = isApart(movement) && fee !== undefined && fee.amount > 0n ? fee : undefined;
    const isInto = apart !== undefined && into?.currencyId === apart.currencyId;
    const sent = out && { ...out, amount: -out.amount - (isInto ? 0n : (apart?.amount ?? 0n)) };
    const received = into && { ...into, amount: into.amount + (isInto ? apart.amount : 0n) };
    return [
      `${words.utcOf(movement.timeMs)} UTC`,
      ...amountCells(sent, words),
      ...amountCells(received, words),
      ...amountCells(apart, words),
      undefined,
      undefined,
      labelOf(movement, into !== undefined),
      `${movement.reason} ${movement.reference}`,
      `${words.exchange}-${movement.entryId}`,
    ];
  });
}

const isApart = ({ reason }: Movement): boolean => reason === 'trade' || reason === 'withdrawal';

export function amountCells(
  side: CurrencyAmount | undefined,
  words: FileWords,
): [FileCell, FileCell] {
  return side === undefined
    ? [undefined, undefined]
    : [amountText(side, words), words.nameOf(side.currencyId)];
}

function labelOf(movement: Movement, isIn: boolean): FileCell {
  const rule = ruleOf(movement);
  if (rule.treat === 'income') return rule.figure === 'interest' ? 'lending interest' : 'reward';
  if (rule.treat !== 'result') return undefined;
  if (rule.figure === 'futures' || rule.figure === 'options') return 'realized gain';
  // What came by a correction is no income by itself.
  return isIn ? undefined : 'cost';
}
