/** What names, texts and ids of a command must look like before anything else is asked. */
import { isReservedReference } from '../ledger/recent-references.ts';
import { REFERENCE_LENGTH_MAX, TEXT_LENGTH_MAX } from '../limits.ts';

/** Names that an index holds: of a transaction, or of an entry. */
export const isName = (text: string | undefined): text is string =>
  isText(text) && text.length <= REFERENCE_LENGTH_MAX;

/** A name that a caller may give to an entry. */
export const isReference = (text: string | undefined): text is string =>
  isName(text) && !isReservedReference(text);

/** The tables take no text with a NUL; a batch must not fail for one. */
export const isText = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && text.length <= TEXT_LENGTH_MAX && !text.includes('\0');

export const isOptionalText = (text: string | undefined): boolean =>
  text === undefined || isText(text);

export const isId = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;
