/** Makes what reaches users unasked: their wishes, the server's key, and the way to their devices. */
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Database } from '../store/database.ts';
import { NotificationWishes } from './notification-wishes.ts';
import { Push } from './push.ts';
import { openPushKeys } from './push-keys.ts';
import { PushService } from './push-service.ts';
import type { Secrets } from './secrets.ts';

export interface NotificationParts {
  readonly config: Pick<Config, 'push'>;
  readonly clock: { now(): number };
  readonly database: Database;
  readonly log: Logger;
  readonly secrets: Secrets;
}

export async function createNotifications({
  config,
  clock,
  database,
  log,
  secrets,
}: NotificationParts): Promise<Pick<Context, 'wishes' | 'push' | 'pushService'>> {
  const wishes = new NotificationWishes(database);
  await wishes.load(clock.now());
  const keys = await openPushKeys(database, { config: config.push, secrets, nowMs: clock.now() });
  const pushService = new PushService(config.push, keys);
  const push = new Push({ database, clock, log, wishes, service: pushService });
  return { wishes, push, pushService };
}
