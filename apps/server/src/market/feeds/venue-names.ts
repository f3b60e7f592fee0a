/**
 * A misspelt venue is told before the settings that it makes wrong: FEED decides what is a real exchange, and so what else must
 * be set.
 */
import { readFeedAlone } from '../../core/config/config.ts';
import { ConfigError, type Environment } from '../../core/config/values.ts';
import { openVenues } from './live-feed.ts';

/** What a start is refused with: `problem`, unless a venue that nobody knows comes before it. */
export async function firstProblem(
  environment: Environment,
  problem: ConfigError,
): Promise<ConfigError> {
  const feed = readFeedAlone(environment);
  if (feed?.kind !== 'live') return problem;
  try {
    await openVenues(feed);
    return problem;
  } catch (error) {
    return error instanceof ConfigError ? error : problem;
  }
}
