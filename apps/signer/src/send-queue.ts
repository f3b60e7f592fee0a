/** Jobs one after the other: one that waits holds up the later ones of its currency, and is told of once (W16). */
import { isOf } from './approved.ts';
import type { Job } from './desk.ts';
import type { SignedTx, StepJournal, Steps } from './journal.ts';
import type { Say } from './reports.ts';

/** Why a job is not signed. `isWaiting`: later jobs of its currency wait behind it (W16). */
export interface Refusal {
  readonly why: string;
  readonly isWaiting: boolean;
}

export const refused = (why: string): Refusal => ({ why, isWaiting: false });
export const waits = (why: string): Refusal => ({ why, isWaiting: true });

interface QueueParts<Own extends SignedTx> {
  readonly journal: StepJournal<Own>;
  readonly say: Say;
}

export class SendQueue<Own extends SignedTx> {
  readonly #parts: QueueParts<Own>;
  /** What was last said of each job, so that it is said once. */
  readonly #said = new Map<number, string>();

  constructor(parts: QueueParts<Own>) {
    this.#parts = parts;
  }

  /** Signs and sends what is new. One that could not be sent yet holds up all, where the chain wants them in order. */
  async send(
    jobs: readonly Job[],
    {
      sendOne,
      isStuck = () => false,
    }: {
      readonly sendOne: (job: Job) => Promise<Refusal | undefined>;
      readonly isStuck?: () => boolean;
    },
  ): Promise<void> {
    const waiting = new Set<number>();
    for (const job of jobs) {
      if (job.send_state !== 'idle' || this.#isOpen(job) || waiting.has(job.currency_id)) continue;
      if (isStuck()) return;
      const refusal = await sendOne(job);
      if (refusal === undefined) {
        this.#said.delete(job.id);
        continue;
      }
      if (refusal.isWaiting) waiting.add(job.currency_id);
      this.sayOnce(job.id, refusal.isWaiting ? 'waiting' : 'refused', refusal.why);
    }
  }

  sayOnce(id: number, event: string, why: string): void {
    if (this.#said.get(id) === why) return;
    this.#said.set(id, why);
    this.#parts.say(event, { id, why });
  }

  /** Its last transaction may still pay it. */
  #isOpen(job: Job): boolean {
    const last: (Own & Steps) | undefined = this.#parts.journal.of(job.id).at(-1);
    const isOver = last === undefined || last.final === 'failed' || last.final === 'refused';
    return !isOver && isOf(last, job);
  }
}
