/** What of two lists differs, each row looked at once: lists are as long as there are owners. */
import { isDeepStrictEqual } from 'node:util';

/** Rows that are not there as they are wanted. `keyOf`: what names a row among those of its list. */
export function changedRows<Row>(
  wanted: readonly Row[],
  present: readonly Row[],
  keyOf: (row: Row) => number,
): Row[] {
  const there = new Map(present.map((row) => [keyOf(row), row]));
  return wanted.filter((row) => !isDeepStrictEqual(there.get(keyOf(row)), row));
}

/** Those of a list that another has not. */
export function notIn(list: readonly number[], other: readonly number[]): number[] {
  const there = new Set(other);
  return list.filter((each) => !there.has(each));
}
