/**
 * Who counts as one of two. Whoever came in by a link that another made does not before a third person said who it was.
 * Whoever was just added, reset, let in again or given another role does not for some
 * hours: otherwise one owner makes the second person themselves (cases.md V8). What takes two is refused to
 * them as the first as well as the second, so that the order in which two approve does not matter.
 */

import { type OperatorRole, PROPOSAL_DECIDERS, ProblemError } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import type { Database, Queryable } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import { coolingOperators, findOperatorById } from '../queries.ts';
import { whoIsThere } from './enrolment-queries.ts';

/** Who may consent to what is done to an operator, and confirm who came in. */
export const CONSENT_ROLES: readonly OperatorRole[] = [
  'owner',
  ...PROPOSAL_DECIDERS.reset_operator,
];

/** Whoever was stopped, demoted or reset is there for so long after: one person can do that at once. */
export const COUNTED_LASTS_DAYS = 30;
/** Whoever never logged in for so long has left. */
const SEEN_LASTS_DAYS = 90;

/**
 * The name of a person other than these who could say who came in, or could until lately. Who is there at this moment
 * proves nothing: an owner stops whom they like, and lets them in again.
 */
export function thirdPerson(
  source: Queryable,
  exceptIds: readonly number[],
  nowMs: number,
): Promise<string | undefined> {
  return whoIsThere(source, {
    exceptIds,
    roles: CONSENT_ROLES,
    countedSinceMs: nowMs - COUNTED_LASTS_DAYS * DAY_MS,
    seenSinceMs: nowMs - SEEN_LASTS_DAYS * DAY_MS,
  });
}

/**
 * Whoever was not confirmed brings nobody else in: the link would be theirs, and whoever made theirs could confirm whom it
 * let in. Throws `four_eyes`.
 */
export async function checkBringsIn(
  database: Database,
  operatorId: number,
  say: Say,
): Promise<void> {
  const maker = await findOperatorById(database, operatorId);
  if (maker?.isConfirmed === true) return;
  throw new ProblemError('four_eyes', {
    fields: { confirmation: say('fields.not_confirmed', { name: maker?.name ?? '' }) },
  });
}

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
