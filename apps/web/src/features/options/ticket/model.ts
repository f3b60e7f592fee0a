/**
 * The option ticket without React: what was chosen (`TicketState`), what follows from it (`summarize`) and what is
 * wrong with it (`validate`). Exact integers; every sum is one of packages/formula. What the house can still cover
 * and where the next index price lies are out of scope: the server decides.
 */

import { breakEvenRate, optionCost, optionFee, optionPaid, optionPayout } from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import { type AmountMinor, amountMinor, parseDecimal, type RatePpm } from '@fairlead/units';
import type { ProductState } from '../../../data/markets/standstills.ts';
import { moneyText, type OptionRules, type TimeRules } from '../option-rules.ts';

export interface TicketState {
  /** A delivery time is chosen first. */
  readonly seconds: number | undefined;
  /** As typed. */
  readonly amount: string;
  /** A button was pressed: what is missing is said from now on. */
  readonly isTried: boolean;
}

export type TicketAction =
  | { readonly kind: 'seconds'; readonly seconds: number }
  | { readonly kind: 'amount'; readonly text: string }
  | { readonly kind: 'tried' }
  /** The order was bought: the amount goes, so that a next one is a decision of its own. */
  | { readonly kind: 'bought' };

export const initialState: TicketState = { seconds: undefined, amount: '', isTried: false };

export function reduce(state: TicketState, action: TicketAction): TicketState {
  switch (action.kind) {
    case 'seconds':
      return { ...state, seconds: action.seconds };
    case 'amount':
      return { ...state, amount: action.text };
    case 'tried':
      return { ...state, isTried: true };
    case 'bought':
      return { ...state, amount: '', isTried: false };
  }
}

export interface TicketInputs {
  /** Undefined until known, and where none are sold. */
  readonly rules: OptionRules | undefined;
  readonly marketState: ProductState;
  /** In the option account; undefined for a guest and until known. */
  readonly available: AmountMinor | undefined;
  /** There is no index price that is fresh enough to buy at. */
  readonly isStale: boolean;
}

/** What comes back, and what that is beside what was put in. */
export interface Ending {
  readonly back: AmountMinor;
  readonly net: bigint;
}

export interface TicketSummary {
  readonly time: TimeRules | undefined;
  /** Undefined until an amount is typed. */
  readonly stake: AmountMinor | undefined;
  readonly fee: AmountMinor | undefined;
  /** Won beside the stake when it is right. */
  readonly payout: AmountMinor | undefined;
  /** Stake and fee: the most that can be lost. */
  readonly cost: AmountMinor | undefined;
  readonly right: Ending | undefined;
  readonly flat: Ending | undefined;
  readonly wrong: Ending | undefined;
  readonly breakEven: RatePpm | undefined;
}

const NOTHING: TicketSummary = {
  time: undefined,
  stake: undefined,
  fee: undefined,
  payout: undefined,
  cost: undefined,
  right: undefined,
  flat: undefined,
  wrong: undefined,
  breakEven: undefined,
};

function typedStake({ amount }: TicketState, scale: number): AmountMinor | undefined {
  const value = parseDecimal(finishDecimal(amount) ?? '', scale);
  return value === undefined || value === 0n ? undefined : amountMinor(value);
}

/** Everything that follows from the ticket and the market's terms. */
export function summarize(state: TicketState, { rules }: TicketInputs): TicketSummary {
  if (rules === undefined) return NOTHING;
  const time = rules.times.find(({ seconds }) => seconds === state.seconds);
  const stake = typedStake(state, rules.scale);
  if (stake === undefined) return { ...NOTHING, time };
  const fee = optionFee(stake, rules.feePpm);
  const cost = optionCost({ stake, fee });
  if (time === undefined) return { ...NOTHING, stake, fee, cost };
  const amounts = { stake, fee, payout: optionPayout(stake, time.payoutRatioPpm) };
  const ending = (result: 'win' | 'flat' | 'lose'): Ending => {
    const back = optionPaid(result, amounts);
    return { back, net: back - cost };
  };
  return {
    time,
    ...amounts,
    cost,
    right: ending('win'),
    flat: ending('flat'),
    wrong: ending('lose'),
    breakEven: breakEvenRate(amounts),
  };
}

/** What stops a purchase. Each has a sentence under `options.problem`. */
export type ProblemCode =
  | 'market_closed'
  | 'market_halted'
  | 'time_required'
  | 'amount_required'
  | 'below_minimum'
  | 'above_maximum'
  | 'price_stale'
  | 'insufficient_balance';

export interface Problem {
  readonly code: ProblemCode;
  readonly field: 'time' | 'amount' | 'form';
  /** For the sentence; already as text. */
  readonly values: Readonly<Record<string, string>>;
}

const at = (
  field: Problem['field'],
  code: ProblemCode,
  values: Problem['values'] = {},
): Problem => ({ field, code, values });

/**
 * The first that applies, in the engine's order of precedence, so that the sentence shown is the refusal the server
 * would give. Undefined while the terms are not known: then nothing can be pressed.
 */
export function validate(inputs: TicketInputs, summary: TicketSummary): Problem | undefined {
  const { rules, marketState } = inputs;
  if (rules === undefined) return undefined;
  if (marketState === 'closed') return at('form', 'market_closed');
  if (marketState !== 'open') return at('form', 'market_halted');
  const { time, stake } = summary;
  if (time === undefined) return at('time', 'time_required');
  if (stake === undefined) return at('amount', 'amount_required');
  const money = (amount: bigint) => ({
    amount: moneyText(amount, rules.scale),
    currency: rules.currency,
  });
  if (stake < time.minMinor) return at('amount', 'below_minimum', money(time.minMinor));
  if (stake > time.maxMinor) return at('amount', 'above_maximum', money(time.maxMinor));
  if (inputs.isStale) return at('form', 'price_stale');
  const { cost = stake } = summary;
  if (inputs.available !== undefined && cost > inputs.available)
    return at('amount', 'insufficient_balance', {
      ...money(inputs.available),
      cost: moneyText(cost, rules.scale),
    });
  return undefined;
}
