/** Words and numbers of packed orders: written as text where they may be none, and read back checked. */

export const textOf = (value: number | bigint | undefined): string =>
  value === undefined ? '' : String(value);

export function among<Word>(words: readonly Word[], at: number): Word {
  const word = words[at];
  if (word === undefined) throw new RangeError('an order in words that are not known');
  return word;
}

/** A safe integer, where there is one. */
export function numberOf(text: string): number | undefined {
  if (text === '') return undefined;
  const number = Number(integerOf(text));
  if (!Number.isSafeInteger(number)) throw new RangeError('no number of an order');
  return number;
}

/** BigInt alone takes an empty text for zero, and hexadecimal digits. */
export function integerOf(text: string): bigint {
  if (!/^-?\d{1,40}$/.test(text)) throw new RangeError('no integer');
  return BigInt(text);
}
