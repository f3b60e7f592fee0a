/** Publishes where the chain of one engine stands, each minute. */
import { MINUTE_MS } from '@fairlead/units';
import { Chore } from '../core/operations/chore.ts';
import type { Database } from '../core/store/database.ts';
import { publishHead } from './queries.ts';

export const publishedHeads = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: { now(): number };
}): Chore => new Chore(MINUTE_MS, () => publishHead(database, clock.now()));
