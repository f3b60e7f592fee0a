/** Makes what knows the keys of users' programs, and where they have things sent. */
import type { Logger } from 'pino';
import type { Config } from '../core/config/config.ts';
import type { Events } from '../core/http/events.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database } from '../core/store/database.ts';
import { ApiKeys } from './api-keys.ts';
import { WebhookCourier } from './webhooks/courier.ts';
import { WebhookSender } from './webhooks/sender.ts';
import { Webhooks, type WebhooksOptions } from './webhooks/webhooks.ts';

export interface BotsParts {
  readonly config: Pick<Config, 'webhooks'>;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly events: Events;
  readonly products?: WebhooksOptions['products'];
}

export interface BotsServices {
  readonly apiKeys: ApiKeys;
  readonly webhooks: Webhooks;
  readonly webhookCourier: WebhookCourier;
}

export function createBots({
  config,
  clock,
  log,
  database,
  secrets,
  events,
  products,
}: BotsParts): BotsServices {
  const apiKeys = new ApiKeys({
    database,
    clock,
    secrets,
    onEnded: (ended) => events.emit('api_key_ended', ended),
  });
  const rules = config.webhooks;
  const webhooks = new Webhooks({ database, clock, secrets, rules, products });
  const sender = new WebhookSender({ rules });
  const webhookCourier = new WebhookCourier({ database, clock, log, webhooks, sender });
  return { apiKeys, webhooks, webhookCourier };
}
