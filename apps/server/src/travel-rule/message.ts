/**
 * What the message of an originator's provider says of whom it is for, against the name that the exchange verified. Spelling that says
 * nothing is left out: case, accents, punctuation, the order of the parts. Whatever else differs is a person's to look at.
 */
import type { ParsedOf, TravelPerson } from '@fairlead/contract';
import { parseDecimal } from '@fairlead/units';
import type { PaidOutput } from './message-queries.ts';

export type TravelMessage = ParsedOf<'travelCallback'>;

/** Whether one of the names of one of the persons is the verified one. */
export function isNamed(persons: readonly TravelPerson[], verified: string): boolean {
  return persons.flatMap(namesOf).some((name) => isSameName(name, verified));
}

/**
 * Of what came in the message's currency the outputs that it is about: all where it says their sum, else the one of its amount, of
 * equal ones the first that nothing answered. What is right for none is about all.
 */
export function meantOutputs(
  { id, transfer }: Pick<TravelMessage, 'id' | 'transfer'>,
  paid: readonly PaidOutput[],
  scale: number,
): { readonly isRight: boolean; readonly outputs: readonly PaidOutput[] } {
  const stated = cutTo(transfer.amount, scale);
  if (stated === undefined) return { isRight: false, outputs: paid };
  const sum = paid.reduce((total, { amount }) => total + amount, 0n);
  // Each was cut to the ledger's decimals: together they may be less than the sum, by less than one unit each.
  if (stated >= sum && stated < sum + BigInt(paid.length)) return { isRight: true, outputs: paid };
  const equal = paid.filter(({ amount }) => amount === stated);
  const one =
    equal.find(({ reference }) => reference === id) ??
    equal.find(({ isDecided, isAnswered }) => !isDecided && !isAnswered) ??
    equal[0];
  return one === undefined ? { isRight: false, outputs: paid } : { isRight: true, outputs: [one] };
}

/** As what came is counted: what is finer than the ledger counts is left out. */
function cutTo(text: string, scale: number): bigint | undefined {
  const [whole = '', fraction = ''] = text.split('.');
  return parseDecimal(
    `${whole}.${fraction.slice(0, scale).padEnd(Math.max(scale, 1), '0')}`,
    scale,
  );
}

/** Each of a person's names, in one string. */
function namesOf({ naturalPerson, legalPerson }: TravelPerson): string[] {
  const {
    nameIdentifier = [],
    localNameIdentifier = [],
    phoneticNameIdentifier = [],
  } = naturalPerson?.name ?? {};
  const natural = [...nameIdentifier, ...localNameIdentifier, ...phoneticNameIdentifier].map(
    ({ primaryIdentifier, secondaryIdentifier = '' }) =>
      `${primaryIdentifier} ${secondaryIdentifier}`,
  );
  const legal = legalPerson?.name.nameIdentifier.map(({ legalPersonName }) => legalPersonName);
  return [...natural, ...(legal ?? [])];
}

/** In any order; names without spaces between their parts also run together. */
function isSameName(one: string, other: string): boolean {
  const left = wordsOf(one);
  const right = wordsOf(other);
  if (left.length === 0 || right.length === 0) return false;
  const isSame = (words: readonly string[], others: readonly string[], mark: string) =>
    words.join(mark) === others.join(mark);
  return (
    isSame(left.toSorted(), right.toSorted(), ' ') ||
    isSame(left, right, '') ||
    isSame(left.toReversed(), right, '')
  );
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
