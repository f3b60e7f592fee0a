import { ProblemError } from '@fairlead/contract';

/** Lets so many works run at once and so many wait, in their order; more is refused with `overloaded`. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #limits: { readonly atOnceMax: number; readonly waitingMax: number };
  #running = 0;

  constructor(limits: { readonly atOnceMax: number; readonly waitingMax: number }) {
    this.#limits = limits;
  }

  async run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#running >= this.#limits.atOnceMax) {
      if (this.#waiting.length >= this.#limits.waitingMax) throw new ProblemError('overloaded');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      // Whoever waited longest takes this place over.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
