/**
 * The numbers of users' steps: what a batch did to a user is told under its sequence, beside the one before. Kept of those only
 * who have a socket that asked for it; where they stand is read when the first one does.
 */
import type { StepHead } from '../core/steps/queries.ts';

/** A step without the number before it. */
export interface NewStep<Told> {
  readonly number: number;
  readonly told: Told;
}

interface Place<Told> {
  readonly head: Promise<StepHead>;
  /** The last step; not known until the head was read. */
  previous?: number;
  /** What came meanwhile. */
  waiting: NewStep<Told>[];
}

export interface NumberedParts<Told> {
  readonly readHead: (owner: number) => Promise<StepHead>;
  readonly send: (owner: number, step: NewStep<Told> & { readonly previous: number }) => void;
}

export class NumberedSteps<Told> {
  readonly #parts: NumberedParts<Told>;
  readonly #places = new Map<number, Place<Told>>();
  #sequence = 0;

  constructor(parts: NumberedParts<Told>) {
    this.#parts = parts;
  }

  /** Numbers an owner's steps from now on. Gives the number up to which a socket that joined before knows all by reading it. */
  async begin(owner: number): Promise<number> {
    const known = this.#places.get(owner);
    if (known?.previous !== undefined) return Math.max(known.previous, this.#sequence);
    const place = known ?? this.#open(owner);
    return (await place.head).sequence;
  }

  /** Numbers them from now on, where it does not yet; nobody waits for it. */
  follow(owner: number): void {
    if (!this.#places.has(owner)) this.#open(owner);
  }

  /** Nobody of the owner's listens any more. */
  end(owner: number): void {
    this.#places.delete(owner);
  }

  owners(): readonly number[] {
    return [...this.#places.keys()];
  }

  has(owner: number): boolean {
    return this.#places.has(owner);
  }

  /** A batch was told of, with or without anything of an owner's. */
  passed(sequence: number): void {
    this.#sequence = sequence;
  }

  tell(owner: number, step: NewStep<Told>): void {
    const place = this.#places.get(owner);
    if (place === undefined) return;
    if (place.previous === undefined) place.waiting.push(step);
    else this.#send(owner, place, step);
  }

  #open(owner: number): Place<Told> {
    const place: Place<Told> = { head: this.#parts.readHead(owner), waiting: [] };
    this.#places.set(owner, place);
    place.head.then(
      ({ previous }) => {
        place.previous = previous;
        if (this.#places.get(owner) !== place) return;
        for (const step of place.waiting) this.#send(owner, place, step);
        place.waiting = [];
      },
      () => {
        if (this.#places.get(owner) === place) this.#places.delete(owner);
      },
    );
    return place;
  }

  #send(owner: number, place: Place<Told>, step: NewStep<Told>): void {
    const previous = place.previous ?? 0;
    // It was there when the head was read, by which it is read and not told.
    if (step.number <= previous) return;
    place.previous = step.number;
    this.#parts.send(owner, { ...step, previous });
  }
}
