/** What commands about deposits and withdrawals must look like before anything else is asked. */

import { isReservedReference } from '../ledger/recent-references.ts';
import { OUTPUT_INDEX_MAX, REFERENCE_LENGTH_MAX, TEXT_LENGTH_MAX } from '../limits.ts';
import type { WithdrawalDestination } from './rows.ts';

/** Names that an index holds: of a transaction, or of an entry. */
export const isName = (text: string | undefined): text is string =>
  isText(text) && text.length <= REFERENCE_LENGTH_MAX;

/** A name that a caller may give to an entry. */
export const isReference = (text: string | undefined): text is string =>
  isName(text) && !isReservedReference(text);

/** The tables take no text with a NUL; a batch must not fail for one. */
const isText = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && text.length <= TEXT_LENGTH_MAX && !text.includes('\0');

export const isOptionalText = (text: string | undefined): boolean =>
  text === undefined || isText(text);

export const isId = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

export const isOutputIndex = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= OUTPUT_INDEX_MAX;

export const isApprovalCount = (value: number): boolean => value === 1 || value === 2;

export function isDestination(destination: WithdrawalDestination): boolean {
  return destination.kind === 'crypto'
    ? isId(destination.addressId) && isName(destination.chain) && isText(destination.address)
    : isId(destination.cardId) && isText(destination.text);
}
