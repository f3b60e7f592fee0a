/** A year for the tax office: the report, what its figures are sums of, and files for other programs. */
import { ProblemError } from '@fairlead/contract';
import { assert, parseDecimal } from '@fairlead/units';
import type { Exceptions } from '../../core/capability.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import type { Terms } from '../../market/index.ts';
import { type TimeZone, timeZone } from '../calendar-days.ts';
import { isMeasure } from '../history.ts';
import type { PortfolioNeeds } from '../needs.ts';
import { ownersAsked } from '../owners-asked.ts';
import { type DepositCost, depositCostsOf } from './cost-queries.ts';
import { costHandlers, dayNamed, isDate } from './cost-routes.ts';
import { taxFilePart } from './tax-files.ts';
import { linesOf, lineViews, reportView } from './tax-views.ts';
import { type SaidCost, type TaxQuery, TaxYears } from './tax-years.ts';

type Reading = 'taxReport' | 'taxLines' | 'taxFile';
type Names = Reading | keyof ReturnType<typeof costHandlers>;

/** Only read, though asked by POST: what is stated does not fit into a query. */
export const taxExceptions = {
  taxReport: 'gateway',
  taxLines: 'gateway',
  taxFile: 'gateway',
} as const satisfies Exceptions<Reading>;

export function taxHandlers(context: PortfolioNeeds): Pick<Handlers, Names> {
  const { terms, config, database } = context;
  const years = new TaxYears(context);
  const queryOf = async (call: Call<Reading>): Promise<TaxQuery> => {
    const owners = await ownersAsked(context, call);
    return { ...askedQuery(call, terms, await depositCostsOf(database, owners)), owners };
  };
  return {
    ...costHandlers(context),
    taxReport: async (call) => {
      const query = await queryOf(call);
      return reportView(query, await years.of(query), terms);
    },
    taxLines: async (call) => {
      const query = await queryOf(call);
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
      const query = await queryOf(call);
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

/** By what the call states of single deposits, else by what is kept of them. */
function askedQuery(
  call: Call<Reading>,
  terms: Terms,
  kept: readonly DepositCost[],
): Omit<TaxQuery, 'owners'> {
  const { year, method, time_zone, deposit_cost = 'unknown' } = call.input;
  const zone = timeZone(time_zone, call.say);
  const currency = currencyOf(call, call.input.currency, terms);
  if (!isMeasure(currency, terms)) throw refused(call, 'currency', 'fields.choice');
  const stated = new Map<number, SaidCost>(
    kept.map((each) => [each.entryId, saidCost(each, zone)]),
  );
  for (const { entry_id, cost, acquired } of call.input.stated ?? []) {
    const amount = parseDecimal(cost, currency.scale);
    if (amount === undefined || !isDate(acquired)) throw refused(call, 'stated', 'fields.invalid');
    const said = { currencyId: currency.currencyId, cost: amount, acquired };
    stated.set(entry_id, saidCost(said, zone));
  }
  const { userId, share } = userOf(call);
  return {
    asker: share?.readerId ?? userId,
    year,
    method,
    currency,
    zone,
    depositCost: deposit_cost,
    stated,
    say: call.say,
  };
}

/** A date is its start in the zone of the report, and its price that of the UTC day of its name. */
function saidCost(
  {
    statedMs,
    ...said
  }: Pick<DepositCost, 'currencyId' | 'cost' | 'acquired'> & { statedMs?: number },
  zone: TimeZone,
): SaidCost {
  const [day] = zone.daysOf(said.acquired, said.acquired);
  assert(day !== undefined, 'a date has a day');
  return { ...said, statedMs, acquiredMs: day.startMs, day: dayNamed(said.acquired) };
}

function currencyOf(call: Call<Reading>, name: string, terms: Terms) {
  const currency = terms.currencyNamed(name);
  if (currency === undefined) throw refused(call, 'currency', 'fields.currency');
  return currency;
}

const refused = (
  { say }: Call<Reading>,
  field: string,
  key: 'fields.choice' | 'fields.currency' | 'fields.invalid',
): ProblemError => new ProblemError('validation_failed', { fields: { [field]: say(key) } });
