/** The rows that changed in the running batch, each as it last was, in the order of first change. */
export class ChangedRows<Row> {
  #rows = new Map<number, Row>();

  set(id: number, row: Row): void {
    this.#rows.set(id, row);
  }

  /** As it was last set in this batch. */
  get(id: number): Row | undefined {
    return this.#rows.get(id);
  }

  take(): Row[] {
    if (this.#rows.size === 0) return [];
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows;
  }
}
