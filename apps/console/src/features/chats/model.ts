/** The desk's queue and the form of its hours. Pure. */
import type { ChatHours, ChatMessage, ChatSettings, OperatorChat } from '@fairlead/contract';

/** Of one message, in characters; a test holds it equal to the contract's. */
export const TEXT_MAX = 2_000;
/** Whoever waits longer is late. */
const LATE_MS = 5 * 60_000;

export const SECTIONS = ['waiting', 'mine', 'others'] as const;
export type Section = (typeof SECTIONS)[number];

const sectionOf = ({ status, is_mine }: OperatorChat): Section => {
  if (status === 'waiting') return 'waiting';
  return is_mine ? 'mine' : 'others';
};

/** Open conversations by section, each as the server orders them: who waits longest first. */
export function bySection(
  chats: readonly OperatorChat[],
): Readonly<Record<Section, readonly OperatorChat[]>> {
  const of = (section: Section) =>
    chats.filter((chat) => chat.status !== 'closed' && sectionOf(chat) === section);
  return { waiting: of('waiting'), mine: of('mine'), others: of('others') };
}

/** In the order in which they stand on the page. */
export const inOrder = (chats: readonly OperatorChat[]): readonly OperatorChat[] => {
  const sections = bySection(chats);
  return SECTIONS.flatMap((section) => sections[section]);
};

/** How long the user has waited; undefined when it is their turn. */
export const waitMs = ({ waits_since: since }: OperatorChat, nowMs: number): number | undefined =>
  since === undefined ? undefined : Math.max(0, nowMs - since);

export const isLate = (chat: OperatorChat, nowMs: number): boolean =>
  (waitMs(chat, nowMs) ?? 0) >= LATE_MS;

/** The next or the one before; the first when none is chosen, and none where there is none. */
export function neighbour(
  ids: readonly number[],
  id: number | undefined,
  step: 1 | -1,
): number | undefined {
  if (id === undefined || !ids.includes(id)) return ids[0];
  return ids[Math.min(ids.length - 1, Math.max(0, ids.indexOf(id) + step))];
}

/** The last message of the user. */
export const lastOfUser = (messages: readonly ChatMessage[]): number | undefined =>
  messages.findLast(({ from }) => from === 'user')?.id;

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export interface DayForm {
  readonly day: number;
  readonly isOpen: boolean;
  readonly from: string;
  readonly to: string;
}
export interface HoursForm {
  readonly isAlways: boolean;
  readonly zone: string;
  readonly days: readonly DayForm[];
  readonly url: string;
}

/** One span a day, which is what the form can show; further spans of a day are kept beside it. */
export function formOf({ hours, url }: ChatSettings, ownZone: string): HoursForm {
  const days = DAYS.map((day) => {
    const span = hours?.days.find((each) => each.day === day);
    const isWeekday = day <= 5;
    return {
      day,
      isOpen: hours === undefined ? isWeekday : span !== undefined,
      from: span?.from ?? '09:00',
      to: span?.to ?? '18:00',
    };
  });
  return {
    isAlways: hours === undefined,
    zone: hours?.time_zone ?? ownZone,
    days,
    url: url ?? '',
  };
}

export interface HoursProblems {
  readonly zone?: 'unknown';
  readonly days?: 'none';
  readonly url?: 'bad';
  /** Days that close before they open. */
  readonly order: readonly number[];
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name !== '';
  } catch {
    return false;
  }
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** A day ends at midnight as 24:00, which fields of the browser write as 00:00. */
const endOf = (to: string): string => (to === '00:00' ? '24:00' : to);

export function problemsOf(form: HoursForm): HoursProblems {
  const url = form.url.trim();
  const bad = url !== '' && !/^https:\/\/\S+$/.test(url);
  const badUrl = bad ? ({ url: 'bad' } as const) : {};
  if (form.isAlways) return { order: [], ...badUrl };
  const open = form.days.filter(({ isOpen }) => isOpen);
  return {
    ...badUrl,
    ...(isZone(form.zone.trim()) ? {} : ({ zone: 'unknown' } as const)),
    ...(open.length === 0 ? ({ days: 'none' } as const) : {}),
    order: open
      .filter(({ from, to }) => !CLOCK.test(from) || !CLOCK.test(endOf(to)) || from >= endOf(to))
      .map(({ day }) => day),
  };
}

/** What is saved; spans that the form cannot show stay on the days that are still open. */
export function settingsOf(form: HoursForm, before: ChatSettings): ChatSettings {
  const url = form.url.trim();
  const kept = furtherSpans(before.hours).filter(({ day }) =>
    form.days.some((each) => each.day === day && each.isOpen),
  );
  const spans = form.days
    .filter(({ isOpen }) => isOpen)
    .map(({ day, from, to }) => ({ day, from, to: endOf(to) }));
  const days = [...spans, ...kept].sort((one, other) => one.day - other.day);
  return {
    ...(form.isAlways ? {} : { hours: { time_zone: form.zone.trim(), days } }),
    ...(url === '' ? {} : { url }),
  };
}

const furtherSpans = (hours: ChatHours | undefined): ChatHours['days'] =>
  (hours?.days ?? []).filter(
    (span, index, all) => all.findIndex(({ day }) => day === span.day) < index,
  );
