/** What accounts were worth by day, statements, and own records as CSV. */

import type { Statement } from '@fairlead/contract';
import type { Exceptions } from '../core/capability.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import type { Exports } from '../core/operations/exports.ts';
import { textsOf } from '../core/texts/texts.ts';
import { timeZone } from './calendar-days.ts';
import { exportOwn } from './exports.ts';
import type { PortfolioNeeds } from './needs.ts';
import { ownersAsked } from './owners-asked.ts';
import { PastSums } from './past-sums.ts';
import { portfolioOf } from './service.ts';
import { periodDays, periodMs, statementOf } from './statement.ts';
import { together } from './statement-together.ts';

type Names = 'portfolio' | 'statement' | 'exportOwn';

/** Only read, though asked by POST. */
export const portfolioExceptions = { exportOwn: 'gateway' } as const satisfies Exceptions<Names>;

export function portfolioHandlers(
  context: PortfolioNeeds,
  { own }: Pick<Exports, 'own'>,
): Pick<Handlers, Names> {
  const past = new PastSums(context.reads);
  return {
    portfolio: (call) => {
      const { days, time_zone } = call.input;
      const zone = timeZone(time_zone, call.say);
      const asked = zone.daysUntil(context.clock.now(), days);
      return portfolioOf(context, { owner: userOf(call).userId, zone: zone.name, asked, past });
    },
    statement: async (call) => {
      const { say } = call;
      const period = periodDays(call.input, say);
      const zone = timeZone(call.input.time_zone, say);
      const owners = await ownersAsked(context, call);
      const statements: Statement[] = [];
      for (const owner of owners)
        statements.push(await statementOf(context, { owner, period, zone, past, say }));
      const [own] = statements;
      return own !== undefined && statements.length === 1
        ? own
        : together(statements, context.terms);
    },
    exportOwn: async (call) => {
      const { what, from, to, time_zone, lang = call.language, after, ...narrowed } = call.input;
      const period = periodMs(periodDays(call.input, call.say));
      const part = await exportOwn(own, what, {
        ...period,
        owner: userOf(call).userId,
        after,
        narrowed,
        zone: timeZone(time_zone, call.say),
        say: textsOf(lang),
      });
      const exchange = context.config.brand.code.toLowerCase();
      const filename = `${exchange}-${what.replaceAll('_', '-')}-${from}-${to}.csv`;
      return { filename, ...part };
    },
  };
}
