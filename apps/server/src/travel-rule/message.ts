/**
 * What the message of an originator's provider says of whom it is for, against the name that the exchange verified. Spelling that says
 * nothing is left out: case, accents, punctuation, the order of the parts. Whatever else differs is a person's to look at.
 */
import type { ParsedOf, TravelPerson } from '@fairlead/contract';

export type TravelMessage = ParsedOf<'travelCallback'>;

/** Whether one of the names of one of the persons is the verified one. */
export function isNamed(persons: readonly TravelPerson[], verified: string): boolean {
  return persons.flatMap(namesOf).some((name) => isSameName(name, verified));
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
