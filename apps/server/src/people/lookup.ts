/** A user as an operator names them. */
import { ProblemError } from '@fairlead/contract';
import type { PeopleNeeds } from './needs.ts';
import { type LookedUpUser, lookUpUser } from './queries.ts';

/** Throws `not_found`. */
export async function findUser(
  { database }: Pick<PeopleNeeds, 'database'>,
  userId: number,
): Promise<LookedUpUser> {
  const user = await lookUpUser(database, userId);
  if (user === undefined) throw new ProblemError('not_found');
  return user;
}
