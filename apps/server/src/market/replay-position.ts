/** Keeps where a replay stands, so that it goes on from there after a restart. */
import type { Logger } from 'pino';
import { Chore } from '../core/operations/chore.ts';
import type { Database } from '../core/store/database.ts';
import { readSetting, writeSetting } from '../core/store/settings-queries.ts';
import type { Feed } from './feeds/feed.ts';
import type { ReplayPosition } from './feeds/replay-feed.ts';

const KEY = 'replay_position';
const KEEP_MS = 10_000;

/** As last kept; undefined when there was no replay before. */
export async function readReplayPosition(database: Database): Promise<ReplayPosition | undefined> {
  return (await readSetting(database, KEY)) as ReplayPosition | undefined;
}

export interface KeptPosition {
  /** Keeps the last position. The feed stands still by then. */
  stop(): Promise<void>;
}

export interface ReplayPositionOptions {
  readonly database: Database;
  readonly feed: Feed & { position?(): ReplayPosition };
  readonly clock: { now(): number };
  readonly log: Logger;
}

/** Writes the position now and then; does nothing for feeds that are no replay. */
export function keepReplayPosition(options: ReplayPositionOptions): KeptPosition {
  const { database, feed, clock, log } = options;
  if (feed.kind !== 'replay') return { stop: () => Promise.resolve() };
  const keep = async (): Promise<void> => {
    const value = JSON.stringify(feed.position?.());
    await writeSetting(database, KEY, { value, nowMs: clock.now() });
  };
  const chore = new Chore(KEEP_MS, keep);
  chore.start((error) => log.warn({ err: error }, 'the position of the replay was not kept'));
  return {
    async stop() {
      await chore.stop();
      await keep();
    },
  };
}
