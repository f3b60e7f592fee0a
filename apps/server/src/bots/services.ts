/** Makes what knows the keys of users' programs. */
import type { Events } from '../core/http/events.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database } from '../core/store/database.ts';
import { ApiKeys } from './api-keys.ts';

export interface BotsParts {
  readonly clock: { now(): number };
  readonly database: Database;
  readonly secrets: Secrets;
  readonly events: Events;
}

export interface BotsServices {
  readonly apiKeys: ApiKeys;
}

export function createBots({ clock, database, secrets, events }: BotsParts): BotsServices {
  const apiKeys = new ApiKeys({
    database,
    clock,
    secrets,
    onEnded: (ended) => events.emit('api_key_ended', ended),
  });
  return { apiKeys };
}
