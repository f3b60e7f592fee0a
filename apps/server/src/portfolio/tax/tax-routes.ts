/** A year for the tax office: the report, what its figures are sums of, and files for other programs. */
import { ProblemError } from '@fairlead/contract';
import type { StatedCost } from '@fairlead/formula/tax';
import { parseDecimal } from '@fairlead/units';
import type { Exceptions } from '../../core/capability.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import { CONVERT_CURRENCY } from '../../ledger/index.ts';
import type { Terms } from '../../market/index.ts';
import { timeZone } from '../calendar-days.ts';
import { pricedCurrencies } from '../history.ts';
import type { PortfolioNeeds } from '../needs.ts';
import { taxFilePart } from './tax-files.ts';
import { linesOf, lineViews, reportView } from './tax-views.ts';
import { type TaxQuery, TaxYears } from './tax-years.ts';

type Names = 'taxReport' | 'taxLines' | 'taxFile';

/** Only read, though asked by POST: what is stated does not fit into a query. */
export const taxExceptions = {
  taxReport: 'gateway',
  taxLines: 'gateway',
  taxFile: 'gateway',
} as const satisfies Exceptions<Names>;

export function taxHandlers(context: PortfolioNeeds): Pick<Handlers, Names> {
  const { terms, config } = context;
  const years = new TaxYears(context);
  return {
    taxReport: async (call) => {
      const query = queryOf(call, terms);
      return reportView(query, await years.of(query), terms);
    },
    taxLines: async (call) => {
      const query = queryOf(call, terms);
      const { figure, of_currency, page, limit } = call.input;
      const only = of_currency === undefined ? undefined : currencyOf(call, of_currency, terms);
      const lines = linesOf(await years.of(query), figure, only?.currencyId);
      const shown = lines.slice((page - 1) * limit, page * limit);
      return {
        list: await lineViews(context, query, shown),
        page,
        limit,
        total: lines.length,
      };
    },
    taxFile: async (call) => {
      const query = queryOf(call, terms);
      const { format, after = '0', year, method } = call.input;
      const { code } = config.brand;
      const part = await years.made(query, (of) =>
        taxFilePart({ query, year: of, format, after: Number(after), exchange: code, terms }),
      );
      const ending = format === 'beancount' ? 'beancount' : 'csv';
      const kind = format === 'csv' || format === 'beancount' ? method : format;
      return { filename: `${code.toLowerCase()}-tax-${year}-${kind}.${ending}`, ...part };
    },
  };
}

function queryOf(call: Call<Names>, terms: Terms): TaxQuery {
  const { year, method, time_zone, deposit_cost = 'unknown' } = call.input;
  const zone = timeZone(time_zone, call.say);
  const currency = currencyOf(call, call.input.currency, terms);
  const isPriced =
    currency.name === CONVERT_CURRENCY ||
    pricedCurrencies(terms).some(({ currencyId }) => currencyId === currency.currencyId);
  if (!isPriced) throw refused(call, 'currency', 'fields.choice');
  const stated = new Map<number, StatedCost>();
  for (const { entry_id, cost, acquired } of call.input.stated ?? []) {
    const amount = parseDecimal(cost, currency.scale);
    const [day] = isDate(acquired) ? zone.daysOf(acquired, acquired) : [];
    if (amount === undefined || day === undefined) throw refused(call, 'stated', 'fields.invalid');
    stated.set(entry_id, { cost: amount, acquiredMs: day.startMs });
  }
  const owner = userOf(call).userId;
  return { owner, year, method, currency, zone, depositCost: deposit_cost, stated, say: call.say };
}

/** "2026-02-30" has the form of a date and is none. */
const isDate = (date: string): boolean => {
  const timeMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(date);
};

function currencyOf(call: Call<Names>, name: string, terms: Terms) {
  const currency = terms.currencyNamed(name);
  if (currency === undefined) throw refused(call, 'currency', 'fields.currency');
  return currency;
}

const refused = (
  { say }: Call<Names>,
  field: string,
  key: 'fields.choice' | 'fields.currency' | 'fields.invalid',
): ProblemError => new ProblemError('validation_failed', { fields: { [field]: say(key) } });
