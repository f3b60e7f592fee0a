/** Follows the steps of every product that counts its own, each without a gap. */
import type { Step, StepNumbers, StepProduct } from '@fairlead/contract';
import { StepFollower, type StepsRead } from './step-follower.ts';

export interface StepFollowersParts {
  /** Reads what came after a number of a product; without one, spot. */
  readonly read: (after: number, product?: StepProduct) => Promise<StepsRead>;
  readonly onStep: (step: Step) => void;
  readonly onGap: () => void;
  /** To go on from, by one who kept them. */
  readonly numbers: StepNumbers;
}

export class StepFollowers {
  readonly #parts: StepFollowersParts;
  readonly #byProduct = new Map<StepProduct, StepFollower>();
  /** What came before the login was answered, of products that nothing is known of. */
  #early: Step[] | undefined = [];

  constructor(parts: StepFollowersParts) {
    this.#parts = parts;
    for (const [product, number] of entriesOf(parts.numbers)) this.#of(product, number);
  }

  /** A login was answered: which products count, and where each is. */
  async begin(numbers: StepNumbers): Promise<void> {
    for (const [product] of entriesOf(numbers)) this.#of(product);
    const early = this.#early ?? [];
    this.#early = undefined;
    const begun = [...this.#byProduct].map(async ([product, follower]) => {
      // One that could not be asked goes on with its next step, which connects or is read before.
      const number = numbers[product] ?? follower.number;
      if (number !== undefined) await follower.begin(number);
    });
    for (const step of early) this.take(step);
    await Promise.all(begun);
  }

  take(step: Step): void {
    const { product = 'spot', previous } = step;
    const known = this.#byProduct.get(product);
    if (known !== undefined || this.#early !== undefined) {
      if (known !== undefined) known.take(step);
      else this.#early?.push(step);
      return;
    }
    const follower = this.#of(product);
    follower.take(step);
    // Nobody knows what it did before.
    this.#parts.onGap();
    void follower.begin(previous);
  }

  /** The connection is lost. */
  pause(): void {
    this.#early = [];
    for (const follower of this.#byProduct.values()) follower.pause();
  }

  /** Nobody is logged in any more. */
  forget(): void {
    this.pause();
    this.#byProduct.clear();
  }

  #of(product: StepProduct, number?: number): StepFollower {
    const known = this.#byProduct.get(product);
    if (known !== undefined) return known;
    const { read, onStep, onGap } = this.#parts;
    const made = new StepFollower({
      read: (after) => (product === 'spot' ? read(after) : read(after, product)),
      ...{ onStep, onGap, number },
    });
    this.#byProduct.set(product, made);
    return made;
  }
}

const entriesOf = (numbers: StepNumbers): [StepProduct, number][] =>
  Object.entries(numbers) as [StepProduct, number][];
