/**
 * Carries out what is due. A purchase is the user's own conversion of one leg: an order at the market through the public book, quoted as
 * it stands and placed within the quote's bounds, all of it or nothing, at the fees and with the checks of any order. Its key is of plan and
 * due, kept with the order in one commit: whoever asks again, after a crash or in a second engine, gets the first answer.
 */
import assert from 'node:assert/strict';
import {
  ERRORS,
  ProblemError,
  RECURRING_FAILURES_MAX,
  RECURRING_LATE_MINUTES,
  type RecurringStop,
  type ResponseOf,
} from '@fairlead/contract';
import type { Convert } from '@fairlead/engine';
import {
  type AmountMinor,
  amountMinor,
  MINUTE_MS,
  type PriceTicks,
  parseDecimal,
  priceTicks,
  ratePpm,
} from '@fairlead/units';
import type { Logger } from 'pino';
import { AgreedTerms } from '../../core/checks/agreed-terms.ts';
import type { Keyed } from '../../core/commands/port.ts';
import { type Asked, ReadAgainError } from '../../core/commands/rules.ts';
import { failureBody } from '../../core/http/envelope.ts';
import { RECURRING_AT_ONCE_MAX } from '../../core/http/limits.ts';
import { fingerprintOf } from '../../core/http/money.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import type { Answer, Rendered } from '../../core/sequencer/submission.ts';
import { SubmitError } from '../../core/sequencer/submit-error.ts';
import type { Database } from '../../core/store/database.ts';
import type { MarketTerms, Terms } from '../../market/index.ts';
import type { Messages } from '../../notices/index.ts';
import { pathReading } from '../convert/path.ts';
import { quotePurchase } from '../convert/quote.ts';
import { type QuotingNeeds, quotedMarket } from '../convert/quoted-market.ts';
import { judgeDue } from './agreed.ts';
import { duesUpTo } from './days.ts';
import { conversionOf, type Marked, markDue } from './purchase-queries.ts';
import { askDue, type DuePlan, duePlans, forgetAsked, type PlanRow, setAgreed } from './queries.ts';
import { tellPurchases, tellStops } from './tell.ts';

const LATE_MS = RECURRING_LATE_MINUTES * MINUTE_MS;
const ROUTE = 'recurring';
/** As of a conversion that names none. */
const TOLERANCE_PPM = ratePpm(5_000n);
const HELD_MS = 10_000;

/** Takes commands of users, once for a key. */
export interface Purchasing {
  submit(keyed: Keyed, asked: Asked): Promise<Answer>;
  submitEach(keyed: Keyed, elements: readonly { readonly refused: Rendered }[]): Promise<Answer>;
  find(keyed: Keyed): Promise<Answer | undefined>;
}

export interface RecurringParts extends QuotingNeeds {
  readonly database: Database;
  readonly terms: Terms;
  readonly clock: { now(): number };
  readonly messages: Pick<Messages, 'tell'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly secrets: Pick<Secrets, 'digests'>;
}

/** Each due once, oldest first; then tells of what became of them. What something stands in the way of waits for the next round. */
export async function carryOutPlans(parts: RecurringParts, commands: Purchasing): Promise<void> {
  try {
    await carryOutDues(parts, commands);
  } finally {
    await tellPurchases(parts);
    await tellStops(parts);
  }
}

async function carryOutDues(parts: RecurringParts, commands: Purchasing): Promise<void> {
  const { database, clock, log } = parts;
  let after: DuePlan | undefined;
  for (;;) {
    const nowMs = clock.now();
    const plans = await duePlans(database, nowMs, { after, limit: RECURRING_AT_ONCE_MAX });
    const ends = await Promise.allSettled(
      plans.map(async (plan) => {
        const done = await carryOut(parts, commands, { plan, nowMs });
        if (done === 'void') await forgetAsked(database, plan);
        else if (done !== undefined) await markDue(database, marking(plan, done, nowMs));
      }),
    );
    for (const [at, end] of ends.entries())
      if (end.status === 'rejected')
        log.warn({ err: end.reason, planId: plans[at]?.planId }, 'a recurring buy waits');
    after = plans.at(-1);
    if (plans.length < RECURRING_AT_ONCE_MAX) return;
  }
}

type Done = Pick<Marked, 'outcome' | 'cause' | 'orderId' | 'spent' | 'bought'> & {
  /** Nothing more is bought, by what. */
  readonly stops?: RecurringStop;
  /** Its order was asked for just now. */
  readonly isAsked?: true;
};
/** Asked for in vain, of a plan that waits for it no more: there is nothing to book. */
type Void = 'void';

const nothing = { orderId: undefined, spent: amountMinor(0n), bought: amountMinor(0n) };
const not = (outcome: 'failed' | 'skipped' | 'missed', cause: string): Done => ({
  ...nothing,
  outcome,
  cause,
});

interface Due {
  readonly plan: DuePlan;
  readonly nowMs: number;
}

/** What became of a due; undefined where it has to wait. */
async function carryOut(
  parts: RecurringParts,
  commands: Purchasing,
  due: Due,
): Promise<Done | Void | undefined> {
  const { plan } = due;
  const market = parts.terms.knownMarket(plan.marketId);
  const keyed = keyedBy(plan);
  try {
    // It may have been placed before a crash, and whatever stands in its way now was not there then.
    const placed = await commands.find(keyed);
    if (placed !== undefined) return doneBy(placed, market, plan);
    // Its answer is kept for a week only.
    const past = plan.askedMs === undefined ? undefined : await conversionOf(parts.database, plan);
    if (past !== undefined) return boughtBy(plan, past);
    const decided = (await unagreed(parts, plan)) ?? decide(parts, due, market);
    if (decided === undefined) return undefined;
    if (typeof decided === 'object' && 'kind' in decided) {
      if (!(await askDue(parts.database, plan))) return undefined;
      const reading = pathReading(parts.terms, { purchase: market });
      const answer = await commands.submit(keyed, { command: decided, reading });
      return { ...doneBy(answer, market, plan), isAsked: true };
    }
    const answer = plan.askedMs === undefined ? undefined : await close(commands, keyed);
    return answer?.status === 200 ? doneBy(answer, market, plan) : decided;
  } catch (error) {
    if (error instanceof ReadAgainError) return undefined;
    if (!(error instanceof ProblemError || error instanceof SubmitError)) throw error;
    const { code } = error;
    // Its owner has used the key for a call of their own. All else waits until the key can be asked again.
    return code === 'idempotency_conflict' ? not('failed', code) : undefined;
  }
}

/** A row that is not what its owner agreed to buys nothing, and stops until they look at it. */
async function unagreed(
  { database, secrets, log }: RecurringParts,
  plan: DuePlan,
): Promise<Done | undefined> {
  if (!plan.isWaiting) return undefined;
  const { planId, userId, agreedMs = 0 } = plan;
  const judge = new AgreedTerms(secrets);
  const { judgement, agreed } = await judgeDue(database, judge, plan);
  if (judgement === 'previous')
    await setAgreed(database, {
      ...{ planId, agreedMs, agreedDigest: judge.of(agreed) },
      before: plan.agreedDigest ?? '',
    });
  if (judgement !== 'other') return undefined;
  log.error(
    { event: 'recurring_unagreed', planId, userId },
    'a recurring buy is not what its owner agreed to: nothing is bought',
  );
  return { ...not('skipped', 'unagreed'), stops: 'unagreed' };
}

/** The order to ask for, or why there is none. */
function decide(
  parts: RecurringParts,
  { plan, nowMs }: Due,
  market: MarketTerms,
): Convert | Done | Void | undefined {
  if (!plan.isWaiting) return 'void';
  if (isUsedUp(plan, plan.spent)) return { ...not('skipped', 'total'), stops: 'total' };
  const isLate = nowMs - plan.dueMs > LATE_MS;
  try {
    const command = purchaseOf(parts, plan, market);
    if (isLate) return not('missed', 'away');
    return command ?? not('skipped', 'price_above');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code } = error;
    if (code === 'below_minimum') return not('failed', code);
    return isLate ? not('missed', code) : undefined;
  }
}

/**
 * An order that was asked for may be on its way yet. A refusal that is kept under its key is what it meets then: from here on nothing is
 * placed, and what was placed is the answer.
 */
async function close(commands: Purchasing, keyed: Keyed): Promise<Answer | undefined> {
  const refused = {
    status: ERRORS.quote_expired.status,
    body: failureBody('quote_expired', keyed.language),
  };
  await commands.submitEach(keyed, [{ refused }]);
  return commands.find(keyed);
}

/** The same however often it is asked, and whatever the book is by then. */
const keyedBy = ({ userId: owner, planId, dueMs }: PlanRow): Keyed => ({
  language: 'en',
  idempotency: {
    owner,
    key: `${ROUTE}:${planId}:${dueMs}`,
    route: ROUTE,
    fingerprint: fingerprintOf(ROUTE, { planId, dueMs }),
  },
});

/** Undefined where the book's price is above the plan's. */
function purchaseOf(
  parts: RecurringParts,
  { amount, maxPrice, userId: owner, planId, dueMs }: PlanRow,
  market: MarketTerms,
): Convert | undefined {
  const at = quotedMarket(parts, market);
  const quoted = quotePurchase(at, { budget: amount, least: amount }, TOLERANCE_PPM);
  const most = maxPrice === undefined ? quoted.worst : Number(maxPrice / market.tickSizeE8);
  if (quoted.last > most) return undefined;
  const worst: PriceTicks = priceTicks(Math.min(quoted.worst, most));
  return {
    ...{ kind: 'convert', owner, goodTillMs: parts.clock.now() + HELD_MS },
    purchase: { marketId: market.marketId, amount, worst },
    quotedReceived: quoted.received,
    plan: { planId, dueMs },
  };
}

/** Reads the answer that the engine's commit kept. */
function doneBy({ status, body }: Answer, { base, quote }: MarketTerms, plan: PlanRow): Done {
  const envelope: unknown = JSON.parse(body);
  if (status !== 200) return not('failed', (envelope as { readonly error: string }).error);
  const { message } = envelope as { readonly message: ResponseOf<'convert'> };
  const spent = amountOf(message.spent, quote);
  const bought = amountOf(message.received, base);
  return boughtBy(plan, { orderId: message.orders[0]?.id, spent, bought });
}

function boughtBy(plan: PlanRow, done: Pick<Marked, 'orderId' | 'spent' | 'bought'>): Done {
  const isTotal = isUsedUp(plan, plan.spent + done.spent);
  return { outcome: 'bought', cause: undefined, ...done, ...(isTotal && { stops: 'total' }) };
}

/** Whether one more would be above what its owner wishes to spend in all. */
const isUsedUp = ({ total, amount }: PlanRow, spent: bigint): boolean =>
  total !== undefined && spent + amount > total;

function amountOf(text: string, { scale }: { readonly scale: number }): AmountMinor {
  const amount = parseDecimal(text, scale);
  assert(amount !== undefined, 'an answer has amounts of its own currency');
  return amountMinor(amount);
}

/** The due and what comes after it: with one that was missed go all that were missed behind it. */
function marking(plan: DuePlan, { stops, ...done }: Done, nowMs: number): Marked {
  const { planId, dueMs, untilMs } = plan;
  const isAsked = plan.askedMs !== undefined || done.isAsked === true;
  const lastMissed = Math.min(nowMs - LATE_MS - 1, untilMs ?? Number.POSITIVE_INFINITY);
  const upTo = done.outcome === 'missed' ? lastMissed : dueMs;
  const { count, next } = duesUpTo(plan, dueMs, Math.max(upTo, dueMs));
  const failures = failuresAfter(plan, done);
  const stoppedBy =
    untilMs !== undefined && next > untilMs
      ? 'until'
      : (stops ?? (failures >= RECURRING_FAILURES_MAX ? 'failures' : undefined));
  const isMissed = done.outcome === 'missed';
  return {
    ...{ ...done, isAsked, planId, dueMs, doneAtMs: nowMs, dueCount: isMissed ? count : 1 },
    // One that waits for another due, or for none, is stopped by nothing here.
    ...{ stoppedBy: plan.isWaiting ? stoppedBy : undefined, nextMs: next, failures },
  };
}

/** What stood in its way for an hour is a failure; that nobody was there is none of the plan's. */
function failuresAfter({ failures }: PlanRow, { outcome, cause }: Done): number {
  if (outcome === 'failed' || (outcome === 'missed' && cause !== 'away')) return failures + 1;
  return outcome === 'bought' ? 0 : failures;
}
