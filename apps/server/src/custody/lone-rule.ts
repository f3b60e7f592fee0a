/** What one operator may pass alone. The engine counts; here is what it counts to, and whether this one counts as one of two. */

import { ProblemError } from '@fairlead/contract';
import type { DecideDeposit, DecideWithdrawal, LoneRule } from '@fairlead/engine';
import { amountMinor, HOUR_MS } from '@fairlead/units';
import { runCommand } from '../core/acts/acts.ts';
import type { Config } from '../core/config/config.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import { CONVERT_SCALE } from '../ledger/index.ts';
import { checkCountAsTwo, coolingOperators } from '../operators/index.ts';

/** The rule for this operator now. */
export async function loneRule(
  {
    config,
    database,
    clock,
  }: { readonly config: Config; readonly database: Database; readonly clock: { now(): number } },
  operatorId: number,
): Promise<LoneRule> {
  const { dayFromUsdt, weekFromUsdt, claimHoldingHours } = config.approvals;
  const cooling = await coolingOperators(database, [operatorId], clock.now());
  // One person makes as many as they like who were not confirmed: their sums together would have no bound.
  const isConfirmed = cooling.every((each) => each.isConfirmed);
  return {
    operatorDayFrom: isConfirmed ? usdtMinor(dayFromUsdt) : amountMinor(1n),
    ownerWeekFrom: usdtMinor(weekFromUsdt),
    holdingMs: claimHoldingHours * HOUR_MS,
    countsAsTwo: cooling.length === 0,
  };
}

/**
 * Decides. Where the engine found that it takes two and this operator is not one of them yet, the refusal says from when
 * on they are.
 */
export async function runDecision(
  context: {
    readonly sequencer: SequencerPort;
    readonly database: Database;
    readonly clock: { now(): number };
  },
  command: DecideDeposit | DecideWithdrawal,
  say: Say,
): Promise<void> {
  try {
    await runCommand(context, command);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'four_eyes')
      await checkCountAsTwo(context, [command.operatorId], say);
    throw error;
  }
}

const usdtMinor = (whole: number) => amountMinor(BigInt(whole) * 10n ** BigInt(CONVERT_SCALE));
