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
/** After a try that failed; after each further one twice as long, at most as long as after one that did not. */
const RETRY_MS = 500;

/** Sets a timer anew; what refuses it is thrown. */
type SetTimer<Outcome> = (asked: SwitchAsked) => Promise<Outcome>;

export interface CancelSwitchesOptions {
  /** Whether asking again would be refused again. What is refused so is kept no longer; nobody is told. */
  readonly isFinal: (error: unknown) => boolean;
  /** Told of the first try of each that failed. */
  readonly onFailure: (error: unknown) => void;
}

interface Kept {
  timeout?: ReturnType<typeof setTimeout>;
  /** Tries that failed since the last that did not. */
  failures: number;
  isTold: boolean;
}

export class CancelSwitches {
  /** Those that are kept, by number. */
  readonly #kept = new Map<number, Kept>();
  readonly #options: CancelSwitchesOptions;
  #isOver = false;

  constructor(options: CancelSwitchesOptions) {
    this.#options = options;
  }

  /** Numbers of those that are kept. */
  get timers(): number[] {
    return [...this.#kept.keys()];
  }

  /** Sets a timer, and keeps it set until the connection ends or it is asked for anew. */
  async ask<Outcome>(asked: SwitchAsked, set: SetTimer<Outcome>): Promise<Outcome> {
    this.#drop(asked.timer);
    const own: Kept = { failures: 0, isTold: false };
    if (asked.seconds > 0 && !this.#isOver) this.#kept.set(asked.timer, own);
    try {
      const outcome = await set(asked);
      this.#keep(asked, own, set);
      return outcome;
    } catch (error) {
      this.#giveUp(asked, own);
      throw error;
    }
  }

  /** Whoever asked is no longer who is there: none is set again, until it is asked for anew. */
  drop(): void {
    for (const timer of this.timers) this.#drop(timer);
  }

  /** The connection is gone: from here on nothing is set again. */
  stop(): void {
    this.#isOver = true;
    this.drop();
  }

  #keep(asked: SwitchAsked, own: Kept, set: SetTimer<unknown>): void {
    if (this.#kept.get(asked.timer) !== own) return;
    const everyMs = (asked.seconds * SECOND_MS) / TRIES;
    const afterMs =
      own.failures === 0 ? everyMs : Math.min(everyMs, RETRY_MS * 2 ** (own.failures - 1));
    own.timeout = setTimeout(() => {
      set(asked).then(
        () => {
          own.failures = 0;
          this.#keep(asked, own, set);
        },
        (error: unknown) => this.#failed(error, { asked, own, set }),
      );
    }, afterMs);
  }

  #failed(
    error: unknown,
    {
      asked,
      own,
      set,
    }: { readonly asked: SwitchAsked; readonly own: Kept; readonly set: SetTimer<unknown> },
  ): void {
    if (this.#options.isFinal(error)) {
      this.#giveUp(asked, own);
      return;
    }
    if (!own.isTold) this.#options.onFailure(error);
    own.isTold = true;
    own.failures += 1;
    this.#keep(asked, own, set);
  }

  #giveUp({ timer }: SwitchAsked, own: Kept): void {
    if (this.#kept.get(timer) === own) this.#drop(timer);
  }

  #drop(timer: number): void {
    clearTimeout(this.#kept.get(timer)?.timeout);
    this.#kept.delete(timer);
  }
}
