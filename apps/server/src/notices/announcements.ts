/**
 * Pushes what operators publish to everybody who asked for it, a step at a time. How far it has come is kept before a
 * step is told: a crash loses one step and tells nobody twice.
 */

import { ANNOUNCE_DEVICES_MAX, ANNOUNCE_WITHIN_MS } from '../core/http/limits.ts';
import type { Database } from '../core/store/database.ts';
import type { Push } from './push/push.ts';
import { nextNewsToPush, notePushedNews, subscriptionsAfter } from './push/queries.ts';
import type { NotificationWishes } from './wishes.ts';

export interface AnnouncementParts {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly wishes: NotificationWishes;
  readonly push: Push;
}

/** Tells the next devices of the oldest announcement that is not pushed to the end. */
export async function announce({
  database,
  clock,
  wishes,
  push,
}: AnnouncementParts): Promise<void> {
  const nowMs = clock.now();
  const rowsMax = Math.min(ANNOUNCE_DEVICES_MAX, push.room);
  if (rowsMax < 1) return;
  const news = await nextNewsToPush(database, { fromMs: nowMs - ANNOUNCE_WITHIN_MS, nowMs });
  if (news === undefined) return;
  const { newsId, lastSubscriptionId, texts } = news;
  const after = { subscriptionId: lastSubscriptionId, nowMs, rowsMax };
  const devices = await subscriptionsAfter(database, after);
  await notePushedNews(database, {
    newsId,
    lastSubscriptionId: devices.at(-1)?.subscriptionId ?? lastSubscriptionId,
    finishedAtMs: devices.length < rowsMax ? nowMs : undefined,
  });
  for (const device of devices) {
    if (!wishes.ofKind(device.userId, 'announcements').push) continue;
    push.tellDevice(device, {
      tag: `news:${newsId}`,
      link: `pages/index/notice/notice?id=${newsId}`,
      words: (language) => {
        const { title = '', summary = '' } = texts[language] ?? texts['en'] ?? {};
        return { title, body: summary };
      },
    });
  }
}
