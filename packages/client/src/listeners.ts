/** Who wants to be told of one thing. */
export class Listeners<Value> {
  readonly #all = new Set<(value: Value) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** Returns what takes it back. The same function may be added more than once. */
  add(listener: (value: Value) => void): () => void {
    const own = (value: Value) => listener(value);
    this.#all.add(own);
    return () => {
      this.#all.delete(own);
    };
  }

  tell(value: Value): void {
    for (const listener of [...this.#all]) listener(value);
  }
}
