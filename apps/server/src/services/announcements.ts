/**
 * Pushes what operators publish to everybody who asked for it, a step at a time. How far it has come is kept before a
 * step is told: a crash loses one step and tells nobody twice.
 */
import type { Context } from '../context.ts';
import { ANNOUNCE_DEVICES_MAX, ANNOUNCE_STEP_MS, ANNOUNCE_WITHIN_MS } from '../limits.ts';
import { nextNewsToPush, notePushedNews, subscriptionsAfter } from '../store/push-queries.ts';
import { Chore } from './chore.ts';

export type AnnouncementParts = Pick<Context, 'database' | 'clock' | 'wishes' | 'push' | 'log'>;

/** Looks now and then whether there is something to push. */
export function startAnnouncements(parts: AnnouncementParts): { stop(): Promise<void> } {
  const chore = new Chore(ANNOUNCE_STEP_MS, () => announce(parts));
  chore.start((error) => parts.log.warn({ err: error }, 'announcements could not be pushed'));
  return { stop: () => chore.stop() };
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
