/**
 * Slows down guessing of passwords. Wrong tries are counted per account, per account and address, and per
 * address. A locked account stays open to devices that have logged in before and to a code sent to its
 * owner, so nobody can lock a stranger out (security.md A9). Kept in memory: a restart forgives.
 */
import {
  LOCK_MAX_MS,
  THROTTLE_ENTRIES_MAX,
  WRONG_PASSWORDS_MAX,
  WRONG_PASSWORDS_WINDOW_MS,
  WRONG_TRIES_PER_ADDRESS_MAX,
  WRONG_TRIES_PER_ADDRESS_WINDOW_MS,
} from '../limits.ts';

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
  readonly #entries = new Map<string, Tries>();
  readonly #limits: ThrottleLimits;

  constructor(limits: ThrottleLimits) {
    this.#limits = limits;
  }

  /** How long this key must wait; 0 when it need not. */
  waitMs(key: string, nowMs: number): number {
    const entry = this.#entries.get(key);
    return entry === undefined ? 0 : Math.max(0, entry.lockedUntilMs - nowMs);
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
    if (this.#entries.size > THROTTLE_ENTRIES_MAX) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
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
    const { account, address, knownDevice } = attempt;
    const ownWaitMs =
      knownDevice === undefined
        ? this.#accounts.waitMs(account, nowMs)
        : this.#devices.waitMs(`${account} ${knownDevice}`, nowMs);
    return Math.max(ownWaitMs, this.#addresses.waitMs(address, nowMs));
  }

  wrong(attempt: Attempt, nowMs: number): void {
    const { account, address, knownDevice } = attempt;
    if (knownDevice === undefined) this.#accounts.wrong(account, nowMs);
    else this.#devices.wrong(`${account} ${knownDevice}`, nowMs);
    this.#addresses.wrong(address, nowMs);
  }

  /** The right password was given: this device starts afresh, and so does the account when it was not known. */
  right(attempt: Attempt): void {
    const { account, knownDevice } = attempt;
    if (knownDevice === undefined) this.#accounts.clear(account);
    else this.#devices.clear(`${account} ${knownDevice}`);
  }

  /** The account's owner proved themselves otherwise: its lock is lifted. */
  lift(account: string): void {
    this.#accounts.clear(account);
  }
}
