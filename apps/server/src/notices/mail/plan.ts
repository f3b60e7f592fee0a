/**
 * What of a user's waiting items is mailed now, and when the rest is looked at again. Pure: a table and a property hold it.
 * Items are mailed by what holds when they are looked at, not when they happened: a change of wishes reaches what waits.
 */
import type { MailHours, MailKind, MailTiming } from '@fairlead/contract';
import { afterQuiet, digestAfter } from './hours.ts';

export interface WaitingItem {
  readonly itemId: number;
  readonly kind: MailKind;
  readonly happenedAtMs: number;
}

export interface MailState {
  readonly hours: MailHours;
  readonly timings: ReadonlyMap<MailKind, MailTiming>;
  /** When something was last mailed at once. */
  readonly mailedAtMs: number | undefined;
}

export interface MailPlan {
  /** One mail. */
  readonly atOnce: readonly number[];
  /** Another one. */
  readonly digest: readonly number[];
  /** Nobody wants them any more. */
  readonly dropped: readonly number[];
  readonly later: readonly { readonly itemId: number; readonly dueMs: number }[];
}

export interface Now {
  readonly nowMs: number;
  /** What comes at once comes no closer together than this: what happens meanwhile goes as one. */
  readonly spacingMs: number;
}

/** In the order of the items. */
export function planMails(
  items: readonly WaitingItem[],
  { hours, timings, mailedAtMs }: MailState,
  { nowMs, spacingMs }: Now,
): MailPlan {
  const atOnceMs = afterQuiet(hours, Math.max(nowMs, (mailedAtMs ?? -Infinity) + spacingMs));
  const atOnce: number[] = [];
  const digest: number[] = [];
  const dropped: number[] = [];
  const later: { itemId: number; dueMs: number }[] = [];
  for (const { itemId, kind, happenedAtMs } of items) {
    const timing = timings.get(kind) ?? 'off';
    const dueMs = timing === 'digest' ? digestAfter(hours, happenedAtMs) : atOnceMs;
    if (timing === 'off') dropped.push(itemId);
    else if (dueMs > nowMs) later.push({ itemId, dueMs });
    else (timing === 'digest' ? digest : atOnce).push(itemId);
  }
  return { atOnce, digest, dropped, later };
}
