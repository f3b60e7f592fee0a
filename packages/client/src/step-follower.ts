/**
 * Follows a user's steps without a gap, over lost connections: what came while nobody listened is read, and what the socket
 * brings meanwhile waits behind it.
 */
import type { Step } from '@fairlead/contract';

/** What the call `steps` answers. */
export interface StepsRead {
  readonly steps: readonly Step[];
  readonly number: number;
  readonly has_more: boolean;
  readonly gap?: string | undefined;
}

export interface StepFollowerParts {
  /** Reads what came after a number. */
  readonly read: (after: number) => Promise<StepsRead>;
  readonly onStep: (step: Step) => void;
  /** Steps are missing for good: what is known of the user must be read anew. */
  readonly onGap: () => void;
  /** To go on from, by one who kept it. */
  readonly number?: number | undefined;
}

export class StepFollower {
  readonly #parts: StepFollowerParts;
  #number: number | undefined;
  /** What the login said on this connection: what is reread knows all up to it. */
  #begunAt = 0;
  /** What came before it could be told, oldest first; none while each is told as it comes. */
  #waiting: Step[] | undefined = [];
  /** Counts connections, so that what an earlier one asked for changes nothing. */
  #connection = 0;

  constructor(parts: StepFollowerParts) {
    this.#parts = parts;
    this.#number = parts.number;
  }

  /** All up to it was told. */
  get number(): number | undefined {
    return this.#number;
  }

  /** The connection is lost: what comes on the next one waits for `begin`. */
  pause(): void {
    this.#connection += 1;
    this.#waiting = [];
  }

  /** Nobody is logged in any more. */
  forget(): void {
    this.pause();
    this.#number = undefined;
  }

  /** A login was answered with the number up to which nothing is told by the socket. */
  async begin(number: number): Promise<void> {
    this.#number ??= number;
    this.#begunAt = number;
    if (number > this.#number) await this.#catchUp();
    else this.#goOn();
  }

  take(step: Step): void {
    if (this.#waiting !== undefined) this.#waiting.push(step);
    else if (!this.#tell(step)) {
      this.#waiting = [step];
      void this.#catchUp();
    }
  }

  /** False where something is missing before it. */
  #tell(step: Step): boolean {
    const number = this.#number ?? step.previous;
    if (step.number <= number) return true;
    if (step.previous > number) return false;
    this.#number = step.number;
    this.#parts.onStep(step);
    return true;
  }

  async #catchUp(): Promise<void> {
    const connection = this.#connection;
    try {
      for (let hasMore = true; hasMore; ) {
        const read = await this.#parts.read(this.#number ?? 0);
        if (connection !== this.#connection) return;
        for (const step of read.steps) this.#tell(step);
        this.#number = Math.max(this.#number ?? 0, read.number);
        if (read.gap !== undefined) {
          this.#number = read.number;
          this.#parts.onGap();
        }
        hasMore = read.has_more && read.steps.length > 0;
      }
    } catch {
      if (connection !== this.#connection) return;
      // It cannot be read: whoever listens reads the rest anew, which has all up to the login and up to what waits.
      this.#number = Math.max(
        ...[this.#number ?? 0, this.#begunAt, this.#waiting?.at(-1)?.number ?? 0],
      );
      this.#parts.onGap();
    }
    this.#goOn();
  }

  #goOn(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const step of waiting) {
      if (this.#tell(step)) continue;
      // What was read a moment ago has nothing of it: it is not asked for without an end.
      this.#parts.onGap();
      this.#number = step.previous;
      this.#tell(step);
    }
  }
}
