/** Rows as a table keeps them: each as it last was, once in a batch, and refused where a trigger would refuse it. */
import { expect } from 'vitest';

export class KeptRows<Row, Key extends string | number = number> {
  readonly #rows = new Map<Key, Row>();
  readonly #keyOf: (row: Row) => Key;
  readonly #refuse: (row: Row, known: Row | undefined) => void;

  /** `refuse` throws for a row that may not be written over the known one. */
  constructor(
    keyOf: (row: Row) => Key,
    refuse: (row: Row, known: Row | undefined) => void = () => undefined,
  ) {
    this.#keyOf = keyOf;
    this.#refuse = refuse;
  }

  commit(rows: readonly Row[]): void {
    expectUnique(rows.map(this.#keyOf));
    for (const row of rows) {
      const key = this.#keyOf(row);
      this.#refuse(row, this.#rows.get(key));
      this.#rows.set(key, row);
    }
  }

  get(key: Key): Row | undefined {
    return this.#rows.get(key);
  }

  /** In the order in which they first came. */
  list(): Row[] {
    return [...this.#rows.values()];
  }

  /** In the order of their keys, which must be numbers. */
  sorted(): Row[] {
    return this.list().sort(
      (left, right) => Number(this.#keyOf(left)) - Number(this.#keyOf(right)),
    );
  }
}

export function expectUnique(keys: readonly (string | number)[]): void {
  expect(new Set(keys).size).toBe(keys.length);
}
