/** What the promotion page computes; pure. */
import type { ReferralLevelView, ResponseOf } from '@fairlead/contract';

/** The user's code, link and earnings. */
export type Invite = ResponseOf<'invite'>;

/** Decimals that a ratio needs as a percentage: "0.2" → 0 (20%), "0.125" → 1 (12.5%). At most 2. */
export function ratioDecimals(ratio: string): number {
  const fraction = (ratio.split('.')[1] ?? '').replace(/(?<!0)0+$/, '');
  return Math.min(2, Math.max(0, fraction.length - 2));
}

/** Place of the level that so many invitees reach; a partner's own ratio stands outside of the levels. */
export function ownLevel(
  levels: readonly ReferralLevelView[],
  { invite_count, is_partner }: { readonly invite_count: number; readonly is_partner: boolean },
): number | undefined {
  if (is_partner) return undefined;
  const reached = levels.findLastIndex(({ needs }) => needs <= invite_count);
  return reached < 0 ? undefined : reached;
}

/** How many more friends the next level takes; undefined on the highest one and for partners. */
export function untilNext(
  levels: readonly ReferralLevelView[],
  who: { readonly invite_count: number; readonly is_partner: boolean },
): { readonly level: ReferralLevelView; readonly friends: number } | undefined {
  const own = ownLevel(levels, who);
  const level = own === undefined ? undefined : levels[own + 1];
  return level && { level, friends: level.needs - who.invite_count };
}
