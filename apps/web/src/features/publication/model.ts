/** What the pages of new coins compute of an offering and of a subscription; pure, exact, in decimal strings. */
import type { Offering, ResponseOf, Subscription } from '@fairlead/contract';
import { DAY_MS, parseDecimal } from '@fairlead/units';

/** One offering with its introduction and what its reader has. */
export type OfferingDetails = ResponseOf<'offering'>;

/** What every part of an offering's page is given. */
export interface OfferingProps {
  offering: Offering;
}

/** Every scale of the wire fits into it. */
const SCALE = 18;

const exact = (text: string): bigint => parseDecimal(text, SCALE) ?? 0n;

/** What is said of an offering: the server's state, but `closed` where time ended it and not demand. */
export type ShownStatus = Offering['status'] | 'closed';

export function shownStatus({ status, remaining, min_amount }: Offering): ShownStatus {
  const isOver = status === 'sold_out' && exact(remaining) >= exact(min_amount);
  return isOver ? 'closed' : status;
}

/** The next moment at which the state changes by itself; undefined once launched. */
export interface Turn {
  readonly kind: 'opens' | 'closes' | 'launches';
  readonly atMs: number;
}

export function nextTurn({
  status,
  starts_at,
  closes_at,
  launches_at,
}: Offering): Turn | undefined {
  switch (status) {
    case 'upcoming':
      return { kind: 'opens', atMs: starts_at };
    case 'subscribing':
      return { kind: 'closes', atMs: closes_at };
    case 'sold_out':
      return { kind: 'launches', atMs: launches_at };
    case 'redeeming':
      return undefined;
  }
}

/** When what is subscribed for now will be released. */
export const unlockTime = ({
  launches_at,
  lockup_days,
}: Pick<Offering, 'launches_at' | 'lockup_days'>): number => launches_at + lockup_days * DAY_MS;

export interface TimelineStep {
  readonly id: 'opens' | 'closes' | 'launches' | 'unlocks';
  readonly atMs: number;
  readonly state: 'done' | 'now' | 'later';
}

/** The dates of an offering in their order; the first that is still to come is `now`. */
export function timeline(offering: Offering, nowMs: number): readonly TimelineStep[] {
  const { starts_at, closes_at, launches_at } = offering;
  const dates = [
    { id: 'opens', atMs: starts_at },
    { id: 'closes', atMs: closes_at },
    { id: 'launches', atMs: launches_at },
    { id: 'unlocks', atMs: unlockTime(offering) },
  ] as const;
  const next = dates.findIndex(({ atMs }) => atMs > nowMs);
  return dates.map((date, index) => ({
    ...date,
    state: next < 0 || index < next ? 'done' : index === next ? 'now' : 'later',
  }));
}

export interface Lock {
  readonly unlocksAtMs: number;
  /** From the subscription to the release, 0 to 1; a number, for a drawing only. */
  readonly share: number;
  /** Begun ones count. */
  readonly daysLeft: number;
}

/** How far the lock of a passed subscription has come; undefined where nothing is locked. */
export function lockOf(
  { status, released, unlocks_at, time }: Subscription,
  nowMs: number,
): Lock | undefined {
  if (status !== 'passed' || released === true || unlocks_at === undefined) return undefined;
  const wholeMs = unlocks_at - time;
  const share = wholeMs > 0 ? (nowMs - time) / wholeMs : 1;
  return {
    unlocksAtMs: unlocks_at,
    share: Math.min(1, Math.max(0, share)),
    daysLeft: Math.max(0, Math.ceil((unlocks_at - nowMs) / DAY_MS)),
  };
}

/** What a subscription is shown as. */
export type RecordState = 'under_review' | 'locked' | 'released' | 'rejected';

export function recordState({ status, released }: Subscription): RecordState {
  if (status !== 'passed') return status;
  return released === true ? 'released' : 'locked';
}

/** Offerings by what a visitor can do with them; empty groups are left out. */
export function groupsOf(offerings: readonly Offering[]) {
  const isNow = ({ status }: Offering) => status === 'subscribing';
  const isNext = ({ status }: Offering) => status === 'upcoming';
  const groups = [
    { id: 'now', offerings: offerings.filter(isNow) },
    { id: 'next', offerings: offerings.filter(isNext) },
    { id: 'past', offerings: offerings.filter((one) => !isNow(one) && !isNext(one)) },
  ] as const;
  return groups.filter((group) => group.offerings.length > 0);
}
