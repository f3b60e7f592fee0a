/**
 * Timers that cancel which a connection keeps set while it is there. Nothing is done when it goes: they run out in the engine,
 * which they do as well when this process is killed or cannot reach it any more.
 */
import {
  CANCEL_ON_DISCONNECT_SECONDS_MAX,
  CANCEL_ON_DISCONNECT_SECONDS_MIN,
  CANCEL_TIMERS_MAX,
} from '@fairlead/contract';
import { SECOND_MS } from '@fairlead/units';

/** What a connection asks for. */
export interface SwitchAsked {
  /** How long after it went the orders may still wait; 0 switches it off. */
  readonly seconds: number;
  /** Which of the account's timers. */
  readonly timer: number;
  /** The market whose orders are cancelled; all markets' without it. */
  readonly symbol?: string | undefined;
}

/** Whether a connection may ask for this. */
export const isSwitch = ({ seconds, timer }: SwitchAsked): boolean =>
  Number.isSafeInteger(seconds) &&
  (seconds === 0 ||
    (seconds >= CANCEL_ON_DISCONNECT_SECONDS_MIN && seconds <= CANCEL_ON_DISCONNECT_SECONDS_MAX)) &&
  Number.isSafeInteger(timer) &&
  timer >= 1 &&
  timer < CANCEL_TIMERS_MAX;

/** A timer is set again this often before it would run out, so that one try may fail. */
const TRIES = 3;
/** After a try that failed. */
const RETRY_MS = 500;

/** Sets a timer anew; what refuses it is thrown. */
type SetTimer<Outcome> = (asked: SwitchAsked) => Promise<Outcome>;

export class CancelSwitches {
  /** Those that are kept, by number. */
  readonly #kept = new Map<number, { timeout?: ReturnType<typeof setTimeout> }>();
  readonly #onFailure: (error: unknown) => void;
  #isOver = false;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Sets a timer, and keeps it set until the connection ends or it is asked for anew. */
  async ask<Outcome>(asked: SwitchAsked, set: SetTimer<Outcome>): Promise<Outcome> {
    this.#drop(asked.timer);
    const own = {};
    if (asked.seconds > 0) this.#kept.set(asked.timer, own);
    try {
      const outcome = await set(asked);
      this.#keep(asked, own, set);
      return outcome;
    } catch (error) {
      if (this.#kept.get(asked.timer) === own) this.#drop(asked.timer);
      throw error;
    }
  }

  /** The connection is gone: from here on nothing is set again. */
  stop(): void {
    this.#isOver = true;
    for (const timer of [...this.#kept.keys()]) this.#drop(timer);
  }

  #keep(
    asked: SwitchAsked,
    own: { timeout?: ReturnType<typeof setTimeout> },
    set: SetTimer<unknown>,
    afterMs = (asked.seconds * SECOND_MS) / TRIES,
  ): void {
    if (this.#isOver || this.#kept.get(asked.timer) !== own) return;
    own.timeout = setTimeout(() => {
      set(asked).then(
        () => this.#keep(asked, own, set),
        (error: unknown) => {
          this.#onFailure(error);
          this.#keep(asked, own, set, RETRY_MS);
        },
      );
    }, afterMs);
  }

  #drop(timer: number): void {
    clearTimeout(this.#kept.get(timer)?.timeout);
    this.#kept.delete(timer);
  }
}
