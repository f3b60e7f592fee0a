/** What a user says that deposits had cost. It is kept as it was said, and only the user's own tax report reckons with it. */
import { type KeptDepositCost, ProblemError, type SentDepositCost } from '@fairlead/contract';
import { DAY_MS, formatDecimal, HOUR_MS, parseDecimal } from '@fairlead/units';
import { FieldProblems } from '../../core/http/fields/problems.ts';
import { type Handlers, userOf } from '../../core/http/handler.ts';
import type { Say } from '../../core/texts/texts.ts';
import type { Terms } from '../../market/index.ts';
import { isMeasure } from '../history.ts';
import type { PortfolioNeeds } from '../needs.ts';
import {
  changeDepositCosts,
  type DepositCost,
  depositCostsOf,
  depositsAmong,
  type OwnDeposit,
} from './cost-queries.ts';

type Names = 'depositCosts' | 'saveDepositCosts';

export function costHandlers(context: PortfolioNeeds): Pick<Handlers, Names> {
  const { database, reads, terms, clock } = context;
  const shown = (costs: readonly DepositCost[]) => ({
    costs: costs.map((cost) => costView(cost, terms)),
  });
  return {
    depositCosts: async (call) => shown(await depositCostsOf(database, [userOf(call).userId])),
    saveDepositCosts: async (call) => {
      const { say } = call;
      const { userId } = userOf(call);
      // Of one deposit the last is meant.
      const put = new Map(call.input.put.map((sent, at) => [sent.entry_id, { at, sent }]));
      const deposits = new Map(
        (await depositsAmong(reads, userId, [...put.keys()])).map((each) => [each.entryId, each]),
      );
      const problems = new FieldProblems(say);
      const costs = [...put.values()].flatMap(({ at, sent }) => {
        const within = problems.within(`put.${at}.`);
        return costOf(sent, { deposit: deposits.get(sent.entry_id), terms, within }) ?? [];
      });
      problems.throwIfAny();
      const said = costs.map((cost) => ({ ...cost, statedMs: clock.now() }));
      const { remove } = call.input;
      const kept = await changeDepositCosts(database, userId, { put: said, remove });
      if (kept === undefined) throw tooMany(say);
      return shown(kept);
    },
  };
}

interface Checked {
  readonly deposit: OwnDeposit | undefined;
  readonly terms: Terms;
  readonly within: FieldProblems;
}

/** Minor units: as much as an amount of the ledger. */
const AMOUNT_MAX = 2n ** 62n;
const EARLIEST = '1900-01-01';

/** Of a deposit of one's own, in another currency than it, acquired no later than it came; undefined with a problem said. */
function costOf(
  { entry_id, cost, acquired, currency: name }: SentDepositCost,
  { deposit, terms, within }: Checked,
): Omit<DepositCost, 'statedMs'> | undefined {
  // An entry of somebody else is none, and nothing tells one from the other.
  if (deposit === undefined) {
    within.add('entry_id', 'choice');
    return undefined;
  }
  const currency = terms.currencyNamed(name);
  if (
    currency === undefined ||
    currency.currencyId === deposit.currencyId ||
    !isMeasure(currency, terms)
  ) {
    within.add('currency', currency === undefined ? 'currency' : 'choice');
    return undefined;
  }
  const amount = parseDecimal(cost, currency.scale);
  if (amount === undefined) within.add('cost', 'decimals', { count: currency.scale });
  else if (amount > AMOUNT_MAX) within.add('cost', 'too_large');
  if (!isDate(acquired) || acquired < EARLIEST) within.add('acquired', 'invalid');
  else if (acquired > latestDate(deposit.timeMs)) within.add('acquired', 'time_order');
  return amount === undefined
    ? undefined
    : { entryId: entry_id, currencyId: currency.currencyId, cost: amount, acquired };
}

/** "2026-02-30" has the form of a date and is none. */
export const isDate = (date: string): boolean => {
  const timeMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(date);
};

/** The UTC day, counted from 1970, that has the name of a date. */
export const dayNamed = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** The date of a moment where it is the latest: fourteen hours ahead of UTC. */
const latestDate = (timeMs: number): string =>
  new Date(timeMs + 14 * HOUR_MS).toISOString().slice(0, 10);

function costView(
  { entryId, currencyId, cost, acquired, statedMs }: DepositCost,
  terms: Terms,
): KeptDepositCost {
  const currency = terms.knownCurrency(currencyId);
  return {
    entry_id: entryId,
    cost: formatDecimal(cost, currency.scale),
    acquired,
    currency: currency.name,
    stated_at: statedMs,
  };
}

const tooMany = (say: Say): ProblemError =>
  new ProblemError('validation_failed', { fields: { put: say('fields.too_large') } });
