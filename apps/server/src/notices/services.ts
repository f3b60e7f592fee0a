/** Makes what reaches users: the ways out of the house, their messages, their wishes and the way to their devices. */
import type { Logger } from 'pino';
import type { Config } from '../core/config/config.ts';
import type { Events } from '../core/http/events.ts';
import { MAIL_END_LINK_MS, MAIL_LINK_MS, RECOVERY_OPEN_MS } from '../core/http/limits.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database } from '../core/store/database.ts';
import { openChannels } from './channels.ts';
import { MailRounds } from './mail/round.ts';
import { MailWishes } from './mail/wishes.ts';
import { MailLinks } from './mail-links.ts';
import { MailWords } from './mail-words.ts';
import { Messages } from './messages.ts';
import { type Channels, Outbox } from './outbox.ts';
import { openPushKeys } from './push/keys.ts';
import { Push } from './push/push.ts';
import { PushService } from './push/service.ts';
import { NotificationWishes } from './wishes.ts';

export interface NoticesParts {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly events: Events;
  /** Instead of the configured ones, for tests. */
  readonly channels?: Channels | undefined;
}

export interface NoticesServices {
  readonly outbox: Outbox;
  readonly wishes: NotificationWishes;
  readonly push: Push;
  readonly pushService: PushService;
  readonly messages: Messages;
  readonly mailWords: MailWords;
  readonly lockLinks: MailLinks;
  readonly recoveryLinks: MailLinks;
  /** End all mails but those of security. */
  readonly mailEndLinks: MailLinks;
  readonly mailWishes: MailWishes;
  readonly mailRounds: MailRounds;
}

export async function createNotices(parts: NoticesParts): Promise<NoticesServices> {
  const { config, clock, log, database, secrets, events } = parts;
  const channels = parts.channels ?? openChannels(config);
  const { isDemo, brand } = config;
  const mailWords = new MailWords({ database, clock, secrets });
  const link = { clock, secrets, publicUrl: config.publicUrl };
  const lockLinks = new MailLinks({
    ...link,
    purpose: 'lock link',
    page: 'pages/user/lock',
    lifeMs: MAIL_LINK_MS,
  });
  const recoveryLinks = new MailLinks({
    ...link,
    purpose: 'recovery link',
    page: 'pages/user/stopRecovery',
    // As long as there is something to stop.
    lifeMs: RECOVERY_OPEN_MS,
  });
  const mailEndLinks = new MailLinks({
    ...link,
    purpose: 'mail end link',
    page: 'pages/user/unsubscribe',
    lifeMs: MAIL_END_LINK_MS,
  });
  const { publicUrl } = config;
  const outbox = new Outbox({
    ...{ database, clock, secrets, log },
    ...{ isDemo, channels, brand, mailWords, publicUrl },
  });
  const mailWishes = new MailWishes({ database, clock });
  await mailWishes.load();
  const mailRounds = new MailRounds({
    ...{ database, clock, log, outbox, publicUrl },
    ...{ wishes: mailWishes, links: mailEndLinks },
  });
  const wishes = new NotificationWishes(database);
  await wishes.load(clock.now());
  const keys = await openPushKeys(database, { config: config.push, secrets, nowMs: clock.now() });
  const pushService = new PushService(config.push, keys);
  const push = new Push({ database, clock, log, wishes, service: pushService });
  const told = { wishes, push, mails: mailRounds };
  const messages = new Messages({ database, clock, outbox, events, lockLinks, ...told });
  return {
    ...{ outbox, wishes, push, pushService, messages, mailWords },
    ...{ lockLinks, recoveryLinks, mailEndLinks, mailWishes, mailRounds },
  };
}
