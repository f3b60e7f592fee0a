/** Legal texts and offices: the operator's own words, for anybody. */

import type { Handlers } from '../core/http/handler.ts';
import { OFFICES_MAX } from '../core/http/limits.ts';
import type { Database } from '../core/store/database.ts';
import { legalText } from './legal.ts';
import { readOffices } from './office-queries.ts';

export function guidanceHandlers({
  database,
}: {
  readonly database: Database;
}): Pick<Handlers, 'legal' | 'offices'> {
  return {
    legal: ({ input, language }) => legalText(database, input.slug, language),
    offices: () => readOffices(database, OFFICES_MAX),
  };
}
