import { Turns } from './turns.ts';

/** Lets one work of each user run at a time and so many wait; more is refused with `overloaded`. */
export class UserTurns {
  readonly #users = new Map<number, { readonly turns: Turns; works: number }>();
  readonly #waitingMax: number;

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  async run<Answer>(userId: number, work: () => Promise<Answer>): Promise<Answer> {
    const user = this.#users.get(userId) ?? {
      turns: new Turns({ atOnceMax: 1, waitingMax: this.#waitingMax }),
      works: 0,
    };
    this.#users.set(userId, user);
    user.works += 1;
    try {
      return await user.turns.run(work);
    } finally {
      user.works -= 1;
      if (user.works === 0) this.#users.delete(userId);
    }
  }
}
