/**
 * Time that passes only when the simulation says so. Events run one after another in the order of their times; after each
 * of them everything that it set off runs to its end. Nothing waits for the machine's clock, so a run is a function of its
 * seed. Out of scope: the wall clock, which may be wrong (wall-clock.ts).
 */

interface Event {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
  isCancelled: boolean;
}

export class VirtualTime {
  #nowMs = 0;
  #order = 0;
  /** A binary heap, the next event first. */
  readonly #events: Event[] = [];
  #ran = 0;

  /** Milliseconds since the simulation began. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** How many events have run. */
  get ran(): number {
    return this.#ran;
  }

  /** Runs `run` after so long; gives how to call that off. */
  after(ms: number, run: () => void): () => void {
    this.#order += 1;
    const atMs = this.#nowMs + Math.max(0, ms);
    const event: Event = { atMs, order: this.#order, run, isCancelled: false };
    this.#push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  delay(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Lets so much time pass. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (
      let next = this.#events[0];
      next !== undefined && next.atMs <= untilMs;
      next = this.#events[0]
    ) {
      await this.#runNext();
    }
    this.#nowMs = untilMs;
  }

  /** Lets time pass until something is so, and at most so much; false if it did not come to be. */
  async passUntil(isSo: () => boolean, ms: number): Promise<boolean> {
    const untilMs = this.#nowMs + ms;
    while (!isSo()) {
      const next = this.#events[0];
      if (next === undefined || next.atMs > untilMs) return false;
      await this.#runNext();
    }
    return true;
  }

  /** Without anything running: whoever waits meanwhile was not there. */
  skip(ms: number): void {
    this.#nowMs += ms;
    for (const event of this.#events) if (event.atMs < this.#nowMs) event.isCancelled = true;
  }

  async #runNext(): Promise<void> {
    const event = this.#pop();
    if (event.isCancelled) return;
    this.#nowMs = Math.max(this.#nowMs, event.atMs);
    this.#ran += 1;
    event.run();
    await settled();
  }

  #push(event: Event): void {
    const heap = this.#events;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above] as Event;
      if (!isBefore(event, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = event;
  }

  #pop(): Event {
    const heap = this.#events;
    const first = heap[0] as Event;
    const last = heap.pop() as Event;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Event, heap[below] as Event))
        below += 1;
      const child = heap[below] as Event;
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

const isBefore = (left: Event, right: Event): boolean =>
  left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order);

/**
 * Resolves when all that was set off has run: promises' reactions, and the sequencer's pump, which waits for the next turn
 * of the event loop and is at most two turns away.
 */
export async function settled(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => setImmediate(resolve));
}
