/**
 * Who may have a code sent, and what it costs them. Owners who are logged in and devices that an account knows have
 * budgets that nobody else can touch. Strangers have some for nothing and then prove work, the more the more was spent:
 * no counter of others' spending refuses anybody.
 */

import { CODE_RESEND_MS, ProblemError, type Scene } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import {
  CODE_WRONG_BY_ALL_PER_DAY_MAX,
  CODE_WRONG_PER_DAY_MAX,
  CODES_FREE_PER_DAY,
  CODES_PER_ADDRESS_PER_DAY_MAX,
  CODES_PER_KNOWN_PER_DAY_MAX,
  CODES_PER_TARGET_AND_ADDRESS_PER_DAY_MAX,
  WORK_BITS,
  WORK_BITS_OF_OTHERS_MAX,
} from '../../core/http/limits.ts';
import type { WorkDesk } from '../../core/http/proof-of-work.ts';
import type { Database } from '../../core/store/database.ts';
import { type CodeCounts, countCodes, type Requester } from './queries.ts';

export interface CodeBudgetsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly work: WorkDesk;
  /** Multiplies what is free and what an address may do, not the guesses. */
  readonly budgetFactor: number;
}

export interface Asked {
  readonly target: string;
  readonly scene: Scene;
  readonly requester: Requester;
  readonly networkHash: Uint8Array;
  /** The logged-in user who asks for a code to themselves. */
  readonly ownerId: number | undefined;
  /** Whether the account knows the device. */
  readonly isKnown: boolean;
  /** A proof of work, where one was sent. */
  readonly proof: string | undefined;
}

/** What was granted. */
export interface Grant {
  readonly isReserved: boolean;
  /** Strangers have guessed so often that the code must be beyond guessing. */
  readonly isLong: boolean;
  /** Names the proof that is spent on it. */
  readonly workHash: Uint8Array | undefined;
}

export class CodeBudgets {
  readonly #options: CodeBudgetsOptions;

  constructor(options: CodeBudgetsOptions) {
    this.#options = options;
  }

  /** Throws `code_too_soon`, `rate_limited`, or `work_required` with what is asked. */
  async grant(asked: Asked): Promise<Grant> {
    const { database, clock, budgetFactor } = this.#options;
    const nowMs = clock.now();
    const counts = await countCodes(database, { ...asked, sinceMs: nowMs - DAY_MS });
    const sinceLastMs = counts.lastAtMs === undefined ? CODE_RESEND_MS : nowMs - counts.lastAtMs;
    if (sinceLastMs < CODE_RESEND_MS)
      throw new ProblemError('code_too_soon', { retryAfterMs: CODE_RESEND_MS - sinceLastMs });
    const hasOwn = counts.own < CODES_PER_KNOWN_PER_DAY_MAX * budgetFactor;
    if (asked.ownerId !== undefined && !hasOwn)
      throw new ProblemError('rate_limited', { retryAfterMs: DAY_MS });
    // A known device that has used its own up is a stranger like any other.
    const isReserved = asked.ownerId !== undefined || (asked.isKnown && hasOwn);
    if (isReserved) return { isReserved, isLong: false, workHash: undefined };
    return { isReserved, isLong: isGuessedAt(counts), workHash: this.#workOf(asked, counts) };
  }

  /** Asks again: the proof was spent. */
  askAnew(asked: Asked): ProblemError {
    const purpose = purposeOf(asked);
    return new ProblemError('work_required', { work: this.#options.work.ask(purpose, WORK_BITS) });
  }

  /** The name of the proof where work is due; undefined where nothing is. */
  #workOf(asked: Asked, counts: CodeCounts): Uint8Array | undefined {
    const { work, budgetFactor } = this.#options;
    if (
      counts.pair >= CODES_PER_TARGET_AND_ADDRESS_PER_DAY_MAX * budgetFactor ||
      counts.address >= CODES_PER_ADDRESS_PER_DAY_MAX * budgetFactor
    )
      throw new ProblemError('rate_limited', { retryAfterMs: DAY_MS });
    const bits = bitsFor(counts, budgetFactor);
    if (bits === 0) return undefined;
    const purpose = purposeOf(asked);
    const name = asked.proof === undefined ? undefined : work.nameOf(asked.proof, purpose, bits);
    if (name === undefined)
      throw new ProblemError('work_required', { work: work.ask(purpose, bits) });
    return name;
  }
}

const purposeOf = ({ target, scene }: Asked): readonly string[] => ['code', scene, target];

const isGuessedAt = ({ wrongByAll, wrongByAsker }: CodeCounts): boolean =>
  wrongByAll >= CODE_WRONG_BY_ALL_PER_DAY_MAX || wrongByAsker >= CODE_WRONG_PER_DAY_MAX;

/** The work that is due, as a power of two; 0 while all is free. */
export function bitsFor(
  counts: Pick<CodeCounts, 'target' | 'pair' | 'address' | 'network' | 'all'>,
  budgetFactor: number,
): number {
  const { target, address, network, all } = CODES_FREE_PER_DAY;
  const over = (count: number, free: number): number =>
    count < free * budgetFactor ? 0 : 1 + Math.floor(Math.log2(count / (free * budgetFactor)));
  const others = [
    over(counts.target, target),
    over(counts.network, network),
    over(counts.all, all),
  ];
  const own = over(counts.address, address) + over(counts.pair, target);
  const dear = Math.max(...others);
  if (dear + own === 0) return 0;
  return WORK_BITS + Math.min(Math.max(dear - 1, 0), WORK_BITS_OF_OTHERS_MAX) + own;
}
