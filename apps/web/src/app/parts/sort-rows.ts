/** Rows of a table and what they are sorted by: exact figures and words, never floats. */

export interface TableSort<Id extends string = string> {
  readonly column: Id;
  readonly isDescending: boolean;
}

/** What a row is compared by; undefined where it has no such figure. */
export type SortKey = bigint | string | undefined;

/** A second press turns the order; figures and times begin with the greatest, words with the first. */
export const sortedBy = <Id extends string>(
  sort: TableSort<Id> | undefined,
  { column, isWord }: { readonly column: Id; readonly isWord: boolean },
): TableSort<Id> =>
  sort?.column === column
    ? { column, isDescending: !sort.isDescending }
    : { column, isDescending: !isWord };

/** What has no such figure stands last either way; equal ones newest first. */
export function sortRows<Row extends { readonly id: number }>(
  rows: readonly Row[],
  isDescending: boolean,
  keyOf: (row: Row) => SortKey,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  return keyed
    .sort((one, other) => {
      if (one.key === other.key) return other.row.id - one.row.id;
      if (one.key === undefined) return 1;
      if (other.key === undefined) return -1;
      return one.key < other.key === isDescending ? 1 : -1;
    })
    .map(({ row }) => row);
}
