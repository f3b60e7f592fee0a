/** Users' calls about their recurring buys. None of them moves money: the plan does, at its time. */
import { ProblemError } from '@fairlead/contract';
import { type AmountMinor, amountMinor, PRICE_SCALE, parseDecimal, priceE8 } from '@fairlead/units';
import { AgreedTerms } from '../../core/checks/agreed-terms.ts';
import { FieldProblems } from '../../core/http/fields/problems.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import { RECURRING_LISTED_MAX } from '../../core/http/limits.ts';
import type { MarketTerms } from '../../market/index.ts';
import type { SpotNeeds } from '../needs.ts';
import { agreedPlan } from './agreed.ts';
import { nextDue, type PlanDays } from './days.ts';
import { purchasesPage } from './purchase-queries.ts';
import {
  findPlan,
  insertPlan,
  type NewPlan,
  type OwnPlan,
  type PlanRow,
  planNamed,
  plansOf,
  setPlanState,
} from './queries.ts';
import { planView, purchaseView } from './views.ts';

export type RecurringCalls =
  | 'recurringPlans'
  | 'createRecurringPlan'
  | 'setRecurringPlan'
  | 'recurringPurchases';

/** By which a plan under one name is another. */
const TERMS = [
  ...(['marketId', 'amount', 'weekdays', 'monthDay', 'minute'] as const),
  ...(['total', 'maxPrice', 'untilMs'] as const),
] as const;

/** What a column holds, with room for sums. */
const VALUE_MAX = 2n ** 61n;

export function recurringHandlers({
  database,
  terms,
  clock,
  secrets,
}: SpotNeeds): Pick<Handlers, RecurringCalls> {
  const agreed = new AgreedTerms(secrets);
  const own = async (plan: OwnPlan): Promise<PlanRow> => {
    const row = await findPlan(database, plan);
    if (row === undefined) throw new ProblemError('not_found');
    return row;
  };
  const goingOn = (plan: PlanRow, ms: number) => ({
    ms,
    digestOf: (lastStop: number | undefined) =>
      agreed.of(agreedPlan(plan, { agreedMs: ms, lastStop })),
  });
  return {
    recurringPlans: async (call) => {
      const rows = await plansOf(database, userOf(call).userId, RECURRING_LISTED_MAX);
      return rows.map((row) => planView(row, terms));
    },
    createRecurringPlan: async (call) => {
      const market = terms.askedMarket(call.input.symbol);
      const asked = readTerms(call, market);
      // A repeat is of what was right when it was first asked for.
      const known = await planNamed(database, asked);
      const nowMs = clock.now();
      const row =
        known ??
        (await insertPlan(database, newPlan(call, asked, nowMs), (made) =>
          agreed.of(agreedPlan(made, { agreedMs: nowMs, lastStop: undefined })),
        ));
      if (row === undefined) throw new ProblemError('plan_limit');
      if (TERMS.some((term) => row[term] !== asked[term]))
        throw new ProblemError('idempotency_conflict');
      return planView(row, terms);
    },
    setRecurringPlan: async (call) => {
      const plan = { userId: userOf(call).userId, planId: call.input.plan_id };
      const { state } = call.input;
      const before = await own(plan);
      const nowMs = clock.now();
      const dueMs = nextDue(before, nowMs);
      const isOver = state === 'active' && dueMs > (before.untilMs ?? dueMs);
      if (before.state !== state)
        await setPlanState(
          database,
          plan,
          isOver
            ? { state: 'ended', stoppedBy: 'until', dueMs }
            : state === 'active'
              ? { state, stoppedBy: undefined, dueMs, agreed: goingOn(before, nowMs) }
              : { state, stoppedBy: 'user', dueMs },
        );
      return planView(await own(plan), terms);
    },
    recurringPurchases: async (call) => {
      const plan = await own({ userId: userOf(call).userId, planId: call.input.plan_id });
      const page = await purchasesPage(database, plan.planId, call.input);
      return { ...page, list: page.list.map((row) => purchaseView(row, plan, terms)) };
    },
  };
}

type AskedPlan = Omit<NewPlan, 'dueMs' | 'createdAtMs'> & { readonly market: MarketTerms };

/** As it is written; throws field errors of what cannot be read at all. */
function readTerms(call: Call<'createRecurringPlan'>, market: MarketTerms): AskedPlan {
  const { input } = call;
  const problems = new FieldProblems(call.say);
  const amount = readAmount(input.amount, market, { problems, field: 'amount' });
  const total =
    input.total === undefined
      ? undefined
      : readAmount(input.total, market, { problems, field: 'total' });
  const maxPrice = input.max_price === undefined ? undefined : readPrice(input, market, problems);
  const days = readDays(input, problems);
  problems.throwIfAny();
  return {
    ...{ userId: userOf(call).userId, clientPlanId: input.client_plan_id, market },
    ...{ marketId: market.marketId, amount, total, maxPrice, untilMs: input.until },
    ...{ weekdays: days.weekdays, monthDay: days.monthDay, minute: days.minute },
  };
}

/** Throws where no purchase of it could ever be placed. */
function newPlan(
  call: Call<'createRecurringPlan'>,
  { market, ...asked }: AskedPlan,
  nowMs: number,
): NewPlan {
  if (market.state === 'closed') throw new ProblemError('market_closed');
  const { amount, total, maxPrice, untilMs } = asked;
  const problems = new FieldProblems(call.say);
  if (total !== undefined && total < amount) problems.add('total', 'out_of_bounds');
  if (maxPrice !== undefined && maxPrice % market.tickSizeE8 !== 0n)
    addOffGrid(call.input.max_price, market, problems);
  if (untilMs !== undefined && untilMs <= nowMs) problems.add('until', 'time_past');
  problems.throwIfAny();
  if (amount < market.minNotionalMinor) throw new ProblemError('below_minimum');
  const dueMs = nextDue(asked, nowMs);
  if (untilMs !== undefined && dueMs > untilMs) {
    problems.add('until', 'out_of_bounds');
    problems.throwIfAny();
  }
  return { ...asked, dueMs, createdAtMs: nowMs };
}

interface Field {
  readonly problems: FieldProblems;
  readonly field: string;
}

function readAmount(text: string, { quote }: MarketTerms, { problems, field }: Field): AmountMinor {
  const value = parseDecimal(text, quote.scale);
  if (value === undefined) problems.add(field, 'decimals', { count: quote.scale });
  else if (value > VALUE_MAX) problems.add(field, 'too_large');
  return amountMinor(value === undefined || value > VALUE_MAX ? 1n : value);
}

/** On no grid yet: what was agreed to may be off the market's of today. */
function readPrice(
  { max_price: text = '' }: Call<'createRecurringPlan'>['input'],
  market: MarketTerms,
  problems: FieldProblems,
) {
  const value = parseDecimal(text, PRICE_SCALE);
  if (value !== undefined && value <= VALUE_MAX) return priceE8(value);
  addOffGrid(text, market, problems);
  return undefined;
}

const addOffGrid = (
  text: string | undefined,
  { tickSizeE8: step }: MarketTerms,
  problems: FieldProblems,
): void => problems.addGrid('max_price', text ?? '', { step, scale: PRICE_SCALE });

function readDays(
  { weekdays, month_day: monthDay, minute }: Call<'createRecurringPlan'>['input'],
  problems: FieldProblems,
): PlanDays {
  if ((weekdays === undefined) === (monthDay === undefined))
    problems.add('weekdays', weekdays === undefined ? 'required' : 'not_both');
  const bits = (weekdays ?? '')
    .split(',')
    .filter((day) => day !== '')
    .reduce((sum, day) => sum | (1 << (Number(day) - 1)), 0);
  return { weekdays: bits, monthDay, minute };
}
