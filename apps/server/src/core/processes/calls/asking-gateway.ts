/** One gateway as the engine knows it: which of its calls were taken, and what it is to be told of them. */
import { CALLS_MAX, FORGOTTEN_BEATS, KEEP_EACH_MS } from '../limits.ts';
import type { AnswersMessage, Outcome } from '../messages.ts';
import { packAnswer } from './answer-packing.ts';
import { Packer } from './packing.ts';

/** Answers by the numbers of their calls. */
export type Told = readonly (readonly [id: number, outcome: Outcome])[];

export class AskingGateway {
  readonly name: string;
  /** Whether it reads answers in frames. */
  takesPacked = false;
  /** At which of the engine's beats it was heard last. */
  #heardAtBeat = 0;
  /** Whether all that it sent says when. */
  #isDated = true;
  /** The last call that was taken. */
  #lastId = 0;
  /** Calls under way, by the number that each came under first. */
  readonly #underWay = new Set<number>();
  /** Under which number those came first that came again. */
  readonly #firstIds = new Map<number, number>();
  #told: (readonly [id: number, outcome: Outcome])[] = [];
  #keptAtMs = Number.NEGATIVE_INFINITY;

  constructor(name: string) {
    this.name = name;
  }

  /** Something of it came, which says the beat that it had heard, where it does. */
  hear(beats: number, said: number | undefined): void {
    this.#heardAtBeat = beats;
    if (said === undefined) this.#isDated = false;
  }

  /**
   * Whether nothing of it is under way or untold, and all that it ever sent is too old to be taken from a name that is not known: what
   * came before it was last heard says no later beat.
   */
  isGone(beats: number): boolean {
    const isOver = this.#underWay.size === 0 && this.#told.length === 0;
    return isOver && this.#isDated && beats - this.#heardAtBeat > FORGOTTEN_BEATS;
  }

  /**
   * Takes a call by its number. One that was sent again and is still under way is answered once, under the number that it
   * came with first.
   */
  take(id: number, again: number | undefined): 'new' | 'under_way' | 'repeated' {
    if (id <= this.#lastId) return 'repeated';
    this.#lastId = id;
    const first = again === undefined ? undefined : this.#firstIdOf(again);
    if (first === undefined) {
      this.#underWay.add(id);
      return 'new';
    }
    this.#firstIds.set(id, first);
    return 'under_way';
  }

  answer(id: number, outcome: Outcome): void {
    this.#underWay.delete(id);
    for (const [again, first] of this.#firstIds) if (first === id) this.#firstIds.delete(again);
    this.#told.push([id, outcome]);
  }

  /** What it was not told yet. */
  untold(): Told {
    return this.#told.splice(0);
  }

  /** What it could not be told, to be told with what comes. */
  keep(told: Told): void {
    this.#told = [...told, ...this.#told].slice(-CALLS_MAX);
  }

  /** As it reads them. */
  messageOf(told: Told): Omit<AnswersMessage, 'epoch'> {
    if (!this.takesPacked) return { answers: told };
    const packer = new Packer();
    const answers = told.filter(([id, outcome]) => {
      if (outcome.kind === 'answer') packAnswer(packer, id, outcome);
      return outcome.kind !== 'answer';
    });
    return { answers, ...(!packer.isEmpty && { packed: packer.packed() }) };
  }

  /** Whether its stream was given its time lately; where not, it is now. */
  isKept(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#keptAtMs < KEEP_EACH_MS) return true;
    this.#keptAtMs = nowMs;
    return false;
  }

  #firstIdOf(id: number): number | undefined {
    return this.#underWay.has(id) ? id : this.#firstIds.get(id);
  }
}
