/**
 * A map and a set that hold their newest entries only: one more than `max` and the oldest is forgotten, in the order of insertion
 * that Map and Set keep. Who begins at the first key for each that is forgotten walks over the places of all that were
 * forgotten before, which a table of V8 gives back only when it is made anew: with 100,000 entries some 80,000 of them, 50 µs
 * each time. So one iterator goes along: whatever lies behind it is gone.
 */
export class NewestMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  readonly #oldest: MapIterator<Key>;

  /** `max` is at least 1. */
  constructor(max: number) {
    super();
    this.#max = max;
    this.#oldest = this.keys();
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size > this.#max) forget(this, this.#oldest);
    return this;
  }

  /** Whether one more key makes this forget its oldest. */
  get isFull(): boolean {
    return this.size >= this.#max;
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
    if (this.size > this.#max) forget(this, this.#oldest);
    return this;
  }
}

/** The iterator is never at its end: there is at least one entry before the one that was just added. */
function forget<Key>(from: { delete(key: Key): boolean }, oldest: Iterator<Key, undefined>): void {
  const { value, done } = oldest.next();
  if (done !== true) from.delete(value);
}
