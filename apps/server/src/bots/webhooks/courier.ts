/**
 * Brings steps to endpoints: each in the order of its numbers, one message at a time. Where an endpoint stands and how often it failed
 * lies in the tables, so that a restart goes on. A message is sent again under its id until it is taken, so at least once; a try
 * has a number that no other has.
 */
import {
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_STEPS_MAX,
  type WebhookBody,
  zLanguage,
} from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { EngineName } from '../../core/config/engines.ts';
import {
  WEBHOOK_LEASE_MS,
  WEBHOOK_MESSAGES_PER_TURN,
  WEBHOOK_RETRY_MAX_MS,
  WEBHOOK_RETRY_MS,
  WEBHOOKS_AT_ONCE_MAX,
} from '../../core/http/limits.ts';
import type { Database } from '../../core/store/database.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { findUserById } from '../../identity/users/index.ts';
import type { Messages } from '../../notices/index.ts';
import { type StepsNeeds, stepBooks, stepEngines, stepsAfter } from '../../steps/index.ts';
import {
  beginTry,
  type DeliveryRow,
  deliveryFrom,
  endTry,
  failTry,
  insertDelivery,
} from './delivery-queries.ts';
import { dueAt, passIdleAt } from './place-queries.ts';
import { dueWebhooks, passWebhook, type WebhookRow } from './queries.ts';
import { isGone, type WebhookOutcome, type WebhookSender } from './sender.ts';
import { signedHeaders } from './signature.ts';
import { messageIdOf, type Webhooks } from './webhooks.ts';

export interface CourierParts {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly webhooks: Webhooks;
  readonly sender: Pick<WebhookSender, 'send'>;
  /** From 0 up to 1, for waits. Tests set it. */
  readonly random?: () => number;
}

/** What steps are read and told with; there once the markets are. */
export type CourierNeeds = Omit<StepsNeeds, 'config'> & { readonly messages: Messages };

const RETRY_FACTOR = 4;
const JITTER = 0.4;

/** Each wait is four times the one before, by chance a fifth more or less, so that what failed together does not come back together. */
export function webhookWaitMs(tries: number, random: number): number {
  const wait = Math.min(WEBHOOK_RETRY_MS * RETRY_FACTOR ** (tries - 1), WEBHOOK_RETRY_MAX_MS);
  return Math.round(wait * (1 - JITTER / 2 + JITTER * random));
}

interface Made {
  readonly delivery: DeliveryRow;
  readonly data: WebhookBody['data'];
  readonly hasMore: boolean;
}

/** Nothing of it was chosen. */
interface Passed {
  readonly delivery?: undefined;
  readonly to: number;
  readonly hasMore: boolean;
}

export class WebhookCourier {
  readonly #parts: CourierParts;
  /** By user: the endpoints of one take turns. */
  readonly #running = new Map<number, Promise<void>>();
  readonly #away = new Set<EngineName>();
  #rounds = 0;

  constructor(parts: CourierParts) {
    this.#parts = parts;
  }

  /** Begins with those that something waits for; does not wait for their answers. */
  async round(needs: CourierNeeds): Promise<void> {
    const engines = stepEngines(needs);
    // None is always the first.
    const first = this.#rounds % engines.length;
    this.#rounds += 1;
    for (const engine of [...engines.slice(first), ...engines.slice(0, first)])
      await this.#begin(engine, needs);
  }

  async #begin(engine: EngineName, needs: CourierNeeds): Promise<void> {
    const { log } = this.#parts;
    const limit = WEBHOOKS_AT_ONCE_MAX;
    if (this.#running.size >= limit) return;
    const busy = [...this.#running.keys()];
    for (const webhook of await this.#due(engine, { limit, busy }, needs)) {
      const { userId, webhookId } = webhook;
      if (this.#running.has(userId) || this.#running.size >= limit) continue;
      const work = this.#serve(webhook, needs)
        .catch((error: unknown) => log.warn({ err: error, webhookId }, 'a webhook waits'))
        .finally(() => this.#running.delete(userId));
      this.#running.set(userId, work);
    }
  }

  async #due(
    engine: EngineName,
    { limit, busy }: { readonly limit: number; readonly busy: readonly number[] },
    needs: CourierNeeds,
  ): Promise<readonly WebhookRow[]> {
    const { database: home, clock, log } = this.#parts;
    const asked = { nowMs: clock.now(), limit, busy };
    if (engine === 'spot') return dueWebhooks(home, asked);
    try {
      const { books } = stepBooks(needs, engine);
      const due = await dueAt({ home, books, engine }, asked);
      this.#away.delete(engine);
      return due;
    } catch (error) {
      // The others' are sent all the same.
      if (!this.#away.has(engine)) log.warn({ err: error, engine }, 'webhooks of an engine wait');
      this.#away.add(engine);
      return [];
    }
  }

  /** Moves on those whose owners did nothing at an engine beside the home. */
  async passIdle(needs: CourierNeeds): Promise<void> {
    const { database: home, log } = this.#parts;
    for (const engine of stepEngines(needs)) {
      if (engine === 'spot') continue;
      try {
        const place = { home, books: stepBooks(needs, engine).books, engine };
        await passIdleAt(place);
      } catch (error) {
        log.warn({ err: error, engine }, 'webhooks of an engine wait');
      }
    }
  }

  /** Resolves when what was begun is over. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async #serve(begun: WebhookRow, needs: CourierNeeds): Promise<void> {
    let webhook = begun;
    for (let turn = 0; turn < WEBHOOK_MESSAGES_PER_TURN; turn += 1) {
      const made = await this.#make(webhook, needs);
      if (made.delivery === undefined) webhook = { ...webhook, sentTo: made.to };
      else {
        if (!(await this.#try(webhook, made, needs))) return;
        webhook = { ...webhook, sentTo: made.delivery.to, nextTryMs: 0, tries: 0 };
      }
      if (!made.hasMore) return;
    }
  }

  /** The message that comes next: one that was made before has its bounds and events still. */
  async #make(webhook: WebhookRow, needs: CourierNeeds): Promise<Made | Passed> {
    const { database, clock } = this.#parts;
    const { webhookId, engine, sentTo, events } = webhook;
    // Whatever is chosen now.
    const next = await deliveryFrom(database, webhook, sentTo + 1);
    if (next !== undefined && next.after <= sentTo) return this.#again(webhook, needs, next);
    const found = await this.#read(webhook, needs, sentTo);
    const { gap, has_more: hasMore, number } = found;
    const chosen = chosenOf(found.steps, events);
    const first = gap === undefined ? chosen[0]?.number : sentTo + 1;
    // It does not reach into one that was made before.
    const end = Math.min(number, next?.after ?? number);
    if (first === undefined || first > end) {
      await passWebhook(database, webhook, { to: end, nowMs: clock.now() });
      return { to: end, hasMore: hasMore || end < number };
    }
    const steps = chosen.filter((step) => step.number <= end);
    const to = steps.length < chosen.length ? (steps.at(-1)?.number ?? end) : end;
    const bounds = { webhookId, engine, after: sentTo, to, events };
    const delivery = await insertDelivery(database, { ...bounds, createdAtMs: clock.now() });
    const data = { ...productOf(webhook), after: sentTo, number: to, steps, ...(gap && { gap }) };
    return { delivery, data, hasMore: hasMore || to < number };
  }

  async #again(webhook: WebhookRow, needs: CourierNeeds, delivery: DeliveryRow): Promise<Made> {
    const { after, to: number, events } = delivery;
    const { steps: all, gap } = await this.#read(webhook, needs, after);
    const steps = chosenOf(all, events).filter((step) => step.number <= number);
    const data = { ...productOf(webhook), after, number, steps, ...(gap && { gap }) };
    return { delivery, data, hasMore: true };
  }

  async #read({ userId, engine }: WebhookRow, needs: CourierNeeds, after: number) {
    const lang = zLanguage.safeParse((await findUserById(this.#parts.database, userId))?.lang);
    const say = textsOf(lang.success ? lang.data : 'en');
    const asked = { owner: userId, after, product: engine, limit: WEBHOOK_STEPS_MAX };
    return stepsAfter(needs, asked, say);
  }

  /** Whether it was taken. */
  async #try(webhook: WebhookRow, { delivery, data }: Made, needs: CourierNeeds): Promise<boolean> {
    const { database, clock, sender, webhooks } = this.#parts;
    const nowMs = clock.now();
    const { deliveryId, createdAtMs } = delivery;
    const untilMs = nowMs + WEBHOOK_LEASE_MS;
    const trying = { deliveryId, nowMs, untilMs };
    const attempt = await database.transaction((transaction) =>
      beginTry(transaction, webhook, trying),
    );
    if (attempt === undefined) return false;
    const made = { type: 'steps', timestamp: new Date(createdAtMs).toISOString(), data } as const;
    const body = JSON.stringify(made satisfies WebhookBody);
    const signed = { id: messageIdOf(webhook, delivery), nowMs, body };
    const headers = signedHeaders(signed, webhooks.secretsOf(webhook));
    const outcome = await sender.send({ url: webhook.url, headers, body });
    const result = { code: outcome.code, failure: outcome.failure, nowMs: clock.now() };
    if (outcome.failure === undefined)
      await database.transaction((transaction) =>
        endTry(transaction, { webhook, delivery, ...result }),
      );
    else await this.#failed(webhook, { delivery, outcome, untilMs, needs });
    return outcome.failure === undefined;
  }

  async #failed(
    webhook: WebhookRow,
    failed: {
      readonly delivery: DeliveryRow;
      readonly outcome: WebhookOutcome;
      readonly untilMs: number;
      readonly needs: CourierNeeds;
    },
  ): Promise<void> {
    const { database, clock, random = Math.random } = this.#parts;
    const { delivery, outcome, untilMs, needs } = failed;
    const { code, failure } = outcome;
    const nowMs = clock.now();
    const failedForMs = nowMs - (webhook.failingSinceMs ?? nowMs);
    const isOver = isGone(outcome) || failedForMs >= WEBHOOK_FAILING_DAYS * DAY_MS;
    const waitMs = Math.max(webhookWaitMs(webhook.tries + 1, random()), outcome.afterMs ?? 0);
    const nextTryMs = isOver ? undefined : nowMs + Math.min(waitMs, WEBHOOK_RETRY_MAX_MS);
    const isNoted = await database.transaction((transaction) =>
      failTry(transaction, { webhook, delivery, code, failure, nowMs, untilMs }, nextTryMs),
    );
    if (!isOver || !isNoted) return;
    const { label, url } = webhook;
    const values = { label, host: new URL(url).host };
    await needs.messages.tellAndMail(webhook.userId, 'webhook_disabled', values);
  }
}

/** Whose numbers a message has; the home's are not named. */
const productOf = ({ engine }: WebhookRow) => (engine === 'spot' ? {} : { product: engine });

/** Steps with what of them was chosen; those of which nothing was are left out. */
function chosenOf(
  steps: WebhookBody['data']['steps'],
  events: readonly string[],
): WebhookBody['data']['steps'] {
  return steps.flatMap((step) => {
    const chosen = step.events.filter(({ event }) => events.includes(event));
    return chosen.length === 0 ? [] : [{ ...step, events: chosen }];
  });
}
