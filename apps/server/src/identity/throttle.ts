/**
 * Slows down guessing of passwords. Wrong tries of strangers are counted per account and per address, those of a
 * device that has logged in before for itself alone. So a locked account, or an address that others have used up,
 * stays open to its owner's devices, and anywhere to a code sent to the owner: nobody can lock anybody else out
 * (cases.md A9). Kept in memory: a restart forgives.
 */
import { NewestMap } from '@fairlead/units';
import {
  LOCK_MAX_MS,
  THROTTLE_ENTRIES_MAX,
  WRONG_PASSWORDS_MAX,
  WRONG_PASSWORDS_WINDOW_MS,
  WRONG_TRIES_PER_ADDRESS_MAX,
  WRONG_TRIES_PER_ADDRESS_WINDOW_MS,
} from '../core/http/limits.ts';

/** For whom the tries under way are as many as are left: their answers are near. */
const UNDER_WAY_WAIT_MS = 1_000;

interface Tries {
  count: number;
  windowEndsAtMs: number;
  /** How often it was locked lately: each lock doubles the next. */
  locks: number;
  lockedUntilMs: number;
}

export interface ThrottleLimits {
  readonly triesMax: number;
  readonly windowMs: number;
}

/** Counts wrong tries of one kind of key. */
export class TryCounter {
  readonly #entries = new NewestMap<string, Tries>(THROTTLE_ENTRIES_MAX);
  readonly #underWay = new Map<string, number>();
  readonly #limits: ThrottleLimits;

  constructor(limits: ThrottleLimits) {
    this.#limits = limits;
  }

  /** How long this key must wait; 0 when it need not. */
  waitMs(key: string, nowMs: number): number {
    const entry = this.#entries.get(key);
    const lockMs = entry === undefined ? 0 : entry.lockedUntilMs - nowMs;
    if (lockMs > 0) return lockMs;
    const count = entry !== undefined && entry.windowEndsAtMs > nowMs ? entry.count : 0;
    const underWay = this.#underWay.get(key) ?? 0;
    return count + underWay < this.#limits.triesMax ? 0 : UNDER_WAY_WAIT_MS;
  }

  /** A try begins: until it ends it counts as if it were wrong. */
  begin(key: string): void {
    this.#underWay.set(key, (this.#underWay.get(key) ?? 0) + 1);
  }

  end(key: string): void {
    const left = (this.#underWay.get(key) ?? 0) - 1;
    if (left > 0) this.#underWay.set(key, left);
    else this.#underWay.delete(key);
  }

  wrong(key: string, nowMs: number): void {
    const entry = this.#entry(key, nowMs);
    entry.count += 1;
    if (entry.count < this.#limits.triesMax) return;
    const lockMs = Math.min(this.#limits.windowMs * 2 ** entry.locks, LOCK_MAX_MS);
    entry.locks += 1;
    entry.count = 0;
    entry.lockedUntilMs = nowMs + lockMs;
    entry.windowEndsAtMs = entry.lockedUntilMs + this.#limits.windowMs;
  }

  clear(key: string): void {
    this.#entries.delete(key);
  }

  #entry(key: string, nowMs: number): Tries {
    const found = this.#entries.get(key);
    if (found !== undefined) {
      if (found.windowEndsAtMs > nowMs) return found;
      // The window is over; a lock within the last day still counts towards the next one's length.
      const isQuiet = nowMs - found.lockedUntilMs > LOCK_MAX_MS;
      Object.assign(found, {
        count: 0,
        windowEndsAtMs: nowMs + this.#limits.windowMs,
        locks: isQuiet ? 0 : found.locks,
      });
      return found;
    }
    const entry: Tries = {
      count: 0,
      windowEndsAtMs: nowMs + this.#limits.windowMs,
      locks: 0,
      lockedUntilMs: 0,
    };
    this.#entries.set(key, entry);
    return entry;
  }
}

/** Who tries: the account as canonical text, whether or not it exists, and from where. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
  /** Digest of a device that has logged in to this account before. */
  readonly knownDevice: string | undefined;
}

type Count = readonly [tries: TryCounter, key: string];

export class LoginThrottle {
  readonly #accounts = new TryCounter({
    triesMax: WRONG_PASSWORDS_MAX,
    windowMs: WRONG_PASSWORDS_WINDOW_MS,
  });
  readonly #devices = new TryCounter({
    triesMax: WRONG_PASSWORDS_MAX,
    windowMs: WRONG_PASSWORDS_WINDOW_MS,
  });
  readonly #addresses: TryCounter;

  /** `factor` multiplies what one address may do: a demo may be one household of many testers. */
  constructor(factor: number) {
    this.#addresses = new TryCounter({
      triesMax: WRONG_TRIES_PER_ADDRESS_MAX * factor,
      windowMs: WRONG_TRIES_PER_ADDRESS_WINDOW_MS,
    });
  }

  /** How long the attempt must wait; a known device has a count of its own. */
  waitMs(attempt: Attempt, nowMs: number): number {
    return Math.max(...this.#counts(attempt).map(([tries, key]) => tries.waitMs(key, nowMs)));
  }

  /**
   * Verifies a password and counts the outcome. The try counts from its start, so of parallel ones no more
   * are made than allowed. The right password lets the account or the known device start afresh.
   */
  async attempt(
    attempt: Attempt,
    clock: { now(): number },
    verify: () => Promise<boolean>,
  ): Promise<boolean> {
    const counts = this.#counts(attempt);
    for (const [tries, key] of counts) tries.begin(key);
    try {
      const isRight = await verify();
      const [[own, ownKey]] = counts;
      if (isRight) own.clear(ownKey);
      else for (const [tries, key] of counts) tries.wrong(key, clock.now());
      return isRight;
    } finally {
      for (const [tries, key] of counts) tries.end(key);
    }
  }

  /** One's own count first. */
  #counts({ account, address, knownDevice }: Attempt): readonly [Count, ...Count[]] {
    if (knownDevice !== undefined) return [[this.#devices, `${account} ${knownDevice}`]];
    return [
      [this.#accounts, account],
      [this.#addresses, address],
    ];
  }

  /** The account's owner proved themselves otherwise: its lock is lifted. */
  lift(account: string): void {
    this.#accounts.clear(account);
  }
}
