/** What users are told: messages, mail, push, alerts, and what each wishes. */
import { HOUR_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import type { Config } from '../core/config/config.ts';
import { ANNOUNCE_STEP_MS, MAIL_STEP_MS, SEND_RETRY_MS } from '../core/http/limits.ts';
import { Chore } from '../core/operations/chore.ts';
import { type AnnouncementParts, announce } from './announcements.ts';
import type { NoticesNeeds } from './needs.ts';
import { notificationExceptions, notificationHandlers } from './routes.ts';
import { createNotices } from './services.ts';

export const notices = {
  services: createNotices,
  routes: notificationHandlers,
  exceptions: notificationExceptions,
  // The demo's messages go nowhere.
  chores: (needs) => [
    new Chore(ANNOUNCE_STEP_MS, () => announce(needs)),
    new Chore(MAIL_STEP_MS, () => needs.mailRounds.round()),
    new Chore(HOUR_MS, () => needs.mailRounds.forget()),
    ...(needs.config.isDemo ? [] : [new Chore(SEND_RETRY_MS, () => needs.outbox.deliver())]),
  ],
} satisfies Capability<NoticesNeeds & AnnouncementParts & { readonly config: Config }>;
