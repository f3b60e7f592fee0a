import { ProblemError } from '@fairlead/contract';
import { Turns } from '../../core/http/turns.ts';

/** A report and a file of it, and those of the method that was chosen before: what a page asks for within a moment. */
const OF_OWNER_MAX = 4;

interface Own {
  readonly turns: Turns;
  /** Those that run or wait. */
  count: number;
}

/**
 * One work at a time, and of each owner one that runs or waits among all: so nobody fills what all wait in. A few more of the
 * same owner wait behind it.
 */
export class OwnerTurns {
  readonly #turns: Turns;
  readonly #owners = new Map<number, Own>();

  constructor(waitingMax: number) {
    this.#turns = new Turns({ atOnceMax: 1, waitingMax });
  }

  async run<Answer>(owner: number, work: () => Promise<Answer>): Promise<Answer> {
    const limits = { atOnceMax: 1, waitingMax: OF_OWNER_MAX };
    const own = this.#owners.get(owner) ?? { turns: new Turns(limits), count: 0 };
    if (own.count >= OF_OWNER_MAX) throw new ProblemError('in_progress');
    this.#owners.set(owner, own);
    own.count += 1;
    try {
      return await own.turns.run(() => this.#turns.run(work));
    } finally {
      own.count -= 1;
      if (own.count === 0) this.#owners.delete(owner);
    }
  }
}
