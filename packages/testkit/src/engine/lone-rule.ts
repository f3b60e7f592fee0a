/** A rule under which one operator's word is enough for what tests move. */
import type { LoneRule } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';

export const LONE: LoneRule = {
  operatorDayFrom: amountMinor(10n ** 15n),
  ownerWeekFrom: amountMinor(10n ** 15n),
  holdingMs: 0,
  countsAsTwo: true,
};
