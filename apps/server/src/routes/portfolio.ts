/** What accounts were worth by day, statements, and own records as CSV. */
import type { Context } from '../context.ts';
import { timeZone } from '../services/calendar-days.ts';
import { exportOwn } from '../services/own-exports.ts';
import { PastSums } from '../services/past-sums.ts';
import { portfolioOf } from '../services/portfolio.ts';
import { periodDays, periodMs, statementOf } from '../services/statement.ts';
import { textsOf } from '../services/texts.ts';
import { type Handlers, userOf } from './handler.ts';

type Names = 'portfolio' | 'statement' | 'exportOwn';

export function portfolioHandlers(context: Context): Pick<Handlers, Names> {
  const past = new PastSums(context.database);
  return {
    portfolio: (call) => {
      const { days, time_zone } = call.input;
      const zone = timeZone(time_zone, call.say);
      const asked = zone.daysUntil(context.clock.now(), days);
      return portfolioOf(context, { owner: userOf(call).userId, zone: zone.name, asked, past });
    },
    statement: (call) => {
      const { say } = call;
      const period = periodDays(call.input, say);
      const zone = timeZone(call.input.time_zone, say);
      return statementOf(context, { owner: userOf(call).userId, period, zone, past, say });
    },
    exportOwn: async (call) => {
      const { what, from, to, time_zone, lang = call.language, after } = call.input;
      const period = periodMs(periodDays(call.input, call.say));
      const part = await exportOwn(context, what, {
        ...period,
        owner: userOf(call).userId,
        after,
        zone: timeZone(time_zone, call.say),
        say: textsOf(lang),
      });
      return { filename: `fairlead-${what.replaceAll('_', '-')}-${from}-${to}.csv`, ...part };
    },
  };
}
