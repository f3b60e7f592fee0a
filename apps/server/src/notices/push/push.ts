/**
 * Hands messages to the devices of users: from a bounded queue, a few at a time, never in anybody's way. Kept in memory
 * only: what a crash or a long outage of a push service loses is still among the messages.
 */
import type { Language, PushPayload } from '@fairlead/contract';
import type { Logger } from 'pino';
import {
  PUSH_AT_ONCE_MAX,
  PUSH_BODY_LENGTH_MAX,
  PUSH_QUEUE_MAX,
  PUSH_RETRY_MAX_MS,
  PUSH_RETRY_MS,
  PUSH_TRIES_MAX,
} from '../../core/http/limits.ts';
import type { Database } from '../../core/store/database.ts';
import type { NotificationWishes } from '../wishes.ts';
import { forgetSubscription, type PushSubscriptionRow, subscriptionsOf } from './queries.ts';
import type { PushService } from './service.ts';

/** What is said, in the language of each device. */
export interface PushContent {
  readonly tag: string;
  /** Route of the app with its query. */
  readonly link: string;
  readonly words: (language: Language) => { readonly title: string; readonly body: string };
}

export interface PushParts {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
  readonly wishes: NotificationWishes;
  readonly service: Pick<PushService, 'send'>;
  /** Calls back after so long; gives how to call it off. Tests set it. */
  readonly after?: (ms: number, run: () => void) => () => void;
}

interface Job {
  readonly content: PushContent;
  /** All devices of a user, or one. */
  readonly target: number | PushSubscriptionRow;
  /** Of one device, so far. */
  readonly tries: number;
}

export class Push {
  readonly #parts: PushParts;
  readonly #jobs: Job[] = [];
  readonly #running = new Set<Promise<void>>();
  /** How to call off what is to be tried again. */
  readonly #retries = new Set<() => void>();
  #lost = 0;
  #isStopped = false;

  constructor(parts: PushParts) {
    this.#parts = parts;
  }

  /** To all devices of a user. */
  tell(userId: number, content: PushContent): void {
    this.#add({ content, target: userId, tries: 0 });
  }

  /** To one device. */
  tellDevice(target: PushSubscriptionRow, content: PushContent): void {
    this.#add({ content, target, tries: 0 });
  }

  /** How many more may be told at once. */
  get room(): number {
    return PUSH_QUEUE_MAX - this.#jobs.length - this.#retries.size;
  }

  /** Resolves when all that was to be sent is sent, or waits to be tried again. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#jobs.length = 0;
    for (const callOff of this.#retries) callOff();
    this.#retries.clear();
    await this.settled();
  }

  #add(job: Job): void {
    if (this.#isStopped) return;
    if (this.room <= 0) {
      this.#lost += 1;
      if (this.#lost % 1_000 === 1)
        this.#parts.log.warn({ lost: this.#lost }, 'push messages were lost: too many wait');
      return;
    }
    this.#jobs.push(job);
    this.#work();
  }

  #work(): void {
    while (this.#running.size < PUSH_AT_ONCE_MAX) {
      const job = this.#jobs.shift();
      if (job === undefined) return;
      const work: Promise<void> = this.#run(job)
        .catch((error: unknown) => {
          this.#parts.log.warn({ err: error }, 'a push message was lost');
        })
        .finally(() => {
          this.#running.delete(work);
          this.#work();
        });
      this.#running.add(work);
    }
  }

  async #run(job: Job): Promise<void> {
    if (typeof job.target !== 'number') return this.#send(job, job.target);
    const { database, clock, wishes } = this.#parts;
    const { devicesAdded } = wishes;
    const devices = await subscriptionsOf(database, job.target, clock.now());
    if (devices.length === 0) wishes.forgetDevices(job.target, devicesAdded);
    for (const device of devices) await this.#send({ ...job, target: device }, device);
  }

  async #send(job: Job, device: PushSubscriptionRow): Promise<void> {
    const { database, service, log } = this.#parts;
    const outcome = await service.send(device, payloadOf(job.content, device.lang));
    if (outcome.kind === 'gone') await forgetSubscription(database, device.subscriptionId);
    if (outcome.kind === 'refused')
      log.warn({ subscription: device.subscriptionId }, 'a push service refused a message');
    if (outcome.kind === 'later') this.#retry({ ...job, tries: job.tries + 1 }, outcome.afterMs);
  }

  /** Each wait is four times the one before, or what the push service asks for. */
  #retry(job: Job, afterMs: number | undefined): void {
    const ms = afterMs ?? PUSH_RETRY_MS * 4 ** (job.tries - 1);
    if (this.#isStopped || job.tries >= PUSH_TRIES_MAX || ms > PUSH_RETRY_MAX_MS) return;
    if (this.room <= 0) return;
    const { after = afterTimeout } = this.#parts;
    const callOff = after(ms, () => {
      this.#retries.delete(callOff);
      this.#add(job);
    });
    this.#retries.add(callOff);
  }
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

function payloadOf({ tag, link, words }: PushContent, language: Language): PushPayload {
  const { title, body } = words(language);
  const characters = [...body];
  const isLong = characters.length > PUSH_BODY_LENGTH_MAX;
  return {
    title,
    body: isLong ? `${characters.slice(0, PUSH_BODY_LENGTH_MAX - 1).join('')}…` : body,
    tag,
    url: `#/${link}`,
  };
}
