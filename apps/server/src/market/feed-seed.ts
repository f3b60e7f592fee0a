/**
 * The seed of a demo's prices: drawn at the first start, kept sealed, and given by no call. Whoever had it could compute the
 * prices to come and win every option.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database } from '../core/store/database.ts';
import { readSetting, writeSetting } from '../core/store/settings-queries.ts';
import type { FeedSeed } from './feeds/simulated-feed.ts';

const KEY = 'feed_seed';
const PLACE = 'feed_seed';
const SEED_BYTES = 32;

export interface FeedSeedOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
  /** FEED_SEED: a fixed one, for tests. */
  readonly fixed?: number | undefined;
}

/** Opens the seed, or draws one where there is none or where it cannot be opened: the walk goes on from its last price. */
export async function openFeedSeed(options: FeedSeedOptions): Promise<FeedSeed> {
  const { database, secrets, clock, log, fixed } = options;
  if (fixed !== undefined) {
    log.warn({ seed: fixed }, 'FEED_SEED is set: every price to come can be computed by anybody');
    return { bytes: fixedSeed(fixed), isPredictable: true };
  }
  const kept = opened(secrets, await readSetting(database, KEY));
  if (kept?.isCurrent === true) return { bytes: kept.bytes };
  const bytes = kept?.bytes ?? randomBytes(SEED_BYTES);
  const sealed = Buffer.from(secrets.wrap(bytes, PLACE)).toString('base64');
  const value = JSON.stringify({ keyId: secrets.keyId, sealed });
  await writeSetting(database, KEY, { value, nowMs: clock.now() });
  return { bytes };
}

/** What a fixed number stands for. */
export const fixedSeed = (seed: number): Uint8Array =>
  createHash('sha256').update(`fairlead test seed ${seed}`).digest();

function opened(
  secrets: Secrets,
  kept: unknown,
): { readonly bytes: Uint8Array; readonly isCurrent: boolean } | undefined {
  if (kept === undefined) return undefined;
  const { keyId, sealed } = kept as { readonly keyId: string; readonly sealed: string };
  try {
    const bytes = secrets.unwrap(Buffer.from(sealed, 'base64'), PLACE);
    return { bytes, isCurrent: keyId === secrets.keyId };
  } catch {
    return undefined;
  }
}
