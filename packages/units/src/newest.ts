/**
 * A map and a set that hold their newest entries only: one more than `max` and the oldest is forgotten, in the order of insertion
 * that Map and Set keep. Who begins at the first key for each that is forgotten walks over the places of all that were
 * forgotten before, which a table of V8 gives back only when it is made anew: with 100,000 entries some 80,000 of them, 50 µs
 * each time. So one iterator goes along: whatever lies behind it is gone.
 */
export class NewestMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  readonly #oldest: MapIterator<[Key, Value]>;
  readonly #onForgotten: ((key: Key, value: Value) => void) | undefined;

  /** `max` is at least 1; `onForgotten` is told of what there was no more room for. */
  constructor(max: number, onForgotten?: (key: Key, value: Value) => void) {
    super();
    this.#max = max;
    this.#onForgotten = onForgotten;
    this.#oldest = this.entries();
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size <= this.#max) return this;
    // Never at its end: there is at least one entry before the one that was just added.
    const { value: oldest } = this.#oldest.next();
    if (oldest === undefined) return this;
    this.delete(oldest[0]);
    this.#onForgotten?.(...oldest);
    return this;
  }
}

export class NewestSet<Value> extends Set<Value> {
  readonly #max: number;
  readonly #oldest: SetIterator<Value>;

  /** `max` is at least 1. */
  constructor(max: number) {
    super();
    this.#max = max;
    this.#oldest = this.values();
  }

  override add(value: Value): this {
    super.add(value);
    if (this.size <= this.#max) return this;
    const oldest = this.#oldest.next();
    if (oldest.done !== true) this.delete(oldest.value);
    return this;
  }
}
