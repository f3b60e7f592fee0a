/**
 * How many of a sorted list, from `from` on and with those before it, come before the first that is not `isBefore`: where it would
 * be put in. O(log n).
 */
export function placeOf<Row>(
  rows: ArrayLike<Row>,
  isBefore: (row: Row) => boolean,
  from = 0,
): number {
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(rows[middle] as Row)) low = middle + 1;
    else high = middle;
  }
  return low;
}
