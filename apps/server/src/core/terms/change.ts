/** Changes of terms that two operators agree on: bound to what was in force when they were proposed (L3). */
import { ProblemError } from '@fairlead/contract';

/** A change as a proposal keeps it: put in force only where what it was made from still holds. */
export interface TermsChange<View> {
  readonly before?: View;
  readonly after: View;
}

export function changeOf<View>(before: View | undefined, after: View): TermsChange<View> {
  return before === undefined ? { after } : { before, after };
}

/** True when the change is in force already; throws when something else was changed meanwhile. */
export function isInForce<View>(
  present: View | undefined,
  { before, after }: TermsChange<View>,
): boolean {
  const now = JSON.stringify(present);
  if (now === JSON.stringify(after)) return true;
  if (now !== JSON.stringify(before)) throw new ProblemError('intent_changed');
  return false;
}

/** `check`: only whether what it was made from still holds, before it is announced. */
export type EffectPhase = 'check';
