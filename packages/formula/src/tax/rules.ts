/**
 * What each kind of journal entry is for tax: a table that the compiler holds against the ledger's own list of kinds
 * (`apps/server/src/portfolio/tax/read-movements.ts`). A kind without a rule is a type error there, never something that is left out.
 * docs/internals/tax.md has the same table in words.
 */

/** What was received for nothing. */
export type IncomeFigure = 'interest' | 'rebates' | 'bonuses';
/** What contracts and the house's acts brought or cost. */
export type ResultFigure = 'futures' | 'options' | 'penalties' | 'corrections';

/** How a movement is taken. */
export type MovementRule =
  /** Between accounts of one owner: nothing is acquired or disposed of. */
  | { readonly treat: 'own' }
  /** One currency for another: a disposal at what was received, which costs what was given. */
  | { readonly treat: 'exchange' }
  /** Across the border: comes with a cost of its own, goes with its cost, and neither gains nor loses. */
  | { readonly treat: 'outside' }
  /** Received for nothing: income of its worth that day, which it costs from then on. */
  | { readonly treat: 'income'; readonly figure: IncomeFigure }
  /** Gained or lost: what comes costs its worth that day, what goes is disposed of at it. */
  | { readonly treat: 'result'; readonly figure: ResultFigure };

export const MOVEMENT_RULES = {
  transfer: { treat: 'own' },
  trade: { treat: 'exchange' },
  subscription: { treat: 'exchange' },
  deposit: { treat: 'outside' },
  withdrawal: { treat: 'outside' },
  /** Of an account of a family by itself; a report of all of them takes it as their own. */
  family_transfer: { treat: 'outside' },
  faucet: { treat: 'income', figure: 'bonuses' },
  hosting_interest: { treat: 'income', figure: 'interest' },
  rebate_payout: { treat: 'income', figure: 'rebates' },
  futures_open: { treat: 'result', figure: 'futures' },
  futures_close: { treat: 'result', figure: 'futures' },
  option_purchase: { treat: 'result', figure: 'options' },
  option_delivery: { treat: 'result', figure: 'options' },
  hosting_redemption: { treat: 'result', figure: 'penalties' },
  correction: { treat: 'result', figure: 'corrections' },
  capital: { treat: 'result', figure: 'corrections' },
} as const satisfies Readonly<Record<string, MovementRule>>;

/** Why something moved: the ledger's reasons, and the correction that takes a deposit back. */
export type MovementReason = keyof typeof MOVEMENT_RULES;

/** A chain that takes a deposit back is no loss by the owner: it never came. */
const REVERSAL = 'reversal:';

export function ruleOf({
  reason,
  reference,
}: {
  readonly reason: MovementReason;
  readonly reference: string;
}): MovementRule {
  const isReversal = reason === 'correction' && reference.startsWith(REVERSAL);
  return isReversal ? MOVEMENT_RULES.deposit : MOVEMENT_RULES[reason];
}
