/**
 * The engine's word in Redis that it lives, and its right to answer. A standby takes over when the word has not moved for
 * longer than the lease lasts, so an engine that was paused finds its lease over before anybody could have
 * replaced it; it answers nothing until Redis has taken its next beat and named no later epoch.
 */
import type { Logger } from 'pino';
import type { Sealer } from './calls/sealer.ts';
import { BEAT_MS, LEADER_EXPIRES_MS, LEASE_MS } from './limits.ts';
import type { LeaderWord } from './messages.ts';
import type { Names } from './names.ts';
import { HAS_COMMANDS, TERMS } from './protocol.ts';
import { command, type RedisClient } from './redis.ts';

export interface LeaseParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly epoch: number;
  /** As its sessions in the database are called. */
  readonly process: string;
  /** Another engine has begun: this process must end. */
  readonly onReplaced: (cause: Error) => void;
  /** Whether it cannot commit now, for those who show people that it stands still. */
  readonly isStill: () => boolean;
  /** Runs with each beat. */
  readonly onBeat: () => void;
  readonly log: Pick<Logger, 'warn'>;
}

export class Lease {
  readonly #parts: LeaseParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #beat = 0;
  #isReady = false;
  #isOver = false;
  #isBeating = false;
  /** When the last beat that was taken was sent, by both clocks: one of them counts a machine's sleep. */
  #heldFrom = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  #waiting: ((isHeld: boolean) => void)[] = [];

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.beat(), BEAT_MS);
    void this.beat();
  }

  /** How often it has said that it lives. */
  get beats(): number {
    return this.#beat;
  }

  isHeld(): boolean {
    const { monotonicMs, wallMs } = this.#heldFrom;
    const isFresh = performance.now() - monotonicMs < LEASE_MS;
    return isFresh && Date.now() - wallMs < LEASE_MS && !this.#isOver;
  }

  /** Whether the lease is held, now or as soon as it is known; never again once another engine has begun. */
  held(): true | Promise<boolean> {
    if (this.isHeld()) return true;
    if (this.#isOver) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Says from now on that calls are taken. */
  async ready(): Promise<void> {
    this.#isReady = true;
    await this.beat();
  }

  async beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    try {
      await this.#sayOnce();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'Redis did not take the word that the engine lives');
    } finally {
      this.#isBeating = false;
    }
  }

  /** Says nothing more; the next engine need not wait for this one. */
  stop(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#tell(false);
  }

  async #sayOnce(): Promise<void> {
    const { redis, sealer, names, epoch, process, isStill, onBeat, onReplaced } = this.#parts;
    const from = { monotonicMs: performance.now(), wallMs: Date.now() };
    this.#beat += 1;
    const word: LeaderWord = {
      epoch,
      process,
      beat: this.#beat,
      isReady: this.#isReady,
      isStill: isStill(),
      takesCommands: HAS_COMMANDS,
      terms: TERMS,
    };
    const before = await command<Buffer | null>(redis, [
      'SET',
      names.leader,
      sealer.seal(names.leader, word),
      'PX',
      String(LEADER_EXPIRES_MS),
      'GET',
    ]);
    const other = before === null ? undefined : sealer.open<LeaderWord>(names.leader, before);
    if (other !== undefined && other.epoch > epoch) {
      this.stop();
      return onReplaced(new Error(`replaced: an engine of epoch ${other.epoch} leads`));
    }
    if (this.#isOver) return;
    this.#heldFrom = from;
    onBeat();
    this.#tell(true);
  }

  #tell(isHeld: boolean): void {
    for (const tell of this.#waiting.splice(0)) tell(isHeld);
  }
}
