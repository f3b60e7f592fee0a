/** What the form of a share asks for; pure. */
import type { GivenShare, RequestOf } from '@fairlead/contract';
import { dateMs, dayText } from '../../data/days.ts';
import type { AppMessages } from '../../i18n/messages.ts';

const DAYS_MAX = 365;
const DAYS_OFFERED = 90;

export interface ShareDraft {
  readonly email: string;
  /** Numbers of accounts. */
  readonly chosen: readonly number[];
  /** "2027-01-31", whose end it is. */
  readonly until: string;
  readonly password: string;
  readonly otp: string;
}

export const SHARE_FIELDS = ['email', 'accounts', 'until', 'password', 'otp'] as const;
export type ShareField = (typeof SHARE_FIELDS)[number];
/** A key of `sharing.invalid`. */
export type ShareProblem = keyof AppMessages['sharing']['invalid'];

/** So many days after a moment, of the reader's calendar. */
export const dayAfter = (nowMs: number, days: number): string => {
  const date = new Date(nowMs);
  return dayText(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days));
};

export const lastDay = (nowMs: number): string => dayAfter(nowMs, DAYS_MAX);

/** The main account for three months. */
export const draftOf = (mainId: number, nowMs: number): ShareDraft => ({
  email: '',
  chosen: [mainId],
  until: dayAfter(nowMs, DAYS_OFFERED),
  password: '',
  otp: '',
});

export const problemsOf = (
  { email, chosen, until, password, otp }: ShareDraft,
  { nowMs, hasFactor }: { readonly nowMs: number; readonly hasFactor: boolean },
): Partial<Record<ShareField, ShareProblem>> => ({
  ...(!/^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: 'email' as const }),
  ...(chosen.length === 0 && { accounts: 'accounts' as const }),
  ...((until < dayAfter(nowMs, 0) || until > lastDay(nowMs)) && { until: 'until' as const }),
  ...(password === '' && { password: 'password' as const }),
  ...(hasFactor && otp.trim().length < 6 && { otp: 'otp' as const }),
});

/** The last moment of a day. */
const endOf = (date: string): number => {
  const start = new Date(dateMs(date));
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1).getTime() - 1;
};

export const requestOf = ({
  email,
  chosen,
  until,
  password,
  otp,
}: ShareDraft): RequestOf<'createAccountShare'> => ({
  email: email.trim(),
  accounts: [...chosen],
  until: endOf(until),
  password,
  ...(otp.trim() !== '' && { otp: otp.trim() }),
});

export const STATE_TAGS: Readonly<Record<GivenShare['state'], 'rise' | 'warn' | 'plain'>> = {
  offered: 'warn',
  active: 'rise',
  ended: 'plain',
  over: 'plain',
};

/** What is offered to be ended, and shown first. */
export const isOpen = ({ state }: GivenShare): boolean => state === 'offered' || state === 'active';
