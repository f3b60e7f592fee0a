/**
 * Who counts as one of two. Whoever came in by a link that another made does not before a third person said who it was.
 * Whoever was just added, reset, let in again or given another role does not for some
 * hours: otherwise one owner makes the second person themselves (security.md V8). What takes two is refused to
 * them as the first as well as the second, so that the order in which two approve does not matter.
 */
import { ProblemError } from '@fairlead/contract';
import type { Database } from '../store/database.ts';
import { coolingOperators } from '../store/operator-queries.ts';
import type { Say } from './texts.ts';

/** Throws `four_eyes`, with the time in its field, while one of them does not count yet. */
export async function checkCountAsTwo(
  { database, clock }: { readonly database: Database; readonly clock: { now(): number } },
  operatorIds: readonly number[],
  say: Say,
): Promise<void> {
  const [last] = await coolingOperators(database, operatorIds, clock.now());
  if (last === undefined) return;
  const { name, approvesFromMs, isConfirmed } = last;
  if (!isConfirmed)
    throw new ProblemError('four_eyes', {
      fields: { confirmation: say('fields.not_confirmed', { name }) },
    });
  const fields = {
    approves_from: say('fields.approves_from', { name, time: utc(approvesFromMs) }),
  };
  throw new ProblemError('four_eyes', { fields });
}

/** To the minute, rounded up: at that minute it holds. */
function utc(timeMs: number): string {
  const minute = new Date(Math.ceil(timeMs / 60_000) * 60_000).toISOString();
  return `${minute.slice(0, 16).replace('T', ' ')} UTC`;
}
