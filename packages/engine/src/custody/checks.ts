/** What commands about deposits and withdrawals must look like before anything else is asked. */

import { OUTPUT_INDEX_MAX } from '../limits.ts';
import { isId, isName, isText } from '../state/names.ts';
import type { WithdrawalDestination } from './rows.ts';

export const isOutputIndex = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= OUTPUT_INDEX_MAX;

export const isApprovalCount = (value: number): boolean => value === 1 || value === 2;

export function isDestination(destination: WithdrawalDestination): boolean {
  return destination.kind === 'crypto'
    ? isId(destination.addressId) && isName(destination.chain) && isText(destination.address)
    : isId(destination.cardId) && isText(destination.text);
}
