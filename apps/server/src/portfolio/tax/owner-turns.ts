import { ProblemError } from '@fairlead/contract';
import { Turns } from '../../core/http/turns.ts';

/** One work at a time, and of each owner one that runs or waits: so nobody fills what all wait in. */
export class OwnerTurns {
  readonly #turns: Turns;
  readonly #owners = new Set<number>();

  constructor(waitingMax: number) {
    this.#turns = new Turns({ atOnceMax: 1, waitingMax });
  }

  async run<Answer>(owner: number, work: () => Promise<Answer>): Promise<Answer> {
    if (this.#owners.has(owner)) throw new ProblemError('in_progress');
    this.#owners.add(owner);
    try {
      return await this.#turns.run(work);
    } finally {
      this.#owners.delete(owner);
    }
  }
}
