/** Reading a receipt's fields: names of the wire, values that may be missing. */
import type { Receipt } from '@fairlead/contract';
import type { AppMessages } from '../../../i18n/messages.ts';

export type Texts = AppMessages['receipt'];
export type Side = keyof Texts['side'];
export type Fields = Receipt['terms'];

export const textOf = (fields: Fields | undefined, name: string): string | undefined => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
};

export const numberOf = (fields: Fields | undefined, name: string): number | undefined => {
  const value = fields?.[name];
  return typeof value === 'number' ? value : undefined;
};

const SIDES = new Set<string>(['rise', 'fall', 'long', 'short', 'buy', 'sell']);

/** Which way the position or order was. */
export function sideOf({ terms }: Receipt): Side | undefined {
  const side = textOf(terms, 'direction') ?? textOf(terms, 'side');
  return side !== undefined && SIDES.has(side) ? (side as Side) : undefined;
}

/** What gains by a higher price, or a purchase. */
export const isUp = (side: Side | undefined): boolean =>
  side === 'rise' || side === 'long' || side === 'buy';

/** The quote currency of the market: prices are in it. */
export const quoteOf = ({ symbol }: Receipt): string => symbol.split('/')[1] ?? '';
export const baseOf = ({ symbol }: Receipt): string => symbol.split('/')[0] ?? '';

/** The receipt of the purchase or opening that this one ends. */
export const openingIdOf = ({ terms }: Receipt): number | undefined =>
  numberOf(terms, 'open_receipt') ?? numberOf(terms, 'purchase_receipt');

/** The receipt of the last change of its position before. */
export const changeIdOf = ({ terms }: Receipt): number | undefined =>
  numberOf(terms, 'changed_receipt');

/** Each engine's chain begins behind a multiple of it. */
const CHAIN_IDS = 1_000_000_000_000;

/**
 * The receipt before it in the chain; 0 where none was. A declared loss leaves ids out, and names the first of them (the
 * verifier's `previousIdOf`, which comes later than the page).
 */
export function beforeIdOf({ id, kind, terms }: Receipt): number {
  const from = kind === 'loss' ? numberOf(terms, 'receipt_from') : undefined;
  const before = from === undefined ? id - 1 : from - 1;
  return before % CHAIN_IDS === 0 ? 0 : before;
}

/** The only sample of everything but a delivery. */
export const sampleOf = ({ samples }: Receipt) => samples.at(-1);
