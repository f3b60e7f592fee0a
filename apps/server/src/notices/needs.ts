import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import type { Alerts } from './alerts/alerts.ts';
import type { MailRounds } from './mail/round.ts';
import type { MailWishes } from './mail/wishes.ts';
import type { MailLinks } from './mail-links.ts';
import type { Outbox } from './outbox.ts';
import type { Push } from './push/push.ts';
import type { PushService } from './push/service.ts';
import type { NotificationWishes } from './wishes.ts';

/** What notices is given by the composition root. */
export interface NoticesNeeds {
  readonly clock: { now(): number };
  readonly database: Database;
  readonly terms: Terms;
  /** Which kinds each user wants to be told of, and where. */
  readonly wishes: NotificationWishes;
  readonly mailWishes: MailWishes;
  readonly mailRounds: MailRounds;
  readonly mailEndLinks: MailLinks;
  /** Whether mail leaves. */
  readonly outbox: Outbox;
  readonly push: Push;
  /** Knows which endpoints it may speak to. */
  readonly pushService: PushService;
  readonly alerts: Alerts;
}
