/** Legal texts and offices: the operator's own words, for anybody. */
import type { Context } from '../context.ts';
import { OFFICES_MAX } from '../limits.ts';
import { legalText } from '../services/legal.ts';
import { readOffices } from '../store/office-queries.ts';
import type { Handlers } from './handler.ts';

export function guidanceHandlers({
  database,
}: Pick<Context, 'database'>): Pick<Handlers, 'legal' | 'offices'> {
  return {
    legal: ({ input, language }) => legalText(database, input.slug, language),
    offices: () => readOffices(database, OFFICES_MAX),
  };
}
